// SPDX-License-Identifier: Apache-2.0
// Means over time of the shear stress on the triangles of a wall. docs/theory/blood.md, section 10.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "io/case/case.hpp"
#include "io/checkpoint/checkpoint.hpp"
#include "solvers/blood/vessel/vessel.hpp"

namespace thalweg::blood {

/// [wall_averages] of a case.
struct WallAverageTimes {
  double from = 0;               // s: what is earlier does not count
  std::int64_t every_steps = 1;  // the stress is taken so often
};
/// None where the case has no such section; mistakes go to its diagnostics.
std::optional<WallAverageTimes> read_wall_averages(io::Case& input, const Vessel& vessel);

/// All ranks have the same.
class WallAverages {
 public:
  explicit WallAverages(const WallAverageTimes& times) : times_(times) {}
  /// Whether the stress after a step counts, which ends at a time [s].
  bool is_due(std::int64_t step, double time) const {
    constexpr double rounding = 1e-9;
    return step % times_.every_steps == 0 && time > times_.from * (1 + rounding);
  }
  /// One state: a stress for each triangle [Pa], as many as at other times.
  void add(const std::vector<geometry::Vector>& stresses);

  /// The mean magnitude of each triangle [Pa]; NaN before the first state. (10.19)
  std::vector<double> mean_magnitudes(std::size_t triangles) const;
  /// 0, where it keeps its direction, to 1/2; NaN before the first state. (10.20)
  std::vector<double> oscillatory_shear_indices(std::size_t triangles) const;

  void save(io::CheckpointWriter& file, const transport::Communicator& comm) const;
  /// A checkpoint of a case without averages, or that has them from another time on, leaves them to
  /// begin anew.
  void load(io::CheckpointReader& file, const transport::Communicator& comm);

 private:
  WallAverageTimes times_;
  std::int64_t states_ = 0;
  std::vector<double> sums_;  // of each triangle x, y, z and the magnitude
};

}  // namespace thalweg::blood
