// SPDX-License-Identifier: Apache-2.0
// What a stage is made of: sweeps there and back of a group of fields, and sweeps over modes alone.
// Floors, reports and predictions follow from this list.
#pragma once

#include <string>
#include <vector>

#include "solvers/turbulence/equations/equation_set.hpp"

namespace thalweg::turbulence {

/// The three sweeps of the set, or of a group of passive scalars, by the names of their phases.
struct Pass {
  std::string inverse_lines, planes, forward_lines;
  int per_stage;            // how often
  int to_points, to_modes;  // fields
  int loaded;               // components of the state that the first sweep reads
  int advanced;             // components that the last reads and writes with their registers

  /// Passive ones: the last sweep reads the velocity, too, and leaves the stage to a sweep of its
  /// own.
  bool is_of_scalars() const { return advanced < loaded; }
};

inline constexpr const char* pair_phases[] = {"scalar_pair_inverse_lines", "scalar_pair_planes",
                                              "scalar_pair_forward_lines"};
inline constexpr const char* single_phases[] = {"scalar_inverse_lines", "scalar_planes",
                                                "scalar_forward_lines"};

/// The pass of the set first.
std::vector<Pass> passes_of(const SetDescription& set);

/// A sweep over the modes of so many components, which reads and writes them and their registers
/// once per stage.
struct ModeSweep {
  const char* phase;
  int components;
};
inline constexpr const char* scalar_stage_phase = "scalar_stage";
inline constexpr const char* damping_phase = "damping";
inline constexpr const char* averages_phase = "averages";
/// A force on single modes: too few to count.
inline constexpr const char* forcing_phase = "forcing";

std::vector<ModeSweep> mode_sweeps_of(const Parameters& parameters, const SetDescription& set);

}  // namespace thalweg::turbulence
