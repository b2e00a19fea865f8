# SPDX-License-Identifier: Apache-2.0
"""Runs of sound from case files: what they leave, restarts, ranks."""

import shutil

import numpy as np
import pytest
from sound_runs import BETWEEN, CASES, PLACES, traces, whole_grid

from conftest import Program

DISC = CASES / "photoacoustic-disc" / "case.toml"
END = ["--set", "time.end=4e-6"]  # the sound has come to the sensor
# Where how sharp it is does not matter.
COARSE = ("grid.points=[64,64]", "grid.spacing=2e-4", "sound.absorbing_layer.points=10",
          "check.0.point=20")  # fmt: skip
RUN = ["run", DISC, *END, *(word for key in COARSE for word in ("--set", key))]


@pytest.fixture(scope="module")
def finished_once(binary, tmp_path_factory):
    """A finished run, which no test may change."""
    folder = tmp_path_factory.mktemp("disc")
    result = Program(binary, folder)(*RUN, "--out", "out")
    assert result.returncode == 0, result.stderr
    assert "traces.h5" in result.stdout
    return folder / "out"


@pytest.fixture
def finished(finished_once, tmp_path):
    """A finished run in out."""
    return shutil.copytree(finished_once, tmp_path / "out")


def test_growth_that_stays_finite_ends_the_run(thalweg, tmp_path):
    # A gas pocket in water at a CFL number that is far from stable there.
    gas = """
[[medium.region]]
shape = "ball"
center = [1.8e-3, 1.2e-3]
radius = 5e-4
sound_speed = 340
density = 1.2
"""
    text = BETWEEN.replace("steps = 60", "steps = 5000").replace("[[initial", gas + "[[initial", 1)
    (tmp_path / "case.toml").write_text(text, encoding="utf-8")
    result = thalweg("run", "case.toml", "--out", "out")
    assert result.returncode == 3, result.stdout + result.stderr
    for part in ("diverged at step", "pressure has grown to", "times the energy", "m (point "):
        assert part in result.stderr
    assert "nan" not in result.stderr and "inf" not in result.stderr
    assert "begin anew" in result.stderr and "allow_changes" not in result.stderr


def test_the_nearest_edge_is_heard_when_it_must_be(thalweg, tmp_path):
    assert thalweg("run", DISC, *END, "--out", "fine").returncode == 0
    finished = tmp_path / "fine"
    middle = traces(finished, "line/pressure")[:, 40]
    time = traces(finished, "time")
    assert not np.isnan(middle).any()
    first = time[np.argmax(middle > 0.1 * middle.max())]
    assert first == pytest.approx((4.0e-3 - 0.8e-3) / 1500, abs=1e-7)
    largest = traces(finished, "line/pressure-max")
    assert largest.max() == traces(finished, "line/pressure").max()
    assert len(list((finished / "fields").glob("pressure-max-*.vtkhdf"))) == 1


def test_restart_half_way_equals_the_unbroken_run(thalweg, finished, tmp_path):
    capped = ["--steps", 75, "--set", "checkpoint.every_steps=50"]
    assert thalweg(*RUN, "--out", "half", *capped).returncode == 0
    assert thalweg(*RUN, "--out", "half", "--restart").returncode == 0
    for name in ("line/pressure", "line/pressure-max"):
        assert np.array_equal(traces(tmp_path / "half", name), traces(finished, name))
    assert (tmp_path / "half/history.csv").read_bytes() == (finished / "history.csv").read_bytes()


@pytest.mark.parametrize("ranks", [2, 3])
def test_ranks_agree(thalweg, finished, tmp_path, ranks):
    assert thalweg(*RUN, "--out", "split", ranks=ranks).returncode == 0
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
    more = ["--set", "time.end=5e-6", "--set", "checkpoint.every_steps=50"]
    again = thalweg(*RUN, "--out", "out", "--force", "--set", "checkpoint.keep=3")
    assert again.returncode == 0, again.stderr
    assert thalweg(*RUN, "--out", "out", "--restart", *more).returncode == 0
    after = traces(finished, "line/pressure")
    assert len(after) > len(before)
    assert np.array_equal(after[: len(before)], before)


@pytest.mark.parametrize(
    ("setting", "key"),
    [
        ('sensor.0.record=["pressure"]', "sensor.0.record"),
        ("sound.record_from=1e-7", "sound.record_from"),
        ("time.cfl=0.1", "time.cfl"),
    ],
)
def test_sensors_and_steps_stay_as_they_were(thalweg, tmp_path, setting, key):
    capped = ["--steps", 20, "--set", "checkpoint.every_steps=10"]
    assert thalweg("run", DISC, "--out", "out", *capped).returncode == 0
    allow = f'checkpoint.allow_changes=["{key}"]'
    result = thalweg("run", DISC, "--out", "out", "--restart", "--set", setting, "--set", allow)
    assert result.returncode == 2, result.stdout
    assert f"{key} was" in result.stderr and "no restart can change this" in result.stderr


