# SPDX-License-Identifier: Apache-2.0
"""What is said of flows whose cases are wrong."""

import pytest
from small_cases import FLOW_BODY, FLOW_MEASURES, FLOW_SCALAR

from conftest import refusal, replaced


def test_a_form_of_blocks_that_is_none_is_refused(thalweg, channel, tmp_path):
    text = refusal(thalweg, channel, tmp_path, 'output.fields.form="vtk"')
    assert "output.fields.form" in text and "vtkhdf" in text


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ('["y-"]', '["x-"]', 'names "x-", which is no wall'),
        ("height = 0.5", "", "body.0.area"),
        ("height = 0.5", "height = 0.5\nlift = [0, 0, 0]", "it is a direction"),
        ('"floor"', '"the floor"', "must be a word"),
        ("[[body]]", FLOW_BODY + "[[body]]", "is that of another body"),
        ('["y-"]', '["y-", "y-"]', 'names "y-" twice'),
    ],
)
def test_bodies_that_are_wrong(thalweg, channel, tmp_path, old, new, expected):
    channel.write_text(channel.read_text() + FLOW_BODY.replace(old, new, 1))
    assert expected in refusal(thalweg, channel, tmp_path)


def test_a_face_without_a_condition_is_named(thalweg, channel, tmp_path):
    replaced(channel, '[[boundary]]\nfamily = "y+"\nkind = "wall"\n', "")
    assert 'the faces "y+" have no condition' in refusal(thalweg, channel, tmp_path)


def test_a_face_with_two_conditions_is_named(thalweg, channel, tmp_path):
    replaced(channel, "[[line]]", '[[boundary]]\nfamily = "y+"\nkind = "symmetry"\n[[line]]')
    assert "has two conditions" in refusal(thalweg, channel, tmp_path)


def test_a_condition_for_faces_that_there_are_not(thalweg, channel, tmp_path):
    replaced(channel, 'family = "y+"', 'family = "top"')
    message = refusal(thalweg, channel, tmp_path)
    assert "there are: y-, y+, x-, x+" in message


@pytest.mark.parametrize(
    ("setting", "expected"),
    [
        ("cycles.levels=9", "must be at most 2"),
        ("grid.cells=[16, 3, 1]", "blocks of fewer than 4 cells along y"),
        ('grid.periodic=["z"]', "has no meaning in a grid of one cell along z"),
        ("grid.stretching=[0, 0, 1]", "must be 0 along z"),
        ("grid.grading.x=[[1, 8, 1], [1, 7, 2]]", "has 15 cells in all, but grid.cells says 16"),
        ("grid.grading.y=[[2, 8, 1]]", "is 2 long in all, but grid.length says 1 along y"),
        ("grid.grading.x=[[2, 15.5, 1]]", "a segment of 15.5 cells; expected a whole number"),
        ("grid.grading.x=[[2, 16, 0]]", "must be > 0"),
        (
            "grid={ cells=[8, 8, 1], stretching=[1, 0, 0], grading.x=[[1, 8, 2]] }",
            "excludes grid.stretching along x",
        ),
        ("flow.viscosity=-1", "must be >= 0"),
        ("line.0.name='a.b'", "must be a word"),
        ('line.0.name="a\\nb"', "must be a word"),
        ("flow.bta=2", 'Did you mean "beta"?'),
        ("cycles.most=0", "must be >= 1"),
        ("cycles.coarsest=0", "must be >= 1"),
        ("cycles.smoother='line'", 'Did you mean "lines"?'),
        ("cycles.sweeps=1", "must be >= 2"),
        ("cycles={ smoother='runge-kutta', sweeps=4 }", 'needs cycles.smoother = "block-jacobi"'),
        ("cycles.ramp={ from = 1, cycles = 9 }", 'needs time.scheme = "steady"'),
        ("time.cfl=0", "must be > 0"),
        ("time.scheme='steady'", "time.step"),
        ("flow.flux='low_diffusion'", 'Did you mean "low-diffusion"?'),
        ("flow.dissipation=0.1", 'goes with flow.flux = "central" alone'),
        ("initial={kind='taylor-green', dimensions=3}", "must be 2 on a flat grid"),
        (
            "initial={kind='channel', velocity=[1, 0, 0], across='z'}",
            'must be "x" or "y" on a flat grid',
        ),
        ("turbulence_model.kind='wale'", 'must be "none" on a flat grid'),
        ("boundary.2.law='power'", "needs a turbulence_model"),
        ("turbulence_model.kind='wail'", 'must be one of "none", "smagorinsky", "wale"'),
    ],
)
def test_wrong_values_are_explained(thalweg, channel, tmp_path, setting, expected):
    assert expected in refusal(thalweg, channel, tmp_path, setting)


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        (
            ("boundary.2.table=true", "probe.0.point=[9, 0, 0]"),
            "lies in no cell of the grid, which reaches from 0 to 2 along x",
        ),
        (
            ("boundary.2.table=true", "line.0.name='wall_y-'"),
            'is that of the table of the wall "y-"',
        ),
        (("probe.0.name='a,b'",), "must be a word"),
        (("time.scheme='steady'",), 'needs time.scheme = "bdf2"'),
        (("boundary.0.table=true",), "boundary.0.table"),
        (("output.fields.names=['mean_velocit']",), 'Did you mean "mean_velocity"?'),
    ],
)
def test_measures_that_are_wrong(thalweg, channel, tmp_path, settings, expected):
    channel.write_text(channel.read_text() + FLOW_MEASURES)
    assert expected in refusal(thalweg, channel, tmp_path, *settings)


