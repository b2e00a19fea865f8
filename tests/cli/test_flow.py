# SPDX-License-Identifier: Apache-2.0
"""Flow on blocks from case files: runs, restarts, and what is said of cases that are wrong."""

import csv
import json
import re

import h5py
import numpy as np
import pytest
from small_cases import FLOW

from conftest import history, refusal
from thalweg import Run


@pytest.fixture
def channel(tmp_path):
    file = tmp_path / "channel.toml"
    file.write_text(FLOW)
    return file


def test_a_run_leaves_history_fields_tables_and_a_report(thalweg, channel, tmp_path):
    result = thalweg("run", channel, "--out", "out")
    assert result.returncode == 0, result.stderr
    rows = history(tmp_path / "out")
    assert len(rows) == 7 and rows[-1]["time"] == pytest.approx(0.6)
    assert rows[-1]["largest_velocity"] > 1
    with h5py.File(tmp_path / "out/fields/velocity-000006.cgns") as file:
        along = file["Base/block 1 0 0/FlowSolution/velocityX/ data"][:]
    assert along.shape == (1, 8, 8) and np.isfinite(along).all()
    with open(tmp_path / "out/tables/middle-000006.csv", newline="") as file:
        names, _, *table = csv.reader(file)
    assert names[:2] == ["distance", "x"] and len(table) == 9
    report = json.loads((tmp_path / "out/report.json").read_text())
    assert [check["holds"] for check in report["checks"]] == [True]
    assert {"ghosts", "fluxes", "smooth"} <= {phase["name"] for phase in report["phases"]}


def test_lines_are_advised_where_cells_are_thin(thalweg, channel):
    advice = "cells are up to 20 times as long as thin"
    thin = ("--set", "grid.length=[40, 1, 1]")
    assert advice not in thalweg("check", channel).stdout
    assert advice in thalweg("check", channel, *thin).stdout
    lined = thalweg("check", channel, *thin, "--set", 'cycles.smoother="lines"')
    assert advice not in lined.stdout and "block Jacobi along lines" in lined.stdout


def test_a_restart_gives_the_bytes_of_an_unbroken_run(thalweg, channel, tmp_path):
    assert thalweg("run", channel, "--out", "whole").returncode == 0
    every = ("--set", "checkpoint.every_steps=3")
    assert thalweg("run", channel, "--out", "broken", "--steps", "3", *every).returncode == 0
    assert thalweg("run", channel, "--out", "broken", "--restart", *every).returncode == 0
    for name in ("velocity", "pressure"):
        files = [tmp_path / out / f"fields/{name}-000006.cgns" for out in ("whole", "broken")]
        assert files[0].read_bytes() == files[1].read_bytes()


def test_the_last_two_steps_share_what_is_left(thalweg, channel, tmp_path):
    channel.write_text(FLOW.replace("steps = 6\n[output]", "end = 0.45\n[output]"))
    every = ("--set", "checkpoint.every_steps=3")
    assert thalweg("run", channel, "--out", "whole").returncode == 0
    assert thalweg("run", channel, "--out", "broken", "--steps", "3", *every).returncode == 0
    assert thalweg("run", channel, "--out", "broken", "--restart", *every).returncode == 0
    rows = [history(tmp_path / out) for out in ("whole", "broken")]
    assert [row["time"] for row in rows[0]] == pytest.approx([0, 0.1, 0.2, 0.3, 0.375, 0.45])
    assert rows[0][-1]["time"] == 0.45
    assert rows[0] == rows[1]


def test_blocks_may_be_hexahedra_that_paraview_reads(thalweg, channel, tmp_path):
    form = ("--set", 'output.fields.form="vtkhdf"')
    assert thalweg("run", channel, "--out", "cgns").returncode == 0
    result = thalweg("run", channel, "--out", "vtkhdf", *form)
    assert result.returncode == 0, result.stderr
    for name in ("velocity", "pressure"):
        wanted, found = (Run(tmp_path / out).field(name) for out in ("cgns", "vtkhdf"))
        assert (found.name, found.unit, found.time) == (wanted.name, wanted.unit, wanted.time)
        assert list(found.blocks) == list(wanted.blocks)
        for block, of_cgns in wanted.blocks.items():
            np.testing.assert_array_equal(found.blocks[block].values, of_cgns.values)
            np.testing.assert_array_equal(found.blocks[block].vertices, of_cgns.vertices)
    files = {file.name for file in (tmp_path / "vtkhdf/fields").iterdir()}
    assert {"grid.vtkhdf", "velocity-000006.vtkhdf", "velocity.hdf.series"} <= files
    assert not any(file.endswith(".cgns") for file in files)
    # All of it is the run's own: replaced by force, and set aside together with its grid.
    result = thalweg("run", channel, "--out", "vtkhdf", "--force", "--steps", "3", *form)
    assert result.returncode == 0, result.stderr
    assert not (tmp_path / "vtkhdf/fields/velocity-000006.vtkhdf").exists()


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


