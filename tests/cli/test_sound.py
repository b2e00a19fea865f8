# SPDX-License-Identifier: Apache-2.0
"""Runs of sound from case files: what they leave, restarts, ranks."""

import re
import subprocess
import sys
from pathlib import Path

import h5py
import numpy as np
import pytest

from thalweg.bmode import main as bmode

ROOT = Path(__file__).resolve().parents[2]
CASES = ROOT / "cases"
DISC = CASES / "photoacoustic-disc" / "case.toml"


def traces(folder: Path, name: str) -> np.ndarray:
    """A dataset of a run's traces."""
    with h5py.File(folder / "traces.h5") as file:
        return file[name][:]


def whole_grid(folder: Path, name: str, chosen=max) -> np.ndarray:
    """The field of a name that a run wrote last, or with min first."""
    with h5py.File(chosen((folder / "fields").glob(f"{name}-*.vtkhdf"))) as file:
        return file[f"VTKHDF/PointData/{name}"][:]


# A wave heard between grid points, on one of them, and where sums reach over the ends of axes.
PLACES = [[1.012e-3, 0.951e-3], [1.5e-3, 1.1e-3], [2.047e-3, 0.033e-3], [0.404e-3, 2.33e-3]]
BETWEEN = f"""
[simulation]
kind = "sound"
[grid]
points = [32, 24]
spacing = 1e-4
[sound]
absorbing_layer.points = 0
[medium]
sound_speed = 1500
density = 1000
[[initial.pressure]]
shape = "disc"
center = [1.2e-3, 1.0e-3]
radius = 4e-4
value = 1.0
[time]
cfl = 0.3
steps = 60
[[sensor]]
name = "places"
shape = "points"
positions = {PLACES}
record = ["pressure", "pressure-max", "colocated-velocity", "velocity-rms", "intensity"]
[[sensor]]
shape = "grid"
record = ["pressure-rms"]
"""


SOURCE = """[[source]]
shape = "traces"
path = "heard/traces.h5"
sensors = ["left", "right", "bottom", "top"]
mode = "dirichlet"

"""


@pytest.fixture
def finished(thalweg, tmp_path):
    """A finished run in out."""
    result = thalweg("run", DISC, "--out", "out")
    assert result.returncode == 0, result.stderr
    assert "traces.h5" in result.stdout
    return tmp_path / "out"


def test_the_nearest_edge_is_heard_when_it_must_be(finished):
    middle = traces(finished, "line/pressure")[:, 40]
    time = traces(finished, "time")
    assert not np.isnan(middle).any()
    first = time[np.argmax(middle > 0.1 * middle.max())]
    assert first == pytest.approx((4.0e-3 - 0.8e-3) / 1500, abs=1e-7)
    largest = traces(finished, "line/pressure-max")
    assert largest.max() == traces(finished, "line/pressure").max()
    assert len(list((finished / "fields").glob("pressure-max-*.vtkhdf"))) == 1


def test_restart_half_way_equals_the_unbroken_run(thalweg, finished, tmp_path):
    capped = ["--steps", 150, "--set", "checkpoint.every_steps=100"]
    assert thalweg("run", DISC, "--out", "half", *capped).returncode == 0
    assert thalweg("run", DISC, "--out", "half", "--restart").returncode == 0
    for name in ("line/pressure", "line/pressure-max"):
        assert np.array_equal(traces(tmp_path / "half", name), traces(finished, name))
    assert (tmp_path / "half/history.csv").read_bytes() == (finished / "history.csv").read_bytes()


@pytest.mark.parametrize("ranks", [2, 3])
def test_ranks_agree(thalweg, finished, tmp_path, ranks):
    assert thalweg("run", DISC, "--out", "split", ranks=ranks).returncode == 0
    split, whole = (traces(f, "line/pressure") for f in (tmp_path / "split", finished))
    assert np.abs(split - whole).max() <= 1e-5 * np.abs(whole).max()


@pytest.mark.parametrize("ranks", [1, 2, 4])
def test_between_grid_points_ranks_and_restarts_agree(thalweg, tmp_path, ranks):
    (tmp_path / "case.toml").write_text(BETWEEN, encoding="utf-8")
    result = thalweg("run", "case.toml", "--out", "whole")
    assert "sensors: 4 points, 3 of them between grid points" in result.stdout
    half = ["--steps", 31, "--set", "checkpoint.every_steps=7"]
    assert thalweg("run", "case.toml", "--out", "split", *half, ranks=ranks).returncode == 0
    assert thalweg("run", "case.toml", "--out", "split", "--restart", ranks=ranks).returncode == 0
    places = traces(tmp_path / "split", "places/coordinates")
    assert np.abs(places - PLACES).max() < 1e-9
    names = ("pressure", "pressure-max", "colocated-velocity-y", "velocity-x-rms", "intensity-y")
    for name in names:
        whole, split = (traces(tmp_path / f, f"places/{name}") for f in ("whole", "split"))
        assert np.abs(whole).max() > 0
        assert np.abs(split - whole).max() <= 1e-6 * np.abs(whole).max(), name
    whole, split = (whole_grid(tmp_path / f, "pressure-rms") for f in ("whole", "split"))
    assert 0 < np.abs(whole).max() < 1
    assert np.abs(split - whole).max() <= 1e-6 * np.abs(whole).max()
    before = traces(tmp_path / "split", "places/velocity-x-rms")
    again = thalweg("run", "case.toml", "--out", "split", "--restart", ranks=ranks)
    assert again.returncode == 0, again.stderr
    assert np.array_equal(traces(tmp_path / "split", "places/velocity-x-rms"), before)


