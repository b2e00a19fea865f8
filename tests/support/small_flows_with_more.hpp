// SPDX-License-Identifier: Apache-2.0
// Flows that carry scalars, or have eddies and turbulence.
#pragma once

namespace thalweg::testing::small_flows {

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

}  // namespace thalweg::testing::small_flows
