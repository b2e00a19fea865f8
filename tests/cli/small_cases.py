# SPDX-License-Identifier: Apache-2.0
"""Small cases that many tests run and change, and the environment that they run in."""

TURBULENCE = """\
[simulation]
kind = "turbulence"
title = "A small vortex"

[grid]
points = [16, 16, 16]

[turbulence]
viscosity = 0.01

[initial]
kind = "taylor-green"

[time]
steps = 12
step = 0.02
scheme = "rk3"

[output]
history = { every_steps = 1 }
spectra = { every_steps = 6 }
fields = { every_steps = 6, names = ["velocity"] }

[checkpoint]
every_steps = 4
"""

SOUND = """\
[simulation]
kind = "sound"

[grid]
points = [48, 32]
spacing = 1.0e-4

[sound]
absorbing_layer = { points = 6 }

[medium]
sound_speed = 1500
density = 1000

[[initial.pressure]]
shape = "disc"
center = [2.0e-3, 1.5e-3]
radius = 5.0e-4
value = 3.0

[time]
cfl = 0.3
steps = 12

[[sensor]]
name = "line"
shape = "line"
from = [1.0e-3, 1.0e-3]
to = [3.0e-3, 1.0e-3]
record = ["pressure", "velocity", "pressure-max", "pressure-rms"]
"""

PLASMA = """\
[simulation]
kind = "blood"

[grid]
spacing = 1e-6

[geometry]
shape = "tube"
diameter = 12e-6
length = 8e-6

[flow]
pressure_gradient = [1e5, 0, 0]

[time]
steps = 40

[output]
history = { every_steps = 10 }
tables = { every_steps = 20 }
fields = { every_steps = 40 }

[checkpoint]
every_steps = 20
"""

CELLS = """\
[simulation]
kind = "blood"

[grid]
spacing = 1e-6

[geometry]
shape = "channel"
length = 14e-6
width = 12e-6
height = 12e-6
lower_velocity = [-0.05, 0, 0]
upper_velocity = [0.05, 0, 0]

[initial]
kind = "shear"

[cells]
[[cells.species]]
name = "capsule"
shape = "sphere"
radius = 2.5e-6
refinement = 2
dilatation = 1
shear_modulus = 1e-4
centres = [[0, 0, 0]]

[time]
steps = 40

[output]
history = { every_steps = 10 }
tables = { every_steps = 20, names = ["cells"] }
fields = { every_steps = 40 }

[checkpoint]
every_steps = 20
"""

ENVIRONMENT = {
    "OMP_NUM_THREADS": "1",
    "OMPI_ALLOW_RUN_AS_ROOT": "1",
    "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
    # Ranks that share a core must not spin while they wait for each other.
    "OMPI_MCA_mpi_yield_when_idle": "1",
}

# No device, real or emulated, can be used.
NO_DEVICE = {"CUDA_VISIBLE_DEVICES": "", "EMULATED_DEVICES": "0"}

FLOW = """\
[simulation]
kind = "flow"
[grid]
cells = [16, 8, 1]
length = [2, 1, 1]
blocks = [2, 1, 1]
[flow]
viscosity = 0.05
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
[[boundary]]
family = "y+"
kind = "wall"
[[line]]
name = "middle"
from = [0, 0.5, 0]
to = [2, 0.5, 0]
points = 9
[time]
scheme = "bdf2"
step = 0.1
steps = 6
[output]
history = { every_steps = 1 }
fields = { every_steps = 6 }
tables = { every_steps = 6 }
[[check]]
quantity = "history.residual_continuity.final"
reference = 0
tolerance = 0.1
absolute = true
source = "what flows in flows out"
"""

# Parts to be added to FLOW.
FLOW_BODY = """
[[body]]
name = "floor"
families = ["y-"]
velocity = 1
height = 0.5
"""
FLOW_MEASURES = """
[[probe]]
name = "middle"
point = [1, 0.5, 0]
[averages]
from = 0.2
[[check]]
quantity = "history.velocity_middle_x.maximum"
reference = 1
tolerance = 100
source = "any"
[[check]]
quantity = "tables.wall_y-.y_plus.maximum"
reference = 1
tolerance = 100
source = "any"
"""
FLOW_SCALAR = """
[[scalar]]
name = "heat"
diffusivity = 0.01
"""

# What `thalweg predict` takes with a case.
CASE_ON_SUMMIT = ["--profile", "summit-spectrum"]
