# SPDX-License-Identifier: Apache-2.0
"""Compare our distributed transforms with those of FFTW and mpi4py-fft, on 4 ranks.

Each library has a program of its own (contender.hpp), started once under mpirun. They take turns,
a few pairs of transforms each, until every one has had `--rounds` turns: so all of them meet the
machine in the same states. Prints a table and writes out/bench/fft-peers.json.
"""

import argparse
import json
import os
import platform
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parents[2]
PYTHON = ROOT / ".venv-peers" / "bin" / "python"
OUTPUT = Path("out/bench/fft-peers.json")

# Who does what in each job: (library, variant).
JOBS = {
    "all modes": [
        ("thalweg", "stored"),
        ("thalweg", "passing"),
        ("fftw-mpi", "in_place"),
        ("fftw-mpi", "out_of_place"),
        ("mpi4py-fft", "slab"),
        ("mpi4py-fft", "pencil"),
    ],
    # FFTW has no transforms of some modes only: it has to take all.
    "dealiased": [
        ("thalweg", "dealiased"),
        ("fftw-mpi", "in_place"),
        ("fftw-mpi", "out_of_place"),
        ("mpi4py-fft", "dealiased"),
    ],
}
TOLERANCE = {"single": 1e-5, "double": 1e-13}


@dataclass
class Row:
    """What one variant of a library took."""

    job: str
    points: int
    precision: str
    library: str
    variant: str
    error: float = 0
    seconds: list[float] = field(default_factory=list)

    @property
    def median(self) -> float:
        """Median over all pairs, in seconds."""
        return median(self.seconds)


class Contender:
    """A library's program, waiting for commands."""

    def __init__(self, command: list[str], ranks: int, realtime: bool) -> None:
        """Start the program on `ranks` ranks."""
        binding = "core" if (os.cpu_count() or 1) >= ranks else "none"
        start = ["mpirun", "-n", str(ranks), "--oversubscribe", "--bind-to", binding, *command]
        environment = {
            **os.environ,
            "OMP_NUM_THREADS": "1",
            "OMPI_ALLOW_RUN_AS_ROOT": "1",
            "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
        }
        self.program = subprocess.Popen(
            (["chrt", "-r", "1"] if realtime else []) + start,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=environment,
        )

    def ask(self, command: str) -> str:
        """Give a command and wait for the answer."""
        self.program.stdin.write(command + "\n")
        self.program.stdin.flush()
        answer = self.program.stdout.readline().strip()
        if not answer:
            raise SystemExit(f'{" ".join(self.program.args)} ended after "{command}"')
        return answer

    def close(self) -> None:
        """End the program."""
        self.program.stdin.close()
        self.program.wait()


def commands(programs: Path) -> dict[str, list[str]]:
    """Return how each library's program is called; those that are missing are named."""
    found = {"thalweg": [str(programs / "fft-contender-thalweg")]}
    if (fftw := programs / "fft-contender-fftw-mpi").exists():
        found["fftw-mpi"] = [str(fftw)]
    if PYTHON.exists():
        found["mpi4py-fft"] = [str(PYTHON), str(ROOT / "bench/fft_peers/mpi4py_contender.py")]
    missing = {"fftw-mpi", "mpi4py-fft"} - found.keys()
    if missing:
        print(f"without {', '.join(sorted(missing))}: call  bench/fft_peers/setup.sh  and build")
    return found


def measure(
    contenders: dict[str, Contender], job: str, points: int, precision: str, rounds: int, pairs: int
) -> list[Row]:
    """Let all variants of a job take turns."""
    rows = [
        Row(job, points, precision, library, variant)
        for library, variant in JOBS[job]
        if library in contenders
    ]
    for row in rows:
        row.error = float(contenders[row.library].ask(f"make {row.variant} {points} {precision}"))
        if not row.error <= TOLERANCE[precision]:
            raise SystemExit(f"{row.library} {row.variant}, {points}^3 {precision}: {row.error}")
    for turn in range(rounds):
        start = turn % len(rows)
        for row in rows[start:] + rows[:start]:
            answer = contenders[row.library].ask(f"time {row.variant} {pairs}")
            row.seconds += map(float, answer.split())
    for contender in contenders.values():
        contender.ask("drop")
    return rows


