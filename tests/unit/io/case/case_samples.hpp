// SPDX-License-Identifier: Apache-2.0
// A case without mistakes, and ways to put one in.
#pragma once

#include <stdexcept>
#include <string>

namespace thalweg::test {

/// Line numbers of messages refer to this text.
inline const std::string valid_case = R"([simulation]
kind = "turbulence"
title = "Taylor–Green vortex"

[grid]
points = [64, 32, 16]
length = [1.0, 2, 3.5]

[turbulence]
viscosity = 2.5e-3
dealias = "per-direction"

[initial]
kind = "taylor-green"

[time]
end = 10.0
scheme = "rk3"
cfl = 0.8

[output]
history = { every_steps = 1 }
fields = { every_time = 2.0, names = ["velocity", "vorticity"] }

[checkpoint]
keep = 3
)";

/// The text with its first `old_part` replaced. Throws std::logic_error if there is none.
inline std::string replaced(std::string text, const std::string& old_part,
                            const std::string& new_part) {
  const auto at = text.find(old_part);
  if (at == std::string::npos) throw std::logic_error("no \"" + old_part + "\" in the sample");
  return text.replace(at, old_part.size(), new_part);
}

/// The message of a single mistake, given its lines.
inline std::string one_error(const std::string& lines) {
  return lines + "\n1 error; nothing was run.";
}

}  // namespace thalweg::test
