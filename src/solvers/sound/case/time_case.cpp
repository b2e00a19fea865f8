// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "solvers/sound/case/sections.hpp"

namespace thalweg::sound {

namespace {

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
    // The first step leads to time 0.
    p.problem.steps = 1 + static_cast<std::int64_t>(std::ceil(*p.end_time / p.problem.dt - 1e-6));
  }
  if (key == "time.steps") {
    p.end_step = input.integer(key, {.minimum = 0, .meaning = "steps after which the run ends"});
    p.problem.steps = *p.end_step;
  }
}

}  // namespace

void read_time(io::Case& input, Parameters& p) {
  read_step(input, p);
  read_end(input, p);
}

}  // namespace thalweg::sound