def test_a_form_of_blocks_that_is_none_is_refused(thalweg, channel, tmp_path):
    text = refusal(thalweg, channel, tmp_path, 'output.fields.form="vtk"')
    assert "output.fields.form" in text and "vtkhdf" in text


def test_a_run_that_diverges_names_the_place(thalweg, channel):
    wild = ("--set", 'cycles.smoother="runge-kutta"', "--set", "cycles.cfl=1e6")
    result = thalweg("run", channel, "--out", "out", *wild)
    assert result.returncode == 3, result.stderr
    assert "block" in result.stderr and "cell" in result.stderr and "x = " in result.stderr


def test_steps_that_do_not_converge_are_told_or_stop_the_run(thalweg, channel, tmp_path):
    few = ("--set", "cycles.most=1", "--set", "cycles.tolerance=1e-9")
    text = "step 1: the residual of the flow is"
    told = thalweg("run", channel, "--out", "out", *few)
    assert told.returncode == 0, told.stderr
    # After steps 1, 2 and 4 of 6.
    assert told.stdout.count("the residual of the flow is") == 3 and text in told.stdout
    stopped = thalweg("run", channel, "--out", "b", *few, "--set", 'cycles.unconverged="stop"')
    assert stopped.returncode == 3
    assert text in stopped.stderr and "after 1 cycles" in stopped.stderr
    assert 'cycles.unconverged = "stop"' in stopped.stderr


def test_scalars_that_do_not_converge_are_told(thalweg, channel, tmp_path):
    channel.write_text(channel.read_text() + SCALAR)
    replaced(channel, 'family = "x-"\n', 'family = "x-"\nscalars = { heat = 1 }\n')
    few = ("--set", "cycles.most=1", "--set", "cycles.tolerance=1e-9")
    told = thalweg("run", channel, "--out", "out", *few)
    assert told.returncode == 0, told.stderr
    assert told.stdout.count("the residual of heat is") == 3


def test_steps_too_long_for_a_convective_outflow_are_told(thalweg, channel):
    carried = ("--set", "boundary.1.kind='convective-outflow'")
    told = thalweg("run", channel, "--out", "out", *carried, "--set", "boundary.1.speed=100")
    assert "cells on in a step at a convective outflow" in told.stdout, told.stderr
    quiet = thalweg("run", channel, "--out", "b", *carried, "--set", "boundary.1.speed=0.1")
    assert quiet.returncode == 0 and "convective outflow" not in quiet.stdout


BODY = """
[[body]]
name = "floor"
families = ["y-"]
velocity = 1
height = 0.5
"""


def test_forces_of_families_and_bodies_are_in_the_history(thalweg, channel, tmp_path):
    channel.write_text(
        channel.read_text()
        + BODY
        + """
[[check]]
quantity = "history.drag_floor.final"
reference = 1
tolerance = 100
source = "any"
"""
    )
    result = thalweg("run", channel, "--out", "out")
    assert result.returncode == 0, result.stderr
    row = history(tmp_path / "out")[-1]
    assert row["force_y-_x"] == pytest.approx(
        row["force_pressure_y-_x"] + row["force_viscous_y-_x"], abs=1e-12
    )
    assert row["wall_force_x"] == pytest.approx(row["force_y-_x"] + row["force_y+_x"])
    assert row["drag_floor"] == pytest.approx(row["force_y-_x"] / 0.25)
    report = json.loads((tmp_path / "out/report.json").read_text())
    assert report["checks"][-1]["value"] == pytest.approx(row["drag_floor"])


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ('["y-"]', '["x-"]', 'names "x-", which is no wall'),
        ("height = 0.5", "", "body.0.area"),
        ("height = 0.5", "height = 0.5\nlift = [0, 0, 0]", "it is a direction"),
        ('"floor"', '"the floor"', "must be a word"),
        ("[[body]]", BODY + "[[body]]", "is that of another body"),
    ],
)
def test_bodies_that_are_wrong(thalweg, channel, tmp_path, old, new, expected):
    channel.write_text(channel.read_text() + BODY.replace(old, new, 1))
    assert expected in refusal(thalweg, channel, tmp_path)


