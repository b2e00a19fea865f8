#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Vortices behind a cylinder in a channel by OpenFOAM's pimpleFoam and by Thalweg, on one grid.

    apt-get install openfoam                # Debian's package
    bench/flow_peers/cylinder.py --thalweg build/cpu/bin/thalweg

The benchmark 2D-2 of Schaefer and Turek, from rest to time 6, on the grid of
cases/cylinder-channel/shedding.toml. pimpleFoam (one outer correction, two of the pressure, second
order in time and space) gets the same cells. Each run is one row: cells, step, seconds of a core
per unit of time, and how far the largest drag, the largest lift and the Strouhal number are from
the published middles. `--runs` names program, cells on a quarter of the cylinder, and step.
"""

import argparse
import csv
import json
import os
import subprocess
import tempfile
from pathlib import Path

import numpy as np
from foam import ENVIRONMENT, schemes, write_files
from foam_mesh import THICKNESS, mesh_files

CASE = Path(__file__).parents[2] / "cases/cylinder-channel/shedding.toml"
END, SETTLED, DIAMETER, HEIGHT = 6.0, 5.0, 0.1, 0.41
PUBLISHED = {"drag": 3.23, "lift": 1.0, "strouhal": 0.3}
RUNS = ["thalweg:24:0.008", "thalweg:32:0.006", "pimpleFoam:48:0.001", "thalweg:48:0.004"]
PATCHES = {"inflow": "patch", "outflow": "patch", "walls": "wall", "cylinder": "wall"}

CONTROL = """application pimpleFoam;
startFrom startTime; startTime 0; stopAt endTime; endTime {end}; deltaT {step};
writeControl timeStep; writeInterval 1000000; timePrecision 12;
functions
{{
  forces
  {{
    type forceCoeffs; libs (forces); patches (cylinder); rho rhoInf; rhoInf 1;
    CofR (0.2 0.2 0); liftDir (0 1 0); dragDir (1 0 0); pitchAxis (0 0 1);
    magUInf 1; lRef {diameter}; Aref {area};
  }}
}}
"""
SOLUTION = """solvers
{
  p { solver GAMG; smoother GaussSeidel; tolerance 1e-6; relTol 0.01; }
  pFinal { $p; relTol 0; }
  "U|UFinal" { solver smoothSolver; smoother symGaussSeidel; tolerance 1e-7; relTol 0; }
}
PIMPLE { nOuterCorrectors 1; nCorrectors 2; nNonOrthogonalCorrectors 1; }
"""
FIELD = """dimensions {dimensions};
internalField uniform {inside};
boundaryField {{ {patches} sides {{ type empty; }} }}
"""


def patch_of(place: np.ndarray) -> str:
    """The patch of a place on the border of the channel."""
    x, y = place
    if np.hypot(x - 0.2, y - 0.2) < DIAMETER:
        return "cylinder"
    if y < 1e-9 or y > HEIGHT - 1e-9:
        return "walls"
    return "inflow" if x < 1 else "outflow"


def field(dimensions: str, inside: str, **patches: str) -> str:
    """A field with a condition at each patch."""
    told = " ".join(f"{name} {{ {text} }}" for name, text in patches.items())
    return FIELD.format(dimensions=dimensions, inside=inside, patches=told)


def write_foam(folder: Path, grid: Path, step: float) -> None:
    """A case of pimpleFoam on the grid."""
    files, middles = mesh_files(grid, patch_of, PATCHES)
    y = middles["inflow"][:, 1]
    speeds = " ".join(f"({u:.17g} 0 0)" for u in 6 * y * (HEIGHT - y) / HEIGHT**2)
    inflow = f"type fixedValue; value nonuniform List<vector> {len(y)} ({speeds});"
    still, free = "type noSlip;", "type zeroGradient;"
    control = CONTROL.format(end=END, step=step, diameter=DIAMETER, area=DIAMETER * THICKNESS)
    velocity = field(
        "[0 1 -1 0 0 0 0]", "(1 0 0)", inflow=inflow, outflow=free, walls=still, cylinder=still
    )
    outflow = "type fixedValue; value uniform 0;"
    pressure = field(
        "[0 2 -2 0 0 0 0]", "0", inflow=free, outflow=outflow, walls=free, cylinder=free
    )
    files |= {
        "system/controlDict": ("dictionary", control),
        "system/fvSchemes": ("dictionary", schemes("backward", "corrected")),
        "system/fvSolution": ("dictionary", SOLUTION),
        "constant/transportProperties": (
            "dictionary",
            "transportModel Newtonian; nu [0 2 -1 0 0 0 0] 1e-3;\n",
        ),
        "constant/turbulenceProperties": ("dictionary", "simulationType laminar;\n"),
        "0/U": ("volVectorField", velocity),
        "0/p": ("volScalarField", pressure),
    }
    write_files(folder, files)


def core_seconds(command: list, **how) -> float:
    """Run a program; the seconds that it took of a core, of which it has one."""
    one = {**os.environ, "OMP_NUM_THREADS": "1", **how.pop("env", {})}
    process = subprocess.Popen(command, env=one, stdout=subprocess.DEVNULL, **how)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{command[0]} failed: {process.returncode}")
    return usage.ru_utime + usage.ru_stime


def run_thalweg(program: str, folder: Path, quarter: int, *settings: str) -> tuple[Path, float]:
    """Where it wrote, and the seconds."""
    out = folder / "thalweg"
    chosen = [f"grid.quarter={quarter}", "output.fields.every_time=100", *settings]
    sets = [part for setting in chosen for part in ("--set", setting)]
    command = [program, "run", CASE, "--threads", "1", "--device", "cpu", "--quiet", "--force"]
    return out, core_seconds([*command, "--out", out, *sets])


def thalweg_row(program: str, folder: Path, quarter: int, step: float) -> tuple[float, np.ndarray]:
    """Seconds, and time, drag and lift."""
    out, seconds = run_thalweg(program, folder, quarter, f"time.step={step}", f"time.end={END}")
    with (out / "history.csv").open() as file:
        rows = list(csv.DictReader(file))[1:]  # the first has units
    names = ("time", "drag_cylinder", "lift_cylinder")
    return seconds, np.array([[float(row[name]) for name in names] for row in rows])


def foam_row(program: str, folder: Path, quarter: int, step: float) -> tuple[float, np.ndarray]:
    """The same by pimpleFoam."""
    out, _ = run_thalweg(program, folder, quarter, "time.end=0.004")
    case = folder / "foam"
    write_foam(case, out / "fields/grid.cgns", step)
    seconds = core_seconds(["pimpleFoam", "-case", case], env=ENVIRONMENT)
    file = case / "postProcessing/forces/0/coefficient.dat"
    table = np.loadtxt(file, comments="#")
    with file.open() as lines:
        header = next(line.lstrip("# ").split() for line in lines if line.startswith("# Time"))
    return seconds, table[:, [header.index(name) for name in ("Time", "Cd", "Cl")]]


def measured(history: np.ndarray) -> dict[str, float]:
    """Largest drag and lift of what has settled, and the Strouhal number from its periods."""
    time, drag, lift = history[history[:, 0] >= SETTLED].T
    rises = np.flatnonzero((lift[:-1] < 0) & (lift[1:] >= 0))
    places = time[rises] - lift[rises] * (time[rises + 1] - time[rises]) / (
        lift[rises + 1] - lift[rises]
    )
    frequency = (len(places) - 1) / (places[-1] - places[0])
    return {"drag": drag.max(), "lift": lift.max(), "strouhal": frequency * DIAMETER}


def main():
    """One row for each run."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--thalweg", default="thalweg", help="the program")
    parser.add_argument("--runs", nargs="+", default=RUNS, metavar="PROGRAM:QUARTER:STEP")
    parser.add_argument("--out", type=Path, default=Path("out/bench/flow-cylinder.json"))
    options = parser.parse_args()
    rows = []
    for run in options.runs:
        name, quarter, step = run.split(":")
        row = thalweg_row if name == "thalweg" else foam_row
        with tempfile.TemporaryDirectory() as folder:
            seconds, history = row(options.thalweg, Path(folder), int(quarter), float(step))
        result = measured(history)
        cells = 9 * int(quarter) ** 2
        rows.append({"program": name, "cells": cells, "step": float(step)} | result)
        rows[-1]["core_seconds_per_time"] = seconds / END
        errors = ", ".join(f"{k} {v:.4f} ({v / PUBLISHED[k] - 1:+.1%})" for k, v in result.items())
        print(f"{name}, {cells} cells, steps of {step}: {seconds / END:.2f} s per unit of time")
        print(f"    {errors}", flush=True)
    options.out.parent.mkdir(parents=True, exist_ok=True)
    options.out.write_text(json.dumps(rows, indent=2) + "\n")


if __name__ == "__main__":
    main()
