// SPDX-License-Identifier: Apache-2.0
#include "solvers/turbulence/statistics/statistics_parameters.hpp"

#include <algorithm>
#include <string>

namespace thalweg::turbulence {

namespace {

int read_count(io::Case& input, const std::string& key, int by_default, int least, int most,
               const char* meaning) {
  return static_cast<int>(input.integer(key, {.default_value = static_cast<double>(by_default),
                                              .minimum = static_cast<double>(least),
                                              .maximum = static_cast<double>(most),
                                              .meaning = meaning}));
}

}  // namespace

StatisticsParameters read_statistics(io::Case& input, int least_points) {
  StatisticsParameters s;
  s.is_written = input.has_table("output.statistics");
  if (!s.is_written && !input.has_table("statistics")) return s;
  const int half = std::max(1, least_points / 2);
  s.orders = read_count(input, "statistics.orders", s.orders, 1, highest_order,
                        "highest order of structure functions");
  if (input.choice("statistics.separations", {"logarithmic", "linear"}, "logarithmic",
                   "of structure functions, up to half of the box") == "linear")
    s.every = read_count(input, "statistics.every", 1, 1, half, "points between two separations");
  s.bins = read_count(input, "statistics.bins", s.bins, 2, 1000, "of a probability density");
  s.range = input.number("statistics.range",
                         {.default_value = s.range,
                          .minimum = 0,
                          .exclusive = true,
                          .meaning = "of a density on either side, in standard deviations"});
  if (input.has("statistics.increments")) {
    for (const std::int64_t points :
         input.integers("statistics.increments",
                        {.minimum = 1,
                        .maximum = static_cast<double>(half),
                        .meaning = "separations whose density is taken, in points"},
                        {}))
      s.increments.push_back(static_cast<int>(points));
    std::vector<int> sorted = s.increments;
    std::sort(sorted.begin(), sorted.end());
    if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end())
      input.error("statistics.increments", "must name each separation once");
  }
  if (!s.is_written)
    input.exactly_one({"output.statistics.every_steps", "output.statistics.every_time"},
                      "how often statistics are written");
  return s;
}

std::vector<int> separations_of(const StatisticsParameters& s, int points) {
  std::vector<int> list;
  const int half = points / 2;
  if (s.every > 0)
    for (int n = s.every; n <= half; n += s.every) list.push_back(n);
  else
    for (int n = 1; n <= half; n *= 2) {
      list.push_back(n);
      if (n > 1 && 3 * n / 2 <= half) list.push_back(3 * n / 2);
    }
  return list;
}

}  // namespace thalweg::turbulence
