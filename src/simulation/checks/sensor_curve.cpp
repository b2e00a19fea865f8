// SPDX-License-Identifier: Apache-2.0
#include "simulation/checks/sensor_curve.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <numeric>

#include "io/hdf5/dataset_file.hpp"

namespace thalweg::simulation::checks {

namespace {

using Matrix3 = std::array<std::array<double, 4>, 3>;  // three equations, right side last

/// Gaussian elimination with row pivots; the equations have one solution.
std::array<double, 3> solved(Matrix3 m) {
  for (std::size_t c = 0; c < 3; ++c) {
    std::size_t pivot = c;
    for (std::size_t r = c + 1; r < 3; ++r)
      if (std::abs(m[r][c]) > std::abs(m[pivot][c])) pivot = r;
    std::swap(m[c], m[pivot]);
    for (std::size_t r = 0; r < 3; ++r) {
      if (r == c) continue;
      const double factor = m[r][c] / m[c][c];
      for (std::size_t k = c; k < 4; ++k) m[r][k] -= factor * m[c][k];
    }
  }
  return {m[0][3] / m[0][0], m[1][3] / m[1][1], m[2][3] / m[2][2]};
}

/// The coordinates of a sensor's points, row by row.
struct Places {
  std::vector<double> values;
  std::size_t axes = 0, points = 0;
  double at(std::size_t point, std::size_t axis) const { return values[point * axes + axis]; }
};

class SensorReader {
 public:
  SensorReader(const Quantity& quantity, const SensorChoice& choice, const io::DatasetFile& file)
      : quantity_(quantity), choice_(choice), file_(file) {
    require(quantity.group + "/coordinates");
    const auto extents = file.extents(quantity.group + "/coordinates");
    places_ = {file.read_all<double>(quantity.group + "/coordinates"),
               static_cast<std::size_t>(extents.at(1)), static_cast<std::size_t>(extents.at(0))};
  }

  Curve curve() const {
    if (quantity_.is_series && !quantity_.is_amplitude && choice_.point) return series_curve();
    const std::vector<std::size_t> chosen = chosen_points();
    const std::size_t axis = longest_axis(chosen);
    const std::vector<double> values = values_of(chosen);
    std::vector<std::size_t> order(chosen.size());
    std::iota(order.begin(), order.end(), 0u);
    const auto place = [&](std::size_t i) { return places_.at(chosen[i], axis); };
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return place(a) < place(b); });
    Curve curve{.x = {}, .y = {}, .x_unit = "m", .y_unit = unit(), .is_sampled = true};
    for (const std::size_t i : order) {
      if (!std::isfinite(values[i]))
        throw UndecidedCheck{fmt::format("the record of \"{}\" is not complete", quantity_.group)};
      curve.is_sampled = curve.is_sampled && (curve.x.empty() || curve.x.back() < place(i));
      curve.x.push_back(place(i));
      curve.y.push_back(values[i]);
    }
    return curve;
  }

 private:
  std::string dataset() const { return quantity_.group + "/" + quantity_.column; }
  std::string unit() const { return file_.text(dataset(), "unit"); }

  void require(const std::string& name) const {
    if (!file_.has(name))
      throw UndecidedCheck{fmt::format("{} has no \"{}\"", file_.path().string(), name)};
  }

  std::vector<double> times() const {
    require("time");
    return file_.read_all<double>("time");
  }

  Curve series_curve() const {
    const auto point = static_cast<std::size_t>(*choice_.point);
    if (point >= places_.points)
      throw UndecidedCheck{fmt::format("\"{}\" has {} points, and no point {}", quantity_.group,
                                       places_.points, point)};
    return {.x = times(), .y = series_of({point}).front(), .x_unit = "s", .y_unit = unit()};
  }

  bool is_inside(std::size_t point) const {
    constexpr double rounding = 1e-9;  // m: coordinates are kept in single precision
    const auto reaches = [&](const std::vector<double>& corner, double sign) {
      for (std::size_t a = 0; a < std::min(corner.size(), places_.axes); ++a)
        if (sign * (places_.at(point, a) - corner[a]) < -rounding - 1e-6 * std::abs(corner[a]))
          return false;
      return true;
    };
    return reaches(choice_.lower, 1) && reaches(choice_.upper, -1);
  }

