# SPDX-License-Identifier: Apache-2.0
"""Cells of the solver blood from the command line: mistakes, packing, results, restart."""

import re

import h5py
import numpy as np
import pytest
from small_cases import CELLS

from conftest import contents, history

TOO_STIFF = "the membrane is too stiff for the step"


@pytest.fixture
def channel(tmp_path):
    file = tmp_path / "channel.toml"
    file.write_text(CELLS)
    return file


@pytest.mark.parametrize(
    ("setting", "expected"),
    [
        ("cells.species.0.shear_modulus=-1", "must be > 0"),
        ("cells.species.0.shape=cube", "biconcave"),
        ("cells.species.0.law=hooke", "neo-hookean"),
        ("cells.species.0.centres=[[0, 0, 1]]", "number 1 must lie in the vessel"),
        ("cells.species.0.centres=[[0, 0]]", "cells.species.0.centres"),
        ("cells.species.0.axes=[[0, 0, 0]]", "must not be 0"),
        ("cells.species.0.radius=8e-6", "so that no cell meets itself"),
        ("cells.species.0.number=0", "must be >= 1"),
        ("cells.delta=5-point", "3-point"),
        ("blood.viscosity_model=carreau-yasuda", 'must be "newtonian" with cells'),
        ("cells.species.0.shear_moduls=1", "shear_modulus"),
        ("cells.species.0.interior_viscosity=-1e-3", "must be > 0"),
        ("cells.species.0.substeps=0", "must be >= 1"),
        ("cells.species.0.substeps=101", "must be >= 1 and <= 100"),
        ("cells.kink_correction=1", "true or false"),
        ("cells.short_wave_correction=1", "true or false"),
        ("cells.spreading=scatter", 'must be one of "atomic", "gather"'),
        ("cells.copies=cell", 'must be one of "vertices", "whole"'),
        ("cells.species.0.membrane_viscosity=-1", "must be >= 0"),
        ("cells.species.0.viscosity_time=1e-6", "viscosity_time: unknown key"),
        ("cells.repulsion=3", "must be { range = number, strength = number }"),
        ("cells.repulsion={ range = 1e-4, strength = 1e-12 }", "cells.repulsion.range"),
        ("cells.repulsion={ range = 1e-6 }", "cells.repulsion.strength: missing"),
        ("cells.repulsion={ range = 1e-6, strength = 0 }", "must be > 0"),
        ("cells.growth=0.8", "must be { from = number, time = number }"),
        ("cells.growth={ from = 0.8, time = 1e-5 }", "cells.growth: needs cells.repulsion"),
        ("cells.growth={ from = 0.2, time = 1e-5 }", "must be >= 0.5"),
        ("cells.growth={ from = 1.1, time = 1e-5 }", "must be >= 0.5 and <= 1"),
        ("cells.growth={ from = 0.8, time = 0 }", "must be > 0"),
        ("cells.growth={ from = 0.8 }", "cells.growth.time: missing"),
        ("cells.species.0.interior_viscosity=0.1", "take blood.relaxation_time = "),
        ("cells.species.0.interior_viscosity=1e-6", "take a larger blood.relaxation_time"),
    ],
)
def test_mistakes_are_refused(thalweg, channel, tmp_path, setting, expected):
    before = contents(tmp_path)
    result = thalweg("run", channel, "--out", "out", "--set", setting)
    assert result.returncode == 2, result.stderr
    assert expected in " ".join(result.stderr.split())
    assert contents(tmp_path) == before


@pytest.mark.parametrize(
    ("setting", "expected"),
    [
        ("cells.repulsion={ range = 1e-6, strength = 1e-12 }", "summed up by the owner"),
        ("cells.species.0.membrane_viscosity=1e-9", "stays with the owner"),
    ],
)
def test_whole_copies_are_refused_where_they_lack_something(thalweg, channel, setting, expected):
    settings = ["--set", "cells.copies=whole", "--set", setting]
    result = thalweg("run", channel, "--out", "out", *settings)
    assert result.returncode == 2, result.stderr
    assert 'must be "vertices" where' in " ".join(result.stderr.split())
    assert expected in " ".join(result.stderr.split())


