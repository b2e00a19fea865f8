// SPDX-License-Identifier: Apache-2.0
// Flows in boxes, with conditions at their sides and bodies inside.
#pragma once

namespace thalweg::testing::small_flows {

// With every kind of condition, and faces that are no squares.
inline constexpr const char* channel = R"(
[grid]
kind = "wavy"
amplitude = 0.03
cells = [32, 16, 1]
length = [2, 1, 1]
[flow]
viscosity = 0.02
[[boundary]]
family = "x-"
kind = "inflow"
velocity = [1, 0, 0]
profile = "parabolic"
[[boundary]]
family = "x+"
kind = "outflow"
[[boundary]]
family = "y-"
kind = "wall"
velocity = [0.5, 0, 0]
[[boundary]]
family = "y+"
kind = "symmetry"
[cycles]
levels = 2
most = 4
tolerance = 1e-9
[time]
scheme = "bdf2"
step = 0.1
)";

// Closed and of three dimensions.
inline constexpr const char* box = R"(
[grid]
cells = [16, 16, 8]
stretching = [1, 1, 0]
periodic = ["z"]
[flow]
viscosity = 0.02
[[boundary]]
family = "x-"
kind = "wall"
[[boundary]]
family = "x+"
kind = "wall"
[[boundary]]
family = "y-"
kind = "wall"
[[boundary]]
family = "y+"
kind = "wall"
velocity = [1, 0, 0.5]
[cycles]
levels = 1
[time]
scheme = "steady"
)";

// A vortex that comes to a convective outflow, between a slip wall and one that begins to move.
inline constexpr const char* carried = R"(
[grid]
kind = "wavy"
amplitude = 0.03
cells = [32, 16, 1]
length = [2, 1, 1]
[flow]
viscosity = 0.02
[initial]
kind = "vortex"
velocity = [1, 0, 0]
centre = [1.7, 0.5, 0]
radius = 0.2
amplitude = 0.3
[[boundary]]
family = "x-"
kind = "inflow"
velocity = [1, 0, 0]
[[boundary]]
family = "x+"
kind = "convective-outflow"
[[boundary]]
family = "y-"
kind = "slip"
[[boundary]]
family = "y+"
kind = "wall"
velocity = [1, 0, 0]
ramp = 0.3
[[body]]
name = "roof"
families = ["y+"]
velocity = 1
height = 1
[[probe]]
name = "wake"
point = [1.8, 0.55, 0]
[averages]
from = 0.1
[cycles]
levels = 2
most = 4
tolerance = 1e-9
[time]
scheme = "bdf2"
step = 0.1
)";

// A mean velocity that is held, beside a far field.
inline constexpr const char* held = R"(
[grid]
cells = [16, 16, 8]
periodic = ["x", "z"]
[flow]
viscosity = 0.02
mean_velocity = [0.5, 0, 0.1]
[initial]
kind = "taylor-green"
[[boundary]]
family = "y-"
kind = "wall"
[[boundary]]
family = "y+"
kind = "far-field"
velocity = [0.6, 0, 0.1]
[cycles]
levels = 1
most = 3
tolerance = 1e-9
[time]
scheme = "bdf2"
step = 0.05
)";

// Bodies that swing and turn, across the cuts between blocks, on a grid of lines that are bent.
inline constexpr const char* swimming = R"(
[grid]
kind = "wavy"
amplitude = 0.02
cells = [32, 32, 1]
length = [2, 2, 1]
[flow]
viscosity = 0.02
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
kind = "symmetry"
[[immersed]]
name = "disc"
shape = "cylinder"
centre = [0.9, 1.02, 0]
radius = 0.25
amplitude = [0.1, 0.05, 0]
frequency = 1
phase = [0, 90, 0]
[[immersed]]
name = "fin"
shape = "box"
centre = [1.5, 0.6, 0]
size = [0.5, 0.2, 1]
angle = 20
angle_phase = -90
frequency = 0.5
pivot = [1.3, 0.6, 0]
profile = "power-law"
[[body]]
name = "both"
immersed = ["disc", "fin"]
velocity = 1
height = 1
[cycles]
levels = 2
most = 4
tolerance = 1e-9
[time]
scheme = "bdf2"
step = 0.05
)";

// A ball across a periodic face, and one that is all inside.
inline constexpr const char* balls = R"(
[grid]
cells = [16, 16, 16]
periodic = ["z"]
[flow]
viscosity = 0.02
[[boundary]]
family = "x-"
kind = "inflow"
velocity = [1, 0, 0]
[[boundary]]
family = "x+"
kind = "outflow"
[[boundary]]
family = "y-"
kind = "slip"
[[boundary]]
family = "y+"
kind = "slip"
[[immersed]]
name = "rod"
shape = "cylinder"
axis = "z"
centre = [0.35, 0.7, 0]
radius = 0.14
[[immersed]]
name = "ball"
shape = "sphere"
centre = [0.6, 0.3, 0.45]
radius = 0.18
[cycles]
levels = 2
[time]
scheme = "steady"
)";

}  // namespace thalweg::testing::small_flows
