// SPDX-License-Identifier: Apache-2.0
#include "solvers/blood/plasma/initial_flow.hpp"

#include <cmath>
#include <numbers>

namespace thalweg::blood {

namespace {

/// The velocity of plates, and even shear between them. (5.7)
InitialFlow sheared(const Vessel& vessel, double height, double unit) {
  const double part = height / vessel.size[2] + 0.5;
  InitialFlow flow;
  for (std::size_t d = 0; d < 3; ++d)
    flow.velocity[d] =
        ((1 - part) * vessel.lower_velocity[d] + part * vessel.upper_velocity[d]) / unit;
  return flow;
}

/// G. I. Taylor and A. E. Green, "Mechanism of the production of small eddies from large ones",
/// Proc. R. Soc. A 158 (1937). (5.3), (5.8)
InitialFlow taylor_green(const Parameters& p, const geometry::Vector& place) {
  const Vessel& vessel = p.vessel;
  const double u = p.initial_velocity / p.units().velocity(), spacing = vessel.spacing;
  const auto wave = [&](std::size_t d) { return 2 * std::numbers::pi * spacing / vessel.size[d]; };
  const double k = wave(0), l = wave(1), m = p.initial_dimensions == 3 ? wave(2) : 0;
  const double x = k * place[0] / spacing, y = l * place[1] / spacing, z = m * place[2] / spacing;
  const double cx = std::cos(x), sx = std::sin(x), cy = std::cos(y), sy = std::sin(y),
               cz = std::cos(z), sz = std::sin(z);
  InitialFlow flow;
  flow.velocity = {u * cx * sy * cz, -u * k / l * sx * cy * cz, 0};
  const double c2x = std::cos(2 * x), c2y = std::cos(2 * y), c2z = std::cos(2 * z);
  const double pressure =
      -u * u * k * k / 8 *
      (c2x / (k * k) + c2y / (l * l) + c2z * (c2x / (k * k + m * m) + c2y / (l * l + m * m)));
  flow.excess = 3 * pressure;  // (1.3)
  flow.strain = {-u * k * sx * sy * cz,
                 u * k * sx * sy * cz,
                 0,
                 u / 2 * (l - k * k / l) * cx * cy * cz,
                 -u / 2 * m * cx * sy * sz,
                 u / 2 * m * k / l * sx * cy * sz};
  return flow;
}

}  // namespace

InitialFlow initial_flow(const Parameters& p, const geometry::Vector& place) {
  switch (p.initial) {
  case InitialKind::rest: return {};
  case InitialKind::shear: return sheared(p.vessel, place[2], p.units().velocity());
  case InitialKind::taylor_green: break;
  }
  return taylor_green(p, place);
}

std::array<double, directions> initial_populations(const InitialFlow& flow,
                                                   double relaxation_time) {
  const std::array<double, 3>& u = flow.velocity;
  const std::array<double, 6>& s = flow.strain;
  const double energy = 1.5 * (u[0] * u[0] + u[1] * u[1] + u[2] * u[2]);
  std::array<double, directions> f;
  for (int q = 0; q < directions; ++q) {
    const auto& [x, y, z, weight] = d3q19[q];
    const double cu = x * u[0] + y * u[1] + z * u[2];
    const double stretch = x * x * s[0] + y * y * s[1] + z * z * s[2] +
                           2 * (x * y * s[3] + x * z * s[4] + y * z * s[5]);
    const double balance = (1 + flow.excess) * (3 * cu + 4.5 * cu * cu - energy);
    f[static_cast<std::size_t>(q)] =
        weight * (flow.excess + balance - 3 * relaxation_time * (1 + flow.excess) * stretch);
  }
  return f;
}

}  // namespace thalweg::blood
