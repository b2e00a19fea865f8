# SPDX-License-Identifier: Apache-2.0
"""Sites and cells that a run deals to ranks anew: the keys, what is said, and equal results."""

import json

import numpy as np
import pytest
from small_cases import CELLS

GIVEN = ("rebalance_above=1.05", "least_steps=1", "vertex_cost=8")


@pytest.fixture
def corner(tmp_path):
    """Its one cell lies near an end of the vessel."""
    file = tmp_path / "corner.toml"
    file.write_text(CELLS.replace("centres = [[0, 0, 0]]", "centres = [[-4e-6, -2e-6, 2e-6]]"))
    return file


def settings(*keys):
    return [word for key in keys for word in ("--set", f"decomposition.{key}")]


def balance(folder):
    return json.loads((folder / "report.json").read_text())["balance"]


def rows(folder):
    return np.loadtxt(folder / "history.csv", delimiter=",", skiprows=2)


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        ("rebalance_above=0.9", "take 1 or more, or 0 to leave sites and cells where they are"),
        ("rebalance_above=-1", "must be >= 0"),
        ("least_steps=0", "must be >= 1"),
        ("vertex_cost=-2", "must be >= 0"),
        ("vertex_costs=2", "vertex_cost"),
    ],
)
def test_mistakes_are_refused(thalweg, corner, tmp_path, key, expected):
    result = thalweg("run", corner, "--out", "out", *settings(key))
    assert result.returncode == 2, result.stderr
    text = " ".join(result.stderr.split())
    assert f"decomposition.{key.split('=')[0]}" in text and expected in text
    assert not (tmp_path / "out").exists()


def test_check_says_when_it_is_done(thalweg, corner):
    text = thalweg("check", corner).stdout
    assert "after 100 steps or more" in text
    assert "above 1.2 times the mean, as measured" in text
    assert "rebalance_above = 1.2" in text
    given = thalweg("check", corner, *settings(*GIVEN)).stdout
    assert "above 1.05 times the mean, a vertex taken as 8 sites" in given
    off = thalweg("check", corner, *settings("rebalance_above=0")).stdout
    assert "ranks keep their sites" in off


def test_the_report_says_how_often_and_results_are_the_same(thalweg, corner, tmp_path):
    alone = thalweg("run", corner, "--out", "alone", *settings(*GIVEN))
    assert alone.returncode == 0, alone.stderr
    assert balance(tmp_path / "alone")["rebalanced"] == 0
    several = thalweg("run", corner, "--out", "several", *settings(*GIVEN), ranks=3)
    assert several.returncode == 0, several.stderr
    told = balance(tmp_path / "several")
    assert told["bound"] == 1.05
    assert told["rebalanced"] == len(told["rebalancings"]) >= 1
    first = told["rebalancings"][0]
    assert first["step"] == 10  # the first output time
    assert first["imbalance_before"] > 1.05
    assert first["imbalance_expected"] < first["imbalance_before"]
    assert told["costs"] == {"site_relative": 1, "vertex_relative": 8}
    log = (tmp_path / "several" / "run.log").read_text()
    assert "step 10: sites and cells were dealt anew: imbalance 1." in log
    assert np.allclose(rows(tmp_path / "alone"), rows(tmp_path / "several"), rtol=1e-6, atol=1e-12)


def test_a_restart_finds_everything_where_it_was(thalweg, corner, tmp_path):
    run = ("run", corner, *settings(*GIVEN))
    assert thalweg(*run, "--out", "whole", ranks=2).returncode == 0
    assert thalweg(*run, "--out", "out", "--steps", "20", ranks=2).returncode == 0
    assert balance(tmp_path / "out")["rebalanced"] >= 1
    result = thalweg(*run, "--out", "out", "--restart", ranks=2)
    assert result.returncode == 0, result.stderr
    whole, joined = (tmp_path / name / "history.csv" for name in ("whole", "out"))
    assert whole.read_bytes() == joined.read_bytes()
    # Other ranks, and without dealing anew: the keys may change.
    off = ("run", corner, *settings("rebalance_above=0"), "--out", "out", "--restart")
    longer = ("--set", "time.steps=60")
    result = thalweg(*off, *longer, ranks=3)
    assert result.returncode == 0, result.stderr
    assert balance(tmp_path / "out")["rebalanced"] == 0


def test_it_may_be_measured(thalweg, corner, tmp_path):
    result = thalweg(
        "run", corner, "--out", "out", *settings("rebalance_above=1", "least_steps=1"), ranks=2
    )
    assert result.returncode == 0, result.stderr
    told = balance(tmp_path / "out")
    assert set(told["costs"]) == {"site_seconds", "vertex_seconds"}
    assert told["imbalance"] >= 1
