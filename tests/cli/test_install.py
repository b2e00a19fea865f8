# SPDX-License-Identifier: Apache-2.0
"""An installation in an empty folder: all that users call, run from there."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from small_cases import TURBULENCE


@pytest.fixture(scope="module")
def installed(binary, tmp_path_factory) -> Path:
    """Where the build of the program under test is installed."""
    prefix = tmp_path_factory.mktemp("prefix")
    install = ["cmake", "--install", binary.parents[1], "--prefix", prefix]
    done = subprocess.run(install, capture_output=True, text=True, check=False)
    if "kernels for -march=native" in subprocess.check_output([binary, "info"], text=True):
        assert done.returncode != 0 and not list(prefix.iterdir())
        assert "for this machine's processor alone" in done.stderr
        pytest.skip("a build for one processor is not installed")
    assert done.returncode == 0, done.stderr
    return prefix


@pytest.fixture
def call(installed, tmp_path):
    """Call a command of the installation, in an empty folder and with this Python."""
    path = f"{installed / 'bin'}:{Path(sys.executable).parent}:/usr/bin:/bin"

    def run(name, *arguments) -> str:
        done = subprocess.run(
            [installed / "bin" / name, *arguments],
            cwd=tmp_path,
            env={**os.environ, "PATH": path, "PYTHONPATH": ""},
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    return run


def test_a_case_runs_and_gets_its_page(call, tmp_path):
    (tmp_path / "case.toml").write_text(TURBULENCE)
    call("thalweg", "run", "case.toml", "--out", "out")
    call("thalweg", "report", "out")
    assert "<html" in (tmp_path / "out/report.html").read_text()


def test_all_names_and_commands_are_there(call):
    assert "thalweg" in call("thalweg", "info")
    for name in ("kspaceFirstOrder-OMP", "kspaceFirstOrder-CUDA"):
        assert "in place of kspaceFirstOrder" in call(name, "--version")
    for name in (
        "thalweg-bmode",
        "thalweg-kwave-python",
        "thalweg-plot",
        "thalweg-plot-grid",
        "thalweg-report",
    ):
        assert "usage: " in call(name, "--help")


def test_cases_and_profiles_are_found(call, tmp_path):
    (tmp_path / "case.toml").write_text(TURBULENCE)
    assert "middle sensor" in call("thalweg", "verify", "photoacoustic-disc")
    options = ["--profile", "summit-spectrum", "--nodes", "1", "--ranks-per-node", "2"]
    call("thalweg", "predict", "case.toml", *options)