def replaced(file, old, new):
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new, 1))


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
        ("flow.viscosity=-1", "must be >= 0"),
        ("line.0.name='a.b'", "must be a word"),
        ("flow.bta=2", 'Did you mean "beta"?'),
        ("cycles.most=0", "must be >= 1"),
        ("cycles.smoother='line'", 'Did you mean "lines"?'),
        ("cycles.sweeps=1", "must be >= 2"),
        ("cycles={ smoother='runge-kutta', sweeps=4 }", 'needs cycles.smoother = "block-jacobi"'),
        ("cycles.ramp={ from = 1, cycles = 9 }", 'needs time.scheme = "steady"'),
        ("time.cfl=0", "must be > 0"),
        ("time.scheme='steady'", "time.step"),
        ("flow.flux='low_diffusion'", 'Did you mean "low-diffusion"?'),
        ("flow.dissipation=0.1", 'goes with flow.flux = "central" alone'),
        ("initial={kind='taylor-green', dimensions=3}", "must be 2 on a flat grid"),
        ("turbulence_model.kind='wale'", 'must be "none" on a flat grid'),
        ("boundary.2.law='power'", "needs a turbulence_model"),
        ("turbulence_model.kind='wail'", 'must be one of "none", "smagorinsky", "wale"'),
    ],
)
def test_wrong_values_are_explained(thalweg, channel, tmp_path, setting, expected):
    assert expected in refusal(thalweg, channel, tmp_path, setting)