def test_a_vessel_that_is_wrong_makes_no_other_section_unknown(thalweg, channel):
    result = thalweg("check", channel, "--set", "grid.spacing=-1e-6")
    assert result.returncode == 2
    assert "grid.spacing" in result.stderr
    assert "unknown" not in result.stderr


def test_check_says_what_is_too_coarse_or_too_stiff(thalweg, channel):
    result = thalweg("check", channel)
    assert result.returncode == 0, result.stderr
    assert "vertices" in result.stdout and "capillary number" in result.stdout
    assert "warning" not in result.stdout
    coarse = thalweg("check", channel, "--set", "cells.species.0.refinement=1")
    assert "leaks" in coarse.stdout
    stiff = thalweg("check", channel, "--set", "cells.species.0.shear_modulus=1")
    assert TOO_STIFF in stiff.stdout
    assert "substeps" not in stiff.stdout.partition(TOO_STIFF)[2]  # more than 100


def test_check_says_how_many_substeps_hold_a_membrane(thalweg, channel):
    stiff = ("--set", "cells.species.0.shear_modulus=3e-2")
    result = thalweg("check", channel, *stiff)
    asked = re.search(TOO_STIFF + r".*or substeps = (\d+)", result.stdout)
    assert asked, result.stdout
    enough = int(asked[1])
    for number, holds in ((enough, True), (enough - 1, False)):
        key = ("--set", f"cells.species.0.substeps={number}")
        assert (TOO_STIFF not in thalweg("check", channel, *stiff, *key).stdout) == holds


def test_check_says_how_late_viscous_membranes_are(thalweg, channel):
    result = thalweg("check", channel, "--set", "cells.species.0.membrane_viscosity=1e-8")
    assert "rates of strain are means over" in result.stdout
    assert "lags behind" not in result.stdout
    late = thalweg("check", channel, "--set", "cells.species.0.membrane_viscosity=1e-6")
    assert "lags behind" in late.stdout
    # Over one step they would be far beyond what steps hold.
    key = ("--set", "cells.species.0.viscosity_time=1e-12")
    result = thalweg("check", channel, "--set", "cells.species.0.membrane_viscosity=1e-6", *key)
    assert TOO_STIFF in result.stdout


def test_check_says_how_strong_repulsion_is(thalweg, channel):
    def lines(strength):
        key = f"cells.repulsion={{ range = 1e-6, strength = {strength} }}"
        return thalweg("check", channel, "--set", key).stdout

    assert "repel each other below 1 spacings" in lines(1e-11)
    assert "too strong" not in lines(1e-11)
    assert "too strong" in lines(1e-6)


def test_check_says_how_large_cells_are_to_the_fluid(thalweg, channel):
    text = "as if cells had"
    alone = ("--set", "cells.kink_correction=false")
    assert text in thalweg("check", channel, *alone).stdout
    assert text not in thalweg("check", channel).stdout


def test_check_tells_the_relaxation_time_within_cells(thalweg, channel):
    key = "cells.species.0.interior_viscosity"
    assert "as viscous as plasma" not in thalweg("check", channel).stdout
    changes = ("blood.viscosity=1e-3", "blood.relaxation_time=0.8")
    settings = [word for change in changes for word in ("--set", change)]
    fine = thalweg("check", channel, "--set", f"{key}=5e-3", *settings)
    assert "5 times as viscous as plasma: a relaxation time of 2" in fine.stdout
    assert "lags behind" not in fine.stdout
    slow = thalweg("check", channel, "--set", f"{key}=7e-3", *settings)
    assert "shear there lags behind: take blood.relaxation_time = 0.714 or less" in slow.stdout


