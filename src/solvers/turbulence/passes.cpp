// SPDX-License-Identifier: Apache-2.0
#include "solvers/turbulence/passes.hpp"

namespace thalweg::turbulence {

std::vector<Pass> passes_of(const SetDescription& set) {
  const int with_carried = set.components + set.carried;
  std::vector<Pass> list{{"inverse_lines", "planes", "forward_lines", 1,
                          set.to_points + set.carried, set.to_modes + 3 * set.carried, with_carried,
                          with_carried}};
  const int others = set.scalars() - set.carried;
  const auto add = [&](const char* const(&names)[3], int groups, int n) {
    if (groups > 0) list.push_back({names[0], names[1], names[2], groups, 3 + n, 3 * n, 3 + n, n});
  };
  add(pair_phases, others / 2, 2);
  add(single_phases, others % 2, 1);
  return list;
}

std::vector<ModeSweep> mode_sweeps_of(const Parameters& p, const SetDescription& set) {
  std::vector<ModeSweep> list;
  if (const int others = set.scalars() - set.carried; others > 0)
    list.push_back({scalar_stage_phase, others});
  if (p.has_extra_damping()) list.push_back({damping_phase, set.all_components()});
  return list;
}

}  // namespace thalweg::turbulence
