// SPDX-License-Identifier: Apache-2.0
#include "solvers/blood/cells/step_intervals.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "solvers/blood/case/changing_hands.hpp"
#include "solvers/blood/case/inflow_parameters.hpp"

namespace thalweg::blood {

namespace {

double speed_at_beginning(const Parameters& p) {
  double fastest = p.initial == InitialKind::taylor_green ? std::abs(p.initial_velocity) : 0;
  if (p.initial == InitialKind::shear)
    for (const geometry::Vector& plate : {p.vessel.lower_velocity, p.vessel.upper_velocity})
      fastest = std::max(fastest, std::hypot(plate[0], plate[1]));
  return std::max({fastest / p.units().velocity(), expected_inflow_speed(p), slowest_assumed});
}

}  // namespace

/// Vertices may move by half of what copies reach beyond their needs before they are made anew.
std::int64_t steps_between_relocations(double speed) {
  return std::clamp(static_cast<std::int64_t>(skin / (2 * speed)), std::int64_t{1},
                    most_steps_between);
}

/// Between marks no membrane moves by more than a tenth of a spacing.
std::int64_t steps_between_marks(double speed) {
  constexpr double farthest = 0.1;
  constexpr std::int64_t most = 10;
  return std::clamp(static_cast<std::int64_t>(farthest / speed), std::int64_t{1}, most);
}

std::int64_t steps_between_relocations(const Parameters& p) {
  const std::int64_t steps = steps_between_relocations(speed_at_beginning(p));
  const bool feeds = std::any_of(p.openings.begin(), p.openings.end(),
                                 [](const OpeningParameters& opening) { return opening.feeds(); });
  return feeds ? std::min(steps, inflow_interval(p)) : steps;
}

std::int64_t steps_between_marks(const Parameters& p) {
  return steps_between_marks(speed_at_beginning(p));
}

std::string relocation_text(const Parameters& p) {
  return fmt::format(
      "cells change hands every {} steps, for the speed that the fluid has at the beginning (0.01 "
      "spacings per step at least); taken to move then: all whose centre is within half a spacing "
      "of another rank's sites",
      steps_between_relocations(p));
}

}  // namespace thalweg::blood
