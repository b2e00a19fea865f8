// SPDX-License-Identifier: Apache-2.0
// What is done on the host now and then: cells leave, enter and change hands, and faults are looked
// for. docs/theory/blood.md, sections 8 and 14.
#include <algorithm>

#include "solvers/blood/case/changing_hands.hpp"
#include "solvers/blood/case/inflow_parameters.hpp"
#include "solvers/blood/cells/cells.hpp"
#include "solvers/blood/cells/step_intervals.hpp"

namespace thalweg::blood::inline TW_HALF {

/// Before the step after `step` steps. fastest: as in follow_fluid().
template <class Real>
void Cells<Real>::renew(const exec::Exec& exec, std::int64_t step,
                        const std::function<double()>& fastest) {
  std::vector<HostCells> own = host_cells(exec);
  const double move = longest_move(own);  // of those that are about to leave, too
  bool are_others = traffic_.let_out(own, step);
  are_others = look_for_faults(own, move, step) || are_others;
  if (!faults_.empty()) return;  // the run stops
  if (traffic_.is_due(step)) are_others = traffic_.let_in(own, step) || are_others;
  relocate(exec, std::move(own), true);
  const double speed = std::max({fastest(), slowest_assumed, expected_inflow_speed(p_)});
  next_relocation_ = step + steps_between_relocations(speed);
  steps_between_marks_ = steps_between_marks(speed);
  if (contrast_ && are_others) {
    fill_interior(exec);
    next_marks_ = step;
  }
}

TW_INSTANTIATE(Cells)

}  // namespace thalweg::blood::inline TW_HALF
