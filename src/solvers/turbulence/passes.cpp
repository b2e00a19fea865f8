// SPDX-License-Identifier: Apache-2.0
#include "solvers/turbulence/passes.hpp"

namespace thalweg::turbulence {

std::vector<Pass> passes_of(const SetDescription& set) {
  std::vector<Pass> list{{"inverse_lines", "planes", "forward_lines", 1, set.to_points,
                          set.to_modes, set.components, set.components}};
  const auto add = [&](const char* const(&names)[3], int groups, int n) {
    if (groups > 0) list.push_back({names[0], names[1], names[2], groups, 3 + n, 3 * n, 3 + n, n});
  };
  add(pair_phases, set.scalars() / 2, 2);
  add(single_phases, set.scalars() % 2, 1);
  return list;
}

std::vector<ModeSweep> mode_sweeps_of(const Parameters& p, const SetDescription& set) {
  std::vector<ModeSweep> list;
  if (set.scalars() > 0) list.push_back({scalar_stage_phase, set.scalars()});
  if (p.has_extra_damping()) list.push_back({damping_phase, set.all_components()});
  return list;
}

}  // namespace thalweg::turbulence