def best(rows: list[Row], ours: bool) -> Row | None:
    """Return the fastest variant of ours or of the others."""
    return min(
        (row for row in rows if (row.library == "thalweg") == ours),
        key=lambda row: row.median,
        default=None,
    )


def report(rows: list[Row]) -> list[dict]:
    """Print the rows of one job and return our variants' ratios to the best of the others."""
    peer = best(rows, ours=False)
    ratios = []
    for row in rows:
        text = (
            f"{row.points:>4}^3 {row.precision}  {row.job:<10} {row.library:<10} {row.variant:<12}"
            f" {1e3 * row.median:8.2f} ms  best {1e3 * min(row.seconds):8.2f}"
        )
        if peer and row.library == "thalweg":
            ratio = peer.median / row.median
            text += f"  {ratio:.2f} x as fast as {peer.library}"
            ratios.append(
                {
                    "job": row.job,
                    "points": row.points,
                    "precision": row.precision,
                    "variant": row.variant,
                    "peer": f"{peer.library} {peer.variant}",
                    "speed_up": ratio,
                    "speed_up_of_best": min(peer.seconds) / min(row.seconds),
                }
            )
        print(text, flush=True)
    return ratios


def processor() -> str:
    """Return the name of this machine's processor."""
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return line.split(":")[1].strip()
    return platform.machine()


def write(rows: list[Row], ratios: list[dict], options: argparse.Namespace) -> None:
    """Write everything as JSON."""
    version = subprocess.run(
        ["git", "-C", str(ROOT), "describe", "--always", "--dirty"], capture_output=True, text=True
    )
    results = [
        {
            "job": row.job,
            "points": row.points,
            "precision": row.precision,
            "library": row.library,
            "variant": row.variant,
            "seconds_per_pair": {"median": row.median, "best": min(row.seconds)},
            "pairs": len(row.seconds),
            "error": row.error,
        }
        for row in rows
    ]
    OUTPUT.parent.mkdir(parents=True, exist_ok=True)
    OUTPUT.write_text(
        json.dumps(
            {
                "commit": version.stdout.strip() or "unknown",
                "processor": processor(),
                "ranks": options.ranks,
                "realtime": options.realtime,
                "results": results,
                "ratios": ratios,
            },
            indent=2,
        )
        + "\n"
    )
    print(f"wrote {OUTPUT}")


def refuse_a_launcher() -> None:
    """End where mpirun started this: the programs are started by mpirun from here."""
    ranks = ("OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK", "MV2_COMM_WORLD_RANK")
    rank = next((os.environ[name] for name in ranks if name in os.environ), None)
    if rank is None:
        return
    if int(rank) == 0:
        print(
            "This benchmark starts mpirun itself: call  thalweg bench fft-peers  without mpirun. "
            "Nothing was run.",
            file=sys.stderr,
        )
    sys.exit(2)


def main() -> None:
    """Run the comparison."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--programs", type=Path, required=True, help="where the contenders are")
    parser.add_argument("--quick", action="store_true", help="32^3 only, two turns each")
    parser.add_argument("--points", type=int, nargs="+", default=[128, 256], metavar="N")
    parser.add_argument("--ranks", type=int, default=4)
    parser.add_argument("--rounds", type=int, default=12, help="turns of each variant")
    parser.add_argument("--realtime", action="store_true", help="ahead of all else (chrt -r 1)")
    options = parser.parse_args()
    refuse_a_launcher()
    if options.quick:
        options.points, options.rounds = [32], 2
    if not shutil.which("mpirun"):
        sys.exit("there is no mpirun: install openmpi-bin")
    contenders = {
        name: Contender(command, options.ranks, options.realtime)
        for name, command in commands(options.programs).items()
    }
    rows, ratios = [], []
    for points in options.points:
        pairs = max(2, round(20 * (128 / max(points, 64)) ** 3))
        for precision in ("double", "single"):
            for job in JOBS:
                found = measure(contenders, job, points, precision, options.rounds, pairs)
                ratios += report(found)
                rows += found
    for contender in contenders.values():
        contender.close()
    write(rows, ratios, options)


if __name__ == "__main__":
    main()
