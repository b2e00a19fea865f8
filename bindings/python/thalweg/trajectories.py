# SPDX-License-Identifier: Apache-2.0
"""Paths of the particles of a turbulence run, from its files trajectories/NAME-STEP.h5."""

from dataclasses import dataclass
from pathlib import Path

import h5py
import numpy as np

from thalweg.errors import OutputError


@dataclass(frozen=True)
class Trajectories:
    """Where each particle was, and how fast.

    Attributes:
        time: (rows,).
        step: (rows,).
        identity: Numbers of the particles, (particles,).
        position: (particles, rows, 3); not wrapped into the box, so that paths have no jumps.
        velocity: (particles, rows, 3).
    """

    time: np.ndarray
    step: np.ndarray
    identity: np.ndarray
    position: np.ndarray
    velocity: np.ndarray


def read_trajectories(files: list[Path]) -> Trajectories:
    """The paths that files hold one after the other, as a run has written them.

    Raises:
        OutputError: There is no file, or one holds no trajectories, or those of other particles.
    """
    if not files:
        raise OutputError("no file of trajectories")
    parts = [_read(file) for file in files]
    for file, part in zip(files, parts, strict=True):
        if not np.array_equal(part.identity, parts[0].identity):
            raise OutputError(f"{file}: these are other particles than those of {files[0]}.")
    return Trajectories(
        time=np.concatenate([p.time for p in parts]),
        step=np.concatenate([p.step for p in parts]),
        identity=parts[0].identity,
        position=np.concatenate([p.position for p in parts], axis=1),
        velocity=np.concatenate([p.velocity for p in parts], axis=1),
    )


def _read(file: Path) -> Trajectories:
    names = ("time", "step", "identity", "position", "velocity")
    try:
        with h5py.File(file) as data:
            return Trajectories(*(data[name][()] for name in names))
    except (OSError, KeyError) as error:
        raise OutputError(f"{file}: holds no trajectories ({error}).") from error
