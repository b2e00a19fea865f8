// SPDX-License-Identifier: Apache-2.0
#include "simulation/setup/schedule.hpp"

#include <cmath>
#include <vector>

namespace thalweg::simulation {

namespace {

/// How many multiples of an interval lie at or below a time. The margin lets a time that is a
/// multiple but for the rounding of its many additions count as one.
double multiples(double time, double interval) { return std::floor(time / interval + 1e-6); }

}  // namespace

Schedule Schedule::read(io::Case& input, const std::string& key, const Rule& rule) {
  Schedule schedule;
  const std::string by_steps = key + ".every_steps", by_time = key + ".every_time",
                    by_minutes = key + ".every_minutes";
  std::vector<std::string> keys{by_steps, by_time};
  if (rule.minutes_allowed) keys.push_back(by_minutes);
  std::string given = input.at_most_one(keys, "how often it is due");
  if (given.empty() && rule.default_steps > 0) given = by_steps;
  if (given.empty() && rule.default_minutes > 0) given = by_minutes;
  if (given == by_steps)
    schedule.steps_ =
        input.integer(given, {.default_value = static_cast<double>(rule.default_steps),
                              .minimum = 1,
                              .meaning = "steps between two"});
  if (given == by_time)
    schedule.time_ = input.number(
        given,
        {.minimum = 0, .exclusive = true, .meaning = "simulated time between two", .unit = "time"});
  if (given == by_minutes)
    schedule.minutes_ = input.number(given, {.default_value = rule.default_minutes,
                                             .minimum = 0,
                                             .exclusive = true,
                                             .meaning = "wall-clock time between two",
                                             .unit = "minutes"});
  return schedule;
}

bool Schedule::is_due(std::int64_t step, double before, double time) const {
  if (steps_ > 0) return step % steps_ == 0;
  if (time_ > 0) return step == 0 || multiples(time, time_) > multiples(before, time_);
  return false;
}

}  // namespace thalweg::simulation
