# SPDX-License-Identifier: Apache-2.0
"""One program for all processors: each level's kernels compute the same, and mistakes are said."""

import json
import os
import re
import subprocess

import numpy as np
import pytest
from sound_runs import BETWEEN, traces

from conftest import history

LEVELS = ["v2", "v3", "v4"]


def kernels(thalweg, **environment) -> str:
    """What `thalweg info` says that kernels are compiled for."""
    told = thalweg("info", env=environment)
    assert told.returncode == 0, told.stderr
    return re.search(r"kernels for (.*)", told.stdout).group(1)


@pytest.fixture
def levels(thalweg) -> list[str]:
    """The levels that this program and this processor have."""
    highest = re.match(r"x86-64-(v\d)", kernels(thalweg))
    if not highest:
        pytest.skip("a program for one processor")
    return LEVELS[: LEVELS.index(highest.group(1)) + 1]


def test_turbulence_is_the_same_at_each_level(thalweg, levels, case, tmp_path):
    rows = {}
    for level in levels:
        result = thalweg("run", case, "--out", level, env={"THALWEG_ISA": level})
        assert result.returncode == 0, result.stderr
        report = json.loads((tmp_path / level / "report.json").read_text())
        assert report["machine"]["kernels_for"].startswith(f"x86-64-{level}")
        rows[level] = history(tmp_path / level)
    for level in levels[1:]:
        for row, lowest in zip(rows[level], rows["v2"], strict=True):
            assert row["energy"] == pytest.approx(lowest["energy"], rel=1e-13)


@pytest.mark.parametrize("points", [[32, 24], [32, 256]], ids=["short lines", "long lines"])
def test_sound_is_the_same_at_each_level(thalweg, levels, points, tmp_path):
    (tmp_path / "case.toml").write_text(BETWEEN, encoding="utf-8")
    # What sensors hear is written in single precision: from steps in double it is the same.
    chosen = ["--set", "simulation.precision=single", "--set", f"grid.points={points}"]
    heard = {}
    for level in levels:
        result = thalweg("run", "case.toml", *chosen, "--out", level, env={"THALWEG_ISA": level})
        assert result.returncode == 0, result.stderr
        heard[level] = traces(tmp_path / level, "places/pressure")
    for level in levels[1:]:
        difference = np.abs(heard[level] - heard["v2"]).max()
        # Of rounding, so also not zero: other kernels have run, with fused multiply and add.
        assert 0 < difference < 1e-5 * np.abs(heard["v2"]).max()


@pytest.mark.parametrize(
    "processor, level", [("Westmere", "v2"), ("Haswell", "v3")], ids=["no AVX", "no AVX-512"]
)
def test_other_processors_run_it(thalweg, levels, processor, level, tmp_path):
    """In emulation: a program that took an instruction too much would end with a signal."""
    (tmp_path / "case.toml").write_text(BETWEEN, encoding="utf-8")
    run = [thalweg.binary, "run", "case.toml", "--device", "cpu", "--threads", "1"]
    subprocess.run([*run, "--out", "here"], cwd=tmp_path, check=True)
    emulated = ["qemu-x86_64", "-cpu", processor, *run, "--out", "there"]
    # What stands before the C library is for the emulator, too.
    environment = {name: value for name, value in os.environ.items() if name != "LD_PRELOAD"}
    subprocess.run(emulated, cwd=tmp_path, env=environment, check=True)
    report = json.loads((tmp_path / "there" / "report.json").read_text())
    assert report["machine"]["kernels_for"].startswith(f"x86-64-{level}")
    here, there = (traces(tmp_path / out, "places/pressure") for out in ("here", "there"))
    np.testing.assert_allclose(there, here, atol=1e-6 * np.abs(here).max())


def test_the_variable_chooses_and_its_mistakes_are_said(thalweg, levels, case, tmp_path):
    for level in levels:
        assert kernels(thalweg, THALWEG_ISA=level).startswith(f"x86-64-{level}")
    told = re.search(r"\(THALWEG_ISA: (.*)\)", kernels(thalweg)).group(1)
    of_program = re.findall(r"v\d", told)
    assert of_program == LEVELS[: len(of_program)]
    assert len(of_program) >= len(levels)
    for level in LEVELS[len(levels) :]:
        result = thalweg("run", case, "--out", "out", env={"THALWEG_ISA": level})
        assert result.returncode == 2
        assert f"THALWEG_ISA={level}: this processor has x86-64-" in result.stderr
        assert f"this program kernels up to x86-64-{of_program[-1]}." in result.stderr
        assert not (tmp_path / "out").exists()
    result = thalweg("run", case, "--out", "out", env={"THALWEG_ISA": "avx2"})
    assert result.returncode == 2
    assert "THALWEG_ISA=avx2: expected v2, v3 or v4. Nothing was run." in result.stderr
    assert not (tmp_path / "out").exists()
