// SPDX-License-Identifier: Apache-2.0
// Flows on grids of several blocks around shapes.
#pragma once

namespace thalweg::testing::small_flows {

// Six blocks around a sphere: three meet at edges.
inline constexpr const char* sphere = R"(
[grid]
kind = "sphere"
side = 8
outwards = 8
far = 4
first = 0.1
[flow]
viscosity = 0.02
[initial]
kind = "uniform"
velocity = [1, 0, 0]
[[boundary]]
family = "sphere"
kind = "wall"
[[boundary]]
family = "far"
kind = "inflow"
velocity = [1, 0, 0]
[cycles]
levels = 2
[time]
scheme = "steady"
)";

// Many blocks around a plate, periodic along z.
inline constexpr const char* plate = R"(
[grid]
kind = "plate"
around = 48
sectors = 6
outwards = 8
layers = 16
blocks_along = 2
first = 0.05
thickness = 0.1
[flow]
viscosity = 0.02
[initial]
kind = "uniform"
velocity = [1, 0, 0]
[[boundary]]
family = "plate"
kind = "wall"
[[boundary]]
family = "far"
kind = "far-field"
velocity = [1, 0, 0]
[cycles]
levels = 2
[time]
scheme = "steady"
)";

// A face with a wall and a connection, and a corner that juts into the flow.
inline constexpr const char* step = R"(
[grid]
kind = "step"
step_cells = 8
height_cells = 8
inlet_cells = 8
outlet_cells = 16
inlet_length = 2
outlet_length = 4
[flow]
viscosity = 0.02
[[boundary]]
family = "inflow"
kind = "inflow"
velocity = [1, 0, 0]
profile = "parabolic"
[[boundary]]
family = "outflow"
kind = "outflow"
[[boundary]]
family = "top"
kind = "wall"
[[boundary]]
family = "bottom"
kind = "wall"
[cycles]
levels = 2
[time]
scheme = "steady"
)";

}  // namespace thalweg::testing::small_flows
