// SPDX-License-Identifier: Apache-2.0
#include "simulation/interface/planned_step.hpp"

namespace thalweg::simulation {

PlannedStep planned_step(double time, double wanted, double limit) {
  constexpr double margin = 1e-3;
  const double rest = limit - time;
  if (rest <= (1 + margin) * wanted) return {rest, limit};
  const double size = rest < 2 * (1 - margin) * wanted ? rest / 2 : wanted;
  return {size, time + size};
}

}  // namespace thalweg::simulation
