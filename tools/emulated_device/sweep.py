#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Let each call of the device fail in turn, and hold the program to how it ends.

A short run of a solver on the emulated device is repeated with the n-th call of the runtime, or
the n-th allocation, made to fail. Every run must end in time with status 4 (or 2 and nothing was
run, where the driver does not even count its devices), name what failed and say what to do; and a
run that had written a checkpoint before must go on from it to the end.

    sweep.py BIN --kind turbulence --fail call --count 12
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tests/cli"))
from small_cases import ENVIRONMENT, SOUND, TURBULENCE

# What the tests of the command line run, with all that is written and fewer points.
CASES = {"turbulence": TURBULENCE.replace("step = 0.02", "cfl = 0.5"), "sound": SOUND}
SETTINGS = {
    "turbulence": ["grid.points=[8,8,8]", "output.spectra.every_steps=1"],
    "sound": ["grid.points=[40,24]", "output.history.every_steps=1"],
}
OF_ALL = ["time.steps=2", "output.fields.every_steps=1", "checkpoint.every_steps=1"]
VARIABLES = {"call": "EMULATED_FAIL_CALL", "allocation": "EMULATED_FAIL_ALLOCATION"}
# Seconds after which a run counts as hanging.
PATIENCE = 120


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

    def counted(self) -> int:
        """Calls or allocations of the last run, of the rank that made the fewest."""
        files = list(self.folder.glob("counts.*"))
        counts = [json.loads(f.read_text()) for f in files]
        for file in files:
            file.unlink()
        key = {"call": "calls", "allocation": "allocations"}[self.arguments.fail]
        return min(c[key] for c in counts)

    def total(self) -> int:
        """Calls or allocations in a run without failures."""
        done = self.run()
        if done.returncode != 0:
            sys.exit(f"the run without failures ended with {done.returncode}:\n{done.stderr}")
        return self.counted()

    def fault(self, n: int) -> str:
        """What is wrong with the run whose n-th call fails; empty if nothing is."""
        shutil.rmtree(self.folder / "out", ignore_errors=True)
        try:
            failed = self.run(**{VARIABLES[self.arguments.fail]: f"{n}"})
        except subprocess.TimeoutExpired:
            return "hangs"
        # Measurements of the machine call more or less often, so the last numbers may not come.
        if failed.returncode == 0 and self.counted() < n:
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


def chosen(total: int, count: int) -> list[int]:
    """All numbers up to total, or so many of them, evenly spread with both ends."""
    if count == 0 or count >= total:
        return list(range(1, total + 1))
    return sorted({1 + round(i * (total - 1) / (count - 1)) for i in range(count)})


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
    with tempfile.TemporaryDirectory() as folder:
        sweep = Sweep(arguments, Path(folder))
        total = sweep.total()
        numbers = chosen(total, arguments.count)
        faults = {n: fault for n in numbers if (fault := sweep.fault(n))}
    for n, fault in faults.items():
        print(f"{arguments.fail} {n}: {fault}")
    print(
        f"{arguments.kind}: {len(numbers) - len(faults)} of {len(numbers)} runs ended as "
        f"they must ({total} {arguments.fail}s in a run)"
    )
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
