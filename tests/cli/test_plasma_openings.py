# SPDX-License-Identifier: Apache-2.0
"""Openings of vessels from the command line: mistakes, what check says, ranks, restart."""

import importlib.util
import re
from pathlib import Path

import pytest
from small_cases import PLASMA

from conftest import history, refusal

VESSEL_SCRIPT = Path(__file__).parents[2] / "cases/stenosis/vessel.py"
INLET = """
[[openings]]
name = "x_low"
kind = "velocity"
flow_rate = 1e-13
"""
OUTLET = """
[[openings]]
name = "x_high"
kind = "pressure"
pressure = 0
"""
BOTH = INLET + OUTLET


@pytest.fixture
def write(tmp_path):
    """Writes a case of a tube with these openings."""

    def to_file(openings, geometry=None):
        text = re.sub(r"\[flow\]\n(.+\n)+", "", PLASMA)
        if geometry:
            text = re.sub(r"\[geometry\]\n(.+\n)+", geometry, text)
        file = tmp_path / "vessel.toml"
        file.write_text(text + openings)
        return file

    return to_file


@pytest.mark.parametrize(
    ("openings", "expected"),
    [
        (BOTH.replace("x_low", "x_lo"), r'openings.*"x_lo".*"x_low".*"x_high"'),
        (INLET + INLET, r"gives x_low a second condition: entry 1 has given it one"),
        (INLET, r'sum to 1e-13 m\^3/s.*let one opening have kind = "pressure"'),
        (INLET + INLET.replace("x_low", "x_high").replace("1e-13", "-0.9e-13"), r"sum to 1e-14"),
        (BOTH.replace("flow_rate = 1e-13", ""), r"flow_rate.*mean_velocity.*table"),
        (BOTH + "resistance = 1\n", r"pressure.*resistance"),
        (BOTH + "amplitude = 1\n", r"must be given for amplitude"),
        (BOTH.replace("flow_rate", 'profile = "womersley"\nflow_rate'),
         r"needs a flow that repeats"),
        (BOTH.replace('name = "x_low"', "at = [0, 0, 0]"),
         r"must lie in one of the openings found: x_low about x = -4e-06"),
        (BOTH.replace("pressure = 0", "resistance = 1e15\nproximal_resistance = 1"),
         r"needs a compliance"),
        (BOTH.replace("pressure = 0", "resistance = 0"), r"resistance = 0.*must be > 0"),
    ],
)  # fmt: skip
def test_mistakes_are_refused(thalweg, write, tmp_path, openings, expected):
    assert re.search(expected, refusal(thalweg, write(openings), tmp_path))


@pytest.mark.parametrize(
    ("table", "expected"),
    [
        (None, r"there is no file .*flow\.csv"),
        ("time,flow_rate\n0,0\n1,1\n1,2\n", r"must increase .*; 1 s follows 1 s in row 3"),
        ("time,flow\n0,0\n1,1\n", r'must be "time,flow_rate" \[s, m\^3/s\].*not "time,flow"'),
        ("0,0\n1,1\n", r"it has 2 columns and 0 names"),
        ("time,flow_rate,x\n0,0,1\n1,1,1\n", r"it has 3 columns and 3 names"),
        ("time,flow_rate\ns,ml/s\n0,0\n1,1\n", r"units .* must be s and m\^3/s, not s and ml/s"),
        ("time,flow_rate\n0,0\n", r"two rows or more"),
        ("time,flow_rate\n0,0\n1,x\n", r'flow\.csv:3: "x" is no number'),
        ("time,flow_rate\n0,0\n1,nan\n", r'flow\.csv:3: "nan" is no finite number'),
        ("time,flow_rate\n0,0\n1,1\n", r"must end with the value that it begins with"),
    ],
)  # fmt: skip
def test_wrong_tables_are_refused(thalweg, write, tmp_path, table, expected):
    case = write(BOTH.replace("flow_rate = 1e-13", 'table = "flow.csv"\nrepeat = true'))
    if table is not None:
        (tmp_path / "flow.csv").write_text(table)
    assert re.search(expected, refusal(thalweg, case, tmp_path))


