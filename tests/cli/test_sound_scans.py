# SPDX-License-Identifier: Apache-2.0
"""Scans: traces that are played back in time or forward, by hand, and line by line."""

import importlib
import re

import h5py
import numpy as np
import pytest
from sound_runs import BETWEEN, CASES, PLACES, traces

from conftest import Program
from thalweg.bmode import main as bmode

TOOLS = CASES.parent / "tools"

SOURCE = """[[source]]
shape = "traces"
path = "heard/traces.h5"
sensors = ["left", "right", "bottom", "top"]
mode = "dirichlet"

"""


@pytest.fixture(scope="module")
def scanned(binary, tmp_path_factory):
    """cases/time-reversal on coarser grids and with every fourth sensor: the forward run."""
    thalweg = Program(binary, tmp_path_factory.mktemp("scanned"))
    coarse = ["--set", "grid.points=[160,160]", "--set", "grid.spacing=1.6e-4"]
    for sensor in range(4):
        coarse += ["--set", f"sensor.{sensor}.count=41"]
    result = thalweg("run", CASES / "time-reversal/forward.toml", "--out", "forward", *coarse)
    assert result.returncode == 0, result.stderr
    assert "between grid points" in result.stdout
    return thalweg.folder / "forward"


@pytest.mark.parametrize("ranks", [1, 3])
def test_time_reversal_brings_the_sources_back(
    thalweg, scanned, tmp_path, ranks, monkeypatch, capsys
):
    coarse = ["--set", "grid.points=[128,128]", "--set", "grid.spacing=2e-4"]
    coarse += ["--set", f"source.0.path={scanned / 'traces.h5'}"]
    case = CASES / "time-reversal/reconstruct.toml"
    result = thalweg("run", case, "--out", "back", *coarse, ranks=ranks)
    assert result.returncode == 0, result.stderr
    monkeypatch.syspath_prepend(TOOLS)
    picture = importlib.import_module("picture_time_reversal").main
    assert picture([str(scanned), str(tmp_path / "back"), str(tmp_path / "tr.png")]) == 0
    shown = capsys.readouterr().out
    found = re.search(r"relative error ([\d.]+) %, correlation ([\d.]+)", shown)
    assert found, shown
    assert float(found[1]) < 4  # 3.1 measured
    assert float(found[2]) > 0.999
    assert (tmp_path / "tr.png").stat().st_size > 10000


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
