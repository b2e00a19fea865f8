# SPDX-License-Identifier: Apache-2.0
"""An ensemble of scan lines over point scatterers, made up without a run.

What an element hears is what every sending element's pulse brings back from every scatterer: each
pulse travels at one speed and weakens as cylindrical waves do.
"""

import json
from dataclasses import dataclass
from pathlib import Path

import h5py
import numpy as np

SPEED = 1540.0
FREQUENCY = 3e6
CYCLES = 3.0
PITCH = 3e-4
ELEMENTS = 32
FOCUS = 20e-3
STEP = 2e-8

CASE = """[simulation]
kind = "sound"
title = "Points"

[sound]
absorption = "power-law"
absorption_power = 1.5

[medium]
sound_speed = {speed}
absorption = {absorption}

[[source]]
kind = "pressure"
shape = "array"
center = {center}
elements = {elements}
pitch = {pitch}
sound_speed = {speed}
{aim}
signal.kind = "tone-burst"
signal.frequency = {frequency}
signal.cycles = {cycles}

[[sensor]]
shape = "array"
name = "array"
"""


@dataclass(frozen=True)
class Scan:
    """Scan lines: beams beside each other, or from one place at angles [degrees]."""

    across: tuple[float, ...] = ()
    angles: tuple[float, ...] = ()
    absorption: float = 0.0

    def lines(self) -> list[tuple[np.ndarray, str]]:
        """Centre of the array, and the keys that aim it."""
        beside = [(np.array([0.0, y]), f"focus = [{FOCUS}, {y}]") for y in self.across]
        return beside + [(np.zeros(2), f"steering = {angle}") for angle in self.angles]


def burst(time: np.ndarray) -> np.ndarray:
    """The pulse of a case with a Gaussian envelope, from time 0."""
    x = 6 * (time * FREQUENCY / CYCLES - 0.5)
    wave = np.sin(2 * np.pi * FREQUENCY * time) * np.exp(-(x**2) / 2)
    return np.where((time >= 0) & (time <= CYCLES / FREQUENCY), wave, 0.0)


def delays(elements: np.ndarray, aim: str) -> np.ndarray:
    """When each element fires."""
    if aim.startswith("focus"):
        far = np.linalg.norm(elements - np.array(json.loads(aim.split("=")[1])), axis=1)
        return (far.max() - far) / SPEED
    late = elements[:, 1] * np.sin(np.deg2rad(float(aim.split("=")[1]))) / SPEED
    return late - late.min()


def heard(elements: np.ndarray, fired: np.ndarray, points: np.ndarray, time: np.ndarray):
    """(times, elements)."""
    fine = np.arange(time[0], time[-1], STEP / 8)
    total = np.zeros((len(time), len(elements)))
    for point in points:
        far = np.linalg.norm(elements - point, axis=1)
        there = sum(
            burst(fine - start - one / SPEED) / np.sqrt(one)
            for start, one in zip(fired, far, strict=True)
        )
        back = [np.interp(time - one / SPEED, fine, there, left=0) / np.sqrt(one) for one in far]
        total += np.stack(back, axis=1)
    return total


def make_scan(folder: Path, points: np.ndarray, scan: Scan, depth: float = 30e-3) -> Path:
    """The folder of an ensemble that has scanned point scatterers (depth, across) [m]."""
    time = STEP * np.arange(int((2 * depth / SPEED + 3e-6) / STEP))
    offsets = PITCH * (np.arange(ELEMENTS) - (ELEMENTS - 1) / 2)
    members = []
    for number, (center, aim) in enumerate(scan.lines()):
        elements = center + np.stack([np.zeros(ELEMENTS), offsets], axis=1)
        path = folder / f"members/{number:04}"
        path.mkdir(parents=True)
        case = CASE.format(speed=SPEED, absorption=scan.absorption, center=list(map(float, center)),
                           elements=ELEMENTS, pitch=PITCH, aim=aim, frequency=FREQUENCY,
                           cycles=CYCLES)  # fmt: skip
        (path / "case.toml").write_text(case, encoding="utf-8")
        with h5py.File(path / "traces.h5", "w") as file:
            file.attrs["step_size"] = STEP
            file["time"] = time
            group = file.create_group("array")
            group["points"] = np.arange(ELEMENTS)
            group["coordinates"] = elements
            group["pressure"] = heard(elements, delays(elements, aim), points, time)
        members.append({"member": number, "folder": f"members/{number:04}", "status": "done",
                        "seconds": 1.0, "values": {"source.0.center": list(center)}})  # fmt: skip
    (folder / "ensemble.json").write_text(json.dumps({"members": members}), encoding="utf-8")
    return folder
