#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compare our stand-in for k-Wave's program with k-wave-python's own Python solver.

    tools/compare_kwave_python.py [--program kspaceFirstOrder-OMP] [--only TEXT]

runs both over all combinations of dimensions, absorption, nonlinearity, heterogeneity and kinds of
source, and prints max |ours - theirs| / max |theirs| of the pressure at the sensors. The input
files are those that k-wave-python writes; only the sources' scaling and the flag of Stokes
absorption, which its writer leaves out (0.6.2), are put in here. Needs k-wave-python
(docs/howto/k-wave.md says how to install it).
"""

import argparse
import itertools
import subprocess
import sys
import tempfile
from pathlib import Path

import h5py
import numpy as np
from kwave.kgrid import kWaveGrid
from kwave.kmedium import kWaveMedium
from kwave.ksensor import kSensor
from kwave.ksource import kSource
from kwave.kspaceFirstOrder import kspaceFirstOrder

SPEED, DENSITY, SPACING, STEPS = 1500.0, 1000.0, 1e-4, 60
SHAPES = {2: (64, 54), 3: (40, 36, 32)}
SOURCES = (
    "p0",
    "p additive",
    "p additive-no-correction",
    "p dirichlet",
    "u additive",
    "u additive-no-correction",
    "u dirichlet",
)
ABSORPTION = {"lossless": None, "power law 1.5": 1.5, "power law 1.1": 1.1, "stokes": 2.0}


def varied(base, shape, seed):
    """A medium that varies by 10 % away from the sources, which lie below x = 1/3."""
    values = np.full(shape, base)
    part = values[shape[0] // 2 :]
    part *= 1 + 0.1 * np.random.default_rng(seed).random(part.shape)
    return values


def make_medium(shape, absorption, nonlinear, heterogeneous, written=False):
    """The medium of one combination; `written`: as far as the package writes it to a file."""

    def value(base, seed):
        return varied(base, shape, seed) if heterogeneous else base

    medium = kWaveMedium(sound_speed=value(SPEED, 1), density=value(DENSITY, 2))
    if power := ABSORPTION[absorption]:
        medium.alpha_coeff, medium.alpha_power = value(0.75, 3), power
        if absorption == "stokes" and not written:
            medium.alpha_mode = "stokes"
    if nonlinear:
        medium.BonA = value(6.0, 4)
    return medium


def make_source(kind, shape, grid):
    """A source on a patch of a plane, or a ball of pressure."""
    source = kSource()
    middle = [n // 2 for n in shape]
    if kind == "p0":
        place = np.meshgrid(*(np.arange(n) for n in shape), indexing="ij")
        distance = sum((x - m) ** 2 for x, m in zip(place, middle, strict=True))
        source.p0 = 2e6 * (distance < 25).astype(float)
        return source
    mask = np.zeros(shape)
    mask[(shape[0] // 4, *(slice(m - 6, m + 7) for m in middle[1:]))] = 1
    quantity, mode = kind.split()
    # Ten steps in each period, growing over the first.
    signal = np.sin(2 * np.pi * np.arange(STEPS) / 14) * np.minimum(1, np.arange(STEPS) / 14)
    if quantity == "p":
        source.p_mask, source.p, source.p_mode = mask, 1e6 * signal[None], mode
    else:
        source.u_mask, source.ux, source.u_mode = mask, 0.6 * signal[None], mode
    return source


def choose_stokes(path):
    """The format has Stokes absorption, the package's writer has not."""
    with h5py.File(path, "r+") as file:
        file["absorbing_flag"][...] = 2


def scale_sources(path, kind, grid):
    """What k-Wave's file format expects of a writer, and k-wave-python's leaves out."""
    quantity, _, mode = kind.partition(" ")
    name = {"p": "p_source_input", "u": "ux_source_input"}.get(quantity)
    if name is None:
        return
    if quantity == "p":
        factor = 1 / (grid.dim * SPEED**2)
        if mode != "dirichlet":
            factor = 2 * grid.dt / (grid.dim * SPEED * SPACING)
    else:
        factor = 1 if mode == "dirichlet" else 2 * SPEED * grid.dt / SPACING
    with h5py.File(path, "r+") as file:
        file[name][...] = file[name][()] * np.float32(factor)


def difference(program, combination, folder):
    """The relative difference of the two solvers' pressures."""
    dimensions, absorption, nonlinear, heterogeneous, kind = combination
    shape = SHAPES[dimensions]
    grid = kWaveGrid(shape, [SPACING] * dimensions)
    grid.setTime(STEPS, 0.2 * SPACING / SPEED)
    mask = np.zeros(shape, dtype=bool)
    mask[shape[0] * 3 // 4] = mask[shape[0] // 3] = True
    options = {"pml_inside": True, "pml_size": 8, "quiet": True}

    def simulate(written=False, **more):
        medium = make_medium(shape, absorption, nonlinear, heterogeneous, written)
        source = make_source(kind, shape, grid)
        return kspaceFirstOrder(grid, medium, source, kSensor(mask=mask), **options, **more)

    theirs = simulate(backend="python")["p"]
    simulate(written=True, backend="cpp", save_only=True, data_path=str(folder))
    written = next(folder.glob("*input*.h5"))
    scale_sources(written, kind, grid)
    if absorption == "stokes":
        choose_stokes(written)
    result = folder / "result.h5"
    command = [program, "-i", written, "-o", result, "--p_raw"]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    with h5py.File(result) as file:
        ours = file["p"][0].T
    # Ours are ordered with x fastest, theirs with x slowest.
    by_x_fastest = np.lexsort(mask.nonzero())
    reordered = np.empty_like(ours)
    reordered[by_x_fastest] = ours
    return np.abs(reordered - theirs).max() / np.abs(theirs).max()


def main():
    """Run all combinations; 1 if one differs by more than 2e-5."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", default="kspaceFirstOrder-OMP")
    parser.add_argument("--only", default="", help="combinations whose name holds this text")
    arguments = parser.parse_args()
    worst, count = 0.0, 0
    combinations = itertools.product((2, 3), ABSORPTION, (False, True), (False, True), SOURCES)
    for combination in combinations:
        dimensions, absorption, nonlinear, heterogeneous, kind = combination
        name = ", ".join(
            (
                f"{dimensions}-D",
                absorption,
                "nonlinear" if nonlinear else "linear",
                "heterogeneous" if heterogeneous else "homogeneous",
                kind,
            )
        )
        if arguments.only not in name:
            continue
        with tempfile.TemporaryDirectory() as folder:
            error = difference(arguments.program, combination, Path(folder))
        worst, count = max(worst, error), count + 1
        print(f"{name:70s} {error:.1e}", flush=True)
    print(f"{f'largest of {count}':70s} {worst:.1e}")
    return 0 if worst <= 2e-5 else 1


if __name__ == "__main__":
    sys.exit(main())
