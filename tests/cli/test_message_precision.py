# SPDX-License-Identifier: Apache-2.0
"""Messages of single precision in a run of double precision."""

import json

import numpy as np
import pytest

from thalweg import Run

SINGLE = ["--set", "transport.message_precision='single'"]
DIRECT = ["--set", "transport.route='direct'"]


def bytes_sent(folder):
    report = json.loads((folder / "report.json").read_text())
    return sum(movement["bytes"] for movement in report["transport"])


def error(folder, reference):
    a, b = (Run(path).field("velocity").values for path in (folder, reference))
    return np.sqrt(((a - b) ** 2).sum() / (b**2).sum())


def test_they_take_half_the_bytes_and_are_close(thalweg, case, tmp_path):
    assert thalweg("run", case, *DIRECT, "--out", "whole", ranks=2).returncode == 0
    result = thalweg("run", case, *DIRECT, *SINGLE, "--out", "half", ranks=2)
    assert "half the bytes" in result.stdout
    assert bytes_sent(tmp_path / "half") == bytes_sent(tmp_path / "whole") / 2 > 0
    # 12 steps of 3 stages, each of which rounds two exchanges to 24 bits and takes 0.02 of it.
    assert 1e-10 < error(tmp_path / "half", tmp_path / "whole") < 1e-7


def test_a_run_may_go_on_with_them(thalweg, case, tmp_path):
    assert thalweg("run", case, "--out", "whole").returncode == 0
    assert thalweg("run", case, "--out", "out", "--steps", 8).returncode == 0
    again = thalweg("run", case, *DIRECT, *SINGLE, "--out", "out", "--restart", ranks=2)
    assert again.returncode == 0, again.stderr
    assert 1e-10 < error(tmp_path / "out", tmp_path / "whole") < 1e-7


@pytest.mark.parametrize(
    ("settings", "ranks", "why"),
    [
        ([], 1, "one rank sends no messages"),
        ([*DIRECT, "--set", "simulation.precision='single'"], 2, "fields are of single precision"),
        ([], 2, "ranks of one node work on the same memory"),
    ],
)
def test_check_says_where_they_change_nothing(thalweg, case, settings, ranks, why):
    result = thalweg("check", case, *SINGLE, *settings, "--device", "cpu", ranks=ranks)
    assert result.returncode == 0
    assert why in " ".join(result.stdout.split())


def test_other_values_are_refused(thalweg, case):
    result = thalweg("check", case, "--set", "transport.message_precision='half'")
    assert result.returncode == 2
    assert "transport.message_precision" in result.stderr
    assert "as-fields" in result.stderr
