# SPDX-License-Identifier: Apache-2.0
"""The solver blood from the command line: mistakes, divergence, ranks, restart."""

import re

import pytest
from small_cases import PLASMA

from conftest import contents


@pytest.fixture
def tube(tmp_path):
    file = tmp_path / "tube.toml"
    file.write_text(PLASMA)
    return file


@pytest.mark.parametrize(
    ("setting", "expected"),
    [
        ("geometry.length=8.5e-6", "must be a multiple of grid.spacing"),
        ("geometry.diameter=12", "are both in metres?"),
        ("geometry.diameter=2e-6", "must be at least 3 times grid.spacing"),
        ("blood.relaxation_time=0.5", "must be > 0.5"),
        ("flow.amplitude=[1, 0, 0]", "must be given for flow.amplitude"),
        ("initial.kind=taylor-green", 'needs geometry.shape = "box"'),
        ("geometry.upper_velocity=[1, 0, 0]", "geometry.upper_velocity"),
        ("blood.viscosity_model=casson", "carreau-yasuda"),
        (
            'check=[{ quantity = "history.hematocrit.final", reference = 0.1, tolerance = 0.1, '
            'source = "a book" }]',
            'history.csv has no column "hematocrit"',
        ),
        ('blood={ viscosity_model = "carreau-yasuda", viscosity = 1 }', "does not go with"),
        (
            'blood={ viscosity_model = "carreau-yasuda", zero_shear_viscosity = 1e-4 }',
            "blood thins",
        ),
    ],
)
def test_mistakes_are_refused(thalweg, tube, tmp_path, setting, expected):
    before = contents(tmp_path)
    result = thalweg("run", tube, "--out", "out", "--set", setting)
    assert result.returncode == 2, result.stderr
    assert expected in " ".join(result.stderr.split())
    assert contents(tmp_path) == before


PLANE = 'planes=[{{ name = "{name}", at = [{x}, 0, 0], {rest} }}]'


@pytest.mark.parametrize(
    ("plane", "expected"),
    [
        ({"name": "a b", "x": 0, "rest": 'axis = "x"'}, "must be of letters, digits, _ and -"),
        ({"name": "a", "x": "0, 1e-5", "rest": 'axis = "x"'}, "planes.0.at"),
        ({"name": "a", "x": 0, "rest": 'axis = "w"'}, '"x", "y"'),
        ({"name": "a", "x": 0, "rest": "normal = [0, 0, 0]"}, "must not be 0"),
        ({"name": "a", "x": 0, "rest": 'axis = "x", normal = [1, 0, 0]'}, "only one of"),
        ({"name": "a", "x": 0, "rest": 'axis = "x", thickness = 1e-3'}, "must be at most"),
        ({"name": "a", "x": 0, "rest": 'axis = "x", pressure_drop_to = "b"'}, "another plane"),
        ({"name": "a", "x": 0, "rest": 'axis = "x", radus = 1e-6'}, "radius"),
    ],
)
def test_mistakes_about_planes_are_refused(thalweg, tube, plane, expected):
    result = thalweg("run", tube, "--out", "out", "--set", PLANE.format(**plane))
    assert result.returncode == 2, result.stderr
    assert expected in " ".join(result.stderr.split())


def test_planes_and_walls_are_written(thalweg, tube, tmp_path):
    plane = PLANE.format(name="middle", x=1e-6, rest='axis = "x"')
    result = thalweg("run", tube, "--out", "out", "--set", plane)
    assert result.returncode == 0, result.stderr
    history = (tmp_path / "out/history.csv").read_text().splitlines()
    columns = history[0].lstrip("# ").split(",")
    row = dict(zip(columns, map(float, history[-1].split(",")), strict=True))
    assert row["flow_rate_middle"] == pytest.approx(row["flow_rate"], rel=1e-12)
    assert row["largest_wall_shear_stress"] >= row["mean_wall_shear_stress"] > 0
    assert (tmp_path / "out/tables/profile_middle-000040.csv").is_file()
    assert list((tmp_path / "out/fields").glob("wall-*.vtkhdf"))


SPHERES = """\
[simulation]
kind = "blood"

[grid]
spacing = 1e-6

[geometry]
shape = "spheres"
length = 12e-6
width = 12e-6
height = 12e-6

[[geometry.spheres]]
radius = 4e-6
centre = [0, 0, 0]

[flow]
pressure_gradient = [100, 0, 0]

[time]
steps = 1000

[output]
history = { every_steps = 500 }
tables = { every_steps = 1000 }
fields = { every_steps = 1000 }
"""


def test_forces_on_spheres_are_written(thalweg, tmp_path):
    case = tmp_path / "bed.toml"
    case.write_text(SPHERES)
    result = thalweg("run", case, "--out", "out")
    assert result.returncode == 0, result.stderr
    history = (tmp_path / "out/history.csv").read_text().splitlines()
    last = dict(zip(history[0].split(","), history[-1].split(","), strict=True))
    force = float(last["force_on_spheres_x"])
    assert force == pytest.approx(100 * (12e-6) ** 3, rel=1e-3)
    table = (tmp_path / "out/tables/spheres-001000.csv").read_text().splitlines()
    row = dict(zip(table[0].split(","), table[-1].split(","), strict=True))
    assert float(row["radius"]) == 4e-6
    assert float(row["force_x"]) == pytest.approx(force, rel=1e-12)


