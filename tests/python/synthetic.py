# SPDX-License-Identifier: Apache-2.0
"""Output folders as a run writes them, made up without a run."""

import json
from pathlib import Path

import h5py
import numpy as np

CASE = """# The effective case: every default filled in. Read from cases/taylor-green/quick.toml
[simulation]
kind = "turbulence"
title = "Taylor–Green vortex <quick> & more"
precision = "double"

[grid]
points = [16, 16, 16]
length = [6.283185307179586, 6.283185307179586, 6.283185307179586]

[turbulence]
equations = "navier-stokes"
viscosity = {viscosity}

[initial]
kind = "taylor-green"
amplitude = 1.0

[time]
end = {end}
scheme = "rk4"
cfl = 0.8

[output]
history.every_steps = 1
fields.every_time = 2.0
fields.names = ["velocity", "vorticity"]
"""

HISTORY_COLUMNS = {
    "step": "1",
    "time": "time",
    "dt": "time",
    "energy": "velocity^2",
    "enstrophy": "1/time^2",
    "helicity": "velocity/time",
    "dissipation": "velocity^2/time",
    "dissipation_from_energy": "velocity^2/time",
    "dissipation_mismatch": "1",
    "divergence_max": "1/time",
    "cfl": "1",
    "kmax_eta": "1",
    "integral_scale": "length",
    "taylor_scale": "length",
    "reynolds_taylor": "1",
}


def write_csv(path: Path, columns: dict[str, str], rows: np.ndarray) -> None:
    """A table with names in line 1 and units in line 2."""
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = [",".join(columns), ",".join(columns.values())]
    lines += [",".join(repr(float(value)) for value in row) for row in rows]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def history_rows(time: np.ndarray, energy: np.ndarray, dissipation: np.ndarray, viscosity: float):
    """Rows of history.csv for given curves."""
    rows = np.zeros((len(time), len(HISTORY_COLUMNS)))
    names = list(HISTORY_COLUMNS)
    values = {
        "step": np.arange(len(time)),
        "time": time,
        "dt": np.gradient(time),
        "energy": energy,
        "enstrophy": dissipation / (2 * viscosity),
        "dissipation": dissipation,
        "divergence_max": np.full(len(time), 1e-16),
        "cfl": np.full(len(time), 0.8),
        "kmax_eta": (viscosity**3 / dissipation) ** 0.25 * 40,
    }
    for name, column in values.items():
        rows[:, names.index(name)] = column
    for name in ("dissipation_from_energy", "dissipation_mismatch"):
        rows[0, names.index(name)] = np.nan
    from_energy = -np.diff(energy) / np.diff(time)
    mean = (dissipation[1:] + dissipation[:-1]) / 2
    rows[1:, names.index("dissipation_from_energy")] = from_energy
    rows[1:, names.index("dissipation_mismatch")] = np.abs(from_energy - mean) / mean
    return rows


def taylor_green_vorticity(n: int) -> np.ndarray:
    """Vorticity of the initial Taylor-Green state, (z, y, x, 3)."""
    z, y, x = np.meshgrid(*[np.arange(n) * 2 * np.pi / n] * 3, indexing="ij")
    return np.stack(
        [
            -np.cos(x) * np.sin(y) * np.sin(z),
            -np.sin(x) * np.cos(y) * np.sin(z),
            2 * np.sin(x) * np.sin(y) * np.cos(z),
        ],
        axis=-1,
    )


def write_field(
    path: Path, name: str, values: np.ndarray, time: float, step: int, unit: str = "1/time",
    origin=(0, 0, 0), spacing=None,
) -> None:  # fmt: skip
    """A VTKHDF ImageData file with one point field; origin and spacing are x, y, z."""
    path.parent.mkdir(parents=True, exist_ok=True)
    n = values.shape[:3]
    spacing = [2 * np.pi / points for points in n[::-1]] if spacing is None else spacing
    with h5py.File(path, "w") as file:
        root = file.create_group("VTKHDF")
        root.attrs["Version"] = np.array([1, 0])
        root.attrs["Type"] = np.bytes_("ImageData")
        root.attrs["WholeExtent"] = np.array([0, n[2] - 1, 0, n[1] - 1, 0, n[0] - 1])
        root.attrs["Origin"] = np.array(origin, dtype=float)
        root.attrs["Spacing"] = np.array(spacing, dtype=float)
        root.attrs["Direction"] = np.eye(3).ravel()
        root.attrs["time"] = np.array([time])
        root.attrs["step"] = np.array([step])
        data = root.create_group("PointData").create_dataset(name, data=values)
        data.attrs["unit"] = np.bytes_(unit)


