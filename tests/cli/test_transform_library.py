# SPDX-License-Identifier: Apache-2.0
"""THALWEG_FFT: the library that transforms lines is chosen at the start, and mistakes are said."""

import json
import re
from pathlib import Path

import pytest

from conftest import history

BOTH = "libfftw3.so.3:libfftw3f.so.3"


def libraries(thalweg, **environment) -> str:
    """The row of `thalweg info` that names libraries."""
    told = thalweg("info", env=environment)
    assert told.returncode == 0, told.stderr
    return re.search(r"libraries (.*)", told.stdout).group(1)


@pytest.fixture
def mkl_folder(thalweg, tmp_path) -> Path:
    """A folder as MKLROOT names it, with a library that stands for the layers of MKL."""
    (tmp_path / "mkl" / "lib").mkdir(parents=True)
    stand_in = Path(thalweg.binary).parent / "stand_in_mkl.so"
    for layer in ("core", "sequential", "intel_lp64"):
        (tmp_path / "mkl" / "lib" / f"libmkl_{layer}.so.2").symlink_to(stand_in)
    return tmp_path / "mkl"


def test_a_library_by_its_files_computes_the_same(thalweg, case, tmp_path):
    for out, name in (("linked", "fftw"), ("named", BOTH)):
        result = thalweg("run", case, "--out", out, env={"THALWEG_FFT": name})
        assert result.returncode == 0, result.stderr
        report = json.loads((tmp_path / out / "report.json").read_text())
        assert report["machine"]["transforms"].startswith("FFTW 3.")
    energies = [[row["energy"] for row in history(tmp_path / out)] for out in ("linked", "named")]
    assert energies[0] == energies[1]


def test_mkl_is_found(thalweg, case, mkl_folder, tmp_path):
    chosen = {"THALWEG_FFT": "mkl", "MKLROOT": str(mkl_folder)}
    assert "MKL 1.5 (" in libraries(thalweg, **chosen)
    result = thalweg("run", case, "--out", "out", env=chosen)
    assert result.returncode == 0, result.stderr
    report = json.loads((tmp_path / "out" / "report.json").read_text())
    assert report["machine"]["transforms"] == "MKL 1.5"


def test_a_file_of_mkl_alone_is_refused(thalweg, mkl_folder):
    one = mkl_folder / "lib" / "libmkl_core.so.2"
    result = thalweg("info", env={"THALWEG_FFT": str(one)})
    assert result.returncode == 2
    assert "this is MKL, of which several files are needed: write mkl" in result.stderr


@pytest.mark.parametrize(
    "name, why",
    [
        ("nowhere.so", "cannot load nowhere.so"),
        (BOTH + ":", "cannot load an empty name"),
        ("libfftw3.so.3", "it has no fftwf_plan_many_dft. FFTW has one library for each precision"),
        ("libz.so.1", "it has no fftw_plan_many_dft"),
    ],
)
def test_mistakes_are_said(thalweg, case, tmp_path, name, why):
    result = thalweg("run", case, "--out", "out", env={"THALWEG_FFT": name})
    assert result.returncode == 2
    assert f"THALWEG_FFT={name}: " in result.stderr
    assert why in result.stderr
    assert not (tmp_path / "out").exists()
