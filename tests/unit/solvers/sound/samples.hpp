// SPDX-License-Identifier: Apache-2.0
// A case of sound without mistakes, and what becomes of changed ones.
#pragma once

#include <string>

#include "base/error.hpp"
#include "solvers/sound/case/parameters.hpp"
#include "tests/unit/io/case/case_samples.hpp"

namespace thalweg::sound::testing {

/// Line numbers of messages refer to this text.
inline const std::string valid_case = R"([simulation]
kind = "sound"

[grid]
points = [64, 48]
spacing = 1e-4

[sound]
absorption = "power-law"
absorption_power = 1.5
absorbing_layer = { points = 8 }

[medium]
sound_speed = 1500
density = 1000
absorption = 0.5

[[medium.region]]
shape = "ball"
center = [3e-3, 2e-3]
radius = 5e-4
sound_speed = 1600

[[source]]
kind = "pressure"
shape = "line"
from = [1e-3, 1e-3]
to = [1e-3, 3e-3]
signal = { kind = "tone-burst", frequency = 1e6, cycles = 3, amplitude = 2e4 }

[time]
cfl = 0.3
end = 1e-6

[[sensor]]
shape = "points"
positions = [[5e-3, 2e-3], [5e-3, 2.5e-3]]
record = ["pressure", "pressure-max"]
)";

using test::one_error;
using test::replaced;

inline Parameters read(const std::string& text, const std::string& name = "case.toml") {
  io::Case input = io::Case::parse(text, name);
  input.choice("simulation.kind", {"sound"}, {});
  Parameters p = read_parameters(input);
  input.finish();
  return p;
}

/// The message of a case that is wrong; empty if it is right.
inline std::string message_of(const std::string& text) {
  try {
    read(text);
    return "";
  } catch (const InputError& error) {
    return error.what();
  }
}

/// The values of a quantity at all points of a grid.
inline std::vector<double> values_of(const Quantity& quantity, const Grid& grid) {
  std::vector<double> values(static_cast<std::size_t>(grid.size()), quantity.value);
  if (!quantity.uniform()) quantity.read(0, grid.size(), values.data());
  return values;
}

}  // namespace thalweg::sound::testing