def report(steps: int, **others) -> dict:
    """report.json of a run that is done; others are put in place of its entries."""
    flops = 3e8 if others.get("kind", "turbulence") == "turbulence" else 0.0  # others count none
    phases = [("inverse_lines", 3.5e-3, 2.9e-3), ("planes", 11e-3, 9e-3), ("diagnostics", 1e-3, 0)]
    return {
        "version": "0.1.0",
        "commit": "abc1234",
        "case": "cases/taylor-green/quick.toml",
        "title": "Taylor–Green vortex <quick> & more",
        "kind": "turbulence",
        "status": "done",
        "device": {"kind": "cpu", "name": "a processor"},
        "ranks": 2,
        "threads": 4,
        "precision": "double",
        "steps": steps,
        "time": 20.0,
        "seconds_per_step": {"median": 0.0155, "p10": 0.015, "p90": 0.017, "mean": 0.0156},
        "floor_seconds_per_step": 0.0119,
        "ratio_to_floor": 1.3,
        "seconds_total": 75.3,
        "phases": [
            {
                "name": name,
                "seconds_per_step": measured,
                "slowest_rank_seconds": 1.1 * measured,
                "calls_per_step": 4.0,
                "bytes_per_step": 1.5e8,
                "flops_per_step": flops if floor else 0.0,
                "floor_seconds": floor,
                "ratio_to_floor": measured / floor if floor else None,
            }
            for name, measured, floor in phases
        ],
        "transport": [
            {
                "name": "inverse transpose",
                "route": "direct",
                "why": "default",
                "bytes": 2.5e6,
                "messages": 8.0,
                "predicted_seconds": None,
                "measured_seconds": 2.0e-4,
                "hidden_fraction": 0.75,
            }
        ],
        "memory": {"estimated_bytes": 2.0e8, "peak_bytes_per_rank": 1.9e8},
        "machine": {
            "cpu": "a processor",
            "cores": 8,
            "triad_bytes_per_second": 4.4e10,
            "flops_per_second": 6e10,
            "profile": None,
        },
        **others,
    }


def make_output(folder: Path, viscosity: float = 1 / 400, end: float = 10.0, steps: int = 20):
    """A whole output folder of a Taylor-Green run; the curves are smooth inventions."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "case.toml").write_text(CASE.format(viscosity=viscosity, end=end), encoding="utf-8")
    (folder / "run.log").write_text("2025-01-01 12:00:00  done: step 20\n", encoding="utf-8")
    time = np.linspace(0, end, steps + 1)
    dissipation = 0.75 * viscosity + 0.01 * np.sin(np.pi * time / end) ** 2
    swing = end / (2 * np.pi) * np.sin(2 * np.pi * time / end)
    lost = 0.75 * viscosity * time + 0.005 * (time - swing)
    rows = history_rows(time, 0.125 - lost, dissipation, viscosity)
    write_csv(folder / "history.csv", HISTORY_COLUMNS, rows)
    k = np.arange(0, 12.0)
    spectrum = np.stack([k, k**2 * np.exp(-k), k**4 * np.exp(-k), 0 * k], axis=1)
    units = {"k": "1/length", "energy": "length^3/time^2", "enstrophy": "length/time^2",
             "helicity": "length^2/time^2"}  # fmt: skip
    vorticity = taylor_green_vorticity(16)
    for step in (0, steps):
        write_csv(folder / f"spectra/spectrum-{step:06d}.csv", units, spectrum * (1 + step))
        file = folder / f"fields/vorticity-{step:06d}.vtkhdf"
        write_field(file, "vorticity", vorticity * (1 + step / 10), time[step], step)
    (folder / "checkpoints").mkdir(exist_ok=True)
    (folder / f"checkpoints/{steps:06d}.h5").write_bytes(b"not read here")
    (folder / "report.json").write_text(json.dumps(report(steps)), encoding="utf-8")
    return folder


def make_ensemble(folder: Path) -> Path:
    """An ensemble of two runs that are done and one that diverged, without their fields."""
    folder.mkdir(parents=True)
    members = []
    for number, status in enumerate(("done", "done", "diverged")):
        member = {
            "member": number,
            "folder": f"members/{number:04}",
            "status": status,
            "seconds": 1.5,
            "values": {"turbulence.viscosity": 0.01 * (number + 1)},
        }
        members.append(member | ({"message": "it diverged"} if status == "diverged" else {}))
        path = folder / member["folder"]
        path.mkdir(parents=True)
        (path / "case.toml").write_text(CASE.format(viscosity=0.01 * (number + 1), end=1.0))
    text = json.dumps({"ranks_per_member": 1, "members": members})
    (folder / "ensemble.json").write_text(text, encoding="utf-8")
    return folder
