# SPDX-License-Identifier: Apache-2.0
"""A case of sound that hears between grid points, and what runs of sound leave."""

from pathlib import Path

import h5py
import numpy as np

CASES = Path(__file__).resolve().parents[2] / "cases"

# A wave heard between grid points, on one of them, and where sums reach over the ends of axes.
PLACES = [[1.012e-3, 0.951e-3], [1.5e-3, 1.1e-3], [2.047e-3, 0.033e-3], [0.404e-3, 2.33e-3]]
BETWEEN = f"""
[simulation]
kind = "sound"
[grid]
points = [32, 24]
spacing = 1e-4
[sound]
absorbing_layer.points = 0
[medium]
sound_speed = 1500
density = 1000
[[initial.pressure]]
shape = "disc"
center = [1.2e-3, 1.0e-3]
radius = 4e-4
value = 1.0
[time]
cfl = 0.3
steps = 60
[[sensor]]
name = "places"
shape = "points"
positions = {PLACES}
record = ["pressure", "pressure-max", "colocated-velocity", "velocity-rms", "intensity"]
[[sensor]]
shape = "grid"
record = ["pressure-rms"]
"""


def traces(folder: Path, name: str) -> np.ndarray:
    """A dataset of a run's traces."""
    with h5py.File(folder / "traces.h5") as file:
        return file[name][:]


def whole_grid(folder: Path, name: str, chosen=max) -> np.ndarray:
    """The field of a name that a run wrote last, or with min first."""
    with h5py.File(chosen((folder / "fields").glob(f"{name}-*.vtkhdf"))) as file:
        return file[f"VTKHDF/PointData/{name}"][:]
