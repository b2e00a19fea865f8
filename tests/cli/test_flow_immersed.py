# SPDX-License-Identifier: Apache-2.0
"""Bodies that the grid does not follow: shapes from files, fields, wrong ones."""

import math

import h5py
import numpy as np
import pytest
from small_cases import FLOW

from conftest import history, refusal

CIRCLE = """
[[immersed]]
name = "round"
shape = "cylinder"
centre = [0.7, 0.5, 0]
radius = 0.22
"""
COEFFICIENTS = """
[[body]]
name = "round"
immersed = ["round"]
velocity = 1
height = 0.44
"""
CUBE = [(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0), (0, 0, 1), (1, 0, 1), (1, 1, 1), (0, 1, 1)]
SIDES = [(0, 3, 2, 1), (4, 5, 6, 7), (0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (3, 0, 4, 7)]


@pytest.fixture
def channel(tmp_path):
    """A channel of 32 x 16 cells with a cylinder."""
    file = tmp_path / "channel.toml"
    file.write_text(FLOW.replace("[16, 8, 1]", "[32, 16, 1]") + CIRCLE + COEFFICIENTS)
    return file


def write_cube(file, sides, corners=CUBE):
    """An OBJ file of some sides of the unit cube."""
    lines = [f"v {x} {y} {z}" for x, y, z in corners]
    lines += ["f " + " ".join(str(n + 1) for n in side) for side in sides]
    file.write_text("\n".join(lines) + "\n")


def shaped(file, tmp_path, text):
    """The channel with another shape of the body."""
    file.write_text(file.read_text().replace(CIRCLE, '[[immersed]]\nname = "round"\n' + text))


def distance(folder):
    with h5py.File(next(iter(sorted(folder.glob("fields/distance-*.cgns"))))) as stored:
        found = []
        stored.visititems(
            lambda name, item: found.append(item[...]) if name.endswith("/distance/ data") else None
        )
    return np.concatenate([part.ravel() for part in found])


def test_a_body_has_forces_coefficients_and_a_field(thalweg, channel, tmp_path):
    settings = ("--set", "output.fields.names=['velocity', 'distance']")
    result = thalweg("run", channel, "--out", "out", *settings)
    assert result.returncode == 0, result.stderr
    row = history(tmp_path / "out")[-1]
    assert row["drag_round"] == pytest.approx(row["force_momentum_round_x"] / 0.22)
    assert row["drag_round"] > 1 and abs(row["lift_round"]) < 1e-4 * row["drag_round"]
    assert row["force_round_x"] == pytest.approx(
        row["force_pressure_round_x"] + row["force_viscous_round_x"]
    )
    found = distance(tmp_path / "out")
    assert found.min() < -0.15 and np.sum(found < 0) / 256 == pytest.approx(math.pi * 0.22**2, 0.05)


def test_an_outline_and_a_surface_are_read(thalweg, channel, tmp_path):
    angles = np.linspace(0, 2 * np.pi, 100, endpoint=False)
    np.savetxt(tmp_path / "circle.txt", np.transpose([np.cos(angles), np.sin(angles)]))
    text = channel.read_text()
    drags = []
    for shape in (
        None,
        'shape = "outline"\nfile = "circle.txt"\nscale = 0.22\ntranslation = [0.7, 0.5, 0]\n',
    ):
        channel.write_text(text)
        if shape:
            shaped(channel, tmp_path, shape)
        result = thalweg("run", channel, "--out", "out", "--force")
        assert result.returncode == 0, result.stderr
        drags.append(history(tmp_path / "out")[-1]["drag_round"])
    assert drags[1] == pytest.approx(drags[0], rel=0.01)

    # So long along z that its ends are far from the grid, which is 1 thick.
    long = [tuple(v) for v in (np.array(CUBE) * [1, 1, 20] - [0, 0, 10])]
    write_cube(tmp_path / "cube.obj", SIDES, long)
    place = "scale = 0.4\nrotation = [0, 0, 30]\ntranslation = [0.7, 0.3, 0]\n"
    box = 'shape = "box"\nsize = [0.4, 0.4, 4]\nrotation = [0, 0, 30]\ncentre = '
    c, s = 0.2 * math.cos(math.pi / 6), 0.2 * math.sin(math.pi / 6)
    drags = []
    for shape in (
        f'shape = "surface"\nfile = "cube.obj"\n{place}',
        f"{box}[{0.7 + c - s}, {0.3 + s + c}, 0]\n",
    ):
        channel.write_text(text)
        shaped(channel, tmp_path, shape)
        result = thalweg("run", channel, "--out", "out", "--force")
        assert result.returncode == 0, result.stderr
        drags.append(history(tmp_path / "out")[-1]["drag_round"])
    assert drags[1] == pytest.approx(drags[0], rel=1e-6)


@pytest.mark.parametrize(
    ("shape", "expected"),
    [
        ('shape = "outline"\nfile = "none.txt"', "there is no file"),
        ('shape = "surface"\nfile = "open.obj"', "the surface has 1 hole"),
        ('shape = "surface"\nfile = "broken.stl"', "broken.stl"),
        ('shape = "outline"\nfile = "three.txt"', "must have two columns"),
        ('shape = "outline"\nfile = "nan.txt"', 'nan.txt:2: "nan" is no finite number'),
        ('shape = "outline"\nfile = "inf.txt"', 'inf.txt:3: "-inf" is no finite number'),
        ('shape = "outline"\nfile = "right.txt"\nrotation = [90, 0, 0]', "must be about z"),
        ('shape = "outline"\nfile = "right.txt"\nrotation = [0, 9, 30]', "immersed.0.rotation"),
        ('shape = "sphere"\ncentre = [1, 0.5, 0]\nradius = 0.2', "no meaning in a flat grid"),
        ('shape = "cylinder"\ncentre = [3, 0.5, 0]\nradius = 0.2', "lies outside of the grid"),
        ('shape = "cylinder"\ncentre = [1, 0.5, 0]\nradius = 0', "must be > 0"),
        ('shape = "outline"\nfile = "line.txt"\nsheet = true', "thickness"),
        (CIRCLE.split("\n", 3)[3] + "velocity = [9, 0, 0]", "leaves the grid at time"),
        (CIRCLE.split("\n", 3)[3] + "angle = 9\npivot = [0, 0, 0]", "frequency"),
        (CIRCLE.split("\n", 3)[3] + "velocity = [0, 0, 1]", "immersed.0.velocity"),
        (CIRCLE.split("\n", 3)[3] + "amplitude = [0, 0, 1]\nfrequency = 1", "immersed.0.amplitude"),
    ],
)
def test_bodies_that_are_wrong(thalweg, channel, tmp_path, shape, expected):
    write_cube(tmp_path / "open.obj", SIDES[1:])
    (tmp_path / "broken.stl").write_text("solid\nfacet normal 0 0\n")
    (tmp_path / "nan.txt").write_text("0 0\nnan 0\n1 1\n")
    (tmp_path / "inf.txt").write_text("0 0\n1 0\n1 -inf\n")
    (tmp_path / "right.txt").write_text("0.5 0.3\n0.9 0.3\n0.9 0.7\n")
    (tmp_path / "three.txt").write_text("0 0 0\n1 0 0\n1 1 0\n")
    (tmp_path / "line.txt").write_text("0.5 0.5\n0.9 0.5\n")
    shaped(channel, tmp_path, shape + "\n")
    assert expected in refusal(thalweg, channel, tmp_path)


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        (["cycles.smoother='runge-kutta'"], "block-jacobi"),
        (["immersed.0.name='y-'"], "is that of a family"),
        (["body.0.immersed=['square']"], 'names "square"'),
        (["immersed.0.radius=0.02"], "has no cell whose centre is in it"),
        (["immersed.0.radius=5"], "no cell of the grid is outside of all bodies"),
        (["time={scheme='steady', steps=3}", "immersed.0.velocity=[1, 0, 0]"], "needs time.scheme"),
        (["immersed.0.axis='x'"], 'must be "z" in a flat grid'),
        (["immersed.0.frequency=1"], "needs immersed.0.amplitude or immersed.0.angle"),
        (["immersed.0.phase=[0, 90, 0]"], "needs immersed.0.amplitude"),
        (["immersed.0.angle_phase=90"], "needs immersed.0.angle"),
        (["immersed.0.pivot=[0.7, 0.5, 0]"], "needs immersed.0.angle or immersed.0.spin"),
    ],
)
def test_settings_that_are_wrong(thalweg, channel, tmp_path, settings, expected):
    assert expected in refusal(thalweg, channel, tmp_path, *settings)


