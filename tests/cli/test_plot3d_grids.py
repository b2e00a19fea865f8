# SPDX-License-Identifier: Apache-2.0
"""PLOT3D grids with neutral maps, or with families that the case names."""

import csv

import numpy as np
import pytest

from conftest import history

CASE = """
[simulation]
kind = "flow"
[flow]
viscosity = 0.1
[[boundary]]
family = "lid"
kind = "wall"
velocity = [1, 0, 0]
[[boundary]]
family = "walls"
kind = "wall"
[time]
scheme = "steady"
steps = 60
[grid]
file = "grid.xyz"
"""
NAMED = """
[[grid.family]]
name = "lid"
faces = ["block 1 y+", "block 2 x+"]
[[grid.family]]
name = "walls"
"""
# Block 1 has 8 x 8 cells. Block 2, of the same size beside it, is turned by a right angle: i runs
# upwards, j to the left.
MAP = """
2
1 9 9 1
2 9 9 1
# what moves
lid 1 6 1 1 1 9
lid 2 4 1 9 1 1
walls 1 5 1 1 1 9
walls 1 3 1 9 1 1
walls 2 3 1 9 1 1
walls 2 5 1 1 1 9
ONE_TO_ONE 1 4 1 9 1 1  2 6 1 1 1 9  TRUE
"""


def write_grid(folder):
    """A box of 2 x 1 as text, plane."""
    n = np.arange(9.0) / 8
    y, x = np.meshgrid(n, n, indexing="ij")
    i, j = x, y  # of block 2
    blocks = [(x, y), (2 - j, i)]
    numbers = [2, 9, 9, 9, 9, *np.concatenate([v.ravel() for pair in blocks for v in pair])]
    (folder / "grid.xyz").write_text(" ".join(map(str, numbers)))


def last_row(thalweg, folder, name, text):
    (folder / f"{name}.toml").write_text(text)
    result = thalweg("run", f"{name}.toml", "--out", name)
    assert result.returncode == 0, result.stderr
    return history(folder / name)[-1]


def test_maps_and_named_families_give_the_flow_of_one_box(thalweg, tmp_path):
    write_grid(tmp_path)
    (tmp_path / "grid.nmf").write_text(MAP)
    box = CASE.replace('file = "grid.xyz"', "cells = [16, 8, 1]\nlength = [2, 1, 1]")
    box = box.replace('family = "lid"', 'family = "y+"').replace(
        'family = "walls"', 'family = "y-"'
    )
    for side in ("x-", "x+"):
        box = box.replace("[time]", f'[[boundary]]\nfamily = "{side}"\nkind = "wall"\n[time]', 1)
    expected = last_row(thalweg, tmp_path, "box", box)
    mapped = last_row(thalweg, tmp_path, "mapped", CASE + 'map = "grid.nmf"\n')
    named = last_row(thalweg, tmp_path, "named", CASE + NAMED)
    for row in (mapped, named):
        for name in ("kinetic_energy", "wall_force_x", "wall_force_y"):
            np.testing.assert_allclose(row[name], expected[name], rtol=1e-6, atol=1e-9)


def test_what_has_no_family_is_told_and_refused(thalweg, tmp_path):
    write_grid(tmp_path)
    told = thalweg("grid", "grid.xyz")
    assert told.returncode == 0, told.stderr
    assert "1 connection was found where points coincide" in told.stdout
    assert 'without a family and not connected: "block 2" x+, cells 7..8, 0..8' in told.stdout
    (tmp_path / "case.toml").write_text(CASE)
    result = thalweg("check", "case.toml")
    assert result.returncode == 2
    assert 'face x+ of block "block 2"' in result.stderr and "no family" in result.stderr


def test_families_of_faces_that_there_are_not(thalweg, tmp_path):
    write_grid(tmp_path)
    (tmp_path / "case.toml").write_text(CASE + NAMED.replace("block 2 x+", "block 3 x+"))
    result = thalweg("check", "case.toml")
    assert result.returncode == 2
    assert 'the family "lid" names "block 3 x+"' in result.stderr
    assert 'such as "block 1 x-"' in result.stderr


def test_a_map_that_does_not_fit(thalweg, tmp_path):
    write_grid(tmp_path)
    (tmp_path / "grid.nmf").write_text(MAP.replace("2 9 9 1", "2 9 8 1"))
    (tmp_path / "case.toml").write_text(CASE + 'map = "grid.nmf"\n')
    result = thalweg("check", "case.toml")
    assert result.returncode == 2
    assert "grid.nmf:4: block 2 has 8 vertices along j by the map, and 9" in result.stderr


def test_a_file_that_is_no_grid(thalweg, tmp_path):
    (tmp_path / "grid.xyz").write_text("x y z")
    result = thalweg("grid", "grid.xyz")
    assert result.returncode == 2 and "no PLOT3D grid" in result.stderr


COUETTE = """
[simulation]
kind = "flow"
[flow]
viscosity = 0.1
[[boundary]]
family = "still"
kind = "wall"
[[boundary]]
family = "lid"
kind = "wall"
velocity = [1, 0, 0]
[time]
scheme = "steady"
steps = 300
until_steady = { tolerance = 1e-13, every_steps = 10 }
[output]
tables = { every_steps = 10 }
[[line]]
name = "across"
from = [0.4, 0, 0.5]
to = [0.4, 1, 0.5]
points = 41
[grid]
file = "grid.xyz"
translations = [[1, 0, 0]]
[[grid.family]]
name = "still"
faces = ["block 1 y-"]
[[grid.family]]
name = "lid"
faces = ["block 2 x-"]
"""


