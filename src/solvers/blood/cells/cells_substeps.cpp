// SPDX-License-Identifier: Apache-2.0
// Steps of membranes within one of the fluid. docs/theory/blood.md, section 7.
#include "solvers/blood/cells/cells.hpp"
#include "solvers/blood/membrane/substeps.hpp"

namespace thalweg::blood::inline TW_HALF {

/// Elastic forces change, those of viscosity and repulsion stay.
template <class Real>
void Cells<Real>::move_in_substeps(const exec::Exec& exec, const Species& species) {
  const Part part{species.begin, species.vertices(), species.own()};
  const int stages = species.parameters.substeps;
  const std::int64_t begin = 3 * species.begin, values = 3 * species.own();
  const auto elastic_forces = [&] {
    const auto timer = phases_.measure("elastic forces");
    find_forces(exec, species, part, {});
  };
  const bool is_viscous = species.metrics_of_cell() > 0;
  if (is_viscous) elastic_forces();
  const double* repulsion = repulsion_ && !is_viscous ? repulsion_->forces() + begin : nullptr;
  double *places = places_.view().data + begin, *forces = forces_.view().data + begin,
         *speeds = speeds_.view().data + begin;
  double *start = substeps_.view().data, *before = start + values, *felt = before + values;
  exec::parallel_for(exec, values,
                     BeginSubsteps{speeds, forces, repulsion, places, start, before, felt,
                                   substep_weights(1, stages).rate});
  for (int stage = 2; stage <= stages; ++stage) {
    elastic_forces();
    exec::parallel_for(exec, values,
                       Substep{speeds, forces, felt, places, before, substep_weights(stage, stages),
                               species.substep_mobility});
  }
  exec::parallel_for(exec, values, EndSubsteps{places, start, speeds});
}

TW_INSTANTIATE(Cells)

}  // namespace thalweg::blood::inline TW_HALF