def test_the_viscosity_of_sites_is_written(thalweg, channel, tmp_path):
    result = thalweg(
        "run", channel, "--out", "out", "--set", "cells.species.0.interior_viscosity=2.4e-3"
    )
    assert result.returncode == 0, result.stderr
    with h5py.File(tmp_path / "out" / "fields" / "plasma-000040.vtkhdf") as file:
        viscosity = file["VTKHDF/PointData/viscosity"][:]
    assert viscosity.min() == pytest.approx(1.2e-3) and viscosity.max() == pytest.approx(2.4e-3)


def restart_settings(*changes):
    """What lets a restart change keys of the plasma."""
    allowed = "checkpoint.allow_changes=['blood.viscosity', 'blood.relaxation_time']"
    return [word for change in (allowed, *changes) for word in ("--set", change)]


def test_a_restart_with_another_step_is_refused_and_says_how_to_keep_it(thalweg, channel, tmp_path):
    run = ("run", channel, "--out", "out", "--set", "cells.species.0.interior_viscosity=1.2e-3")
    assert thalweg(*run, "--steps", "20").returncode == 0
    before = contents(tmp_path / "out")
    for change in ("blood.relaxation_time=0.8", "blood.viscosity=1.6e-3"):
        result = thalweg(*run, "--restart", *restart_settings(change))
        assert result.returncode == 2, result.stderr
        text = " ".join(result.stderr.split())
        assert "the checkpoint is of steps of" in text
        assert contents(tmp_path / "out") == before
    key = re.search(r"blood\.relaxation_time = [0-9.]*[0-9]", text)[0]
    changes = restart_settings("blood.viscosity=1.6e-3", key.replace(" ", ""))
    assert thalweg(*run, "--restart", *changes).returncode == 0


@pytest.mark.parametrize(("within", "plasma"), [(2.4e-3, 1.6e-3), (1.2e-3, 0.8e-3)])
def test_interiors_follow_a_viscosity_that_changes_at_a_restart(
    thalweg, channel, tmp_path, within, plasma
):
    key = f"cells.species.0.interior_viscosity={within}"
    run = ("run", channel, "--out", "out", "--set", key)
    assert thalweg(*run, "--steps", "20").returncode == 0
    time = 0.5 + plasma / 1.2e-3 * np.sqrt(3) / 4  # the same step
    changes = restart_settings(f"blood.viscosity={plasma}", f"blood.relaxation_time={time}")
    result = thalweg(*run, "--restart", *changes, ranks=2)
    assert result.returncode == 0, result.stderr
    with h5py.File(tmp_path / "out" / "fields" / "plasma-000040.vtkhdf") as file:
        viscosity = file["VTKHDF/PointData/viscosity"][:]
    assert viscosity.min() == pytest.approx(plasma) and viscosity.max() == pytest.approx(within)
    volume = (viscosity - plasma).sum() / (within - plasma)  # of the cell, in cubes of the spacing
    assert volume == pytest.approx(4 / 3 * np.pi * 2.5**3, rel=0.1)
    rows = history(tmp_path / "out")
    assert np.diff([row["time"] for row in rows]) == pytest.approx(rows[1]["time"])
    assert rows[-1]["largest_velocity"] == pytest.approx(rows[0]["largest_velocity"], rel=0.05)


def packed(text):
    return text.replace("centres = [[0, 0, 0]]", "number = 4")


def test_packed_cells_are_all_there_on_any_number_of_ranks(thalweg, channel, tmp_path):
    channel.write_text(packed(CELLS))
    for ranks in (1, 3):
        result = thalweg("run", channel, "--out", f"on-{ranks}", ranks=ranks)
        assert result.returncode == 0, result.stderr
    one, three = (
        np.loadtxt(
            tmp_path / f"on-{ranks}" / "tables" / "cells-000040.csv", delimiter=",", skiprows=2
        )
        for ranks in (1, 3)
    )
    assert one.shape == (4, 9)
    assert np.allclose(one, three, rtol=1e-6, atol=1e-12)