  std::vector<std::size_t> chosen_points() const {
    std::vector<std::size_t> chosen;
    for (std::size_t point = 0; point < places_.points; ++point)
      if (is_inside(point)) chosen.push_back(point);
    if (chosen.empty())
      throw UndecidedCheck{fmt::format("no point of \"{}\" lies in the box", quantity_.group)};
    return chosen;
  }

  std::size_t longest_axis(const std::vector<std::size_t>& chosen) const {
    std::size_t longest = 0;
    double most = -1;
    for (std::size_t a = 0; a < places_.axes; ++a) {
      const auto [low, high] =
          std::minmax_element(chosen.begin(), chosen.end(), [&](std::size_t p, std::size_t q) {
            return places_.at(p, a) < places_.at(q, a);
          });
      const double reach = places_.at(*high, a) - places_.at(*low, a);
      if (reach > most) longest = a;
      most = std::max(most, reach);
    }
    return longest;
  }

  std::vector<double> values_of(const std::vector<std::size_t>& chosen) const {
    require(dataset());
    if (!quantity_.is_series) {
      const auto all = file_.read_all<double>(dataset());
      std::vector<double> values;
      for (const std::size_t point : chosen) values.push_back(all.at(point));
      return values;
    }
    if (!quantity_.is_amplitude) return row_at(choice_.time, chosen);
    const std::vector<double> time = times();
    if (time.size() < 3 ||
        (time.back() - time.front() + time[1] - time[0]) * choice_.frequency < 1 - 1e-6)
      throw UndecidedCheck{
          fmt::format("less than a period of {:g} Hz was recorded", choice_.frequency)};
    std::vector<double> values;
    for (const auto& series : series_of(chosen))
      values.push_back(amplitude_of(time, series, choice_.frequency));
    return values;
  }

  /// The series of some points, one after the other.
  std::vector<std::vector<double>> series_of(const std::vector<std::size_t>& chosen) const {
    require(dataset());
    const auto all = file_.read_all<float>(dataset());
    const std::size_t rows = all.size() / std::max<std::size_t>(1, places_.points);
    std::vector<std::vector<double>> series(chosen.size(), std::vector<double>(rows));
    for (std::size_t row = 0; row < rows; ++row)
      for (std::size_t i = 0; i < chosen.size(); ++i)
        series[i][row] = static_cast<double>(all[row * places_.points + chosen[i]]);
    return series;
  }

  std::vector<double> row_at(std::optional<double> wanted,
                             const std::vector<std::size_t>& chosen) const {
    const std::vector<double> time = times();
    std::size_t row = time.size() - 1;
    if (wanted) {
      const double half = time.size() > 1 ? (time[1] - time[0]) / 2 : 0;
      const auto is_near = [&](double t) { return std::abs(t - *wanted) <= half * (1 + 1e-6); };
      row =
          static_cast<std::size_t>(std::find_if(time.begin(), time.end(), is_near) - time.begin());
      if (row == time.size())
        throw UndecidedCheck{fmt::format("nothing was recorded at time {:.9g}", *wanted)};
    }
    std::vector<double> values;
    for (const auto& series : series_of(chosen)) values.push_back(series.at(row));
    return values;
  }

  const Quantity& quantity_;
  const SensorChoice& choice_;
  const io::DatasetFile& file_;
  Places places_;
};

}  // namespace

Curve sensor_curve(const Quantity& quantity, const SensorChoice& choice,
                   const std::filesystem::path& traces) {
  if (!std::filesystem::exists(traces))
    throw UndecidedCheck{fmt::format("the run has not written {}", traces.string())};
  const io::DatasetFile file = io::DatasetFile::open(traces);
  return SensorReader(quantity, choice, file).curve();
}

double amplitude_of(const std::vector<double>& time, const std::vector<double>& values,
                    double frequency) {
  const double omega = 2 * std::numbers::pi * frequency;
  Matrix3 normal{};
  for (std::size_t row = 0; row < time.size(); ++row) {
    const std::array<double, 4> terms{std::cos(omega * time[row]), std::sin(omega * time[row]), 1,
                                      values[row]};
    for (std::size_t r = 0; r < 3; ++r)
      for (std::size_t c = 0; c < 4; ++c) normal[r][c] += terms[r] * terms[c];
  }
  const auto [cosine, sine, constant] = solved(normal);
  return std::hypot(cosine, sine);
}

}  // namespace thalweg::simulation::checks
