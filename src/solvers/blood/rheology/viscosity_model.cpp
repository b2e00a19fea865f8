// SPDX-License-Identifier: Apache-2.0
#include "solvers/blood/rheology/viscosity_model.hpp"

#include <cmath>

namespace thalweg::blood {

namespace {

double read_viscosity(io::Case& input, const std::string& key, double usual,
                      const std::string& meaning) {
  return input.number(key, {.default_value = usual,
                            .minimum = 0,
                            .exclusive = true,
                            .meaning = meaning,
                            .unit = "Pa s"});
}

}  // namespace

double CarreauYasuda::viscosity(double rate) const {  // (10.10)
  const double thinned =
      std::pow(1 + std::pow(time * rate, transition), (exponent - 1) / transition);
  return infinite + (zero - infinite) * thinned;
}

std::optional<CarreauYasuda> read_viscosity_model(io::Case& input) {
  const std::string kind = input.choice("blood.viscosity_model", {"newtonian", "carreau-yasuda"},
                                        "newtonian", "how viscosity depends on the rate of shear");
  if (kind == "newtonian") return std::nullopt;
  CarreauYasuda model;
  model.zero = read_viscosity(input, "blood.zero_shear_viscosity", 0.056, "of blood at rest");
  model.infinite =
      read_viscosity(input, "blood.infinite_shear_viscosity", 0.00345, "at large rates of shear");
  model.time = input.number("blood.time_constant",
                            {.default_value = 3.313,
                             .minimum = 0,
                             .exclusive = true,
                             .meaning = "one over the rate of shear where blood begins to thin",
                             .unit = "s"});
  model.exponent = input.number("blood.exponent", {.default_value = 0.3568,
                                                   .minimum = 0,
                                                   .maximum = 1,

                                                   .meaning = "of the power law between; 1 does "
                                                              "not thin"});
  model.transition =
      input.number("blood.transition", {.default_value = 2,
                                        .minimum = 0.1,
                                        .maximum = 10,
                                        .meaning = "how sudden the change is; 2 is Carreau's law"});
  if (model.zero < model.infinite)
    input.error("blood.zero_shear_viscosity",
                "must be at least blood.infinite_shear_viscosity: blood thins");
  return model;
}

RelaxationTable relaxation_table(const CarreauYasuda& model, double viscosity, double step) {
  const auto relaxation_time = [&](double rate) {  // rate in units of the lattice
    return 0.5 + 3 * model.viscosity(rate / step) / viscosity;
  };
  const double thinnest = relaxation_time(1e300 * step), middle_rate = step / model.time;
  RelaxationTable table{middle_rate * relaxation_time(middle_rate), {}};
  constexpr int intervals = 4096;
  double rate = 0;
  for (int n = 0; n < intervals; ++n) {
    const double at = static_cast<double>(n) / intervals;
    const double stress = table.middle * at * at / (1 - at * at);
    // tau+ times rate grows with the rate: halve from the last one, which is lower, upwards.
    double low = rate, high = stress / thinnest;
    for (int halvings = 0; halvings < 60 && low < high; ++halvings) {
      const double middle = (low + high) / 2;
      (middle * relaxation_time(middle) < stress ? low : high) = middle;
    }
    rate = low;
    table.rates.push_back(1 / relaxation_time(rate));
  }
  table.rates.push_back(1 / thinnest);
  return table;
}

}  // namespace thalweg::blood
