#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What the kernels of a CUDA build take of a device, from the compiler's own output.

Prints tables (Markdown): of each kernel registers, shared memory, stack, spills and occupancy; with
--program, of each phase of a step the bytes per point that it declares for its floor and the time
that the bandwidth of an A100 and an H100 allows for them. That time is a bound, not a measurement.

Exit status: 0; 1 where a kernel of ours spills registers to memory (one of CUB only gets a row); 2
where there is nothing to read.
"""

import argparse
import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

import kernel_usage
from kernel_usage import PROCESSORS, Kernel

ROOT = Path(__file__).resolve().parents[1]
SOUND = """
[simulation]
kind = "sound"
[grid]
points = [64, 64, 64]
spacing = 1e-4
[medium]
sound_speed = 1500
density = 1000
[[initial.pressure]]
shape = "ball"
center = [3.2e-3, 3.2e-3, 3.2e-3]
radius = 5e-4
value = 1e5
[time]
cfl = 0.3
end = 3e-8
"""
TURBULENCE = """
[simulation]
kind = "turbulence"
[grid]
points = [64, 64, 64]
[turbulence]
viscosity = 0.01
[initial]
kind = "taylor-green"
[time]
scheme = "rk3"
step = 0.001
steps = 1
"""
CASES = {"turbulence, rk3": TURBULENCE, "sound, homogeneous": SOUND}
POINTS = 64**3


def threads_per_block() -> int:
    """The size that the loops of src/exec start kernels with."""
    for header in sorted((ROOT / "src/exec").rglob("*.hpp")):
        found = re.search(r"int block_size = (\d+)", header.read_text(encoding="utf-8"))
        if found:
            return int(found[1])
    raise SystemExit("kernel_report: src/exec names no block_size")


def table(head: list[str], rows: Iterable[list[str]]) -> str:
    """A table in Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(row) + " |" for row in lines)


def kernel_table(kernels: list[Kernel], threads: int) -> str:
    """One row per kernel; numbers of several architectures side by side where they differ."""
    names = dict(
        zip(
            [k.name for k in kernels],
            map(kernel_usage.short_name, kernel_usage.demangled([k.name for k in kernels])),
            strict=True,
        )
    )
    by_name: dict[str, list[Kernel]] = {}
    for kernel in sorted(kernels, key=lambda k: (names[k.name], k.architecture)):
        by_name.setdefault(names[kernel.name], []).append(kernel)

    def cell(group: list[Kernel], number) -> str:
        values = [str(number(kernel)) for kernel in group]
        return values[0] if len(set(values)) == 1 else ", ".join(values)

    rows = [
        [
            f"`{name}`",
            cell(group, lambda k: k.registers),
            cell(group, lambda k: k.shared_bytes),
            cell(group, lambda k: k.stack_bytes),
            cell(group, lambda k: k.spill_stores + k.spill_loads),
            cell(group, lambda k: f"{k.occupancy(threads):.0%}"),
        ]
        for name, group in by_name.items()
    ]
    return table(["kernel", "registers", "shared B", "stack B", "spilled B", "occupancy"], rows)


def declared_phases(program: Path, case: str, precision: str) -> list[tuple[str, float]]:
    """Bytes per point and step that each phase of a case declares, from the report of a step."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "case.toml"
        file.write_text(case, encoding="utf-8")
        command = [program, "run", file, "--out", Path(folder) / "out", "--device", "cpu"]
        command += ["--quiet", "--set", f"simulation.precision={precision}"]
        subprocess.run(command, check=True)
        report = json.loads((Path(folder) / "out/report.json").read_text(encoding="utf-8"))
    return [
        (phase["name"], phase["bytes_per_step"] / POINTS)
        for phase in report["phases"]
        if phase.get("bytes_per_step")
    ]


def phase_table(program: Path) -> str:
    """Bytes per point and the least time of a million points, per phase."""
    rows = []
    for name, case in CASES.items():
        for precision in ("double", "single"):
            phases = declared_phases(program, case, precision)
            phases.append(("a step", sum(size for _, size in phases)))
            for phase, size in phases:
                times = [
                    f"{size * 1e6 / p.bytes_per_second * 1e6:.1f}" for p in PROCESSORS.values()
                ]
                rows.append([name, precision, phase, f"{size:.0f}", *times])
    head = [f"{p.device}, us per 10⁶ points" for p in PROCESSORS.values()]
    return table(["solver", "precision", "phase", "B per point", *head], rows)


def main() -> int:
    """Print the report of one build."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("build", metavar="BUILD", type=Path, nargs="?", default=ROOT / "build/cuda")
    parser.add_argument("--program", type=Path, help="the program thalweg, for bytes per point")
    parser.add_argument("--spills", action="store_true", help="print only kernels that spill")
    request = parser.parse_args()
    kernels = kernel_usage.of_build(request.build)
    if not kernels:
        print(
            f"{request.build} has no kernels: build it with nvcc first (make cuda)", file=sys.stderr
        )
        return 2
    spilling = [kernel for kernel in kernels if kernel.spills and kernel.is_ours]
    threads = threads_per_block()
    if not request.spills:
        print(kernel_table(kernels, threads))
    if request.program:
        print("\n" + phase_table(request.program))
    if spilling:
        print("\nThese kernels spill registers to memory:\n\n" + kernel_table(spilling, threads))
        return 1
    if request.spills:
        print(f"{len(kernels)} kernels, none of ours spills")
    return 0


if __name__ == "__main__":
    sys.exit(main())
