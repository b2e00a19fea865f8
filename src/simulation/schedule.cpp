// SPDX-License-Identifier: Apache-2.0
#include "simulation/schedule.hpp"

#include <cmath>

namespace thalweg::simulation {

namespace {

/// How many multiples of an interval lie at or below a time. The margin lets a time that is a
/// multiple but for rounding count as one.
double multiples(double time, double interval) { return std::floor(time / interval + 1e-9); }

}  // namespace

Schedule Schedule::read(io::Case& input, const std::string& key, bool minutes_allowed) {
  Schedule schedule;
  std::vector<std::string> keys{key + ".every_steps", key + ".every_time"};
  if (minutes_allowed) keys.push_back(key + ".every_minutes");
  int given = 0;
  for (const std::string& k : keys) given += input.has(k) ? 1 : 0;
  if (given > 1) input.exactly_one(keys, "when it is due");
  if (input.has(keys[0]))
    schedule.steps_ = input.integer(keys[0], {.minimum = 1, .meaning = "steps between outputs"});
  if (input.has(keys[1]))
    schedule.time_ = input.number(keys[1], {.minimum = 0, .exclusive = true,
                                            .meaning = "simulated time between outputs"});
  if (minutes_allowed && input.has(keys[2]))
    schedule.minutes_ = input.number(keys[2], {.minimum = 0, .exclusive = true,
                                               .meaning = "wall-clock time between checkpoints",
                                               .unit = "minutes"});
  return schedule;
}

bool Schedule::is_due(std::int64_t step, double before, double time, double minutes) const {
  if (steps_ > 0) return step % steps_ == 0;
  if (time_ > 0) return step == 0 || multiples(time, time_) > multiples(before, time_);
  return minutes_ > 0 && minutes >= minutes_;
}

}  // namespace thalweg::simulation
