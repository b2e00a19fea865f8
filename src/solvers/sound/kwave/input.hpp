// SPDX-License-Identifier: Apache-2.0
// Input files of k-Wave's compiled programs, versions 1.0 to 1.2 (docs/howto/k-wave.md).
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "solvers/sound/problem/problem.hpp"

namespace thalweg::sound::kwave {

/// A box of sensor points: first and last index along x, y, z, from 0, both included.
struct Cuboid {
  std::array<int, 3> first, last;
  std::int64_t count(int d) const {
    const auto i = static_cast<std::size_t>(d);
    return last[i] - first[i] + 1;
  }
  std::int64_t size() const { return count(0) * count(1) * count(2); }
};

/// A scalar as the output file repeats it.
struct Scalar {
  std::string name;
  bool is_integer = false;
  double value = 0;
};

struct Input {
  Problem problem;
  std::vector<std::int64_t> sensor_points;  // the cuboids' points, where there are cuboids
  std::vector<Cuboid> cuboids;
  std::vector<Scalar> scalars;
  std::string description;
};

/// Throws InputError that names the file and the dataset, what was found and what is expected. The
/// medium's values are read, and checked, when the solver asks for them.
Input read_input(const std::filesystem::path& file);

/// So many steps in place of the file's, in the scalars too.
void set_steps(Input& input, std::int64_t steps);

}  // namespace thalweg::sound::kwave
