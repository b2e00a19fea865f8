# SPDX-License-Identifier: Apache-2.0
"""Cells that enter and leave, from the command line: mistakes, check, results, restart."""

import itertools

import h5py
import numpy as np
import pytest

from conftest import contents, history

TUBE = """
[simulation]
kind = "blood"

[grid]
spacing = 1e-6

[geometry]
shape = "tube"
diameter = 12.4e-6
length = 20e-6

[blood]
viscosity = 1e-3
density = 1000
relaxation_time = 1

[[openings]]
name = "x_low"
kind = "velocity"
profile = "parabolic"
mean_velocity = 0.2
hematocrit = 0.15

[[openings]]
name = "x_high"
kind = "pressure"
pressure = 0

[cells]
[[cells.species]]
name = "balls"
shape = "sphere"
radius = 1.8e-6
refinement = 1
law = "neo-hookean"
shear_modulus = 1e-3
volume_modulus = 1e3

[time]
steps = 800

[output]
history = { every_steps = 50 }
fields = { every_steps = 400, names = ["cells"] }
tables = { every_steps = 400, names = ["cells"] }

[checkpoint]
every_steps = 400
"""


@pytest.fixture
def tube(tmp_path):
    file = tmp_path / "tube.toml"
    file.write_text(TUBE)
    return file


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        (["openings.0.hematocrit=0.65"], "must be 0.6 at most: cells that do not touch"),
        (["cells.growth={ from = 0.8, time = 1e-5 }"], "cells that enter have their size"),
        (["openings.0.hematocrit=-0.1"], "must be >= 0"),
        (["openings.0.hematocrit=[0.1, 0.2]"], "one number for each of the 1 [[cells.species]]"),
        (["openings.1.hematocrit=0.1"], 'needs kind = "velocity"'),
        (["openings.0.mean_velocity=-0.2"], "leads out at all times"),
        (["cells.species.0.radius=6e-6"], "x_low is only 12.4 um wide"),
        (["openings.0.hematocrit=0"], "is nowhere at the beginning, and enters by no opening"),
        (["cells.species.0.centres=[[-7e-6, 0, 0]]"], "um of the opening x_low: cells must begin"),
        (["cells.species.0.centres=[[9e-6, 0, 0]]"], "(balls) reaches through the opening x_high"),
        (["cells.species.0.stretching_force=1e-12"], "cells that enter lie anyhow"),
        (["cells.on_loss=ignore"], "remove"),
        (["openings.0.hematocrit=0.58"], "in front of the opening x_low, the cells do not fit"),
    ],
)  # fmt: skip
def test_mistakes_are_refused(thalweg, tube, tmp_path, settings, expected):
    before = contents(tmp_path)
    changes = [word for setting in settings for word in ("--set", setting)]
    result = thalweg("run", tube, "--out", "out", *changes)
    assert result.returncode == 2, result.stderr + result.stdout
    assert expected in " ".join(result.stderr.split())
    assert {name for name in contents(tmp_path) if not str(name).startswith("out")} == set(before)


def test_cells_of_a_table_may_lie_before_openings_as_near_as_their_membranes_may(
    thalweg, tube, tmp_path
):
    red_cells = ["cells.species.0.shape=biconcave", "cells.species.0.radius=3e-6"]
    for_entry = ["cells.clearance=0.5e-6", "cells.seed=3", "cells.file=cells.csv"]
    changes = [word for setting in red_cells + for_entry for word in ("--set", setting)]
    table = "x,y,z,axis_x,axis_y,axis_z\n{},0,0,1,0,0\n"
    (tmp_path / "cells.csv").write_text(table.format(-6e-6))
    result = thalweg("check", tube, *changes)
    assert result.returncode == 0, result.stderr
    (tmp_path / "cells.csv").write_text(table.format(-7.5e-6))
    result = thalweg("check", tube, *changes)
    assert result.returncode == 2
    text = " ".join(result.stderr.split())
    assert 'cells.csv" the cell of line 2 (balls) comes within' in text
    assert "cells.species.0.centres" not in text


def test_a_hematocrit_needs_cells(thalweg, tube):
    tube.write_text(TUBE[: TUBE.index("[cells]")] + TUBE[TUBE.index("[time]") :])
    result = thalweg("check", tube)
    assert result.returncode == 2
    assert "needs cells: a [[cells.species]] says what they are" in " ".join(result.stderr.split())


def test_a_vessel_that_turns_behind_the_opening_is_refused(thalweg, tube, tmp_path):
    """A funnel: the opening is wider than what follows."""
    around = np.linspace(0, 2 * np.pi, 33)[:-1]
    rings = [
        np.stack([np.full(32, x), r * np.cos(around), r * np.sin(around)], axis=-1)
        for x, r in ((-10.0, 6.5), (-9.0, 6.5), (-7.0, 3.5), (10.0, 3.5))
    ]
    triangles = []
    for a, b in itertools.pairwise(rings):
        for k in range(32):
            m = (k + 1) % 32
            triangles += [[a[k], a[m], b[m]], [a[k], b[m], b[k]]]
    for ring, flip in ((rings[0], 1), (rings[-1], -1)):
        middle = ring.mean(axis=0)
        triangles += [[middle, *(ring[k], ring[(k + 1) % 32])[::-flip]] for k in range(32)]
    lines = ["solid funnel"]
    for triangle in triangles:
        lines += ["facet normal 0 0 0", "outer loop"]
        lines += ["vertex " + " ".join(f"{c:.9g}" for c in corner) for corner in triangle]
        lines += ["endloop", "endfacet"]
    (tmp_path / "funnel.stl").write_text("\n".join([*lines, "endsolid funnel", ""]))
    geometry = '[geometry]\nshape = "surface"\npath = "funnel.stl"\nunit = "um"\n'
    text = TUBE.replace(TUBE[TUBE.index("[geometry]") : TUBE.index("[blood]")], geometry + "\n")
    tube.write_text(text)
    result = thalweg("run", tube, "--out", "out")
    assert result.returncode == 2, result.stderr + result.stdout
    assert "cells cannot enter by the opening x_low" in result.stderr
    assert "Let it run straight for" in " ".join(result.stderr.split())


