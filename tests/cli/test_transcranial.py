# SPDX-License-Identifier: Apache-2.0
"""The benchmarks of cases/transcranial on coarse grids, against their exact solutions."""

import importlib
from pathlib import Path

import pytest

from thalweg import Run
from thalweg.transcranial import difference, exact_slice, focus, named, read_slice

ROOT = Path(__file__).resolve().parents[2]
CASES = ROOT / "cases/transcranial"
COARSE = {  # 6 points per wavelength in water, 40 steps per period
    "grid.points": "[270, 84]",
    "grid.spacing": "5e-4",
    "grid.origin": "[-8.75e-3, 0]",
    "time.step": "5e-8",
    "time.end": "1.05e-4",
    "sound.record_from": "1.01e-4",
    "sound.absorbing_layer.points": "10",
    "sensor.0.count": "[241, 8]",
}


def run_coarse(thalweg, name: str, **changes: str) -> Run:
    sets = [f"--set={key}={value}" for key, value in {**COARSE, **changes}.items()]
    result = thalweg("run", CASES / f"{name}.toml", "--out", "out", "--threads", "1", *sets)
    assert result.returncode == 0, result.stderr
    return Run(thalweg.folder / "out")


# Second order: on the grids of the case files these errors are a quarter of what they are here
# (0.27, 4.5 and 9.1 % of the field, 0.02, 1.3 and 9.6 % of the focus).
@pytest.mark.parametrize(
    ("name", "largest", "pressure"),
    [
        ("bm2-sc2", 0.0035, 0.001),  # absorbing water, piston
        ("bm4-sc1", 0.05, 0.016),  # flat skin and skull, bowl
        ("bm6-sc1", 0.095, 0.1),  # curved skin and skull, bowl
    ],
)
def test_the_field_is_the_exact_one(thalweg, name, largest, pressure):
    run = run_coarse(thalweg, name)
    benchmark, source = named(run.title)
    found = read_slice(run)
    exact = exact_slice(found, benchmark, source)
    d = difference(found, exact, benchmark)
    print(f"{name}: largest {d.largest:.2%}, rms {d.square:.2%}, focus {d.pressure:+.2%}, ", end="")
    print(f"{1e3 * d.distance:.1f} mm off; {focus(found, benchmark)}")
    assert d.largest < largest
    assert abs(d.pressure) < pressure
    assert d.distance <= 1e-3


def test_runs_are_compared_with_each_other(thalweg, monkeypatch, capsys):
    run_coarse(thalweg, "bm1-sc2", **{"time.end": "1e-5", "sound.record_from": "6e-6"})
    monkeypatch.syspath_prepend(ROOT / "tools")
    tool = importlib.import_module("compare_transcranial").main
    out, picture = str(thalweg.folder / "out"), thalweg.folder / "p.png"
    assert tool([out, "--against", out, "--picture", str(picture)]) == 0
    shown = capsys.readouterr().out
    assert "| out " in shown and "+0.00%" in shown
    assert picture.read_bytes().startswith(b"\x89PNG")
    assert tool([str(thalweg.folder)]) == 2
    assert "compare_transcranial:" in capsys.readouterr().err


def test_the_case_files_are_all_there(thalweg):
    names = sorted(file.stem for file in CASES.glob("*.toml"))
    assert names == sorted([f"bm{b}-sc{s}" for b in range(1, 7) for s in (1, 2)] + ["bm3-sc1-3d"])
    for name in names:
        result = thalweg("check", CASES / f"{name}.toml")
        assert result.returncode == 0, result.stderr
