// SPDX-License-Identifier: Apache-2.0
#include "simulation/checks/curve.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace thalweg::simulation::checks {

namespace {

/// Ends of runs and tables are met up to the rounding of their numbers: times of traces are kept in
/// single precision.
constexpr double slack = 1e-6;

double slack_at(double place, const Curve& curve) {
  return slack * std::max({std::abs(place), std::abs(curve.x.front()), std::abs(curve.x.back())});
}

bool is_rising(const std::vector<double>& x) {
  return std::adjacent_find(x.begin(), x.end(), [](double a, double b) { return !(a < b); }) ==
         x.end();
}

void require_function(const Curve& curve) {
  if (!curve.is_sampled || !is_rising(curve.x))
    throw UndecidedCheck{
        "the points do not follow each other along one line; choose those of a line "
        "with lower and upper"};
}

/// By the trapezoidal rule.
double integral(const std::vector<double>& x, const std::vector<double>& y) {
  double sum = 0;
  for (std::size_t i = 1; i < x.size(); ++i) sum += (x[i] - x[i - 1]) * (y[i] + y[i - 1]) / 2;
  return sum;
}

/// The curve at a place, straight between its points.
double value_at(const Curve& curve, double place) {
  const auto above = std::lower_bound(curve.x.begin(), curve.x.end(), place);
  if (above == curve.x.begin()) return curve.y.front();
  if (above == curve.x.end()) return curve.y.back();
  const auto i = static_cast<std::size_t>(above - curve.x.begin());
  const double share = (place - curve.x[i - 1]) / (curve.x[i] - curve.x[i - 1]);
  return (1 - share) * curve.y[i - 1] + share * curve.y[i];
}

double at_place(const Curve& curve, std::optional<double> place) {
  require_function(curve);
  if (!place) throw UndecidedCheck{"no place is given"};
  const double rounding = slack_at(*place, curve);
  if (*place < curve.x.front() - rounding || *place > curve.x.back() + rounding)
    throw UndecidedCheck{fmt::format("the curve runs from {:.9g} to {:.9g}, and not to {:.9g}",
                                     curve.x.front(), curve.x.back(), *place)};
  return value_at(curve, *place);
}

double mean(const Curve& curve) {
  const double length = curve.x.back() - curve.x.front();
  if (curve.is_sampled && is_rising(curve.x) && length > 0)
    return integral(curve.x, curve.y) / length;
  return std::accumulate(curve.y.begin(), curve.y.end(), 0.0) / static_cast<double>(curve.y.size());
}

/// Where the curve rises through a value.
std::vector<double> rises(const Curve& curve, double through) {
  std::vector<double> places;
  for (std::size_t i = 1; i < curve.x.size(); ++i) {
    const double below = through - curve.y[i - 1], above = curve.y[i] - through;
    if (below > 0 && above >= 0)
      places.push_back(curve.x[i - 1] + (curve.x[i] - curve.x[i - 1]) * below / (below + above));
  }
  return places;
}

double frequency(const Curve& curve) {
  require_function(curve);
  const std::vector<double> places = rises(curve, mean(curve));
  if (places.size() < 2)
    throw UndecidedCheck{fmt::format("the curve rises through its mean {} times from {:.9g} to "
                                     "{:.9g}; a frequency needs two",
                                     places.size(), curve.x.front(), curve.x.back())};
  return static_cast<double>(places.size() - 1) / (places.back() - places.front());
}

double first_rise(const Curve& curve) {
  require_function(curve);
  const std::vector<double> places = rises(curve, 0);
  if (places.empty())
    throw UndecidedCheck{fmt::format("the curve does not rise through 0 from {:.9g} to {:.9g}",
                                     curve.x.front(), curve.x.back())};
  return places.front();
}

/// The points whose index is `wanted`, with the units of all.
template <class Wanted>
Curve points_where(const Curve& curve, Wanted wanted) {
  Curve part{.x = {},
             .y = {},
             .x_unit = curve.x_unit,
             .y_unit = curve.y_unit,
             .is_sampled = curve.is_sampled};
  for (std::size_t i = 0; i < curve.x.size(); ++i) {
    if (!wanted(i)) continue;
    part.x.push_back(curve.x[i]);
    part.y.push_back(curve.y[i]);
  }
  return part;
}

Curve finite_part(const Curve& curve) {
  const Curve part = points_where(curve, [&](std::size_t i) { return std::isfinite(curve.y[i]); });
  if (part.x.empty()) throw UndecidedCheck{"there is no finite value"};
  return part;
}

std::vector<double> squares(const std::vector<double>& values) {
  std::vector<double> result;
  for (const double value : values) result.push_back(value * value);
  return result;
}

double largest(const std::vector<double>& values) {
  double most = 0;
  for (const double value : values) most = std::max(most, std::abs(value));
  return most;
}

double error_of(const Comparison& c, Norm norm, bool absolute) {
  std::vector<double> difference;
  for (std::size_t i = 0; i < c.x.size(); ++i) difference.push_back(c.value[i] - c.reference[i]);
  if (norm == Norm::largest) return largest(difference) / (absolute ? 1 : largest(c.reference));
  const double scale = absolute ? c.x.back() - c.x.front() : integral(c.x, squares(c.reference));
  return std::sqrt(integral(c.x, squares(difference)) / scale);
}

}  // namespace

