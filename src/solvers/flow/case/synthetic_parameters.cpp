// SPDX-License-Identifier: Apache-2.0
#include "solvers/flow/case/synthetic_parameters.hpp"

#include <algorithm>

namespace thalweg::flow {

namespace {

void read_stress(io::Case& input, const std::string& at, SyntheticTurbulence& turbulence) {
  turbulence.stress = {1, 1, 1, 0, 0, 0};
  const std::string key =
      input.exactly_one({at + "intensity", at + "reynolds_stress"}, "how strong it is");
  if (key == at + "intensity") {
    turbulence.is_relative = true;
    const double intensity = input.number(key, {.minimum = 0,
                                                .exclusive = true,
                                                .meaning = "root mean square of a component of the "
                                                           "velocity, over the mean speed"});
    for (std::size_t n = 0; n < 3; ++n) turbulence.stress[n] = intensity * intensity;
  } else if (!key.empty()) {
    const std::vector<double> given =
        input.numbers(key, {.meaning = "xx, yy, zz, xy, xz, yz", .unit = "velocity^2"}, {6, 6});
    if (given.size() != 6) return;
    std::array<double, 6> stress{};
    std::copy(given.begin(), given.end(), stress.begin());
    if (is_positive_definite(stress))
      turbulence.stress = stress;
    else
      input.error(key, "must be positive definite: stresses xx, yy and zz above 0, and no shear "
                       "stress above what they allow");
  }
}

}  // namespace

std::optional<SyntheticTurbulence> read_synthetic_turbulence(io::Case& input, const std::string& at,
                                                             bool is_flat) {
  if (!input.has_table(at.substr(0, at.size() - 1))) return {};
  SyntheticTurbulence turbulence;
  read_stress(input, at, turbulence);
  turbulence.length = input.number(at + "length", {.minimum = 0,
                                                   .exclusive = true,
                                                   .meaning = "integral, of its correlations",
                                                   .unit = "length"});
  turbulence.seed = static_cast<std::uint64_t>(input.integer(
      at + "seed", {.default_value = 1, .minimum = 0, .meaning = "of its random numbers"}));
  if (is_flat) input.error(at + "length", "needs a grid of three dimensions, and this one is flat");
  return turbulence;
}

}  // namespace thalweg::flow
