// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cmath>

#include "solvers/sound/case/sections.hpp"

namespace thalweg::sound {

namespace {

/// Signals have a value and traces a row for each: more is a mistake of units.
constexpr double most_steps = 1e8;

/// The first step leads to time 0; without a time to go nothing is done.
std::int64_t steps_to(io::Case& input, double end, double dt) {
  const double steps = end > 0 ? 1 + std::ceil(end / dt - 1e-6) : 0;
  if (steps <= most_steps) return static_cast<std::int64_t>(steps);
  if (!input.has_errors())
    input.error("time.end", fmt::format("is {:.3g} steps of {:.3g} s; a run has {:.0g} at most. "
                                        "Times are in seconds",
                                        steps, dt, most_steps));
  return 0;
}

void read_step(io::Case& input, Parameters& p) {
  const std::string key = input.exactly_one({"time.cfl", "time.step"}, "how large steps are");
  const double shortest = p.grid.smallest_spacing() / p.sound_speed.range.highest;
  if (key == "time.cfl")
    p.problem.dt =
        shortest * input.number(key, {.minimum = 0,
                                      .maximum = 2,
                                      .exclusive = true,
                                      .meaning = "largest sound speed * step / spacing"});
  else
    p.problem.dt = 0.3 * shortest;
  if (key == "time.step")
    p.problem.dt =
        input.number(key, {.minimum = 0, .exclusive = true, .meaning = "step", .unit = "s"});
}

/// Reads the keys of the run's end, which the run loop reads too: they say how long sources sound.
void read_end(io::Case& input, Parameters& p) {
  const std::string key = input.exactly_one({"time.end", "time.steps"}, "where the run ends");
  if (key == "time.end") {
    p.end_time =
        input.number(key, {.minimum = 0, .meaning = "time at which the run ends", .unit = "s"});
    p.problem.steps = steps_to(input, *p.end_time, p.problem.dt);
  }
  if (key == "time.steps") {
    p.end_step = input.integer(
        key, {.minimum = 0, .maximum = most_steps, .meaning = "steps after which the run ends"});
    p.problem.steps = *p.end_step;
  }
}

}  // namespace

void read_time(io::Case& input, Parameters& p) {
  read_step(input, p);
  read_end(input, p);
}

}  // namespace thalweg::sound