def test_between_grid_points_hears_what_the_exact_sum_hears(thalweg, tmp_path):
    (tmp_path / "case.toml").write_text(BETWEEN, encoding="utf-8")
    heard = {}
    for out, key in {"near": "snap=true", "sum": "name=sum", "all": "name=all"}.items():
        exact = ["--set", "sound.sensor_tolerance=0"] if out == "all" else []
        result = thalweg("run", "case.toml", "--out", out, "--set", f"sensor.0.{key}", *exact)
        assert result.returncode == 0, result.stderr
        heard[out] = traces(tmp_path / out, f"{'places' if out == 'near' else out}/pressure")
    largest = np.abs(heard["all"]).max()
    assert np.abs(heard["sum"] - heard["all"]).max() < 1e-4 * largest
    assert np.abs(heard["near"] - heard["all"]).max() > 0.02 * largest


def test_printed_case_runs_as_the_case(thalweg, finished):
    assert thalweg("run", finished / "case.toml", "--out", "again").returncode == 0
    again = traces(finished.parent / "again", "line/pressure")
    assert np.array_equal(again, traces(finished, "line/pressure"))


def test_longer_run_goes_on_with_the_traces(thalweg, finished):
    before = traces(finished, "line/pressure")
    more = ["--set", "time.end=9e-6", "--set", "checkpoint.every_steps=100"]
    assert (
        thalweg("run", DISC, "--out", "out", "--force", "--set", "checkpoint.keep=3").returncode
        == 0
    )
    assert thalweg("run", DISC, "--out", "out", "--restart", *more).returncode == 0
    after = traces(finished, "line/pressure")
    assert len(after) > len(before)
    assert np.array_equal(after[: len(before)], before)


def test_the_first_field_is_the_initial_pressure(finished):
    pressure = whole_grid(finished, "pressure", min).squeeze()
    assert pressure.max() == pytest.approx(5.0)
    assert pressure[64, 64] == pytest.approx(5.0, rel=0.05)  # (y, x), the middle of the large disc
    assert abs(pressure[10, 10]) < 1e-6


@pytest.fixture
def scanned(thalweg, tmp_path):
    """cases/time-reversal on coarser grids and with every fourth sensor: the forward run."""
    coarse = ["--set", "grid.points=[160,160]", "--set", "grid.spacing=1.6e-4"]
    for sensor in range(4):
        coarse += ["--set", f"sensor.{sensor}.count=41"]
    result = thalweg("run", CASES / "time-reversal/forward.toml", "--out", "forward", *coarse)
    assert result.returncode == 0, result.stderr
    assert "between grid points" in result.stdout
    return tmp_path / "forward"


@pytest.mark.parametrize("ranks", [1, 3])
def test_time_reversal_brings_the_sources_back(thalweg, scanned, ranks):
    coarse = ["--set", "grid.points=[128,128]", "--set", "grid.spacing=2e-4"]
    coarse += ["--set", f"source.0.path={scanned / 'traces.h5'}"]
    case = CASES / "time-reversal/reconstruct.toml"
    result = thalweg("run", case, "--out", "back", *coarse, ranks=ranks)
    assert result.returncode == 0, result.stderr
    tool = [sys.executable, ROOT / "tools/picture_time_reversal.py", "forward", "back", "tr.png"]
    shown = subprocess.run(tool, cwd=scanned.parent, capture_output=True, text=True, timeout=120)
    found = re.search(r"relative error ([\d.]+) %, correlation ([\d.]+)", shown.stdout)
    assert found, shown.stderr
    assert float(found[1]) < 4  # 3.1 measured
    assert float(found[2]) > 0.999
    assert (scanned.parent / "tr.png").stat().st_size > 10000


def test_what_is_played_forward_is_heard_again(thalweg, tmp_path):
    """Set at the sensors, the traces of the same grid are the pressure there, to rounding."""
    text = (CASES / "time-reversal/forward.toml").read_text(encoding="utf-8")
    text = text.replace("count = 161", "snap = true\ncount = 11")
    played = re.sub(r"\[\[initial.*?(?=\[time\])", SOURCE, text, flags=re.DOTALL)
    for name, case in {"heard": text, "played": played}.items():
        (tmp_path / f"{name}.toml").write_text(case, encoding="utf-8")
        coarse = ["--set", "grid.points=[160,160]", "--set", "grid.spacing=1.6e-4"]
        result = thalweg("run", f"{name}.toml", "--out", name, *coarse)
        assert result.returncode == 0, result.stderr
    first, again = (traces(tmp_path / name, "left/pressure") for name in ("heard", "played"))
    assert np.abs(again - first).max() < 1e-6 * np.abs(first).max()


