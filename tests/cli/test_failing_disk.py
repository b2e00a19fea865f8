# SPDX-License-Identifier: Apache-2.0
"""A disk that fails in the middle of a run: calls that write, in turn, are the first to fail.

Whatever was being written, the run ends with status 4 and says so, and goes on once the disk works.
"""

import os
import shutil

import pytest
from sound_runs import CASES

from conftest import checkpoints

EVERY = {"checkpoint": 1, "output.fields": 2, "output.spectra": 2}
SHORT = ["--set", "time.steps=2"]
SHORT += [word for key, n in EVERY.items() for word in ("--set", f"{key}.every_steps={n}")]
DISC = CASES / "photoacoustic-disc" / "case.toml"
SOUND = ["--set", "time.steps=40", "--set", "checkpoint.every_steps=20"]


@pytest.fixture
def failing_from(thalweg, tmp_path):
    """Run a command on a disk whose n-th call that writes fails, and all after it."""
    library = thalweg.binary.parent / "failing_writes.so"
    assert library.exists(), "it is built with the tests"

    def run(number: int, *arguments, ranks: int = 1):
        watched = {"FAILING_WRITES_IN": str(tmp_path / "out"), "FAILING_WRITES_FROM": str(number)}
        # Beside what stands there for all tests.
        watched["LD_PRELOAD"] = f"{library} {os.environ.get('LD_PRELOAD', '')}"
        return thalweg(*arguments, "--out", "out", ranks=ranks, env=watched)

    return run


def sweep(failing_from, folder, arguments, stride, ranks=1) -> int:
    """Let every stride-th call fail in turn; returns how many runs were stopped by it.

    The first that has a checkpoint is left beside its folder, as stopped.
    """
    stopped = folder.with_name("stopped")
    number = 1
    while True:
        result = failing_from(number, *arguments, "--force", ranks=ranks)
        if result.returncode == 0:
            return (number - 1) // stride
        told = f"call {number}: {result.stdout}{result.stderr}"
        assert result.returncode == 4, told
        assert "File too large" in result.stderr, told
        assert not list(folder.rglob("*.part")), told
        if not stopped.exists() and checkpoints(folder):
            shutil.copytree(folder, stopped)
        number += stride


def test_writes_of_a_run_fail_in_turn_and_it_goes_on(thalweg, case, failing_from, tmp_path):
    assert sweep(failing_from, tmp_path / "out", ["run", case, *SHORT], stride=7) > 13
    again = thalweg("run", case, *SHORT, "--out", "stopped", "--restart")
    assert again.returncode == 0, again.stderr


def test_writes_of_several_ranks_fail_in_turn(case, failing_from, tmp_path):
    assert sweep(failing_from, tmp_path / "out", ["run", case, *SHORT], stride=17, ranks=2) > 3


def test_writes_of_a_run_with_traces_fail_in_turn(failing_from, tmp_path):
    assert sweep(failing_from, tmp_path / "out", ["run", DISC, *SOUND], stride=8) > 10
