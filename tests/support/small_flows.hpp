// SPDX-License-Identifier: Apache-2.0
// Small flows that together have every condition, grid and model: for tests on ranks.
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

// What it carries: with buoyancy, with a flux, and without diffusion.
inline constexpr const char* heated = R"(
[grid]
kind = "wavy"
amplitude = 0.03
cells = [32, 16, 1]
length = [2, 1, 1]
[flow]
viscosity = 0.02
gravity = [0, -1, 0]
[[scalar]]
name = "heat"
diffusivity = 0.01
gradient = [0, 1, 0]
expansion = 0.5
[[scalar]]
name = "dye"
diffusivity = 0
[[boundary]]
family = "x-"
kind = "inflow"
velocity = [1, 0, 0]
profile = "parabolic"
scalars = { heat = 1, dye = 1 }
[[boundary]]
family = "x+"
kind = "outflow"
[[boundary]]
family = "y-"
kind = "wall"
fluxes = { heat = 0.05 }
[[boundary]]
family = "y+"
kind = "wall"
scalars = { heat = 2 }
[[probe]]
name = "wake"
point = [1.8, 0.55, 0]
[cycles]
levels = 2
most = 4
tolerance = 1e-9
[time]
scheme = "bdf2"
step = 0.1
)";

// Eddies that are damped at walls, with a central flux and a limiter.
inline constexpr const char* eddies = R"(
[grid]
kind = "wavy"
amplitude = 0.03
cells = [16, 16, 8]
periodic = ["x", "z"]
blocks = [2, 1, 1]
[flow]
viscosity = 0.001
mean_velocity = [0.5, 0, 0.1]
flux = "central"
dissipation = 0.2
limiter = "van-albada"
[turbulence_model]
kind = "smagorinsky"
[initial]
kind = "taylor-green"
[[boundary]]
family = "y-"
kind = "wall"
[[boundary]]
family = "y+"
kind = "wall"
velocity = [0.5, 0, 0]
[averages]
from = 0.05
[cycles]
levels = 2
most = 3
tolerance = 1e-9
[time]
scheme = "bdf2"
step = 0.05
)";

// Turbulence that comes in and is there at first, with averages of what it carries.
inline constexpr const char* gusty = R"(
[grid]
kind = "wavy"
amplitude = 0.03
cells = [16, 16, 8]
periodic = ["z"]
[flow]
viscosity = 0.01
[initial]
kind = "channel"
velocity = [1, 0, 0]
turbulence = { intensity = 0.1, length = 0.3 }
[[scalar]]
name = "heat"
diffusivity = 0.01
[[boundary]]
family = "x-"
kind = "inflow"
velocity = [1, 0, 0]
profile = "parabolic"
turbulence = { reynolds_stress = [0.02, 0.01, 0.01, -0.005, 0, 0], length = 0.3, seed = 3 }
scalars = { heat = 1 }
[[boundary]]
family = "x+"
kind = "convective-outflow"
[[boundary]]
family = "y-"
kind = "wall"
[[boundary]]
family = "y+"
kind = "wall"
[averages]
from = 0.05
[[profile]]
name = "across"
walls = ["y-", "y+"]
[cycles]
levels = 2
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
