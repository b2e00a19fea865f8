#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Check that includes point one way and that each library is used in its own room only.

The rooms and their order are those of ARCHITECTURE.md. Exit status 1 and a list of `file:line` if
anything is out of place.
"""

import re
import sys
from pathlib import Path

ROOMS = [
    "base",
    "exec",
    "transport",
    "grid",
    "fft",
    "geometry",
    "io",
    "simulation",
    "solvers",
    "app",
]
# Rooms of equal height, which may not include each other.
SIBLINGS = {"fft", "geometry", "io"}
# The rooms within a room, bottom up. Those named together are of equal height and may not include
# each other; files that stand beside these folders are above all of them.
SUB_ROOMS = {
    "transport": [
        ["comm"],
        ["gpu_aware"],
        ["routes"],
        ["profile"],
        ["model"],
        ["machine"],
        ["choice"],
        ["movements", "probe"],
    ],
    "io": [["files"], ["case", "hdf5", "parts"], ["fields", "checkpoint"], ["grids"], ["output"]],
    "simulation": [
        ["checks"],
        ["interface", "process"],
        ["self_test"],
        ["setup"],
        ["report"],
        ["loop", "prediction"],
        ["ensemble"],
    ],
    "solvers/sound": [
        ["problem"],
        ["operators"],
        ["medium", "sources", "sensors"],
        ["kspace"],
        ["case", "kwave"],
    ],
    "solvers/flow": [
        ["synthetic"],
        ["mesh"],
        ["immersed"],
        ["case"],
        ["fluxes", "prediction"],
        ["boundary", "eddies", "measures"],
        ["smoothing"],
        ["level"],
        ["scalars"],
    ],
    "solvers/blood": [
        ["vessel"],
        ["membrane", "coupling", "packing", "openings", "measures", "rheology", "balance"],
        ["contrast", "repulsion", "inflow"],
        ["case"],
        ["lattice"],
        ["cells"],
        ["prediction"],
        ["plasma"],
    ],
}
# What solvers may include of transport.
FOR_SOLVERS = ("movements/", "comm/communicator.hpp")

INCLUDE = re.compile(r'^\s*#\s*include\s*"([a-z_]+)/([^"]*)"')

# What may stand only in the rooms named.
TOKENS = [
    (re.compile(r"\bcuda[A-Z_]\w*|<cuda_runtime"), {"exec", "transport"}),
    (re.compile(r"\bcub::|<cub/"), {"exec"}),
    (re.compile(r"\bMPI_[A-Z]\w*|<mpi\.h>"), {"transport"}),
    (re.compile(r"\bhwloc_\w+\(|<hwloc\.h>"), {"transport"}),
    (re.compile(r"#\s*pragma\s+omp|\bomp_\w+\("), {"exec"}),
    (re.compile(r"\bH5[A-Z]{1,2}[a-z]\w*\(|<hdf5\.h>"), {"io"}),
    (re.compile(r"\brtc[A-Z]\w*\(|<embree3/"), {"geometry"}),
    (re.compile(r"\bfftwf?_\w+|\bcufft[A-Z]\w*|<fftw3\.h>|<cufft\.h>"), {"fft"}),
]
# The line that lets io hand a communicator to parallel HDF5.
NATIVE = '"transport/comm/mpi_native.hpp"'


def room_of(path: Path, source: Path) -> str:
    """The room that a file stands in."""
    return path.relative_to(source).parts[0]


def include_fault(room: str, path: Path, source: Path, target: str, rest: str) -> str | None:
    """Why a file of `room` may not include "target/rest", or None."""
    if target not in ROOMS:
        return None
    if f'"{target}/{rest}"' == NATIVE and room not in {"transport", "io"}:
        return "only transport and io may include transport/comm/mpi_native.hpp"
    if target == "solvers" and room == "solvers":
        own = path.relative_to(source).parts[1]
        other = rest.split("/")[0]
        return None if own == other else f"solver {own} includes solver {other}"
    if target == "transport" and room == "solvers" and not rest.startswith(FOR_SOLVERS):
        return "of transport, solvers may include the movements and the communicator only"
    if target != room and {target, room} <= SIBLINGS:
        return f"{room} includes {target}, which stands beside it"
    if ROOMS.index(target) > ROOMS.index(room):
        return f"{room} includes {target}, which stands above it"
    return None


def sub_room_of(levels: list[list[str]], path: str) -> tuple[int, str] | None:
    """Height and name of the sub-room of a path below its parent, or None where it is not known."""
    folder, slash, _ = path.partition("/")
    if not slash:
        return len(levels), ""
    return next(((i, folder) for i, level in enumerate(levels) if folder in level), None)


def sub_room_fault(path: Path, source: Path, include: str) -> str | None:
    """Why a file of a sub-room may not include another of the same room, or None."""
    own = path.relative_to(source).as_posix()
    for parent, levels in SUB_ROOMS.items():
        if not (own.startswith(parent + "/") and include.startswith(parent + "/")):
            continue
        here, there = (sub_room_of(levels, name[len(parent) + 1 :]) for name in (own, include))
        if here is None or there is None:
            return f"the order of {parent} does not hold {own if here is None else include}"
        if there[0] > here[0]:
            return f"{own} includes {include}, which stands above it"
        if there[0] == here[0] and there[1] != here[1]:
            return f"{own} includes {include}, which stands beside it"
    return None


def line_faults(room: str, path: Path, source: Path, line: str) -> list[str]:
    """All that is wrong with one line."""
    faults = []
    if match := INCLUDE.match(line):
        fault = include_fault(room, path, source, *match.groups())
        fault = fault or sub_room_fault(path, source, "/".join(match.groups()))
        if fault:
            faults.append(fault)
    code = line.split("//")[0]
    for pattern, rooms in TOKENS:
        found = pattern.search(code)
        if found and room not in rooms:
            faults.append(f"{found.group(0)} belongs in {' or '.join(sorted(rooms))}")
    if room == "solvers" and re.match(r"\s*#\s*(if|ifdef|ifndef|elif)\b", code):
        faults.append("no conditional compilation in solvers")
    return faults


def check(root: Path) -> list[str]:
    """All faults below root/src, as `file:line  what`."""
    source = root / "src"
    faults = []
    for path in sorted(p for p in source.rglob("*") if p.suffix in {".hpp", ".cpp"}):
        lines = path.read_text(encoding="utf-8").splitlines()
        name = path.relative_to(root)
        if not lines or "SPDX-License-Identifier: Apache-2.0" not in lines[0]:
            faults.append(f"{name}:1  the first line must be the SPDX licence line")
        room = room_of(path, source)
        for number, line in enumerate(lines, 1):
            faults += [f"{name}:{number}  {f}" for f in line_faults(room, path, source, line)]
    return faults


def main() -> int:
    """Print the faults of the project this file is in, or of the folder given."""
    root = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).resolve().parents[1]
    faults = check(root)
    for fault in faults:
        print(fault)
    print(f"layers: {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
