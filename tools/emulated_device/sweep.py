#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Let each call of the device fail in turn, and hold the program to how it ends.

A short run of a solver on the emulated device is repeated with the n-th call of the runtime, or
the n-th allocation, made to fail. Every run must end in time with status 4 (or 2 and nothing was
run, where the driver does not even count its devices), name what failed and say what to do; and a
run that had written a checkpoint before must go on from it to the end. A wait that fails when all
is written and memory is given back costs nothing: then status 0 is right, with the same results.

    sweep.py BIN --kind turbulence --fail call --count 12
"""

import argparse
import itertools
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tests/cli"))
from small_cases import ENVIRONMENT, FLOW, PLASMA, SOUND, TURBULENCE

# What the tests of the command line run, with all that is written and fewer points.
CASES = {
    "turbulence": TURBULENCE.replace("step = 0.02", "cfl = 0.5"),
    "sound": SOUND,
    "blood": PLASMA,
    "flow": FLOW,
}
SETTINGS = {
    "turbulence": ["grid.points=[8,8,8]", "output.spectra.every_steps=1"],
    "sound": ["grid.points=[40,24]", "output.history.every_steps=1"],
    "blood": ["geometry.diameter=6e-6", "output.tables.every_steps=1"],
    "flow": ["grid.cells=[8,4,1]", "output.tables.every_steps=1"],
}
OF_ALL = ["time.steps=2", "output.fields.every_steps=1", "checkpoint.every_steps=1"]
VARIABLES = {"call": "EMULATED_FAIL_CALL", "allocation": "EMULATED_FAIL_ALLOCATION"}
# Seconds after which a run counts as hanging.
PATIENCE = 120
# Measurements of the machine call more or less often, so runs end at different numbers: after so
# many runs in a row that ended before their call, all calls were made to fail.
MISSES = 20


class Sweep:
    """Runs of one case, each in the same folder."""

    def __init__(self, arguments: argparse.Namespace, folder: Path):
        """Write the case into the folder."""
        self.arguments = arguments
        self.folder = folder
        self.case = folder / "case.toml"
        self.case.write_text(CASES[arguments.kind], encoding="utf-8")

    def run(self, *options: str, **environment: str) -> subprocess.CompletedProcess:
        """Run the case to its end; raises TimeoutExpired where it hangs."""
        counts = {"EMULATED_COUNTS": str(self.folder / "counts")}
        launcher = ["mpirun", "--oversubscribe", "--bind-to", "none", "-n"]
        ranks = self.arguments.ranks
        command = [*([*launcher, str(ranks)] if ranks > 1 else []), self.arguments.program]
        command += ["run", str(self.case), "--out", "out", "--device", "cuda"]
        for setting in SETTINGS[self.arguments.kind] + OF_ALL:
            command += ["--set", setting]
        command += options
        return subprocess.run(
            command,
            cwd=self.folder,
            env={**os.environ, **ENVIRONMENT, **counts, **environment},
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )

    def counted(self) -> dict:
        """What the last run counted, the rank that made the fewest calls."""
        files = list(self.folder.glob("counts.*"))
        counts = [json.loads(f.read_text()) for f in files]
        for file in files:
            file.unlink()
        return min(counts, key=self.number)

    def number(self, counts: dict) -> int:
        """Calls or allocations among what was counted."""
        return counts[{"call": "calls", "allocation": "allocations"}[self.arguments.fail]]

    def total(self) -> int:
        """Calls or allocations in a run without failures."""
        done = self.run()
        if done.returncode != 0:
            sys.exit(f"the run without failures ended with {done.returncode}:\n{done.stderr}")
        self.undisturbed = self.results()
        return self.number(self.counted())

    def results(self) -> bytes:
        """The numbers of a run that came to its end."""
        finished = (self.folder / "out/report.json").exists()
        return (self.folder / "out/history.csv").read_bytes() if finished else b""

    def fault(self, n: int) -> str | None:
        """What is wrong with the run whose n-th call fails; None: it ended before that call."""
        shutil.rmtree(self.folder / "out", ignore_errors=True)
        try:
            failed = self.run(**{VARIABLES[self.arguments.fail]: f"{n}"})
        except subprocess.TimeoutExpired:
            return "hangs"
        if failed.returncode == 0:
            counts = self.counted()
            if self.number(counts) < n:
                return None
            gives_back = counts["failed_call"] == "cudaStreamSynchronize"
            if gives_back and self.results() == self.undisturbed:
                return ""
        if failed.returncode == 2 and "no CUDA device can be used" in failed.stderr:
            return ""  # a driver that does not answer is no device: nothing was run
        if failed.returncode != 4:
            return f"status {failed.returncode}: {failed.stderr.strip()[-300:]}"
        if "failed" not in failed.stderr or "--device cpu" not in failed.stderr:
            return f"does not say what failed and what to do: {failed.stderr.strip()[-300:]}"
        if not any((self.folder / "out/checkpoints").glob("*.h5")):
            return ""
        # Beyond the end: the last checkpoint may have been the last step's.
        resumed = self.run("--restart", "--set", "time.steps=3")
        if resumed.returncode != 0:
            return f"restart ended with {resumed.returncode}: {resumed.stderr.strip()[-300:]}"
        return ""


def chosen(total: int, count: int) -> Iterable[int]:
    """All numbers without end, or so many up to total, evenly spread with both ends."""
    if count == 0:
        return itertools.count(1)
    count = min(count, total)
    return sorted({1 + round(i * (total - 1) / max(1, count - 1)) for i in range(count)})


def main() -> int:
    """Sweep, and say how many runs ended as they must."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--kind", choices=CASES, required=True)
    parser.add_argument("--fail", choices=VARIABLES, default="call")
    parser.add_argument("--count", type=int, default=0, help="so many of all; 0: all")
    parser.add_argument("--ranks", type=int, default=1)
    arguments = parser.parse_args()
    arguments.program = str(Path(arguments.program).resolve())
    faults, failed, misses = {}, 0, 0
    with tempfile.TemporaryDirectory() as folder:
        sweep = Sweep(arguments, Path(folder))
        for n in chosen(sweep.total(), arguments.count):
            fault = sweep.fault(n)
            misses = misses + 1 if fault is None else 0
            failed += fault is not None
            if fault:
                faults[n] = fault
            if misses == MISSES:
                break
    for n, fault in faults.items():
        print(f"{arguments.fail} {n}: {fault}")
    print(
        f"{arguments.kind}: {failed - len(faults)} of {failed} runs with a failing "
        f"{arguments.fail} ended as they must"
    )
    return 1 if faults or failed == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