def test_check_tells_what_enters(thalweg, tube):
    result = thalweg("check", tube)
    assert result.returncode == 0, result.stderr
    # 0.15 * 120.8 um^2 * 0.2 m/s / 24.4 um^3, and a step of 1/6 us.
    assert "balls enter at a hematocrit of 0.15, 1.4" in result.stdout
    assert "one in 40.4 steps" in " ".join(result.stdout.split()) or "one in 40." in result.stdout
    assert "cells are expected in the vessel at a time" in result.stdout


def memory(thalweg, case, *settings):
    changes = [word for setting in settings for word in ("--set", setting)]
    lines = thalweg("check", case, *changes).stdout.splitlines()
    line = next(x for x in lines if "memory per" in x)
    return float(line.split("arrays ")[1].split()[0])


def test_memory_counts_a_full_vessel(thalweg, tube):
    fine = "cells.species.0.refinement=3"
    assert memory(thalweg, tube, fine, "openings.0.hematocrit=0.3") > memory(
        thalweg, tube, fine, "openings.0.hematocrit=0.1"
    )


def test_the_history_balances_and_cells_keep_their_numbers(thalweg, tube, tmp_path):
    result = thalweg("run", tube, "--out", "out")
    assert result.returncode == 0, result.stderr
    rows = history(tmp_path / "out")
    for row in rows:
        assert row["cells"] == row["cells_entered"] - row["cells_left"]
    last = rows[-1]
    assert last["cells_entered"] >= 14 and last["cells_left"] >= 3
    assert last["cells_left_x_high"] == last["cells_left"] and last["cells_left_x_low"] == 0
    table = np.loadtxt(
        tmp_path / "out" / "tables" / "cells-000800.csv", delimiter=",", skiprows=2, ndmin=2
    )
    assert len(table) == last["cells"]
    assert len(set(table[:, 0])) == len(table) and table[-1, 0] == last["cells_entered"] - 1
    with h5py.File(tmp_path / "out" / "fields" / "cells-000800.vtkhdf") as file:
        assert set(file["VTKHDF/PointData/cell"][:]) == set(table[:, 0].astype(int))
        identities = file["VTKHDF/PointData/identity"][:]
    assert len(set(identities)) == len(identities)
    with h5py.File(tmp_path / "out" / "fields" / "cells-000000.vtkhdf") as file:
        assert len(file["VTKHDF/Points"]) == 0
    # Membranes as near to an opening as they are in the end may begin another run.
    with h5py.File(tmp_path / "out" / "fields" / "cells-000800.vtkhdf", "a") as file:
        file["VTKHDF/Points"][:, 0] += 6.5e-6 - table[:, 2].max()
    again = ("check", tube, "--set", "cells.file=out/fields/cells-000800.vtkhdf")
    assert thalweg(*again).returncode == 0


def test_packed_at_the_beginning_and_fed(thalweg, tube, tmp_path):
    settings = ["--set", "cells.species.0.hematocrit=0.15", "--steps", "100"]
    result = thalweg("run", tube, "--out", "out", *settings)
    assert result.returncode == 0, result.stderr
    rows = history(tmp_path / "out")
    assert rows[0]["cells"] == 15 and rows[0]["cells_entered"] == 0
    assert rows[-1]["cells"] == 15 + rows[-1]["cells_entered"] - rows[-1]["cells_left"]


def test_restart_on_other_ranks_goes_on_with_the_same_cells(thalweg, tube, tmp_path):
    assert thalweg("run", tube, "--out", "whole").returncode == 0
    assert thalweg("run", tube, "--out", "out", "--steps", "400").returncode == 0
    result = thalweg("run", tube, "--out", "out", "--restart", ranks=2)
    assert result.returncode == 0, result.stderr
    whole, joined = (history(tmp_path / out) for out in ("whole", "out"))
    assert len(whole) == len(joined)
    for one, other in zip(whole, joined, strict=True):
        for name in ("cells", "cells_entered", "cells_left", "cells_waiting"):
            assert one[name] == other[name]


def test_cells_may_enter_by_an_opening_that_a_restart_adds(thalweg, tube, tmp_path):
    both = TUBE.replace("[time]", "number = 3\n\n[time]")
    inlet = TUBE[TUBE.index("[[openings]]") : TUBE.rindex("[[openings]]")]
    tube.write_text(both.replace(inlet, ""))
    assert thalweg("run", tube, "--out", "out", "--steps", "50").returncode == 0
    tube.write_text(both)
    allowed = ("--set", 'checkpoint.allow_changes=["openings"]')
    result = thalweg("run", tube, "--out", "out", "--restart", "--steps", "250", *allowed)
    assert result.returncode == 0, result.stderr
    last = history(tmp_path / "out")[-1]
    assert last["cells_entered_x_low"] > 0
    assert last["cells"] == 3 + last["cells_entered"] - last["cells_left"]
