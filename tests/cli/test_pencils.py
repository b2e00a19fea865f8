# SPDX-License-Identifier: Apache-2.0
"""Grids that are split into pencils: more ranks than a grid has planes or kept rows."""

import json

import numpy as np
import pytest

from conftest import history
from thalweg import Run

# Slabs of 8^3 take at most 5 ranks.
SMALL = ["--set", "grid.points=[8, 8, 8]", "--set", "time.scheme='rk4'"]


CARRIED = """
[averages]
from = 0.0
fields = ["velocity"]

[[particles]]
name = "tracers"
count = 40

[particles.trajectories]
every_steps = 3
"""
WRITTEN = ["--set", "output.fields.names=['velocity', 'mean_velocity', 'tracers']",
           "--set", "output.statistics={every_steps=6}"]  # fmt: skip


def test_more_ranks_than_slabs_can_use_give_the_same(thalweg, case, tmp_path):
    """The rest in slabs, from what pencils have stored: the flow, and what a run carries."""
    case.write_text(case.read_text() + CARRIED)
    arguments = [*SMALL, *WRITTEN]
    assert thalweg("run", case, *arguments, "--out", "one").returncode == 0
    result = thalweg("run", case, *arguments, "--out", "eight", "--steps", 6, ranks=8)
    assert result.returncode == 0, result.stderr
    assert "pencils 4 x 2" in (tmp_path / "eight/run.log").read_text()
    assert thalweg("run", case, *arguments, "--out", "eight", "--restart", ranks=2).returncode == 0
    one, eight = (Run(tmp_path / name) for name in ("one", "eight"))
    for a, b in zip(history(tmp_path / "one"), history(tmp_path / "eight"), strict=True):
        assert a["energy"] == pytest.approx(b["energy"], rel=1e-12)
    a, b = (run.field("velocity", 12).values for run in (one, eight))
    assert np.abs(a).max() > 0.1 and np.abs(a - b).max() < 1e-13
    for step in (6, 12):
        a, b = (run.field("mean_velocity", step).values for run in (one, eight))
        assert np.abs(a).max() > 0.1 and np.abs(a - b).max() < 1e-13
        a, b = (run.table("structure_y", step).values for run in (one, eight))
        assert a.shape == b.shape and a == pytest.approx(b, rel=1e-11, abs=1e-13)
    a, b = (run.trajectories("tracers") for run in (one, eight))
    assert a.step.tolist() == b.step.tolist() == [0, 3, 6, 9, 12]
    assert np.abs(a.position[:, -1] - a.position[:, 0]).max() > 0.1
    assert np.abs(a.position - b.position).max() < 1e-12


def test_check_and_report_say_how_the_grid_is_split(thalweg, case, tmp_path):
    pencils = ["--set", "decomposition={kind='pencil', ranks_per_plane=2}"]
    assert "pencils 2 x 2" in thalweg("check", case, *pencils, ranks=4).stdout
    result = thalweg("run", case, *pencils, "--out", "four", "--steps", 2, ranks=4)
    assert result.returncode == 0, result.stderr
    report = json.loads((tmp_path / "four/report.json").read_text())
    names = [movement["name"] for movement in report["transport"]]
    assert names == ["rows to planes", "planes to lines", "lines to planes", "planes to rows"]
    assert all(movement["bytes"] > 0 for movement in report["transport"])
    phases = {phase["name"]: phase for phase in report["phases"]}
    assert phases["planes"]["calls_per_step"] == 3


@pytest.mark.parametrize(
    ("settings", "ranks", "message"),
    [
        (["decomposition.kind='slab'"], 6, 'decomposition.kind = "slab" asks for them'),
        (["decomposition={kind='pencil', ranks_per_plane=3}"], 4, "= 3 must divide the ranks"),
        (["decomposition.kind='pencil'"], 7, "6 ranks can be used"),
        (["device.residence='host'"], 6, 'with device.residence = "host" needs them'),
        (
            ["decomposition.kind='pencil'", "device.residence='host'"],
            1,
            'is not possible with device.residence = "host"',
        ),
        (["decomposition.kind='pencils'"], 1, "pencil"),
        (["decomposition={kind='slab', ranks_per_plane=2}"], 1, "ranks_per_plane"),
    ],
)
def test_ranks_that_cannot_be_used_are_refused(thalweg, case, settings, ranks, message):
    changes = [word for setting in settings for word in ("--set", setting)]
    result = thalweg("check", case, *SMALL, *changes, ranks=ranks)
    assert result.returncode == 2
    assert message in " ".join(result.stderr.split())


SAMPLES = """
[[slice]]
name = "side"
axis = "x"
position = 6.1
fields = ["velocity", "pressure"]
every_steps = 6

[[slice]]
name = "front"
axis = "y"
position = 2.0
fields = ["velocity"]
every_steps = 6

[[slice]]
name = "floor"
axis = "z"
position = 4.0
fields = ["q_criterion"]
every_steps = 6

[[probe]]
name = "places"
places = [[1.0, 2.0, -0.3], [0.1, 6.2, 3.1]]
fields = ["velocity", "pressure"]
every_steps = 3
"""
PENCILS = ["--set", "decomposition={kind='pencil', ranks_per_plane=2}"]


def test_slices_and_probes_are_those_of_one_rank(thalweg, case, tmp_path):
    """The second place lies at the end of a rank's y and of another's planes."""
    case.write_text(case.read_text() + SAMPLES)
    assert thalweg("run", case, "--out", "one").returncode == 0
    assert thalweg("run", case, *PENCILS, "--out", "four", ranks=4).returncode == 0
    one, four = (Run(tmp_path / name) for name in ("one", "four"))
    for name, field in [("side", "velocity"), ("side", "pressure"), ("front", "velocity"),
                        ("floor", "q_criterion")]:  # fmt: skip
        assert four.steps_of_slice(name) == [0, 6, 12]
        a, b = one.slice(name, field, 12).values, four.slice(name, field, 12).values
        assert a.shape == b.shape
        assert np.abs(a).max() > 0.1
        assert np.abs(a - b).max() < 1e-13
    a, b = one.probe("places"), four.probe("places")
    assert a["step"].tolist() == b["step"].tolist() == [0, 3, 6, 9, 12]
    assert np.abs(a.values - b.values).max() < 1e-13


def test_pencils_start_from_a_file_of_another_grid(thalweg, case, tmp_path):
    assert thalweg("run", case, "--out", "one", "--steps", 6).returncode == 0
    again = ["--set", "initial={kind='file', path='one/fields/velocity-000006.vtkhdf'}",
             "--set", "grid.points=[18, 12, 20]"]  # fmt: skip
    assert thalweg("run", case, *again, "--out", "alone").returncode == 0
    assert thalweg("run", case, *again, *PENCILS, "--out", "four", ranks=4).returncode == 0
    for step in (0, 12):
        a, b = (Run(tmp_path / name).field("velocity", step).values for name in ("alone", "four"))
        assert np.abs(a).max() > 0.5
        assert np.abs(a - b).max() < 1e-13