def test_openings_need_ends(thalweg, write, tmp_path):
    box = '[geometry]\nshape = "box"\nlength = 8e-6\nwidth = 8e-6\nheight = 8e-6\n'
    message = refusal(thalweg, write(BOTH, box), tmp_path)
    assert "a box, with spheres or without, has none" in message
    duct = '[geometry]\nshape = "duct"\nlength = 8e-6\nwidth = 8e-6\nheight = 9e-6\n'
    case = write(BOTH.replace("flow_rate", 'profile = "parabolic"\nflow_rate'), duct)
    assert re.search(
        r"needs a round opening or a channel.*computed", refusal(thalweg, case, tmp_path)
    )
    moving = (
        '[geometry]\nshape = "channel"\nlength = 8e-6\nwidth = 8e-6\nheight = 9e-6\n'
        "upper_velocity = [1, 0, 0]\n"
    )
    assert "need plates that stand still" in refusal(thalweg, write(BOTH, moving), tmp_path)


def script():
    """The script that makes vessels, as a module."""
    spec = importlib.util.spec_from_file_location("vessel", VESSEL_SCRIPT)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


SURFACE = '[geometry]\nshape = "surface"\npath = "vessel.stl"\nunit = "um"\n'


def test_a_surface_without_caps_has_no_openings(thalweg, write, tmp_path):
    case = write(BOTH, SURFACE + "rotation = [0, 30, 10]\n")
    tube = script().ring_tube(lambda x: 6 + 0 * x, lambda x: 0 * x, 16, 48, 4)
    script().write_stl(tmp_path / "vessel.stl", tube)
    assert "need flat caps" in refusal(thalweg, case, tmp_path)
    case = write(BOTH, SURFACE + "periodic = true\n")
    assert "geometry.periodic = true joins them" in refusal(thalweg, case, tmp_path)


def test_check_tells_conditions_and_numbers(thalweg, write):
    case = write(BOTH.replace("flow_rate = 1e-13", "mean_velocity = 0.01\namplitude = 0.02\n"
                              "frequency = 1e4").replace("pressure = 0", "resistance = 1e15\n"
                                                         "compliance = 1e-20"))  # fmt: skip
    result = thalweg("check", case)
    assert result.returncode == 0, result.stderr
    text = " ".join(result.stdout.split())
    # 30 mm/s, 12 um and 1.17 mm^2/s; 6 um sqrt(2 pi 1e4 / 1.17e-6).
    assert re.search(r"opening x_low: velocity, computed, .*Reynolds number 0\.307", text)
    assert "Womersley number 1.39" in text
    assert re.search(r"up to 0\.00\d+ of a spacing per step", text)
    assert "opening x_high: pressure behind resistance 1e+15 Pa s/m^3, compliance 1e-20" in text
    assert "time constant 1e-05 s" in text
    closed = thalweg("check", write(OUTLET))
    assert "opening x_low is closed by a wall: no entry of [[openings]] is for it" in closed.stdout


@pytest.mark.parametrize(
    "geometry",
    [
        None,
        '[geometry]\nshape = "duct"\nlength = 16e-6\nwidth = 8e-6\nheight = 12e-6\n',
        '[geometry]\nshape = "channel"\nlength = 16e-6\nwidth = 8e-6\nheight = 12e-6\n',
        SURFACE,
    ],
)
def test_vessel_and_inlet_have_one_reynolds_number(thalweg, write, tmp_path, geometry):
    tube = script().ring_tube(lambda x: 6 + 0 * x, lambda x: 0 * x, 16, 48, 4)
    script().write_stl(tmp_path / "vessel.stl", tube)
    result = thalweg("check", write(BOTH, geometry))
    assert result.returncode == 0, result.stderr
    numbers = [float(n) for n in re.findall(r"Reynolds number ([0-9.e-]+)", result.stdout)]
    assert len(numbers) == 2
    assert numbers[0] == pytest.approx(numbers[1], rel=6e-3)


def test_check_warns_of_what_is_too_fast(thalweg, write):
    result = thalweg("check", write(BOTH.replace("1e-13", "3e-10")))
    assert result.returncode == 0, result.stderr
    assert "the flow through x_low is too fast for the lattice" in result.stdout
    far = OUTLET + OUTLET.replace("x_high", "x_low").replace("= 0", "= 1e5")
    result = thalweg("check", write(far))
    assert "the pressures of openings differ by 1e+05 Pa" in result.stdout


