# SPDX-License-Identifier: Apache-2.0
"""Runs that end once the flow is steady: time.until_steady."""

import json

import pytest
from small_cases import PLASMA, SOUND, TURBULENCE

UNTIL = "time.until_steady={{ tolerance = {}, every_steps = {} }}"


@pytest.fixture
def tube(tmp_path):
    file = tmp_path / "tube.toml"
    file.write_text(PLASMA)
    return file


def report_of(tmp_path):
    return json.loads((tmp_path / "out/report.json").read_text())


def last_step(tmp_path):
    return int(float((tmp_path / "out/history.csv").read_text().splitlines()[-1].split(",")[0]))


def test_a_run_ends_once_it_is_steady(thalweg, tube, tmp_path):
    result = thalweg(
        *("run", tube, "--out", "out", "--set", "time.steps=5000", "--set", UNTIL.format(1e-4, 50))
    )
    assert result.returncode == 0, result.stderr
    report = report_of(tmp_path)
    assert report["status"] == "done"
    assert report["steady"]["reached"] and report["steady"]["change"] < 1e-4
    assert 50 < report["steps"] < 5000 and report["steps"] % 50 == 0
    assert last_step(tmp_path) == report["steps"]
    assert "steady: the velocity field changed by" in (tmp_path / "out/run.log").read_text()


def test_it_is_said_where_the_end_comes_first(thalweg, tube, tmp_path):
    result = thalweg("run", tube, "--out", "out", "--set", UNTIL.format(1e-9, 20))
    assert result.returncode == 0, result.stderr
    report = report_of(tmp_path)
    assert report["steps"] == 40 and report["status"] == "done"
    assert not report["steady"]["reached"] and report["steady"]["change"] > 1e-9
    assert "not steady: the velocity field changed by" in (tmp_path / "out/run.log").read_text()


def test_without_two_states_it_is_not_known(thalweg, tube, tmp_path):
    result = thalweg("run", tube, "--out", "out", "--set", UNTIL.format(1e-9, 1000))
    assert result.returncode == 0, result.stderr
    assert report_of(tmp_path)["steady"]["change"] is None
    assert "is not known" in (tmp_path / "out/run.log").read_text()


def test_a_column_of_the_history_may_be_compared(thalweg, tube, tmp_path):
    until = 'time.until_steady={ tolerance = 1e-3, every_steps = 50, quantity = "flow_rate" }'
    result = thalweg(
        "run", tube, "--out", "out", "--set", "time.steps=5000", "--set", until, ranks=2
    )
    assert result.returncode == 0, result.stderr
    assert report_of(tmp_path)["steady"]["quantity"] == "flow_rate"
    assert report_of(tmp_path)["steps"] < 5000


def test_restarts_end_within_an_interval(thalweg, tube, tmp_path):
    settings = ("--set", "time.steps=5000", "--set", UNTIL.format(1e-4, 50))
    assert thalweg("run", tube, "--out", "out", *settings, "--steps", "70").returncode == 0
    assert not report_of(tmp_path)["steady"]["reached"]
    result = thalweg("run", tube, "--out", "out", *settings, "--restart")
    assert result.returncode == 0, result.stderr
    restarted = report_of(tmp_path)
    assert restarted["steady"]["reached"]
    whole = thalweg("run", tube, "--out", "out", *settings, "--force")
    assert whole.returncode == 0, whole.stderr
    assert report_of(tmp_path)["steps"] in (restarted["steps"], restarted["steps"] - 50)


def test_columns_of_other_solvers_may_be_compared(thalweg, tmp_path):
    """A vortex that decays: the change of its energy falls below 0.5 % from step 3 on."""
    file = tmp_path / "vortex.toml"
    file.write_text(TURBULENCE)
    until = 'time.until_steady={ tolerance = 5e-3, every_steps = 3, quantity = "energy" }'
    result = thalweg("run", file, "--out", "out", "--set", until, ranks=2)
    assert result.returncode == 0, result.stderr
    report = report_of(tmp_path)
    assert report["steady"]["reached"] and report["steady"]["quantity"] == "energy"
    assert report["steps"] == 3 and last_step(tmp_path) == 3
    energies = [
        float(row.split(",")[3]) for row in (tmp_path / "out/history.csv").read_text().split()[2:]
    ]
    change = abs(energies[-1] - energies[0]) / abs(energies[-1])
    assert report["steady"]["change"] == pytest.approx(change, rel=1e-6)


def test_columns_of_sound_may_be_compared(thalweg, tmp_path):
    file = tmp_path / "pulse.toml"
    file.write_text(SOUND)
    until = 'time.until_steady={ tolerance = 1e-9, every_steps = 4, quantity = "pressure_rms" }'
    result = thalweg("run", file, "--out", "out", "--set", until)
    assert result.returncode == 0, result.stderr
    report = report_of(tmp_path)
    assert report["steps"] == 12
    assert not report["steady"]["reached"] and report["steady"]["change"] > 1e-9


@pytest.mark.parametrize("text", [TURBULENCE, SOUND])
def test_solvers_that_keep_no_velocity_need_a_column(thalweg, tmp_path, text):
    file = tmp_path / "other.toml"
    file.write_text(text)
    result = thalweg("run", file, "--out", "out", "--set", UNTIL.format(1e-4, 4))
    assert result.returncode == 2, result.stderr
    assert "needs time.until_steady.quantity, a column of" in " ".join(result.stderr.split())


@pytest.mark.parametrize(
    ("until", "expected"),
    [
        ("{ tolerance = 0, every_steps = 5 }", "must be > 0"),
        ("{ tolerance = 1e-3 }", "time.until_steady.every_steps"),
        ("{ tolerance = 1e-3, every_steps = 0 }", "must be >= 1"),
        (
            '{ tolerance = 1e-3, every_steps = 5, quantity = "flow_rat" }',
            'Did you mean "flow_rate"?',
        ),
    ],
)
def test_mistakes_are_refused(thalweg, tube, until, expected):
    result = thalweg("run", tube, "--out", "out", "--set", f"time.until_steady={until}")
    assert result.returncode == 2, result.stderr
    assert expected in " ".join(result.stderr.split())