def test_a_scan_written_by_hand_is_played(thalweg, tmp_path):
    """The file of docs/howto/sound.md: a pulse set at two points, backward."""
    pressure = np.zeros((20, 2))
    pressure[4] = 3.0, 5.0
    with h5py.File(tmp_path / "scan.h5", "w") as file:
        file.attrs["step_size"] = np.bytes_("2e-8")
        file["ring/pressure"] = pressure
        file["ring/coordinates"] = np.array([[1e-3, 1e-3], [2e-3, 1.5e-3]])
    case = re.sub(r"\[\[initial.*?(?=\[time\])", SOURCE, BETWEEN, flags=re.DOTALL)
    case = case.replace("heard/traces.h5", "scan.h5").replace("[time]", "[time]\nstep = 2e-8")
    case = re.sub(r"sensors = .*", 'sensors = ["ring"]\nreverse = true', case)
    case = case.replace("cfl = 0.3\nsteps = 60", "steps = 20")
    case = case.replace(str(PLACES), "[[1e-3, 1e-3], [2e-3, 1.5e-3]]")
    (tmp_path / "case.toml").write_text(case, encoding="utf-8")
    result = thalweg("run", "case.toml", "--out", "out")
    assert result.returncode == 0, result.stderr
    heard = traces(tmp_path / "out", "places/pressure")
    assert heard[15] == pytest.approx([3.0, 5.0], rel=1e-6)
    assert not heard[:15].any()


@pytest.mark.parametrize("case", ["photoacoustic-disc", "focused-bowl", "time-reversal", "b-mode"])
def test_cases_are_right(thalweg, case):
    name = "forward.toml" if case == "time-reversal" else "case.toml"
    result = thalweg("check", CASES / case / name)
    assert result.returncode == 0, result.stderr


WIRE = """
[simulation]
kind = "sound"
precision = "single"

[grid]
points = [144, 108]
spacing = 1.25e-4
origin = [-2.5e-3, -6.6875e-3]

[sound]
absorbing_layer = { points = 12 }

[medium]
sound_speed = 1500
density = 1000

[[medium.region]]
shape = "disc"
center = [8.0e-3, 5.0e-4]
radius = 1.3e-4
density = 1800

[[source]]
shape = "array"
center = [0.0, 0.0]
focus = [8.0e-3, 0.0]
elements = 16
pitch = 4.0e-4
element_width = 3.5e-4
signal = { kind = "tone-burst", frequency = 2.0e6, amplitude = 1e5, cycles = 3 }

[time]
cfl = 0.3
end = 1.4e-5

[[sensor]]
name = "array"
shape = "array"
center = [0.0, 0.0]
elements = 16
pitch = 4.0e-4

[[ensemble.vary]]
key = "source.0.center"
from = [0.0, -1.5e-3]
to = [0.0, 1.5e-3]
count = 7

[[ensemble.vary]]
key = "source.0.focus"
from = [8.0e-3, -1.5e-3]
to = [8.0e-3, 1.5e-3]
count = 7

[[ensemble.vary]]
key = "sensor.0.center"
from = [0.0, -1.5e-3]
to = [0.0, 1.5e-3]
count = 7
"""


def test_a_scan_shows_a_wire_where_it_is(thalweg, tmp_path):
    (tmp_path / "wire.toml").write_text(WIRE, encoding="utf-8")
    result = thalweg("run", "wire.toml", "--out", "scan")
    assert result.returncode == 0, result.stderr
    assert bmode([str(tmp_path / "scan"), "--from", "5", "--to", "9.5"]) == 0
    with np.load(tmp_path / "scan/b-mode.npz") as image:
        depths, places, envelope = image["depths"], image["places"], image["envelope"]
    across, depth = places[np.unravel_index(envelope.argmax(), envelope.shape)]
    assert across == pytest.approx(5e-4, abs=2.5e-4)  # half the distance of two lines
    # The echo comes from the near side of a wire of two cells, of which the grid knows no edge.
    assert depth == pytest.approx(8e-3 - 1.3e-4 / 2, abs=1.3e-4 / 2 + (depths[1] - depths[0]) / 2)


def test_mistakes_stop_before_the_run(thalweg, tmp_path):
    result = thalweg(
        "run",
        DISC,
        "--out",
        "out",
        "--set",
        "sound.absorption_power=1",
        "--set",
        "initial.pressure.0.radius=-1",
    )
    assert result.returncode == 2
    assert "must not be 1" in result.stderr
    assert "2 errors; nothing was run." in result.stderr
    assert not (tmp_path / "out").exists()