@pytest.mark.parametrize(
    ("setting", "expected"),
    [
        ("geometry.length=12.5e-6", "must be a multiple of grid.spacing"),
        ("geometry.spheres=[]", "one [[geometry.spheres]] or more"),
        ("geometry.spheres=[{ radius = 7e-6, centre = [0, 0, 0] }]", "its own image"),
        ('openings=[{ name = "x_low", kind = "pressure", pressure = 0 }]', "has none"),
        ("cells.species=[{ shear_modulus = 5e-6, number = 20 }]", "the cells do not fit"),
        ("initial.kind=shear", 'needs geometry.shape = "channel"'),
    ],
)
def test_mistakes_about_spheres_are_refused(thalweg, tmp_path, setting, expected):
    case = tmp_path / "bed.toml"
    case.write_text(SPHERES)
    result = thalweg("run", case, "--out", "out", "--set", setting)
    assert result.returncode == 2, result.stderr
    assert expected in " ".join(result.stderr.split())


def test_a_vortex_has_two_or_three_dimensions(thalweg, tmp_path):
    case = tmp_path / "vortex.toml"
    case.write_text(
        '[simulation]\nkind = "blood"\n[grid]\nspacing = 1e-6\n'
        '[geometry]\nshape = "box"\nlength = 8e-6\nwidth = 8e-6\nheight = 8e-6\n'
        '[initial]\nkind = "taylor-green"\nvelocity = 0.01\ndimensions = 4\n[time]\nsteps = 2\n'
    )
    result = thalweg("check", case)
    assert result.returncode == 2, result.stderr
    assert "initial.dimensions" in result.stderr
    assert thalweg("check", case, "--set", "initial.dimensions=3").returncode == 0


def test_checks_may_name_planes(thalweg, tube):
    plane = PLANE.format(name="middle", x=0, rest='axis = "x"')
    tube.write_text(
        PLASMA
        + """
[[check]]
name = "flow"
quantity = "history.flow_rate_midle.final"
reference = 1
tolerance = 1
source = "none"
"""
    )
    result = thalweg("check", tube, "--set", plane)
    assert result.returncode == 2, result.stderr
    assert 'Did you mean "flow_rate_middle"?' in " ".join(result.stderr.split())


def test_check_says_what_is_too_fast(thalweg, tube):
    result = thalweg("check", tube, "--set", "flow.pressure_gradient=[1e9, 0, 0]")
    assert result.returncode == 0, result.stderr
    assert "is too fast" in result.stdout and "relaxation_time" in result.stdout


def test_check_counts_what_drives_the_fluid_alone(thalweg, tube):
    """Pressure rises against a gradient across walls, and nothing holds fluid without walls."""

    def told(*settings):
        options = [part for setting in settings for part in ("--set", setting)]
        result = thalweg("check", tube, *options)
        assert result.returncode == 0, result.stderr
        return " ".join(result.stdout.replace("#", " ").split())

    along = re.search(r"largest velocity about [^:]+", told())[0]
    both = told("flow.pressure_gradient=[1e5, 1e9, 0]")
    assert along in both and "too fast" not in both
    box = 'geometry={ shape = "box", length = 8e-6, width = 8e-6, height = 8e-6 }'
    assert "a box has no walls to hold" in told(box)
    assert "a box has no walls to hold" not in told(box, "flow.pressure_gradient=[0, 0, 0]")


def test_check_says_that_a_fluid_thins(thalweg, tube):
    thins = ("--set", "blood.viscosity_model=carreau-yasuda")
    result = thalweg("check", tube, *thins)
    assert result.returncode == 0, result.stderr
    assert "0.056 to 0.00345 Pa s" in result.stdout and "is inexact" in result.stdout
    result = thalweg("check", tube, *thins, "--set", "blood.relaxation_time=0.55")
    assert "is inexact" not in result.stdout


def test_divergence_names_step_and_place(thalweg, tube):
    result = thalweg("run", tube, "--out", "out", "--set", "flow.pressure_gradient=[1e11, 0, 0]")
    assert result.returncode == 3, result.stderr
    assert re.search(r"diverged at step \d+", result.stderr)
    assert re.search(r"velocity .* at x = .*, y = .*, z = .* m", result.stderr)


def test_restart_on_other_ranks_gives_the_same_history(thalweg, tube, tmp_path):
    assert thalweg("run", tube, "--out", "whole").returncode == 0
    assert thalweg("run", tube, "--out", "out", "--steps", "20").returncode == 0
    result = thalweg("run", tube, "--out", "out", "--restart", ranks=2)
    assert result.returncode == 0, result.stderr

    def numbers(out):
        lines = (tmp_path / out / "history.csv").read_text().splitlines()[2:]
        return [[float(value) for value in line.split(",")] for line in lines]

    for one, other in zip(numbers("whole"), numbers("out"), strict=True):
        assert one[:-1] == pytest.approx(other[:-1], rel=1e-12)