def test_a_statistic_of_the_whole_grid_does_not_begin_in_the_middle(thalweg, tmp_path):
    (tmp_path / "case.toml").write_text(BETWEEN, encoding="utf-8")
    half = ["--steps", 20, "--set", "checkpoint.every_steps=10"]
    assert thalweg("run", "case.toml", "--out", "out", *half).returncode == 0
    added = ["--set", "output.fields.every_steps=20", "--set",
             'output.fields.names=["pressure-min"]']  # fmt: skip
    result = thalweg("run", "case.toml", "--out", "out", "--restart", *added)
    assert result.returncode == 2, result.stdout
    assert "was not recorded by the run so far" in result.stderr


def test_what_is_never_recorded_is_no_number(thalweg, tmp_path):
    records = '["pressure-rms", "pressure-final"]'
    (tmp_path / "case.toml").write_text(BETWEEN.replace('["pressure-rms"]', records), "utf-8")
    late = ["--set", "sound.record_from=1e-3"]
    result = thalweg("run", "case.toml", "--out", "out", *late)
    assert result.returncode == 0, result.stderr
    assert "recording begins at 0.001 s, when the run is over" in result.stdout
    for name in ("pressure-max", "velocity-x-rms", "intensity-y"):
        assert np.isnan(traces(tmp_path / "out", f"places/{name}")).all(), name
    assert np.abs(whole_grid(tmp_path / "out", "pressure-final")).max() > 0
    assert not list((tmp_path / "out/fields").glob("pressure-rms-*"))


def written(out, name: str) -> list[int]:
    """The steps at which a field was written."""
    return sorted(int(file.stem[-6:]) for file in (out / "fields").glob(f"{name}-??????.vtkhdf"))


def test_largest_values_are_written_from_the_first_record_on(thalweg, tmp_path):
    (tmp_path / "case.toml").write_text(BETWEEN, encoding="utf-8")
    fields = ["--set", "output.fields.every_steps=30",
              "--set", 'output.fields.names=["pressure","pressure-max"]']  # fmt: skip
    late = ["--set", "sound.record_from=8e-7"]  # the step of 40
    assert thalweg("run", "case.toml", "--out", "late", *fields, *late).returncode == 0
    assert written(tmp_path / "late", "pressure") == [0, 30, 60]
    assert written(tmp_path / "late", "pressure-max") == [60]
    stopped = thalweg("run", "case.toml", "--out", "stopped", *late, "--steps", 20)
    assert stopped.returncode == 0, stopped.stderr
    assert written(tmp_path / "stopped", "pressure-rms") == []
    assert thalweg("run", "case.toml", "--out", "first", *fields).returncode == 0
    assert written(tmp_path / "first", "pressure-max") == [0, 30, 60]
    initial = whole_grid(tmp_path / "first", "pressure", min)
    assert np.array_equal(whole_grid(tmp_path / "first", "pressure-max", min), initial)


def test_a_run_of_no_step_has_its_initial_pressure_as_its_final(thalweg, tmp_path):
    case = BETWEEN.replace('["pressure-rms"]', '["pressure-rms", "pressure-final"]')
    (tmp_path / "case.toml").write_text(case.replace("steps = 60", "steps = 0"), encoding="utf-8")
    result = thalweg("run", "case.toml", "--out", "out")
    assert result.returncode == 0, result.stderr
    assert whole_grid(tmp_path / "out", "pressure-final").max() == pytest.approx(1)
    assert written(tmp_path / "out", "pressure-rms") == []


def test_a_restart_from_an_earlier_step_keeps_the_traces_of_the_later(thalweg, tmp_path):
    (tmp_path / "case.toml").write_text(BETWEEN, encoding="utf-8")
    often = ["--set", "checkpoint.every_steps=20", "--set", "checkpoint.keep=9"]
    assert thalweg("run", "case.toml", "--out", "out", *often).returncode == 0
    first = traces(tmp_path / "out", "places/pressure")
    back = ["--restart", "out/checkpoints/000020.h5", "--force", "--steps", 10]
    result = thalweg("run", "case.toml", "--out", "out", *back, *often)
    assert result.returncode == 0, result.stderr
    assert np.array_equal(traces(tmp_path / "out/superseded/1", "places/pressure"), first)
    again = traces(tmp_path / "out", "places/pressure")
    assert np.array_equal(again[:30], first[:30])
    assert np.isnan(again[30:]).all()


def test_the_first_field_is_the_initial_pressure(finished):
    pressure = whole_grid(finished, "pressure", min).squeeze()
    assert pressure.max() == pytest.approx(5.0)
    assert pressure[32, 32] == pytest.approx(5.0, rel=0.05)  # (y, x), the middle of the large disc
    assert abs(pressure[5, 5]) < 1e-6


@pytest.mark.parametrize("case", ["photoacoustic-disc", "focused-bowl", "time-reversal", "b-mode"])
def test_cases_are_right(thalweg, case):
    name = "forward.toml" if case == "time-reversal" else "case.toml"
    result = thalweg("check", CASES / case / name)
    assert result.returncode == 0, result.stderr


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
