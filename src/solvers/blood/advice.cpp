// SPDX-License-Identifier: Apache-2.0
#include "solvers/blood/advice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace thalweg::blood {

namespace {

double size_of(const geometry::Vector& v) { return std::sqrt(geometry::dot(v, v)); }

}  // namespace

double expected_velocity(const Parameters& p) {
  const Vessel& vessel = p.vessel;
  if (vessel.shape == VesselShape::box) return std::abs(p.initial_velocity);
  const double gradient = size_of(p.gradient) + size_of(p.amplitude);
  const double width = vessel.interior->width();
  const bool is_round = vessel.shape == VesselShape::tube || vessel.shape == VesselShape::surface;
  const double driven =
      gradient * width * width / ((is_round ? 16 : 8) * p.viscosity);  // (5.1), (5.2)
  return std::max({driven, size_of(vessel.lower_velocity), size_of(vessel.upper_velocity)});
}

std::vector<std::string> advice(const Parameters& p) {
  const Units units = p.units();
  const double velocity = expected_velocity(p), on_lattice = velocity / units.velocity();
  const double width = p.vessel.interior->width();
  std::vector<std::string> lines{
      fmt::format("a step is {:.4g} s; relaxation times {:.4g} (even), {:.4g} (odd)", units.step,
                  p.relaxation_time, p.odd_relaxation_time()),
      fmt::format("largest velocity about {:.3g} m/s: {:.3g} of a spacing per step, Reynolds "
                  "number {:.3g}",
                  velocity, on_lattice, velocity * width / p.kinematic_viscosity())};
  if (on_lattice > 0.1)
    lines.push_back(fmt::format(
        "warning: {:.2g} of a spacing per step is too fast, results are wrong above 0.1 or so: "
        "take a smaller blood.relaxation_time or grid.spacing",
        on_lattice));
  if (p.relaxation_time < 0.505 || p.relaxation_time > 2)
    lines.push_back(fmt::format("warning: with blood.relaxation_time = {:.4g} {}; 0.55 to 1.5 is "
                                "safe",
                                p.relaxation_time,
                                p.relaxation_time > 2 ? "walls are inexact and pressure is slow"
                                                      : "the scheme may be unstable"));
  if (p.vessel.has_walls() && width < 8 * p.vessel.spacing)
    lines.push_back(fmt::format("warning: {:.3g} spacings across are few; 8 give 1 %",
                                width / p.vessel.spacing));
  return lines;
}

}  // namespace thalweg::blood
