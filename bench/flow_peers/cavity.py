#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Time steps of a driven cavity in time by OpenFOAM's icoFoam and by Thalweg, in turn.

    apt-get install openfoam                # Debian's package
    bench/flow_peers/cavity.py --thalweg build/cpu/bin/thalweg

A cube whose upper side moves from time 0 at a Reynolds number of 100; steps of half the time in
which it passes a cell. icoFoam (PISO, two corrections, pressure by GAMG to 1e-6, first order in
time) and Thalweg (second order, residuals to 1e-2 of each step's first) run on one core. What is
compared is seconds per step, and the velocity in the middle of the cube, which tells whether both
computed the same flow.
"""

import argparse
import csv
import json
import re
import shutil
import subprocess
import tempfile
import time
from pathlib import Path

from foam import ENVIRONMENT, schemes, write_files

BLOCK = """scale 1;
vertices ((0 0 0) (1 0 0) (1 1 0) (0 1 0) (0 0 1) (1 0 1) (1 1 1) (0 1 1));
blocks (hex (0 1 2 3 4 5 6 7) ({n} {n} {n}) simpleGrading (1 1 1));
boundary
(
  lid {{ type wall; faces ((3 7 6 2)); }}
  walls {{ type wall; faces ((0 4 7 3) (2 6 5 1) (1 5 4 0) (0 3 2 1) (4 5 6 7)); }}
);
"""
CONTROL = """application icoFoam;
startFrom startTime; startTime 0; stopAt endTime; endTime {end:.12g}; deltaT {dt:.12g};
writeControl timeStep; writeInterval 1000000; timePrecision 12;
functions
{{
  middle {{ type probes; libs (sampling); fields (U); probeLocations ((0.5 0.5 0.5)); }}
}}
"""
SOLUTION = """solvers
{
  p { solver GAMG; smoother GaussSeidel; tolerance 1e-6; relTol 0.05; }
  pFinal { $p; relTol 0; }
  U { solver smoothSolver; smoother symGaussSeidel; tolerance 1e-5; relTol 0; }
}
PISO { nCorrectors 2; nNonOrthogonalCorrectors 0; pRefCell 0; pRefValue 0; }
"""
FIELD = """dimensions {dimensions};
internalField uniform {inside};
boundaryField {{ lid {{ {lid} }} walls {{ {walls} }} }}
"""
OURS = """[simulation]
kind = "flow"
[grid]
cells = [{n}, {n}, {n}]
[flow]
viscosity = 0.01
{boundaries}
[[probe]]
name = "middle"
point = [0.5, 0.5, 0.5]
[time]
scheme = "bdf2"
step = {dt:.17g}
steps = {steps}
[output]
history = {{ every_steps = {steps} }}
"""


def write_foam(folder, n, dt, steps):
    """A case of icoFoam."""
    files = {
        "system/blockMeshDict": ("dictionary", BLOCK.format(n=n)),
        "system/controlDict": ("dictionary", CONTROL.format(end=dt * steps, dt=dt)),
        "system/fvSchemes": ("dictionary", schemes("Euler", "orthogonal")),
        "system/fvSolution": ("dictionary", SOLUTION),
        "constant/transportProperties": ("dictionary", "nu 0.01;\n"),
        "0/U": (
            "volVectorField",
            FIELD.format(
                dimensions="[0 1 -1 0 0 0 0]",
                inside="(0 0 0)",
                lid="type fixedValue; value uniform (1 0 0);",
                walls="type noSlip;",
            ),
        ),
        "0/p": (
            "volScalarField",
            FIELD.format(
                dimensions="[0 2 -2 0 0 0 0]",
                inside="0",
                lid="type zeroGradient;",
                walls="type zeroGradient;",
            ),
        ),
    }
    write_files(folder, files)


def run_foam(folder, n, dt, steps):
    """Seconds per step, by the clock of its log, and the velocity in the middle."""
    write_foam(folder, n, dt, steps)
    subprocess.run(["blockMesh", "-case", folder], check=True, capture_output=True, env=ENVIRONMENT)
    log = subprocess.run(
        ["icoFoam", "-case", folder], check=True, capture_output=True, text=True, env=ENVIRONMENT
    ).stdout
    clock = [float(t) for t in re.findall(r"ExecutionTime = ([0-9.]+) s", log)]
    last = (folder / "postProcessing/middle/0/U").read_text().strip().splitlines()[-1]
    velocity = [float(v) for v in re.search(r"\((.*)\)", last)[1].split()]
    return (clock[-1] - clock[0]) / (len(clock) - 1), velocity


def run_thalweg(program, folder, n, dt, steps):
    """Seconds per step, by its report, and the velocity in the middle."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    lid = '[[boundary]]\nfamily = "y+"\nkind = "wall"\nvelocity = [1, 0, 0]\n'
    walls = [
        f'[[boundary]]\nfamily = "{f}"\nkind = "wall"\n' for f in ("x-", "x+", "y-", "z-", "z+")
    ]
    case = folder / "cavity.toml"
    case.write_text(OURS.format(n=n, dt=dt, steps=steps, boundaries=lid + "".join(walls)))
    out = folder / "out"
    subprocess.run([program, "run", case, "--threads", "1", "--quiet", "--out", out], check=True)
    seconds = json.loads((out / "report.json").read_text())["seconds_per_step"]["median"]
    with (out / "history.csv").open() as file:
        row = list(csv.DictReader(file))[-1]
    return seconds, [float(row[f"velocity_middle_{d}"]) for d in "xyz"]


def main():
    """Rounds in turn; prints each and the best."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--thalweg", default="thalweg", help="the program")
    parser.add_argument("--cells", type=int, default=64, help="along each side")
    parser.add_argument("--steps", type=int, default=20)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--out", type=Path, default=Path("out/bench/flow-peers.json"))
    options = parser.parse_args()
    n, dt = options.cells, 0.5 / options.cells
    rows = []
    with tempfile.TemporaryDirectory() as name:
        for _ in range(options.rounds):
            for peer, run in (
                ("icoFoam", lambda f: run_foam(f, n, dt, options.steps)),
                ("thalweg", lambda f: run_thalweg(options.thalweg, f, n, dt, options.steps)),
            ):
                start = time.time()
                seconds, velocity = run(Path(name) / peer)
                rows.append({"program": peer, "seconds_per_step": seconds, "velocity": velocity})
                told = ", ".join(f"{v:.5f}" for v in velocity)
                print(
                    f"{peer}: {seconds:.3f} s per step, u = ({told}), {time.time() - start:.0f} s"
                )
    best = {
        peer: min(r["seconds_per_step"] for r in rows if r["program"] == peer)
        for peer in ("icoFoam", "thalweg")
    }
    print(f"thalweg / icoFoam: {best['thalweg'] / best['icoFoam']:.2f}, the best of each")
    options.out.parent.mkdir(parents=True, exist_ok=True)
    options.out.write_text(json.dumps({"cells": n, "steps": options.steps, "results": rows}) + "\n")


if __name__ == "__main__":
    main()