BEND = """\
shape = "junction"
periodic = true

[[geometry.tubes]]
diameter = 10e-6
points = [[0, 0, 0], [10e-6, 6e-6, 0], [20e-6, 0, 0]]

[flow]
pressure_gradient = [1e6, 0, 0]
"""


def test_cells_are_packed_in_a_bent_vessel(thalweg, channel, tmp_path):
    bent = re.sub(r'shape = "channel".*?kind = "shear"\n', BEND, CELLS, count=1, flags=re.S)
    channel.write_text(bent.replace("centres = [[0, 0, 0]]", "hematocrit = 0.2"))
    for ranks in (1, 2):
        result = thalweg("run", channel, "--out", f"on-{ranks}", ranks=ranks)
        assert result.returncode == 0, result.stderr
    one, two = (history(tmp_path / f"on-{ranks}") for ranks in (1, 2))
    assert one[-1]["hematocrit"] == pytest.approx(0.2, abs=0.03)
    assert one[-1]["cells"] == two[-1]["cells"] == one[0]["cells"]
    assert two[-1]["kinetic_energy"] == pytest.approx(one[-1]["kinetic_energy"], rel=1e-6)


GROWING = """\
[simulation]
kind = "blood"

[grid]
spacing = 1e-6

[geometry]
shape = "channel"
length = 8e-6
width = 8e-6
height = 10e-6

[blood]
viscosity = 1e-3
density = 1000
relaxation_time = 1

[flow]
pressure_gradient = [1e7, 0, 0]

[cells]
growth = { from = 0.8, time = 1e-4 }
repulsion = { range = 0.7e-6, strength = 1e-10 }
clearance = 0.2e-6

[[cells.species]]
name = "red cell"
radius = 2.8e-6
shear_modulus = 5e-6
bending_modulus = 2e-19
volume_modulus = 1e4
hematocrit = 0.45

[time]
steps = 700

[output]
history = { every_steps = 100 }
fields = { every_steps = 700, names = ["cells"] }
"""


def is_within(points, corners):
    """Whether each point lies in a closed surface, whose triangles have these corners."""
    a, b, c = (corners[None, :, k] - points[:, None] for k in range(3))
    la, lb, lc = (np.linalg.norm(side, axis=2) for side in (a, b, c))
    volume = np.einsum("ijk,ijk->ij", a, np.cross(b, c))
    dots = [np.einsum("ijk,ijk->ij", p, q) for p, q in ((a, b), (b, c), (c, a))]
    angle = np.arctan2(volume, la * lb * lc + dots[0] * lc + dots[1] * la + dots[2] * lb)
    return np.abs(angle.sum(axis=1)) > np.pi


def vertices_in_others(file, length):
    """How many vertices of cells lie in other ones; the domain repeats along x and y."""
    with h5py.File(file) as run:
        data = run["VTKHDF"]
        places, cells = data["Points"][:], data["PointData/cell"][:]
        triangles = data["Connectivity"][:].reshape(-1, 3)
    found = 0
    for cell in range(cells.max() + 1):
        corners = places[triangles[cells[triangles[:, 0]] == cell]]
        low, high = corners.min(axis=(0, 1)), corners.max(axis=(0, 1))
        shift = np.zeros_like(places)
        shift[:, :2] = np.round((places - (low + high) / 2)[:, :2] / length) * length
        others = (places - shift)[cells != cell]
        near = others[((others > low) & (others < high)).all(axis=1)]
        found += is_within(near, corners).sum() if len(near) else 0
    return found


