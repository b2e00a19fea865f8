// SPDX-License-Identifier: Apache-2.0
// A steady flow whose cycles are counted.
#pragma once

namespace thalweg::testing {

// Cells at the walls are 122 times as long as thin.
inline constexpr const char* thin_channel = R"(
[grid]
cells = [64, 64, 1]
length = [4, 1, 1]
stretching = [0, 3, 0]
[flow]
viscosity = 1e-3
[initial]
kind = "uniform"
velocity = [1, 0, 0]
[[boundary]]
family = "x-"
kind = "inflow"
velocity = [1, 0, 0]
[[boundary]]
family = "x+"
kind = "outflow"
[[boundary]]
family = "y-"
kind = "wall"
[[boundary]]
family = "y+"
kind = "wall"
[time]
scheme = "steady"
)";

}  // namespace thalweg::testing
