// SPDX-License-Identifier: Apache-2.0
// Time-averaged acoustic intensity, the mean of p u, gathered row by row at points: no series is
// kept. (docs/theory/sound.md, 5.4)
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace thalweg::sound {

/// One row of a series per field: values at all points.
struct IntensityRow {
  const float* pressure;
  std::array<const float*, 3> velocity;  // colocated, half a step before the pressure
};

class Intensity {
 public:
  Intensity(int components, std::int64_t points);

  /// Row number `row` since recording began; rows come in order.
  void take(std::int64_t row, const IntensityRow& values);
  /// Along one axis, after so many rows [W/m^2]. The first three complete no mean.
  std::vector<double> mean(int component, std::int64_t rows) const;

  /// visit(name, values) for all that a restart needs; as many values as points.
  template <class Self, class Visit>
  static void for_parts(Self& self, Visit visit) {
    for (std::size_t i = 0; i < 3; ++i)
      visit("pressure_before_" + std::to_string(i), self.earlier_[i]);
    for (std::size_t c = 0; c < self.components_; ++c) {
      visit("velocity_before_" + std::to_string(c), self.velocity_[c]);
      visit("sum_" + std::to_string(c), self.sum_[c]);
    }
  }

 private:
  std::size_t components_;
  std::vector<double> earlier_[3];   // pressure 1, 2 and 3 rows before
  std::vector<double> velocity_[3];  // of the row before, by component
  std::vector<double> sum_[3];
};

}  // namespace thalweg::sound