GUSTS = "boundary.0.turbulence={{ {}length=0.1 }}"


SOLID = ("grid.cells=[16, 8, 8]", "grid.periodic=['z']")


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ((GUSTS.format("intensity=0.1, "),), "this one is flat"),
        ((*SOLID, GUSTS.format("")), "boundary.0.turbulence.intensity"),
        ((*SOLID, GUSTS.format("intensity=-1, ")), "must be > 0"),
        ((*SOLID, GUSTS.format("reynolds_stress=[1, 1, 1, 2, 0, 0], ")), "positive definite"),
        ((*SOLID, "boundary.1.turbulence={ intensity=0.1 }"), "boundary.1.turbulence"),
        (
            (*SOLID, GUSTS.format("intensity=0.1, convection=[0, 0, 0], ")),
            "boundary.0.turbulence.convection",
        ),
        (
            (*SOLID, "initial.turbulence={ intensity=0.1, length=0.1 }"),
            "give initial.turbulence.reynolds_stress",
        ),
    ],
)
def test_turbulence_that_is_wrong(thalweg, channel, tmp_path, settings, expected):
    assert expected in refusal(thalweg, channel, tmp_path, *settings)


PROFILE = """
[averages]
from = 0.2
[[profile]]
name = "across"
axis = "y"
walls = ["y-", "y+"]
"""


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("[averages]\nfrom = 0.2", "", "needs [averages]"),
        ('"y-"', '"x-"', 'names "x-", which is no wall at rest'),
        ('"across"', '"middle"', "is that of a line"),
        ('"y+"', '"y-"', 'names "y-" twice'),
        ('axis = "y"', 'axis = "r"', "profile.0.axis"),
        ('axis = "y"', 'axis = "x"', 'names "y-", which does not lie across x'),
    ],
)
def test_profiles_that_are_wrong(thalweg, channel, tmp_path, old, new, expected):
    channel.write_text(channel.read_text() + PROFILE.replace(old, new, 1))
    assert expected in refusal(thalweg, channel, tmp_path)