def test_cells_grow_into_a_denser_suspension_than_can_be_packed(thalweg, tmp_path):
    case = tmp_path / "growing.toml"
    case.write_text(GROWING)
    refused = thalweg("run", case, "--out", "at-once", "--set", "cells.growth.from=1")
    assert refused.returncode == 2
    assert "let cells begin small (cells.growth)" in " ".join(refused.stderr.split())
    narrow = thalweg("check", case, "--set", "geometry.length=5e-6")
    assert narrow.returncode == 2
    assert "so that no cell meets itself" in " ".join(narrow.stderr.split())
    check = thalweg("check", case)
    assert "cells grow from 0.8 of their lengths at rest in 600 steps" in check.stdout
    result = thalweg("run", case, "--out", "grown")
    assert result.returncode == 0, result.stderr
    rows = history(tmp_path / "grown")
    assert rows[0]["volume_strain"] == pytest.approx(1 - 0.8**3, abs=1e-2)
    assert rows[-1]["volume_strain"] < 0.01
    assert rows[-1]["hematocrit"] == pytest.approx(0.43, abs=0.01)
    # Of 5136; where repulsion is too weak 300.
    assert vertices_in_others(tmp_path / "grown/fields/cells-000700.vtkhdf", 8e-6) < 10


def test_more_cells_than_fit_are_refused(thalweg, channel, tmp_path):
    channel.write_text(CELLS.replace("centres = [[0, 0, 0]]", "hematocrit = 0.69"))
    result = thalweg("run", channel, "--out", "out")
    assert result.returncode == 2, result.stderr
    assert "hematocrit" in result.stderr


def test_membranes_are_written_and_read(thalweg, channel, tmp_path):
    result = thalweg("run", channel, "--out", "out")
    assert result.returncode == 0, result.stderr
    with h5py.File(tmp_path / "out" / "fields" / "cells-000040.vtkhdf") as file:
        points = file["VTKHDF/Points"][:]
        assert len(points) == 162
        assert file["VTKHDF/NumberOfCells"][0] == 320
        assert set(file["VTKHDF/PointData"]) == {"identity", "cell", "species", "velocity", "force",
                                                "tension", "tension_shear"}  # fmt: skip
        forces = file["VTKHDF/PointData/force"][:]
    # Forces of a membrane sum to nothing, whatever its shape.
    assert np.abs(forces.sum(axis=0)).max() < 1e-9 * np.abs(forces).sum()
    assert np.abs(forces).max() > 0


def test_restart_on_other_ranks_gives_the_same_history(thalweg, channel, tmp_path):
    assert thalweg("run", channel, "--out", "whole").returncode == 0
    assert thalweg("run", channel, "--out", "out", "--steps", "20").returncode == 0
    result = thalweg("run", channel, "--out", "out", "--restart", ranks=2)
    assert result.returncode == 0, result.stderr
    whole, joined = (
        np.loadtxt(tmp_path / out / "history.csv", delimiter=",", skiprows=2)
        for out in ("whole", "out")
    )
    assert whole.shape == joined.shape
    assert np.allclose(whole, joined, rtol=1e-6, atol=1e-12)


def test_restart_with_other_cells_is_refused(thalweg, channel, tmp_path):
    assert thalweg("run", channel, "--out", "out", "--steps", "20").returncode == 0
    before = contents(tmp_path / "out")
    result = thalweg(
        "run", channel, "--out", "out", "--restart", "--set", "cells.species.0.refinement=1"
    )
    assert result.returncode == 2, result.stderr
    assert "cells" in result.stderr
    assert contents(tmp_path / "out") == before


def test_a_cell_that_tears_stops_the_run(thalweg, channel):
    settings = ["--set", "cells.species.0.shear_modulus=10", "--set", "time.steps=200"]
    result = thalweg("run", channel, "--out", "out", *settings)
    assert result.returncode == 3, result.stderr
    assert "diverged at step" in result.stderr
    assert "cell" in result.stderr or "velocity" in result.stderr
    assert "blood.relaxation_time" in result.stderr  # steps have no other key
    assert "time.cfl" not in result.stderr
