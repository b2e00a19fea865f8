# SPDX-License-Identifier: Apache-2.0
"""Output folders of sound runs, made up without a run: a wave that goes along x."""

import json
from pathlib import Path

import h5py
import numpy as np

from synthetic import report, write_csv, write_field

CASE = """# The case as it was run
[simulation]
kind = "sound"
title = "A wave <and> its echo"
precision = "single"

[grid]
points = {points}
spacing = [0.0001]
origin = {origin}

[sound]
absorption = "power-law"
absorption_power = 1.1
absorbing_layer.points = [12]

[medium]
sound_speed = 1500.0
density = 1000.0
absorption = 0.75

[time]
cfl = 0.3
end = 2e-06

[[source]]
kind = "pressure"
shape = "bowl"
signal.kind = "sine"
signal.frequency = 2000000.0

[output]
fields.names = ["pressure"]
"""
SPACING = 1e-4
STEP = 2e-8
STEPS = 101
SPEED = 1500.0
FREQUENCY = 2e6
AMPLITUDE = 2e5
HISTORY = {"step": "1", "time": "time", "dt": "time", "pressure_max": "Pa", "pressure_min": "Pa",
           "pressure_rms": "Pa"}  # fmt: skip


def wave(x: np.ndarray, time: np.ndarray) -> np.ndarray:
    """A sine that goes to +x from 0 [Pa]."""
    late = time - x / SPEED
    return AMPLITUDE * np.where(late > 0, np.sin(2 * np.pi * FREQUENCY * late), 0.0)


def places(points: list[int]) -> list[np.ndarray]:
    """Coordinates along x, y, z, as far as the grid has them; 0 is a point of each."""
    first = [0, *(-(n // 2) for n in points[1:])]
    return [SPACING * (i + np.arange(n)) for i, n in zip(first, points, strict=True)]


def make_sound_output(folder: Path, points: tuple[int, ...] = (24, 16), layered: bool = False):
    """A whole output folder; layered: with maps of the medium."""
    folder.mkdir(parents=True, exist_ok=True)
    axes = places(list(points))
    origin = [float(a[0]) for a in axes]
    case = CASE.format(points=list(points), origin=origin)
    (folder / "case.toml").write_text(case, encoding="utf-8")
    log = "2025-01-01 12:00:00  note: the layer is thin\n2025-01-01 12:00:01  done: step 101\n"
    (folder / "run.log").write_text(log, encoding="utf-8")
    time = STEP * np.arange(0, STEPS, 10)
    zero = np.zeros_like(time)
    columns = [np.arange(1, STEPS + 1, 10), time, zero + STEP, zero + AMPLITUDE, zero - AMPLITUDE,
               zero + AMPLITUDE / 2]  # fmt: skip
    write_csv(folder / "history.csv", HISTORY, np.stack(columns, axis=1))
    write_fields(folder / "fields", axes, layered)
    write_traces(folder / "traces.h5", axes)
    text = json.dumps(report(STEPS, kind="sound", title="A wave <and> its echo", time=2e-6))
    (folder / "report.json").write_text(text, encoding="utf-8")
    return folder


def write_fields(folder: Path, axes: list[np.ndarray], layered: bool) -> None:
    """Pressure at three times, its extremes, and where layered the medium."""
    full = [*axes, *[np.zeros(1)] * (3 - len(axes))]
    z, y, x = np.meshgrid(*full[::-1], indexing="ij")
    grid = {
        "origin": [a[0] for a in full],
        "spacing": [SPACING if len(a) > 1 else 1.0 for a in full],
    }

    def write(name: str, unit: str, values: np.ndarray, step: int) -> None:
        path = folder / f"{name}-{step:06d}.vtkhdf"
        time = STEP * max(0, step - 1)
        write_field(path, name, values.astype(np.float32), time, step, unit, **grid)

    for step in (0, 51, STEPS):
        write("pressure", "Pa", wave(x, np.array(STEP * (step - 1))), step)
    largest = 3e6 * np.exp(-((x - 1e-3) ** 2 + y**2 + z**2) / 4e-4**2)
    write("pressure-max", "Pa", largest, STEPS)
    write("pressure-min", "Pa", -largest / 2, STEPS)
    if layered:
        layer = (x > 1e-3) & (x < 1.5e-3)
        write("sound-speed", "m/s", np.where(layer, 1600.0, SPEED), 0)
        write("density", "kg/m^3", np.where(layer, 1100.0, 1000.0), 0)


def write_traces(path: Path, axes: list[np.ndarray]) -> None:
    """A line of sensors along x, and one point that hears the velocity only."""
    x = axes[0][2:20:2]
    at = np.zeros((len(x), len(axes)))
    at[:, 0] = x
    time = STEP * np.arange(STEPS)
    with h5py.File(path, "w") as file:
        file.attrs["step_size"] = np.bytes_(str(STEP))
        file["time"] = time.astype(np.float32)
        line = file.create_group("line")
        write_record(line, "pressure", wave(x, time[:, None]), "Pa")
        write_record(line, "pressure-max", np.full(len(x), AMPLITUDE), "Pa")
        write_record(line, "intensity-x", np.full(len(x), AMPLITUDE**2 / 3e6), "W/m^2")
        line["points"] = np.arange(len(x), dtype=np.uint64)
        line["coordinates"] = at.astype(np.float32)
        point = file.create_group("sensor-2")
        write_record(point, "velocity-x", wave(x[:1], time[:, None]) / 1.5e6, "m/s")
        point["points"] = np.arange(1, dtype=np.uint64)
        point["coordinates"] = at[:1].astype(np.float32)


def write_record(group: h5py.Group, name: str, values: np.ndarray, unit: str) -> None:
    """One dataset with its unit."""
    group[name] = values.astype(np.float32)
    group[name].attrs["unit"] = np.bytes_(unit)
