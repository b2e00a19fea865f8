# SPDX-License-Identifier: Apache-2.0
"""Flow on blocks from case files: runs, what they leave, and restarts."""

import csv
import json

import h5py
import numpy as np
import pytest
from small_cases import FLOW, FLOW_BODY, FLOW_MEASURES, FLOW_SCALAR

from conftest import history, replaced
from thalweg import Run


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


def test_a_run_that_diverges_names_the_place(thalweg, channel):
    wild = ("--set", 'cycles.smoother="runge-kutta"', "--set", "cycles.cfl=1e6")
    result = thalweg("run", channel, "--out", "out", *wild)
    assert result.returncode == 3, result.stderr
    assert "block" in result.stderr and "cell" in result.stderr and "x = " in result.stderr
    assert "use a smaller cycles.cfl" in result.stderr


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
    channel.write_text(channel.read_text() + FLOW_SCALAR)
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


def test_forces_of_families_and_bodies_are_in_the_history(thalweg, channel, tmp_path):
    channel.write_text(
        channel.read_text()
        + FLOW_BODY
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


def test_probes_averages_and_walls(thalweg, channel, tmp_path):
    channel.write_text(channel.read_text() + FLOW_MEASURES)
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


def test_averages_begin_anew_if_a_restart_has_another_model_of_eddies(thalweg, channel, tmp_path):
    channel.write_text(FLOW + "[averages]\nfrom = 0\n")
    settings = ("grid.cells=[16, 8, 8]", "grid.periodic=['z']", "checkpoint.every_steps=5")
    run = ("run", channel, "--out", "out", *(word for s in settings for word in ("--set", s)))
    assert thalweg(*run, "--steps", "5").returncode == 0
    result = thalweg(
        *run,
        "--restart",
        *("--set", "turbulence_model.kind='wale'"),
        *("--set", "checkpoint.allow_changes=['turbulence_model']"),
    )
    assert result.returncode == 0, result.stderr
    assert "begin anew, as the checkpoint has no mean_eddy_viscosity" in result.stdout
    made = Run(tmp_path / "out")
    np.testing.assert_array_equal(  # of the sixth step alone
        made.field("mean_velocity").blocks["block 0 0 0"].values,
        made.field("velocity").blocks["block 0 0 0"].values,
    )


def test_an_inflow_from_a_table_that_pulsates(thalweg, channel, tmp_path):
    replaced(channel, 'velocity = [1, 0, 0]\nprofile = "parabolic"', 'profile = "table"')
    (tmp_path / "profile.csv").write_text("y,velocity_x\n0,0\n0.5,2\n1,0\n")
    (tmp_path / "pulse.csv").write_text("time,factor\n0,0\n0.3,1\n0.6,0\n")
    settings = ("boundary.0.profile_file='profile.csv'", "boundary.0.factor_file='pulse.csv'")
    result = thalweg("run", channel, "--out", "out", "--set", settings[0], "--set", settings[1])
    assert result.returncode == 0, result.stderr
    speeds = [row["largest_velocity"] for row in history(tmp_path / "out")]
    assert np.argmax(speeds) == 3 and 1.2 < speeds[3] < 2


def test_scalars_are_in_fields_tables_and_probes_and_restarts_keep_them(thalweg, channel, tmp_path):
    channel.write_text(
        channel.read_text() + FLOW_SCALAR + '[[probe]]\nname = "wake"\npoint = [1.5, 0.5, 0]\n'
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