def test_lines_cross_blocks_whose_cells_differ_in_size(thalweg, tmp_path):
    """A linear profile stays one: block 2 is coarser, and its i axis runs downwards."""
    n = np.arange(9.0) / 8
    fine_y, x = np.meshgrid(0.2 * n, n, indexing="ij")
    coarse_x, coarse_y = np.meshgrid(n, 1 - 0.8 * n, indexing="ij")
    numbers = [2, 9, 9, 9, 9]
    for values in (x, fine_y, coarse_x, coarse_y):
        numbers.extend(values.ravel())
    (tmp_path / "grid.xyz").write_text(" ".join(map(str, numbers)))
    (tmp_path / "case.toml").write_text(COUETTE)
    result = thalweg("run", "case.toml", "--out", "out")
    assert result.returncode == 0, result.stderr
    table = sorted((tmp_path / "out/tables").glob("across-*.csv"))[-1]
    with open(table, newline="") as file:
        names, _, *rows = csv.reader(file)
    values = np.array(rows, dtype=float)
    velocity = values[:, names.index("velocity_x")]
    np.testing.assert_allclose(velocity, values[:, names.index("y")], atol=1e-9)


SECTOR = """
[simulation]
kind = "flow"
[flow]
viscosity = 0.1
[[boundary]]
family = "walls"
kind = "wall"
[time]
scheme = "steady"
steps = 3
[grid]
file = "grid.xyz"
rotation = { angle = 60 }
[[grid.family]]
name = "walls"
"""


def write_sector(folder):
    """Between two circles, a sixth of the whole."""
    n = np.arange(9.0) / 8
    angle, r = np.meshgrid(np.pi / 3 * n, 1 + n, indexing="ij")
    numbers = [1, 9, 9, *(r * np.cos(angle)).ravel(), *(r * np.sin(angle)).ravel()]
    (folder / "grid.xyz").write_text(" ".join(map(str, numbers)))
    (folder / "case.toml").write_text(SECTOR)


TURNED_DUCT = """
[simulation]
kind = "flow"
[grid]
file = "grid.xyz"
[[grid.family]]
name = "in"
faces = ["block 1 x-"]
[[grid.family]]
name = "out"
faces = ["block 1 x+"]
[[grid.family]]
name = "walls"
[flow]
viscosity = 0.1
[[boundary]]
family = "in"
kind = "inflow"
velocity = [1, 0, 0]
profile = "parabolic"
[[boundary]]
family = "out"
kind = "outflow"
[[boundary]]
family = "walls"
kind = "wall"
[time]
scheme = "steady"
steps = 1
"""


@pytest.mark.parametrize(("angle", "status"), [(0, 0), (np.pi / 4, 2)])
def test_parabolas_need_inlets_along_axes(thalweg, tmp_path, angle, status):
    n = np.arange(9.0) / 8
    z, y, x = np.meshgrid(n, n, n, indexing="ij")
    places = x, y * np.cos(angle) - z * np.sin(angle), y * np.sin(angle) + z * np.cos(angle)
    numbers = [1, 9, 9, 9, *np.concatenate([v.ravel() for v in places])]
    (tmp_path / "grid.xyz").write_text(" ".join(map(str, numbers)))
    (tmp_path / "case.toml").write_text(TURNED_DUCT)
    result = thalweg("check", "case.toml")
    assert result.returncode == status, result.stderr
    assert ("times its mean velocity" in result.stderr) == (status == 2)


def test_a_sector_is_connected_by_a_rotation(thalweg, tmp_path):
    write_sector(tmp_path)
    result = thalweg("run", "case.toml", "--out", "out")
    assert result.returncode == 0, result.stderr
    assert "1 connection was found where points coincide" in result.stdout


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        (("flow.force=[1, 0, 0]",), "must be along z"),
        (("flow.mean_velocity=[0, 1, 0]",), "must be along z"),
        (("boundary.0.velocity=[0, 1, 0]",), "boundary.0.velocity"),
        (("boundary.0.kind='far-field'", "boundary.0.velocity=[1, 0, 0]"), "must be along z"),
        (
            (
                "boundary.0.kind='inflow'",
                "boundary.0.profile='table'",
                "boundary.0.profile_file='across.csv'",
            ),
            "must be along z",
        ),
        (
            ("initial.turbulence={ reynolds_stress=[1, 1, 1, 0, 0, 0], length=1 }",),
            "cannot be in a grid that is periodic by a rotation",
        ),
        (("grid.rotation.angle=0",), "must be > 0 and < 180"),
        (("grid.rotation.axis='w'",), "grid.rotation.axis"),
    ],
)
def test_sectors_that_are_wrong(thalweg, tmp_path, settings, expected):
    write_sector(tmp_path)
    (tmp_path / "across.csv").write_text("x,velocity_x\n0,1\n1,1\n")
    words = [word for setting in settings for word in ("--set", setting)]
    result = thalweg("check", "case.toml", *words)
    assert result.returncode == 2 and expected in result.stderr, result.stderr


def test_families_whose_names_no_column_can_have(thalweg, tmp_path):
    write_sector(tmp_path)
    result = thalweg("check", "case.toml", "--set", "grid.family.0.name='lid, upper'")
    assert result.returncode == 2 and "grid.family.0.name" in result.stderr, result.stderr
