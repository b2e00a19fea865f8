# SPDX-License-Identifier: Apache-2.0
"""Slices of flows: planes and layers of blocks, restarts, and those that are refused."""

import re

import numpy as np
import pytest
from small_cases import FLOW

from conftest import refusal
from thalweg import Run

SLICES = """
[[slice]]
name = "across"
axis = "x"
position = 1.3
fields = ["velocity", "pressure"]
every_steps = 2
[[slice]]
name = "whole"
axis = "z"
fields = ["pressure"]
every_time = 0.3
"""


def test_slices_are_cells_of_the_fields(thalweg, channel, tmp_path):
    channel.write_text(FLOW + SLICES)
    for out, ranks in (("one", 1), ("two", 2)):
        result = thalweg("run", channel, "--out", out, ranks=ranks)
        assert result.returncode == 0, result.stderr
    run = Run(tmp_path / "one")
    assert run.steps_of_slice("across") == [0, 2, 4, 6]
    assert run.steps_of_slice("whole") == [0, 3, 6]
    blocks = run.field("velocity").blocks  # of 8 by 8 cells, each of 1/8
    across = run.slice("across", "velocity")
    np.testing.assert_array_equal(across.values, blocks["block 1 0 0"].values[0, :, 2])
    assert np.ptp(across.corners[..., 0], axis=1) == pytest.approx(1 / 8)
    wanted = [block.values.ravel() for block in run.field("pressure").blocks.values()]
    np.testing.assert_array_equal(run.slice("whole", "pressure").values, np.concatenate(wanted))
    # Ranks differ by rounding, and in nothing else.
    other = Run(tmp_path / "two").slice("across", "velocity")
    np.testing.assert_array_equal(other.identities, across.identities)
    np.testing.assert_allclose(other.values, across.values, atol=1e-5)


def test_slices_go_on_in_a_restart(thalweg, channel, tmp_path):
    channel.write_text(FLOW + SLICES)
    assert thalweg("run", channel, "--out", "whole").returncode == 0
    every = ("--set", "checkpoint.every_steps=3")
    assert thalweg("run", channel, "--out", "broken", "--steps", "3", *every).returncode == 0
    assert thalweg("run", channel, "--out", "broken", "--restart", *every).returncode == 0
    for step in (0, 2, 4, 6):
        files = [tmp_path / f"{out}/slices/across-{step:06}.vtkhdf" for out in ("whole", "broken")]
        assert files[0].read_bytes() == files[1].read_bytes()


LAYERS = """
[[slice]]
name = "column"
plane = { block = "block 1 0 0", i = 2 }
fields = ["velocity", "pressure"]
every_steps = 3
[[slice]]
name = "row"
plane = { block = "block 0 0 0", j = 7 }
fields = ["pressure"]
every_steps = 3
"""


def test_slices_are_layers_of_a_block(thalweg, channel, tmp_path):
    channel.write_text(FLOW + LAYERS)
    for out, ranks in (("one", 1), ("two", 2)):
        result = thalweg("run", channel, "--out", out, ranks=ranks)
        assert result.returncode == 0, result.stderr
    run = Run(tmp_path / "one")
    assert run.steps_of_slice("column") == [0, 3, 6]
    velocity = run.field("velocity").blocks["block 1 0 0"].values  # (z, y, x)
    pressure = run.field("pressure").blocks["block 0 0 0"].values
    np.testing.assert_array_equal(run.slice("column", "velocity").values, velocity[0, :, 2])
    np.testing.assert_array_equal(run.slice("row", "pressure").values, pressure[0, 7])
    other = Run(tmp_path / "two").slice("column", "velocity")
    np.testing.assert_array_equal(other.corners, run.slice("column", "velocity").corners)
    np.testing.assert_allclose(other.values, velocity[0, :, 2], atol=1e-5)


# Six blocks, turned against each other; on four ranks some are split.
SPHERE = """
[simulation]
kind = "flow"
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
levels = 1
[time]
scheme = "steady"
steps = 2
[output]
fields = { every_steps = 2, names = ["velocity"] }
"""


def test_layers_follow_turned_and_split_blocks(thalweg, tmp_path):
    case = tmp_path / "sphere.toml"
    case.write_text(SPHERE)
    grid = thalweg("grid", case).stdout
    names = re.findall(r'^ *"(.+)": 8 x 8 x 8', grid, flags=re.MULTILINE)
    assert len(names) == 6
    layers = [(block, "ijk"[n % 3], n + 1) for n, block in enumerate(names)]
    for n, (block, axis, index) in enumerate(layers):
        plane = f'plane = {{ block = "{block}", {axis} = {index} }}'
        case.write_text(
            case.read_text() + f'[[slice]]\nname = "layer_{n}"\n{plane}\n'
            'fields = ["velocity"]\nevery_steps = 2\n'
        )
    for ranks in (1, 2, 4):
        result = thalweg("run", case, "--out", f"on_{ranks}", ranks=ranks)
        assert result.returncode == 0, result.stderr
        run = Run(tmp_path / f"on_{ranks}")
        for n, (block, axis, index) in enumerate(layers):
            of_block = run.field("velocity").blocks[block]
            layer, across = run.slice(f"layer_{n}", "velocity"), "kji".index(axis)  # (z, y, x)
            wanted = np.take(of_block.values, index, axis=across).reshape(-1, 3)
            np.testing.assert_array_equal(layer.values, wanted)
            corner = np.take(of_block.vertices, index, axis=across)[0, 0]
            np.testing.assert_array_equal(layer.corners[0, 0], corner)


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (
            ("block 1 0 0", "block 1 0 1"),
            ["slice.0.plane.block", 'there is no block "block 1 0 1"'],
        ),
        (("i = 2", "i = 8"), ["slice.0.plane.i = 8", ">= 0 and <= 7"]),
        (("i = 2", "i = -1"), ["slice.0.plane.i = -1", ">= 0 and <= 7"]),
        (("i = 2", "i = 2, j = 2"), ["slice.0.plane.i", "slice.0.plane.j"]),
        ((", i = 2", ""), ["exactly one of", "slice.0.plane.k"]),
        (
            ('name = "column"', 'name = "column"\naxis = "x"'),
            ["slice.0.axis", "slice.0.plane.block"],
        ),
    ],
)
def test_layers_that_are_wrong_are_explained(thalweg, channel, tmp_path, change, expected):
    channel.write_text(FLOW + LAYERS.replace(*change))
    text = refusal(thalweg, channel, tmp_path)
    for part in expected:
        assert part in text, text


def test_slices_beside_the_grid_are_refused(thalweg, channel, tmp_path):
    channel.write_text(
        FLOW + SLICES.replace("1.3", "2").replace("fields = [", 'fields = ["heat", ', 1)
    )
    text = refusal(thalweg, channel, tmp_path)
    assert "slice.0.position" in text and "must lie in the grid: from 0 to below 2" in text
    assert 'there is no field "heat"' in text