STEADY = ("time.scheme='steady'", "boundary.0={ family='x-', kind='inflow', velocity=[1, 0, 0] }")


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        (("boundary.0.profile='tabel'",), 'Did you mean "table"?'),
        (("boundary.1.kind='convective-outflo'",), 'Did you mean "convective-outflow"?'),
        (("boundary.1.kind='convective-outflow'", "boundary.1.speed=0"), "must be > 0"),
        ((*STEADY, "boundary.1.kind='convective-outflow'"), 'a steady flow takes "outflow"'),
        ((*STEADY, "boundary.1.ramp=1"), "a steady flow has no time"),
        ((*STEADY, "flow.mean_velocity=[1, 0, 0]"), 'needs time.scheme = "bdf2"'),
        (("boundary.1.ramp=1",), "multiplies boundary.1.pressure, which is not given"),
        (("boundary.0.profile='table'",), 'does not go with profile = "table"'),
        (("boundary.2.ramp=1",), "multiplies boundary.2.velocity, which is not given"),
        (("flow.force_ramp=1",), "multiplies flow.force, which is not given"),
        (("flow.mean_velocity=[0, 0, 0]",), "must not be zero"),
        (("flow.mean_velocity=[1, 0, 0]",), "only along a way on which the grid repeats"),
        (("boundary.2.velocity=[0, 0.1, 0]",), "must lead along the wall"),
        (("flow.gravity=[0, -1, 0]",), "no [[scalar]] has an expansion"),
        (("flow.mean_velocity=[1, 0, 0]", "flow.force=[1, 0, 0]"), "flow.force"),
        (("boundary.2.factor_file='none.csv'",), "none.csv cannot be opened"),
    ],
)
def test_conditions_that_are_wrong(thalweg, channel, tmp_path, settings, expected):
    assert expected in refusal(thalweg, channel, tmp_path, *settings)


@pytest.mark.parametrize(
    ("key", "table", "expected"),
    [
        ("profile_file", "1,2\n3,4\n", "must have a line of names"),
        ("profile_file", "y,velocity_r\n1,2\n", "must have a line of names"),
        ("profile_file", "x,y,velocity_x\n0,0,1\n1,1,1\n", "one row for each of 2 by 2 places"),
        ("profile_file", "y,velocity_x\n0,1\n0,1\n", "has 2 rows, of 1 places"),
        ("profile_file", "y,velocity_x\n0,nan\n", '2: "nan" is no finite number'),
        ("factor_file", "t,factor\n0,1\n1,1\n", 'under the line "time,factor"'),
        ("factor_file", "time,factor\n1,1\n0,1\n", "whose times increase"),
        ("factor_file", "time,factor\n0,1\n1,2\n", "must end with the factor that it begins with"),
        ("factor_file", "time,factor\n0,1\n1,a\n", '"a" is no number'),
    ],
)
def test_tables_of_conditions_that_are_wrong(thalweg, channel, tmp_path, key, table, expected):
    (tmp_path / "table.csv").write_text(table)
    settings = [f"boundary.0.{key}='table.csv'"]
    if key == "profile_file":
        replaced(channel, 'velocity = [1, 0, 0]\nprofile = "parabolic"', 'profile = "table"')
    else:
        settings.append("boundary.0.repeat=true")
    assert expected in refusal(thalweg, channel, tmp_path, *settings)


SEALED = "boundary.1={ family='x+', kind='wall' }"
FASTER = "boundary.1={ family='x+', kind='inflow', velocity=[2, 0, 0], profile='parabolic' }"


@pytest.mark.parametrize(
    ("setting", "expected"),
    [
        (SEALED, "no other boundary lets the rest through"),
        (FASTER, "no other boundary lets the rest through"),
        ("boundary.0.velocity=[-1, 0, 0]", '"outflow" lets nothing back in'),
    ],
)
def test_what_comes_in_must_leave(thalweg, channel, tmp_path, setting, expected):
    assert expected in refusal(thalweg, channel, tmp_path, setting)


