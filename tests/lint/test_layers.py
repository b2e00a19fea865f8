# SPDX-License-Identifier: Apache-2.0
"""The layer checker finds what it must, and this project has nothing to find."""

import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))

import check_layers  # noqa: E402

SPDX = "// SPDX-License-Identifier: Apache-2.0\n"


def faults_of(tmp_path: Path, file: str, text: str) -> list[str]:
    path = tmp_path / "src" / file
    path.parent.mkdir(parents=True)
    path.write_text(SPDX + text, encoding="utf-8")
    return check_layers.check(tmp_path)


def test_this_project_is_in_order():
    assert check_layers.check(ROOT) == []


@pytest.mark.parametrize(
    ("file", "text", "fault"),
    [
        ("fft/a.hpp", '#include "io/case.hpp"', "beside it"),
        ("exec/a.hpp", '#include "transport/routes/route.hpp"', "above it"),
        (
            "solvers/flow/a.hpp",
            '#include "solvers/sound/b.hpp"',
            "solver flow includes solver sound",
        ),
        (
            "solvers/sound/medium/a.hpp",
            '#include "solvers/sound/kspace/b.hpp"',
            "above it",
        ),
        (
            "solvers/sound/medium/a.hpp",
            '#include "solvers/sound/sources/b.hpp"',
            "beside it",
        ),
        (
            "solvers/sound/kspace/a.hpp",
            '#include "solvers/sound/b.hpp"',
            "above it",
        ),
        (
            "solvers/sound/medium/a.hpp",
            '#include "solvers/sound/new/b.hpp"',
            "does not hold",
        ),
        ("io/case/a.hpp", '#include "io/hdf5/hdf5.hpp"', "beside it"),
        ("simulation/loop/a.hpp", '#include "simulation/run.hpp"', "above it"),
        ("simulation/a.cpp", '#include "transport/comm/mpi_native.hpp"', "only transport and io"),
        ("transport/comm/a.cpp", '#include "transport/routes/route.hpp"', "above it"),
        ("transport/probe/a.cpp", '#include "transport/movements/halo.hpp"', "beside it"),
        ("transport/comm/a.cpp", '#include "transport/new/a.hpp"', "does not hold"),
        (
            "solvers/flow/a.cpp",
            '#include "transport/choice/choose.hpp"',
            "movements and the communicator only",
        ),
        ("simulation/a.cpp", "MPI_Barrier(comm);", "belongs in transport"),
        ("fft/a.cpp", "#pragma omp parallel for", "belongs in exec"),
        ("solvers/flow/a.cpp", "#ifdef __CUDACC__", "conditional"),
        ("solvers/flow/a.cpp", "cudaMalloc(&p, n);", "belongs in exec"),
        ("simulation/a.cpp", "H5Fopen(name);", "belongs in io"),
        ("solvers/flow/a.cpp", "fftw_execute(p);", "belongs in fft"),
    ],
)
def test_a_fault_is_found(tmp_path: Path, file: str, text: str, fault: str):
    faults = faults_of(tmp_path, file, text)
    assert len(faults) == 1
    assert fault in faults[0]
    assert faults[0].startswith(f"src/{file}:2")


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("fft/a.hpp", '#include "transport/routes/route.hpp"'),
        ("transport/routes/a.cpp", '#include "transport/comm/watch.hpp"'),
        ("solvers/flow/a.cpp", '#include "transport/movements/halo.hpp"'),
        ("solvers/flow/b.cpp", '#include "transport/comm/communicator.hpp"'),
        ("solvers/flow/a.hpp", '#include "solvers/flow/b.hpp"'),
        ("solvers/sound/a.hpp", '#include "solvers/sound/kspace/b.hpp"'),
        ("solvers/sound/kspace/a.hpp", '#include "solvers/sound/medium/b.hpp"'),
        ("simulation/run.cpp", '#include "simulation/loop/loop.hpp"'),
        ("fft/a.cpp", "// MPI_Barrier is called in transport"),
        ("io/a.cpp", '#include "transport/comm/mpi_native.hpp"'),
    ],
)
def test_what_is_allowed_passes(tmp_path: Path, file: str, text: str):
    assert faults_of(tmp_path, file, text) == []


def test_a_missing_licence_line_is_found(tmp_path: Path):
    path = tmp_path / "src/base/a.hpp"
    path.parent.mkdir(parents=True)
    path.write_text("#pragma once\n", encoding="utf-8")
    assert "SPDX" in check_layers.check(tmp_path)[0]
