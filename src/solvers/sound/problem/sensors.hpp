// SPDX-License-Identifier: Apache-2.0
// What is recorded where, and who takes it.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace thalweg::sound {

/// Fields that can be recorded. Velocities lie half a cell further along their axis; the colocated
/// ones are the same, moved to the points of the pressure by a spectral shift. Intensities are
/// pressure times velocity at one place and time.
enum class Field {
  pressure,
  velocity_x,
  velocity_y,
  velocity_z,
  colocated_velocity_x,
  colocated_velocity_y,
  colocated_velocity_z,
  intensity_x,
  intensity_y,
  intensity_z,
};

/// What is kept of a field, at the sensor points or, where the name says so, at all points of the
/// grid. Of intensities the mean, and nothing else; of other fields anything but the mean.
enum class Statistic {
  raw,
  rms,
  maximum,
  minimum,
  maximum_all,
  minimum_all,
  final,
  rms_all,
  mean,
};

struct Record {
  Field field = Field::pressure;
  Statistic statistic = Statistic::raw;
  bool operator==(const Record&) const = default;
};

/// The sensor points are those of the grid, then those between its points.
struct Sensors {
  std::vector<std::int64_t> points;  // linear grid indices (problem.hpp), in any order
  std::vector<Record> records;
  std::int64_t first_step = 0;  // steps before this one (counted from 0) are not recorded
  /// Coordinates x, y, z in cells from the first grid point; a field is interpolated there. A
  /// staggered velocity is taken half a cell further along its axis, as at grid points.
  std::vector<std::array<double, 3>> places{};
  double tolerance = 1e-4;  // relative error of the interpolation (interpolation.hpp); 0: none

  std::int64_t size() const { return static_cast<std::int64_t>(points.size() + places.size()); }
};

/// "velocity_x", and "rms" and the like, as state arrays are named.
std::string name_of(Field field);
std::string name_of(Statistic statistic);
/// 0, 1, 2 for velocities, colocated or not; -1 for the pressure.
constexpr int component_of(Field field) {
  return field == Field::pressure ? -1 : (static_cast<int>(field) - 1) % 3;
}
constexpr bool is_colocated(Field field) {
  return field >= Field::colocated_velocity_x && field <= Field::colocated_velocity_z;
}
constexpr bool is_intensity(Field field) { return field >= Field::intensity_x; }
/// Whether it is of all points of the grid.
constexpr bool is_grid_wide(Statistic statistic) {
  return statistic == Statistic::maximum_all || statistic == Statistic::minimum_all ||
         statistic == Statistic::rms_all || statistic == Statistic::final;
}
/// Component c of a vector, of which the first is given.
constexpr Field component(Field first, int c) {
  return static_cast<Field>(static_cast<int>(first) + c);
}
/// From where a maximum, minimum or sum starts.
double start_value(Statistic statistic);

/// Takes raw series as they are computed. Called on rank 0 only, from the thread that steps.
class SeriesSink {
 public:
  virtual ~SeriesSink() = default;
  /// Rows [first, first + rows) of a field's series: values[row * points + point], in the order of
  /// the sensor points. Row 0 is that of Sensors::first_step. The values may be kept only until the
  /// call returns.
  virtual void write(Field field, std::int64_t first, std::int64_t rows, const float* values) = 0;
};

}  // namespace thalweg::sound
