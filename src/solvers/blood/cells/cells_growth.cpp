// SPDX-License-Identifier: Apache-2.0
// Cells that grow to their size at rest. docs/theory/blood.md, section 7.
#include <numbers>

#include "solvers/blood/case/membrane_units.hpp"
#include "solvers/blood/cells/cells.hpp"
#include "solvers/blood/cells/growth_kernels.hpp"

namespace thalweg::blood::inline TW_HALF {

template <class Real>
double Cells<Real>::scale_at(std::int64_t step) const {
  return p_.cells.growth.scale_at(static_cast<double>(step) * units_.step);
}

/// In the step after `step` steps. The fluid within has nowhere to come from, so vertices pass it.
template <class Real>
void Cells<Real>::grow(const exec::Exec& exec, std::int64_t step) {
  if (scale_at(step) == 1) return;
  const auto timer = phases_.measure("move");
  const double mobility = 1 / (3 * std::numbers::pi * viscosity_of(p_));
  exec::parallel_for(exec, 3 * own_, GiveWay{repulsion_->forces(), places_.view().data, mobility});
  const double scale = scale_at(step + 1);
  for (const Species& species : species_) {
    measure(exec, species);
    double* places = places_.view().data + 3 * species.begin;
    double* plans = growth_.view().data + species.first_cell * numbers_of_growth;
    exec::parallel_for(exec, species.cells(),
                       PlanGrowth{places, measured_.view().data + species.first_cell * measures,
                                  plans, species.vertices(),
                                  scale * scale * scale * species.tables.reference_volume()});
    exec::parallel_for(exec, 3 * species.own(), GrowByPlan{plans, places, species.vertices()});
  }
  hold_to_size(exec, step + 1);
}

template <class Real>
void Cells<Real>::hold_to_size(const exec::Exec& exec, std::int64_t step) {
  for (Species& species : species_) species.tables.scale_reference(exec, scale_at(step));
}

TW_INSTANTIATE(Cells)

}  // namespace thalweg::blood::inline TW_HALF