def test_what_swings_in_a_steady_flow_is_named_and_nothing_else(thalweg, channel, tmp_path):
    turning = "spin=1, pivot=[0.7, 0.5, 0], amplitude=[0.1, 0, 0], frequency=1"
    body = f"immersed=[{{ name='round', shape='cylinder', {turning}, "
    message = refusal(
        thalweg,
        channel,
        tmp_path,
        body + "centre=[0.7, 0.5, 0], radius=0.22 }]",
        "time={scheme='steady', steps=3}",
    )
    assert "immersed.0.amplitude" in message and "immersed.0.angle" not in message


def test_a_study_of_swings_may_begin_with_none(thalweg, channel, tmp_path):
    still = ("axis='z'", "angle=0", "amplitude=[0, 0, 0]", "frequency=1", "phase=[0, 90, 0]")
    turning = ("angle_phase=90", "pivot=[0.7, 0.5, 0]", "pivot_axis='z'")
    settings = [word for key in (*still, *turning) for word in ("--set", f"immersed.0.{key}")]
    result = thalweg("check", channel, *settings)
    assert result.returncode == 0, result.stderr
    assert "1 immersed body, at rest" in result.stdout


HEAT = """
[[scalar]]
name = "heat"
diffusivity = 0.1
"""


def add_heat(file):
    """What comes in has none of it."""
    text = file.read_text()
    at = text.index("\n", text.index('kind = "inflow"')) + 1
    file.write_text(text[:at] + "scalars = { heat = 0 }\n" + text[at:] + HEAT)


