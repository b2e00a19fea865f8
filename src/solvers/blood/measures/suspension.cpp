// SPDX-License-Identifier: Apache-2.0
#include "solvers/blood/measures/suspension.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace thalweg::blood {

double apparent_viscosity(const Vessel& vessel, double gradient, double flow_rate) {
  const double width = vessel.interior->width();
  const double shape = vessel.shape == VesselShape::tube
                           ? std::numbers::pi * std::pow(width, 4) / 128
                           : vessel.size[1] * std::pow(width, 3) / 12;
  return gradient * shape / flow_rate;
}

double viscosity_in_glass(double d, double hematocrit) {
  const double at_45 = 220 * std::exp(-1.3 * d) + 3.2 - 2.44 * std::exp(-0.06 * std::pow(d, 0.645));
  const double large = 1 / (1 + 1e-11 * std::pow(d, 12));
  const double c = (0.8 + std::exp(-0.075 * d)) * (large - 1) + large;
  // C is 0 for one diameter, where the ratio is that of logarithms.
  const auto growth = [c](double h) {
    return std::abs(c) < 1e-9 ? std::log(1 - h) : (std::pow(1 - h, c) - 1) / c;
  };
  return 1 + (at_45 - 1) * growth(hematocrit) / growth(0.45);
}

double discharge_hematocrit(double d, double tube_hematocrit) {
  // H_T = H_D (H_D + (1 - H_D) k), solved for H_D.
  const double k = 1 + 1.7 * std::exp(-0.415 * d) - 0.6 * std::exp(-0.011 * d);
  return 2 * tube_hematocrit / (k + std::sqrt(k * k + 4 * (1 - k) * tube_hematocrit));
}

Outline::Outline(int sections)
    : sections_(sections),
      edges_(4 * static_cast<std::size_t>(sections), -std::numeric_limits<double>::infinity()) {}

void Outline::add(const Membranes& membranes) {
  for (std::size_t m = 0; m < membranes.count(); ++m)
    for (std::size_t v = 0; v < membranes.vertices; ++v) {
      const geometry::Vector at = membranes.vertex(m, static_cast<int>(v));
      const int x = static_cast<int>(std::lround(at[0])) % sections_;
      const auto section = static_cast<std::size_t>(x < 0 ? x + sections_ : x);
      const double of_sides[] = {at[1], -at[1], at[2], -at[2]};
      for (std::size_t side = 0; side < 4; ++side) {
        double& edge = edges_[side * static_cast<std::size_t>(sections_) + section];
        edge = std::max(edge, of_sides[side]);
      }
    }
}

double Outline::cell_free_layer(const Vessel& vessel) const {
  const geometry::Vector first = vessel.place({0, 0, 0});
  const double to_wall = vessel.interior->width() / 2;
  double sum = 0, count = 0;
  for (std::size_t side = vessel.shape == VesselShape::tube ? 0 : 2; side < 4; ++side) {
    const double middle = vessel.middle[1 + side / 2] - first[1 + side / 2];
    const double sign = side % 2 == 0 ? 1 : -1;
    for (int x = 0; x < sections_; ++x) {
      const double edge =
          edges_[side * static_cast<std::size_t>(sections_) + static_cast<std::size_t>(x)];
      if (!std::isfinite(edge)) continue;
      sum += to_wall - (edge * vessel.spacing - sign * middle);
      ++count;
    }
  }
  return count > 0 ? sum / count : std::numeric_limits<double>::quiet_NaN();
}

}  // namespace thalweg::blood