@pytest.fixture
def bifurcation(write, tmp_path):
    """Three openings, a table, a Windkessel, and checks of the columns of openings."""
    triangles = script().bifurcation(diameter=12, length=40, angle=20, cell=3)
    script().write_stl(tmp_path / "vessel.stl", triangles)
    (tmp_path / "flow.csv").write_text("time,flow_rate\ns,m^3/s\n0,0\n2e-6,2e-13\n4e-6,0\n")
    outlets = OUTLET.replace(
        "pressure = 0", "resistance = 1e16\ncompliance = 1e-22"
    ) + OUTLET.replace("x_high", "x_high_2").replace("pressure = 0", "resistance = 1e16")
    check = """
[[check]]
quantity = "history.flow_rate_x_low.final"
reference = 0
tolerance = 1
absolute = true
source = "none"
"""
    inlet = INLET.replace("flow_rate = 1e-13", 'table = "flow.csv"\nrepeat = true')
    case = write(inlet.replace("table", 'profile = "womersley"\ntable') + outlets + check, SURFACE)
    case.write_text(case.read_text().replace("steps = 40", "steps = 160"))  # sound takes 70
    return case


def values(folder):
    """Rows without times of the clock."""
    return [list(row.values()) for row in history(folder)]


def test_ranks_and_restarts_agree(thalweg, bifurcation, tmp_path):
    for ranks in (1, 2, 4):
        result = thalweg("run", bifurcation, "--out", f"on-{ranks}", ranks=ranks)
        assert result.returncode == 0, result.stderr
    one, *others = [history(tmp_path / f"on-{ranks}")[-1] for ranks in (1, 2, 4)]
    assert one["flow_rate_x_low"] > 0
    assert one["pressure_x_high"] > 0
    for row in others:
        for name, value in one.items():
            assert row[name] == pytest.approx(value, rel=1e-9, abs=1e-25), name
    # A restart is exact.
    assert thalweg("run", bifurcation, "--out", "out", "--steps", "20").returncode == 0
    result = thalweg("run", bifurcation, "--out", "out", "--restart")
    assert result.returncode == 0, result.stderr
    assert values(tmp_path / "out")[-2:] == values(tmp_path / "on-1")[-2:]


def test_a_restart_may_change_conditions(thalweg, write, tmp_path):
    """What is new begins as at time 0."""
    old = "pressure = 0"
    swapped = INLET.replace("x_low", "x_high").replace("1e-13", "-1e-13") + OUTLET.replace(
        "x_high", "x_low"
    ).replace(old, "pressure = 30")
    stores = "resistance = 1e12\ncompliance = 1e-15\ninitial_pressure = 200"
    stored = BOTH.replace(old, stores)
    for name, openings in (("swapped", swapped), ("stored", stored)):
        assert thalweg("run", write(BOTH), "--out", name, "--steps", "20").returncode == 0
        allowed = ("--set", 'checkpoint.allow_changes=["openings"]')
        result = thalweg("run", write(openings), "--out", name, "--restart", *allowed)
        assert result.returncode == 0, result.stderr
    last = history(tmp_path / "swapped")[-1]
    assert last["pressure_x_low"] == 30
    assert last["flow_rate_x_high"] == pytest.approx(-1e-13, rel=1e-9)
    assert history(tmp_path / "stored")[-1]["pressure_x_high"] == pytest.approx(200, rel=1e-2)


def test_a_vessel_cannot_be_opened_at_a_restart(thalweg, write, tmp_path):
    closed = tmp_path / "closed.toml"
    closed.write_text(PLASMA)
    assert thalweg("run", closed, "--out", "out", "--steps", "20").returncode == 0
    allowed = ("--set", 'checkpoint.allow_changes=["openings", "flow"]')
    result = thalweg("run", write(BOTH), "--out", "out", "--restart", *allowed)
    assert result.returncode == 2, result.stderr
    assert "is of a case without [[openings]]" in " ".join(result.stderr.split())