MEASURES = """
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


def test_probes_averages_and_walls(thalweg, channel, tmp_path):
    channel.write_text(channel.read_text() + MEASURES)
    settings = ("--set", "boundary.2.table=true", "--set", "checkpoint.every_steps=3")
    assert thalweg("run", channel, "--out", "whole", *settings).returncode == 0
    row = history(tmp_path / "whole")[-1]
    with open(tmp_path / "whole/tables/middle-000006.csv", newline="") as file:
        names, _, *table = csv.reader(file)
    middle = dict(zip(names, map(float, table[4]), strict=True))
    assert middle["x"] == 1
    assert row["velocity_middle_x"] == pytest.approx(middle["velocity_x"])
    assert row["pressure_middle"] == pytest.approx(middle["pressure"])
    with open(tmp_path / "whole/tables/wall_y--000006.csv", newline="") as file:
        names, _, *table = csv.reader(file)
    faces = np.array(table, dtype=float)
    assert len(faces) == 16
    drag = (faces[:, names.index("shear_x")] * faces[:, names.index("area")]).sum()
    assert drag == pytest.approx(row["force_viscous_y-_x"])
    report = json.loads((tmp_path / "whole/report.json").read_text())
    assert all(check["value"] > 0 for check in report["checks"][-2:])
    fields = ("mean_velocity", "mean_pressure", "reynolds_stress_xx")
    assert thalweg("run", channel, "--out", "b", "--steps", "3", *settings).returncode == 0
    assert thalweg("run", channel, "--out", "b", "--restart", *settings).returncode == 0
    for name in fields:
        files = [tmp_path / out / f"fields/{name}-000006.cgns" for out in ("whole", "b")]
        assert files[0].read_bytes() == files[1].read_bytes()


def test_averages_from_another_time_begin_anew_if_a_restart_may(thalweg, channel, tmp_path):
    channel.write_text(FLOW + "[averages]\nfrom = 0.2\n")
    run = ("run", channel, "--out", "out", "--set", "checkpoint.every_steps=5")
    assert thalweg(*run, "--steps", "5").returncode == 0
    changed = (*run, "--restart", "--set", "averages.from=0.3")
    refused = thalweg(*changed)
    assert refused.returncode == 2
    assert "averages.from was 0.2, is 0.3" in refused.stderr
    result = thalweg(*changed, "--set", "checkpoint.allow_changes=['averages.from']")
    assert result.returncode == 0, result.stderr
    made = Run(tmp_path / "out")
    for block in ("block 0 0 0", "block 1 0 0"):  # of the sixth step alone
        np.testing.assert_array_equal(
            made.field("mean_velocity").blocks[block].values,
            made.field("velocity").blocks[block].values,
        )


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        (
            ("boundary.2.table=true", "probe.0.point=[9, 0, 0]"),
            "[[probe]]: the point (9, 0, 0) lies in no cell",
        ),
        (("probe.0.name='a,b'",), "must be a word"),
        (("time.scheme='steady'",), 'needs time.scheme = "bdf2"'),
        (("boundary.0.table=true",), "boundary.0.table"),
        (("output.fields.names=['mean_velocit']",), 'Did you mean "mean_velocity"?'),
    ],
)
def test_measures_that_are_wrong(thalweg, channel, tmp_path, settings, expected):
    channel.write_text(channel.read_text() + MEASURES)
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
        ('axis = "y"', 'axis = "r"', "profile.0.axis"),
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
        (("flow.mean_velocity=[0, 0, 0]",), "must not be zero"),
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
        ("profile_file", "y,velocity_x\n0,nan\n", "must hold finite numbers"),
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


def test_an_inflow_from_a_table_that_pulsates(thalweg, channel, tmp_path):
    replaced(channel, 'velocity = [1, 0, 0]\nprofile = "parabolic"', 'profile = "table"')
    (tmp_path / "profile.csv").write_text("y,velocity_x\n0,0\n0.5,2\n1,0\n")
    (tmp_path / "pulse.csv").write_text("time,factor\n0,0\n0.3,1\n0.6,0\n")
    settings = ("boundary.0.profile_file='profile.csv'", "boundary.0.factor_file='pulse.csv'")
    result = thalweg("run", channel, "--out", "out", "--set", settings[0], "--set", settings[1])
    assert result.returncode == 0, result.stderr
    speeds = [row["largest_velocity"] for row in history(tmp_path / "out")]
    assert np.argmax(speeds) == 3 and 1.2 < speeds[3] < 2


def test_a_line_that_leaves_the_grid(thalweg, channel, tmp_path):
    assert "lies in no cell" in refusal(thalweg, channel, tmp_path, "line.0.to=[3, 0.5, 0]")


def test_folded_cells_are_named(thalweg, channel, tmp_path):
    message = refusal(thalweg, channel, tmp_path, 'grid.kind="wavy"', "grid.amplitude=0.5")
    assert "folded" in message and "cell (" in message


SCALAR = """
[[scalar]]
name = "heat"
diffusivity = 0.01
"""


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
    channel.write_text(channel.read_text() + SCALAR)
    for family, line in changes:
        replaced(channel, f'family = "{family}"\n', f'family = "{family}"\n{line}\n')
    assert expected in refusal(thalweg, channel, tmp_path)


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ('"heat"', '"pressure"', "is that of another field"),
        ('"heat"', '"the heat"', "must be a word"),
        ("0.01", "-1", "scalar.0.diffusivity"),
        ("0.01", "0.01\nexpansion = 1", "flow.gravity"),
        ("[[scalar]]", SCALAR + "[[scalar]]", "is that of another scalar"),
    ],
)
def test_scalars_that_are_wrong(thalweg, channel, tmp_path, old, new, expected):
    channel.write_text(channel.read_text() + SCALAR.replace(old, new, 1))
    assert expected in refusal(thalweg, channel, tmp_path)


def test_scalars_are_in_fields_tables_and_probes_and_restarts_keep_them(thalweg, channel, tmp_path):
    channel.write_text(
        channel.read_text() + SCALAR + '[[probe]]\nname = "wake"\npoint = [1.5, 0.5, 0]\n'
    )
    replaced(channel, 'family = "x-"\n', 'family = "x-"\nscalars = { heat = 1 }\n')
    result = thalweg("run", channel, "--out", "out", "--set", "checkpoint.every_steps=3")
    assert result.returncode == 0, result.stderr
    row = history(tmp_path / "out")[-1]
    assert 0 < row["mean_heat"] < 1 and row["heat_wake"] > 0.001
    with h5py.File(tmp_path / "out/fields/heat-000006.cgns") as file:
        assert np.isfinite(file["Base/block 1 0 0/FlowSolution/heat/ data"][:]).all()
    with open(tmp_path / "out/tables/middle-000006.csv", newline="") as file:
        assert next(csv.reader(file))[-1] == "heat"
    replaced(channel, 'name = "heat"', 'name = "dye"')
    replaced(channel, "{ heat = 1 }", "{ dye = 1 }")
    result = thalweg("run", channel, "--out", "out", "--restart", "--steps", "8")
    assert result.returncode == 2, result.stderr
    assert "scalar.0.name" in result.stderr
