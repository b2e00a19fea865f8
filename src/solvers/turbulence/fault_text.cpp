// SPDX-License-Identifier: Apache-2.0
#include "solvers/turbulence/fault_text.hpp"

#include <fmt/format.h>

#include "solvers/turbulence/limits.hpp"

namespace thalweg::turbulence {

std::string place_text(const Parameters& p, const double (&point)[3]) {
  return fmt::format("x = {:.4g}, y = {:.4g}, z = {:.4g} (point {}, {}, {})",
                     point[0] * p.length[0] / p.points[0], point[1] * p.length[1] / p.points[1],
                     point[2] * p.length[2] / p.points[2], point[0], point[1], point[2]);
}

std::string runaway_text(const char* what, double largest_value, double now, double initial) {
  return fmt::format("reaches {:.3g}, and the {} {:.3g} is {:.3g} times the initial one",
                     largest_value, what, now, now / initial);
}

std::string resolution_text(double kmax_eta, double time) {
  return fmt::format("note: k_max eta = {:.2f} at t = {:.4g}: below 1 the smallest scales are not "
                     "resolved (kmax_eta in history.csv; more grid.points, or more viscosity)",
                     kmax_eta, time);
}

std::string unresolved_force_text(double energy_input, double rate, double step) {
  return fmt::format(
      "forcing.kind = \"constant-energy-input\": the modes from forcing.k_min to k_max have an "
      "energy of {:.3g}, which the input makes grow too fast for time.step = {:g}. Take time.step "
      "<= {:.3g} or time.cfl, or start with an energy of {:.3g} or more in these modes.",
      energy_input / (2 * rate), step, wave_phase_per_step / rate,
      energy_input * step / (2 * wave_phase_per_step));
}

}  // namespace thalweg::turbulence
