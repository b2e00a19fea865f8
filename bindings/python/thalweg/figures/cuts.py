# SPDX-License-Identifier: Apache-2.0
"""Cuts through the fields of a sound run: planes in mm, read without the rest."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from thalweg.fields import Field, FieldFile

AXES = "zyx"


@dataclass(frozen=True)
class Cut:
    """A plane of a field; of a grid with one axis, the line there is.

    Attributes:
        values: (rows, columns); one row in one dimension.
        across: Name of the horizontal axis.
        up: Name of the vertical axis; "" in one dimension.
        extent: Left, right, bottom, top in mm, half a cell around the outer points.
        place: Where it is, e.g. "z = 0 mm"; "" where the grid has no third axis.
        unit: Unit of the values.
        time: Of the field [s].
    """

    values: np.ndarray
    across: str
    up: str
    extent: tuple[float, float, float, float]
    place: str
    unit: str
    time: float

    @property
    def largest(self) -> float:
        """The largest absolute value."""
        return float(np.abs(self.values[np.isfinite(self.values)]).max(initial=0.0))

    @property
    def places(self) -> np.ndarray:
        """Coordinates of the columns in mm."""
        left, right = self.extent[:2]
        count = self.values.shape[1]
        return left + (np.arange(count) + 0.5) * (right - left) / count


def cut(path: Path, name: str, normal: str = "z", at: int | None = None) -> Cut:
    """The plane of a field at a point of the normal axis, by default the middle one.

    Reads this plane only. Vectors are shown by their magnitude.
    """
    axis = AXES.index(normal)
    with FieldFile(path) as file:
        at = file.shape[axis] // 2 if at is None else at
        ranges = tuple(slice(at, at + 1) if d == axis else slice(None) for d in range(3))
        field = file.read(name, ranges)
        shape = file.shape
    values = field.values if field.values.ndim == 3 else field.magnitude()
    up, across = (d for d in range(3) if d != axis)
    place = 1e3 * (field.origin[axis] + at * field.spacing[axis])
    return Cut(
        np.squeeze(values, axis), AXES[across], AXES[up] if shape[up] > 1 else "",
        _sides(field, shape, across) + _sides(field, shape, up),
        f"{normal} = {_near_zero(place, field.spacing[axis])} mm" if shape[axis] > 1 else "",
        field.unit, field.time,
    )  # fmt: skip


def sensor_plane(coordinates: np.ndarray, values: np.ndarray, unit: str) -> Cut | None:
    """Values at the points of a sensor as a plane; None where the points are no even grid.

    Args:
        coordinates: (points, axes) [m].
        values: (points,).
        unit: Of the values.
    """
    at = 1e3 * np.round(coordinates, 9)
    moving = [d for d in range(at.shape[1]) if np.ptp(at[:, d]) > 0]
    if len(moving) != 2:
        return None
    across, up = (np.unique(at[:, d]) for d in moving)
    grid = np.stack(np.meshgrid(across, up), axis=-1).reshape(-1, 2)
    if grid.shape != (len(at), 2) or not np.allclose(grid, at[:, moving]):
        return None
    if not (is_even(across) and is_even(up)):
        return None
    extent = tuple(
        float(end)
        for x in (across, up)
        for end in (x[0] - (x[1] - x[0]) / 2, x[-1] + (x[1] - x[0]) / 2)
    )
    fixed = [f"{'xyz'[d]} = {at[0, d] + 0.0:.4g} mm" for d in range(at.shape[1]) if d not in moving]
    shape = (len(up), len(across))
    horizontal, vertical = ("xyz"[d] for d in moving)
    place = ", ".join(fixed)
    return Cut(values.reshape(shape), horizontal, vertical, extent, place, unit, float("nan"))


def is_even(values: np.ndarray) -> bool:
    """Whether values are as far apart everywhere, but for the rounding of single precision.

    >>> is_even(np.array([0.0, 0.1, 0.2])), is_even(np.array([0.0, 0.1, 0.3]))
    (True, False)
    """
    steps = np.diff(values)
    return bool(np.allclose(steps, steps.mean(), rtol=1e-2, atol=0)) if len(steps) else True


def _sides(field: Field, shape: tuple[int, ...], axis: int) -> tuple[float, float]:
    first = field.origin[axis] - field.spacing[axis] / 2
    return 1e3 * first, 1e3 * (first + shape[axis] * field.spacing[axis])


def _near_zero(place: float, spacing: float) -> str:
    """A place in mm; what is only rounding away from 0 is 0."""
    return f"{0.0 if abs(place) < spacing else place:.4g}"
