# SPDX-License-Identifier: Apache-2.0
"""Cells in plasma end with the same bits whatever the order of a device's blocks and threads is.

EMULATED_SEED draws that order. Where vertices add to nodes by atomics, it shows in the last bits.
"""

import os
import subprocess
from pathlib import Path

import h5py
import numpy as np
import pytest

THALWEG = os.environ["THALWEG_BIN"]
# A cell with another fluid in it, which lies across the cut between two ranks, and a ball that it
# pushes.
CASE = """
[simulation]
kind = "blood"
[grid]
spacing = 1e-6
[geometry]
shape = "channel"
length = 14e-6
width = 10e-6
height = 10e-6
lower_velocity = [-0.1, 0, 0]
upper_velocity = [0.1, 0, 0]
[blood]
viscosity = 1.2e-3
relaxation_time = 0.9
[initial]
kind = "shear"
[transport]
route = "staged"
[cells]
repulsion = { range = 1e-6, strength = 1e-11 }
[[cells.species]]
radius = 3.2e-6
refinement = 2
shear_modulus = 1e-5
interior_viscosity = 3e-3
centres = [[0, 0, -1e-6]]
axes = [[0, 1, 1]]
[[cells.species]]
shape = "sphere"
radius = 1.5e-6
refinement = 1
shear_modulus = 1e-4
centres = [[0, 0, 3.1e-6]]
[time]
steps = 12
[output]
fields = { every_steps = 12 }
"""


def fields_of(case: Path, out: Path, spreading: str, seed: int, ranks: int) -> dict:
    """The fields that a run leaves: of sites and of vertices, by file and name."""
    launcher = ["mpirun", "--oversubscribe", "--bind-to", "none", "-n", str(ranks)]
    result = subprocess.run(
        [
            *(launcher if ranks > 1 else []),
            *(THALWEG, "run", str(case), "--out", str(out), "--device", "cuda"),
            *("--set", f'cells.spreading="{spreading}"'),
        ],
        env={**os.environ, "EMULATED_SEED": str(seed)},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert result.returncode == 0, result.stderr
    fields = {}
    for path in sorted((out / "fields").glob("*-000012.vtkhdf")):
        with h5py.File(path) as file:
            data = file["VTKHDF/PointData"]
            fields.update({f"{path.stem}/{name}": data[name][:] for name in data})
    assert any("velocity" in name for name in fields) and any("force" in name for name in fields)
    return fields


@pytest.mark.parametrize(("ranks", "seeds"), [(1, (2, 3)), (2, (2,))])
def test_gathered_forces_do_not_depend_on_the_order_of_blocks(tmp_path, ranks, seeds):
    case = tmp_path / "case.toml"
    case.write_text(CASE)

    def run(spreading, seed):
        return fields_of(case, tmp_path / f"{spreading}-{seed}", spreading, seed, ranks)

    first = run("gather", 1)
    for seed in seeds:
        other = run("gather", seed)
        assert first.keys() == other.keys()
        for name, values in first.items():
            assert np.array_equal(values, other[name]), f"{name} with seed {seed}"
    added = [run("atomic", seed) for seed in (1, 2)]
    assert any(not np.array_equal(added[0][name], added[1][name]) for name in first)
    for name, values in first.items():
        np.testing.assert_allclose(added[0][name], values, rtol=0, atol=1e-8 * np.abs(values).max())
