#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Run initial-value problems whose answer MATLAB k-Wave has computed, and compare.

    tools/compare_kwave_matlab.py FOLDER [--program kspaceFirstOrder-OMP]

FOLDER holds pairs setup_NAME.mat (p0, sound_speed, density, dx, dt, Nt, PMLSize, smooth_initial)
and NAME.mat (p_final), as in src/jwave-data/tests/kwave_data of the public repository
ucl-bug/jwave-data. The files are not part of this repository, because they carry no licence.
Needs scipy, h5py and numpy. Prints max |ours - theirs| / max |theirs| of p_final.
"""

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

import h5py
import numpy as np
import scipy.io


def blackman_smoothed(field):
    """The field times a Blackman window of the wave number, as large as before.

    MATLAB k-Wave interpolates the window linearly between its values at the modes of an axis.
    """
    k = [np.fft.fftfreq(n) * n / (n - n % 2) * 2 for n in field.shape]  # 1 at the Nyquist mode
    radius = np.sqrt(sum(a**2 for a in np.meshgrid(*k, indexing="ij")))
    nodes = np.linspace(0, 1, max(field.shape) // 2 + 1)
    values = 0.42 + 0.5 * np.cos(np.pi * nodes) + 0.08 * np.cos(2 * np.pi * nodes)
    window = np.interp(radius, nodes, values)
    smooth = np.fft.ifftn(window * np.fft.fftn(field)).real
    return smooth * np.abs(field).max() / np.abs(smooth).max()


def staggered(density, axis):
    """The mean with the next point along an axis; the last point as it is."""
    moved = np.roll(density, -1, axis)
    last = [slice(None)] * density.ndim
    last[axis] = -1
    moved[tuple(last)] = density[tuple(last)]
    return (density + moved) / 2


def write_input(path, setup):
    """A k-Wave input file; MATLAB's (x, y) becomes (1, y, x)."""
    nx, ny = (int(n) for n in setup["Nx"].ravel())
    shape = (nx, ny)
    speed = np.broadcast_to(setup["sound_speed"].squeeze(), shape).astype(float)
    density = np.broadcast_to(setup["density"].squeeze(), shape).astype(float)
    p0 = setup["p0"].reshape(shape).astype(float)
    if setup["smooth_initial"].item():
        p0 = blackman_smoothed(p0)
    size, steps = int(setup["PMLSize"].item()), int(setup["Nt"].item()) + 1
    dx, dy = (float(d) for d in setup["dx"].ravel())
    integers = {"Nx": nx, "Ny": ny, "Nz": 1, "Nt": steps, "pml_x_size": size, "pml_y_size": size}
    integers |= {f"{name}_source_flag": 0 for name in ("p", "transducer", "ux", "uy", "uz")}
    integers |= {"p0_source_flag": 1, "nonuniform_grid_flag": 0, "nonlinear_flag": 0}
    integers |= {"absorbing_flag": 0, "axisymmetric_flag": 0, "sensor_mask_type": 0}
    floats = {"dx": dx, "dy": dy, "dt": float(setup["dt"].item()), "c_ref": speed.max()}
    floats |= {"pml_x_alpha": 2.0, "pml_y_alpha": 2.0}
    fields = {"c0": speed, "rho0": density, "p0_source_input": p0}
    fields |= {"rho0_sgx": staggered(density, 0), "rho0_sgy": staggered(density, 1)}
    with h5py.File(path, "w") as file:
        for name, text in (("file_type", "input"), ("major_version", "1"), ("minor_version", "2")):
            file.attrs[name] = np.bytes_(text)
        for name, value in integers.items():
            file[name] = np.full((1, 1, 1), value, np.uint64)
        for name, value in floats.items():
            file[name] = np.full((1, 1, 1), value, np.float32)
        for name, value in fields.items():
            file[name] = value.T[None].astype(np.float32)
        file["sensor_mask_index"] = np.ones((1, 1, 1), np.uint64)


def error_of(program, setup, reference, folder):
    """The largest difference of p_final, relative to its largest value."""
    source, result = folder / "in.h5", folder / "out.h5"
    write_input(source, setup)
    command = [program, "-i", source, "-o", result, "--p_final"]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    with h5py.File(result) as file:
        ours = file["p_final"][0].T
    return np.abs(ours - reference).max() / np.abs(reference).max()


def main():
    """Compare all files of a folder; 1 if one differs by more than 2e-5."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--program", default="kspaceFirstOrder-OMP")
    arguments = parser.parse_args()
    worst = 0.0
    for file in sorted(arguments.folder.glob("setup_*.mat")):
        name = file.stem.removeprefix("setup_")
        reference = scipy.io.loadmat(file.with_name(f"{name}.mat"))["p_final"]
        with tempfile.TemporaryDirectory() as folder:
            setup = scipy.io.loadmat(file)
            error = error_of(arguments.program, setup, reference, Path(folder))
        worst = max(worst, error)
        print(f"{name:55s} {error:.1e}")
    print(f"{'largest':55s} {worst:.1e}")
    return 0 if worst <= 2e-5 else 1


if __name__ == "__main__":
    sys.exit(main())
