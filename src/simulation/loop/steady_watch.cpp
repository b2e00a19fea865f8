// SPDX-License-Identifier: Apache-2.0
#include "simulation/loop/steady_watch.hpp"

#include <cmath>

#include "base/error.hpp"

namespace thalweg::simulation {

SteadyWatch::SteadyWatch(const UntilSteady& until, Simulation& solver)
    : until_(until),
      solver_(solver), state_{until.tolerance, until.every_steps, until.quantity, {}, false} {}

void SteadyWatch::look() {
  if (solver_.steps() % until_.every_steps != 0) return;
  const std::optional<double> now = change();
  if (!now) return;
  state_.change = now;
  state_.reached = *now < until_.tolerance;
}

std::optional<double> SteadyWatch::change() {
  if (until_.quantity.empty()) return solver_.change_of_velocity();
  for (const Scalar& scalar : solver_.scalars()) {
    if (scalar.name != until_.quantity) continue;
    const std::optional<double> before = last_;
    last_ = scalar.value;
    if (!before) return std::nullopt;
    const double difference = std::abs(scalar.value - *before);
    return difference == 0 ? 0 : difference / std::abs(scalar.value);
  }
  throw UsageError("the history has no column '" + until_.quantity + "'");
}

}  // namespace thalweg::simulation
