// SPDX-License-Identifier: Apache-2.0
// A small flow with immersed bodies that warm it and that it rises from; for tests.
#pragma once

namespace thalweg::testing {

// One of them swings; each has a value of one scalar and lets a flux of the other through.
inline constexpr const char* warm_bodies = R"(
[grid]
cells = [32, 32, 1]
length = [2, 2, 1]
[flow]
viscosity = 0.02
gravity = [0, -1, 0]
[[scalar]]
name = "heat"
diffusivity = 0.03
expansion = 1
[[scalar]]
name = "dye"
diffusivity = 0.02
gradient = [0, 0.5, 0]
[[boundary]]
family = "x-"
kind = "inflow"
velocity = [0.5, 0, 0]
scalars = { heat = 0, dye = 0.2 }
[[boundary]]
family = "x+"
kind = "outflow"
[[boundary]]
family = "y-"
kind = "wall"
[[boundary]]
family = "y+"
kind = "wall"
[[immersed]]
name = "disc"
shape = "cylinder"
centre = [0.6, 1.02, 0]
radius = 0.25
amplitude = [0.05, 0.1, 0]
frequency = 1
scalars = { heat = 1 }
scalars_ramp = 0.12
[[immersed]]
name = "brick"
shape = "box"
centre = [1.4, 0.7, 0]
size = [0.4, 0.3, 1]
fluxes = { heat = 0.3 }
[cycles]
levels = 2
most = 4
tolerance = 1e-9
[time]
scheme = "bdf2"
step = 0.05
)";

}  // namespace thalweg::testing
