# SPDX-License-Identifier: Apache-2.0
"""The launcher of tests on several nodes (tests/nodes/run.py)."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

RUN = Path(__file__).resolve().parents[1] / "nodes" / "run.py"


def run(*program: str, **options) -> subprocess.CompletedProcess:
    command = [sys.executable, str(RUN), "--nodes", "2", "--ranks-per-node", "1", "--", *program]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, **options)


@pytest.fixture(scope="module")
def nodes():
    """Skips where no nodes can be made."""
    tried = run("true")
    if tried.returncode == 77:
        pytest.skip(tried.stdout.strip())
    assert tried.returncode == 0, tried.stderr


def test_says_why_it_skips():
    result = run("true", env={**os.environ, "PATH": "/nowhere"})
    assert result.returncode == 77
    assert result.stdout.startswith("skipped: no nodes can be made here: there is no ")
    assert "mpirun" in result.stdout


def test_hands_on_output_and_exit_status(nodes):
    result = run("sh", "-c", "hostname; exit 3")
    assert sorted(result.stdout.split()) == ["node0", "node1"]
    assert result.returncode == 3


def processes_with(text: str) -> list[str]:
    """Process numbers of the ranks: `sleep` with this argument."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if (folder / "cmdline").read_text().startswith(f"sleep\0{text}"):
                found.append(folder.name)
        except OSError:
            pass
    return found


def wait_until(condition) -> None:
    for _ in range(300):
        if condition():
            return
        time.sleep(0.1)
    pytest.fail("waited for 30 s")


def test_nothing_outlives_it(nodes):
    seconds = f"600.{os.getpid()}"
    launcher = subprocess.Popen(
        [sys.executable, str(RUN), "--", "sleep", seconds], stderr=subprocess.DEVNULL
    )
    wait_until(lambda: len(processes_with(seconds)) == 4)
    launcher.kill()
    launcher.wait()
    wait_until(lambda: not processes_with(seconds))
