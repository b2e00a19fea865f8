# SPDX-License-Identifier: Apache-2.0
"""The solver blood from the command line: mistakes, divergence, ranks, restart."""

import re

import pytest
from small_cases import PLASMA

from conftest import contents


@pytest.fixture
def tube(tmp_path):
    file = tmp_path / "tube.toml"
    file.write_text(PLASMA)
    return file


@pytest.mark.parametrize(
    ("setting", "expected"),
    [
        ("geometry.length=8.5e-6", "must be a multiple of grid.spacing"),
        ("geometry.diameter=12", "are both in metres?"),
        ("geometry.diameter=2e-6", "must be at least 3 times grid.spacing"),
        ("blood.relaxation_time=0.5", "must be > 0.5"),
        ("flow.amplitude=[1, 0, 0]", "must be given for flow.amplitude"),
        ("initial.kind=taylor-green", 'needs geometry.shape = "box"'),
        ("geometry.upper_velocity=[1, 0, 0]", "geometry.upper_velocity"),
    ],
)
def test_mistakes_are_refused(thalweg, tube, tmp_path, setting, expected):
    before = contents(tmp_path)
    result = thalweg("run", tube, "--out", "out", "--set", setting)
    assert result.returncode == 2, result.stderr
    assert expected in " ".join(result.stderr.split())
    assert contents(tmp_path) == before


def test_check_says_what_is_too_fast(thalweg, tube):
    result = thalweg("check", tube, "--set", "flow.pressure_gradient=[1e9, 0, 0]")
    assert result.returncode == 0, result.stderr
    assert "is too fast" in result.stdout and "relaxation_time" in result.stdout


def test_divergence_names_step_and_place(thalweg, tube):
    result = thalweg("run", tube, "--out", "out", "--set", "flow.pressure_gradient=[1e11, 0, 0]")
    assert result.returncode == 3, result.stderr
    assert re.search(r"diverged at step \d+", result.stderr)
    assert re.search(r"velocity .* at x = .*, y = .*, z = .* m", result.stderr)


def test_restart_on_other_ranks_gives_the_same_history(thalweg, tube, tmp_path):
    assert thalweg("run", tube, "--out", "whole").returncode == 0
    assert thalweg("run", tube, "--out", "out", "--steps", "20").returncode == 0
    result = thalweg("run", tube, "--out", "out", "--restart", ranks=2)
    assert result.returncode == 0, result.stderr

    def numbers(out):
        lines = (tmp_path / out / "history.csv").read_text().splitlines()[2:]
        return [[float(value) for value in line.split(",")] for line in lines]

    for one, other in zip(numbers("whole"), numbers("out"), strict=True):
        assert one[:-1] == pytest.approx(other[:-1], rel=1e-12)
