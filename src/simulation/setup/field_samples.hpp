// SPDX-License-Identifier: Apache-2.0
// Parts of fields that a case asks for at times of their own: [[slice]] and [[probe]].
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "io/case/case.hpp"
#include "io/fields/block_slice.hpp"
#include "simulation/setup/schedule.hpp"

namespace thalweg::simulation {

/// What a slice and a probe have in common.
struct FieldSample {
  std::string name;  // of its files
  std::vector<std::string> fields;
  Schedule when;
};

/// A plane of points across an axis, or the cells of blocks that it cuts, or a layer of a block.
struct Slice : FieldSample {
  std::optional<io::BlockLayer> layer;  // in place of what follows
  std::size_t axis = 2;                 // 0, 1, 2: x, y, z
  double position = 0;                  // [length]
};

/// Values at places.
struct Probe : FieldSample {
  std::vector<std::array<double, 3>> places;  // x, y, z [length]
};

struct FieldSamples {
  std::vector<Slice> slices;
  std::vector<Probe> probes;
};

/// Read all of them; images: the fields that they may name. Mistakes go to the case.
FieldSamples read_samples(io::Case& input, const std::vector<std::string>& images);
/// What slices of blocks lie in; none of both in a case with mistakes.
struct SlicedGrid {
  std::optional<std::array<std::array<double, 3>, 2>> bounds;  // least, largest x, y, z [length]
  std::vector<io::WholeBlock> blocks;
};
/// Of solvers that write blocks, whose probes are their own.
std::vector<Slice> read_block_slices(io::Case& input, const std::vector<std::string>& fields,
                                     const SlicedGrid& grid);

/// A mistake of `key` for each of the names that is not among the known ones. one: "field".
void require_known(io::Case& input, const std::string& key, const char* one,
                   const std::vector<std::string>& names, const std::vector<std::string>& known);

}  // namespace thalweg::simulation
