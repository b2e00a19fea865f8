// SPDX-License-Identifier: Apache-2.0
#include "solvers/turbulence/initial/vortex_pair.hpp"

namespace thalweg::turbulence {

void read_vortex_pair(io::Case& input, const Parameters& p, Initial& initial) {
  VortexPair& pair = initial.pair;
  pair.circulation = input.number(
      "initial.circulation",
      {.default_value = 1, .meaning = "of the vortex at smaller x", .unit = "length velocity"});
  pair.core_radius =
      input.number("initial.core_radius", {.minimum = 0,
                                           .exclusive = true,
                                           .meaning = "where vorticity is 1/e of the largest",
                                           .unit = "length"});
  pair.separation = input.number("initial.separation", {.minimum = 0,
                                                        .maximum = p.length[0] / 2,
                                                        .exclusive = true,
                                                        .meaning = "of the vortices, along x",
                                                        .unit = "length"});
  pair.rotates_alike = input.choice("initial.rotation", {"opposite", "alike"}, "opposite",
                                    "of the second vortex, against that of the first") == "alike";
}

Amplitude pair_vorticity(const Parameters& p, int mx, int my) {
  const VortexPair& pair = p.initial.pair;
  const double tau = 2 * std::numbers::pi, kx = tau * mx / p.length[0], ky = tau * my / p.length[1];
  const double size = pair.circulation / (p.length[0] * p.length[1]) *
                      std::exp(-(kx * kx + ky * ky) * pair.core_radius * pair.core_radius / 4);
  Amplitude sum{0, 0};
  for (const int side : {-1, 1}) {
    const double sense = side < 0 || pair.rotates_alike ? 1 : -1;
    const double phase = kx * (p.length[0] + side * pair.separation) / 2 + ky * p.length[1] / 2;
    sum += (sense * size) * Amplitude{std::cos(phase), -std::sin(phase)};
  }
  return sum;
}

}  // namespace thalweg::turbulence