def test_inflows_without_sides_have_no_parabola(thalweg, channel, tmp_path):
    for family in ("y-", "y+"):
        replaced(channel, f'[[boundary]]\nfamily = "{family}"\nkind = "wall"\n', "")
    message = refusal(thalweg, channel, tmp_path, 'grid.periodic=["y"]')
    assert "boundary.0.profile" in message and '"x-" has none' in message


def test_no_key_is_unknown_because_the_grid_is_wrong(thalweg, channel, tmp_path):
    channel.write_text(channel.read_text() + FLOW_SCALAR + "expansion = 1\n")
    settings = ("flow.gravity=[0, -1, 0]", "grid.cells=[16, 3, 1]")
    assert "unknown key" not in refusal(thalweg, channel, tmp_path, *settings)


def test_a_line_that_leaves_the_grid(thalweg, channel, tmp_path):
    message = refusal(thalweg, channel, tmp_path, "line.0.to=[3, 0.5, 0]")
    assert "line.0.to" in message and "reaches from 0 to 2 along x" in message


def test_folded_cells_are_named(thalweg, channel, tmp_path):
    message = refusal(thalweg, channel, tmp_path, 'grid.kind="wavy"', "grid.amplitude=0.5")
    assert "folded" in message and "cell (" in message


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ([], "boundary.0.scalars.heat"),
        ([("x-", "scalars = { heat = 1 }"), ("x+", "scalars = { heat = 1 }")], "walls, inflows"),
        ([("x-", "fluxes = { heat = 1 }")], "walls have fluxes"),
        ([("x-", "scalars = { heat = 1, dye = 1 }")], "boundary.0.scalars.dye"),
        ([("x-", "scalars = { heat = 1 }\nfluxes = { heat = 1 }")], "boundary.0.fluxes.heat"),
    ],
)
def test_scalars_that_are_wrong_at_boundaries(thalweg, channel, tmp_path, changes, expected):
    channel.write_text(channel.read_text() + FLOW_SCALAR)
    for family, line in changes:
        replaced(channel, f'family = "{family}"\n', f'family = "{family}"\n{line}\n')
    assert expected in refusal(thalweg, channel, tmp_path)


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ('"heat"', '"pressure"', "is that of another field"),
        ('"heat"', '"distance"', "is that of another field or column"),
        ('"heat"', '"eddy_viscosity"', "is that of another field or column"),
        ('"heat"', '"velocity_y"', "is that of another field or column"),
        ('"heat"', '"momentum"', "is that of another field or column"),
        ('"heat"', '"variance_heat"', "is that of another field or column"),
        ('"heat"', '"the heat"', "must be a word"),
        ("0.01", "-1", "scalar.0.diffusivity"),
        ("0.01", "0.01\nexpansion = 1", "flow.gravity"),
        ("[[scalar]]", FLOW_SCALAR + "[[scalar]]", "is that of another scalar"),
    ],
)
def test_scalars_that_are_wrong(thalweg, channel, tmp_path, old, new, expected):
    channel.write_text(channel.read_text() + FLOW_SCALAR.replace(old, new, 1))
    assert expected in refusal(thalweg, channel, tmp_path)


def test_a_scalar_whose_columns_there_are(thalweg, channel, tmp_path):
    replaced(channel, 'family = "x-"\n', 'family = "x-"\nscalars = { drag = 0 }\n')
    probe = '[[probe]]\nname = "floor"\npoint = [1, 0.5, 0]\n'
    scalar = FLOW_SCALAR.replace("heat", "drag")
    channel.write_text(channel.read_text() + scalar + FLOW_BODY + probe)
    assert 'two columns of the history "drag_floor"' in refusal(thalweg, channel, tmp_path)


FIN = """
[[immersed]]
name = "pressure_y-"
shape = "cylinder"
centre = [1, 0.5, 0]
radius = 0.25
"""


def test_a_body_whose_columns_there_are(thalweg, channel, tmp_path):
    channel.write_text(channel.read_text() + FIN)
    message = refusal(thalweg, channel, tmp_path)
    assert 'two columns of the history "force_pressure_y-_x"' in message
