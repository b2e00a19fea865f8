// SPDX-License-Identifier: Apache-2.0
#include "simulation/checks/order.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "base/error.hpp"

namespace thalweg::simulation::checks {

namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

double mean_log(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += std::log(value);
  return sum / static_cast<double>(values.size());
}

bool is_positive(double value) { return value > 0; }

}  // namespace

bool are_in_order(const std::vector<double>& sizes) {
  const auto begin = sizes.begin(), end = sizes.end();
  return std::all_of(begin, end, is_positive) &&
         (std::adjacent_find(begin, end, std::greater_equal<>()) == end ||
          std::adjacent_find(begin, end, std::less_equal<>()) == end);
}

bool have_one_ratio(const std::vector<double>& sizes) {
  for (std::size_t i = 1; i + 1 < sizes.size(); ++i)
    if (std::abs(sizes[i + 1] / sizes[i] / (sizes[1] / sizes[0]) - 1) > 1e-6) return false;
  return true;
}

double order_of(const std::vector<double>& sizes, const std::vector<double>& errors) {
  TW_CHECK(sizes.size() == errors.size() && sizes.size() >= 2, "an order takes two runs or more");
  if (!std::all_of(sizes.begin(), sizes.end(), is_positive) ||
      !std::all_of(errors.begin(), errors.end(), is_positive))
    return nan;
  const double size = mean_log(sizes), error = mean_log(errors);
  double products = 0, squares = 0;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    const double x = std::log(sizes[i]) - size;
    products += x * (std::log(errors[i]) - error);
    squares += x * x;
  }
  const double slope = products / squares;
  return sizes.back() < sizes.front() ? slope : -slope;
}

double order_of_differences(const std::vector<double>& sizes, const std::vector<double>& values) {
  TW_CHECK(sizes.size() == values.size() && sizes.size() >= 3, "an order takes three runs or more");
  if (!have_one_ratio(sizes)) return nan;
  std::vector<double> errors;
  for (std::size_t i = 0; i + 1 < values.size(); ++i)
    errors.push_back(std::abs(values[i + 1] - values[i]));
  return order_of({sizes.begin(), sizes.end() - 1}, errors);
}

}  // namespace thalweg::simulation::checks
