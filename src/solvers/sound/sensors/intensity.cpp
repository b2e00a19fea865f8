// SPDX-License-Identifier: Apache-2.0
#include "solvers/sound/sensors/intensity.hpp"

#include <algorithm>

namespace thalweg::sound {

namespace {

constexpr std::int64_t rows_before = 3;

}  // namespace

Intensity::Intensity(int components, std::int64_t points)
    : components_(static_cast<std::size_t>(components)) {
  const std::vector<double> zeros(static_cast<std::size_t>(points));
  std::fill_n(earlier_, 3, zeros);
  std::fill_n(velocity_, components, zeros);
  std::fill_n(sum_, components, zeros);
}

/// The velocity of the row before stands half-way between the pressures of one and two rows before.
void Intensity::take(std::int64_t row, const IntensityRow& values) {
  for (std::size_t i = 0; i < earlier_[0].size(); ++i) {
    const double p = static_cast<double>(values.pressure[i]);
    const double halfway = (9 * (earlier_[0][i] + earlier_[1][i]) - earlier_[2][i] - p) / 16;
    for (std::size_t c = 0; c < components_; ++c) {
      if (row >= rows_before) sum_[c][i] += halfway * velocity_[c][i];
      velocity_[c][i] = static_cast<double>(values.velocity[c][i]);
    }
    earlier_[2][i] = earlier_[1][i];
    earlier_[1][i] = earlier_[0][i];
    earlier_[0][i] = p;
  }
}

std::vector<double> Intensity::mean(int component, std::int64_t rows) const {
  std::vector<double> values = sum_[component];
  const auto terms = static_cast<double>(std::max<std::int64_t>(1, rows - rows_before));
  for (double& value : values) value /= terms;
  return values;
}

}  // namespace thalweg::sound