@pytest.mark.parametrize(
    ("rule", "expected"),
    [("scalars={heat=1}", None), ("fluxes={heat=0.3}", 0.3 * 2 * math.pi * 0.22), ("spin=0", 0)],
)
def test_what_a_body_gives_is_in_the_history(thalweg, channel, tmp_path, rule, expected):
    add_heat(channel)
    result = thalweg("run", channel, "--out", "out", "--set", f"immersed.0.{rule}")
    assert result.returncode == 0, result.stderr
    given = -history(tmp_path / "out")[-1]["outflow_heat_round"]
    if expected is None:
        assert given > 0.1
    else:
        assert given == pytest.approx(expected, rel=0.02)


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        (["immersed.0.scalars={heat=1}", "immersed.0.fluxes={heat=1}"], "immersed.0.fluxes.heat"),
        (["immersed.0.scalars={heat=1}", "scalar.0.diffusivity=0"], "diffusivity above 0"),
        (["immersed.0.scalars={het=1}"], "immersed.0.scalars.het"),
    ],
)
def test_rules_of_scalars_that_are_wrong(thalweg, channel, tmp_path, settings, expected):
    add_heat(channel)
    assert expected in refusal(thalweg, channel, tmp_path, *settings)


def test_a_plate_thinner_than_a_cell(thalweg, channel, tmp_path):
    shaped(channel, tmp_path,
           'shape = "box"\ncentre = [0.8, 0.53, 0]\nsize = [0.4, 0.03, 1]\n')  # fmt: skip
    assert "is thinner than a cell" in refusal(thalweg, channel, tmp_path)


def test_a_sheet_has_a_thickness(thalweg, channel, tmp_path):
    (tmp_path / "line.txt").write_text("0.5 0.4\n0.9 0.6\n")
    shaped(
        channel, tmp_path, 'shape = "outline"\nfile = "line.txt"\nsheet = true\nthickness = 0.2\n'
    )
    result = thalweg("run", channel, "--out", "out")
    assert result.returncode == 0, result.stderr
    assert history(tmp_path / "out")[-1]["drag_round"] > 0.5