Curve part_of(const Curve& curve, std::optional<double> from, std::optional<double> to) {
  if (!from && !to) return curve;
  const auto [low, high] = std::minmax_element(curve.x.begin(), curve.x.end());
  const double begin = from.value_or(*low), end = to.value_or(*high);
  const double rounding = std::max(slack_at(begin, curve), slack_at(end, curve));
  if (begin < *low - rounding || end > *high + rounding)
    throw UndecidedCheck{
        fmt::format("the curve runs from {:.9g} to {:.9g}, and the check needs it from "
                    "{:.9g} to {:.9g}",
                    *low, *high, begin, end)};
  const Curve part = points_where(curve, [&](std::size_t i) {
    return begin - rounding <= curve.x[i] && curve.x[i] <= end + rounding;
  });
  if (part.x.empty())
    throw UndecidedCheck{fmt::format("no point lies from {:.9g} to {:.9g}", begin, end)};
  return part;
}

double reduced(const Curve& whole, Reduction reduction, std::optional<double> at) {
  const Curve curve = finite_part(whole);
  const auto highest = std::max_element(curve.y.begin(), curve.y.end());
  const auto lowest = std::min_element(curve.y.begin(), curve.y.end());
  switch (reduction) {
  case Reduction::maximum: return *highest;
  case Reduction::minimum: return *lowest;
  case Reduction::mean: return mean(curve);
  case Reduction::final: return curve.y.back();
  case Reduction::at: return at_place(curve, at);
  case Reduction::amplitude: return (*highest - *lowest) / 2;
  case Reduction::frequency: return frequency(curve);
  case Reduction::of_rise: return first_rise(curve);
  case Reduction::of_maximum: return curve.x[static_cast<std::size_t>(highest - curve.y.begin())];
  case Reduction::of_minimum: return curve.x[static_cast<std::size_t>(lowest - curve.y.begin())];
  case Reduction::none: break;
  }
  throw UndecidedCheck{"a curve is not one number"};
}

Comparison compared(const Curve& whole, const Curve& reference, Norm norm, bool absolute) {
  const Curve curve = finite_part(whole);
  require_function(curve);
  const double begin = curve.x.front() - slack_at(curve.x.front(), curve);
  const double end = curve.x.back() + slack_at(curve.x.back(), curve);
  Comparison c;
  for (std::size_t i = 0; i < reference.x.size(); ++i) {
    if (reference.x[i] < begin || reference.x[i] > end) continue;
    c.x.push_back(reference.x[i]);
    c.value.push_back(value_at(curve, reference.x[i]));
    c.reference.push_back(reference.y[i]);
  }
  if (c.x.size() < 2)
    throw UndecidedCheck{fmt::format("the run and its reference share {} places; the run goes from "
                                     "{:.9g} to {:.9g}",
                                     c.x.size(), curve.x.front(), curve.x.back())};
  c.error = error_of(c, norm, absolute);
  return c;
}

}  // namespace thalweg::simulation::checks
