# SPDX-License-Identifier: Apache-2.0
"""Membranes of cells at one time: places, triangles and what is known at each place."""

from dataclasses import dataclass, replace
from pathlib import Path

import h5py
import numpy as np

from thalweg.errors import OutputError, suggestion
from thalweg.forms import TRIANGLE, PointSet, read_points


@dataclass(frozen=True)
class Membranes:
    """The membranes of all cells, in ascending order of the identities of their places.

    Attributes:
        places: (places, 3), x, y, z in the case's unit of length.
        triangles: Corners as rows of `places`, (triangles, 3).
        cell: The cell that a place belongs to, (places,); a cell keeps its number.
        values: By name, (places,) or (places, 3).
        units: By name; empty where the file tells none.
        time: In the case's unit of time.
        step: Step number.
    """

    places: np.ndarray
    triangles: np.ndarray
    cell: np.ndarray
    values: dict[str, np.ndarray]
    units: dict[str, str]
    time: float
    step: int

    @property
    def count(self) -> int:
        """The number of cells."""
        return len(np.unique(self.cell))

    def scalars(self) -> list[str]:
        """The names of measured scalars: neither vectors nor numbers that only tell things apart.

        `cell` is not among them.
        """
        return [n for n, v in self.values.items() if v.ndim == 1 and v.dtype.kind == "f"]

    def shown(self, name: str) -> np.ndarray:
        """What a picture shows of a name: a scalar, a vector's magnitude, or `cell`; (places,).

        Raises:
            OutputError: There are no such values; the message suggests some.
        """
        if name == "cell":
            return self.cell
        if name not in self.values:
            known = suggestion(name, ["cell", *self.values])
            raise OutputError(f'no "{name}" is known of the membranes. {known}')
        values = self.values[name]
        return values if values.ndim == 1 else np.linalg.norm(values, axis=1)

    def gathered(self, period: np.ndarray) -> "Membranes":
        """The same with each cell in one piece, and its middle in the period around the origin.

        Cells that cross a periodic border may lie in two parts in the file, or far downstream.

        Args:
            period: Lengths of the periods (3,); infinite where there is none.
        """
        _, first, of = np.unique(self.cell, return_index=True, return_inverse=True)
        places = self.places - _whole_periods(self.places - self.places[first[of]], period)
        number = np.bincount(of)[:, None]
        middle = np.stack([np.bincount(of, places[:, d]) for d in range(3)], axis=1) / number
        return replace(self, places=places - _whole_periods(middle, period)[of])


def _whole_periods(way: np.ndarray, period: np.ndarray) -> np.ndarray:
    """The whole periods in a way; none where the period is infinite."""
    is_periodic = np.isfinite(period)
    length = np.where(is_periodic, period, 1.0)
    return np.where(is_periodic, length * np.round(way / length), 0.0)


def read_membranes(path: str | Path) -> Membranes:
    """Read the membranes of one time; there are none at a time without cells.

    Args:
        path: The file, e.g. OUT/fields/cells-000100.vtkhdf.

    Raises:
        OutputError: The file is missing, holds no points, has no triangles between them, or does
            not tell which cell each belongs to.

    Examples:
        >>> cells = read_membranes(getfixture("blood_output") / "fields/cells-000020.vtkhdf")
        >>> cells.places.shape, cells.triangles.shape, cells.cell.shape, cells.count
        ((324, 3), (640, 3), (324,), 2)
        >>> cells.scalars(), cells.units["tension"]
        (['area_strain', 'tension'], 'N/m')
    """
    points = read_points(path)
    if len(points.places) and not len(points.triangles):
        raise OutputError(f"{path}: expected membranes, found points without triangles")
    if "cell" not in points.values:
        raise OutputError(f'{path}: expected membranes, found triangles without "cell" of each')
    return membranes_of(points)


def membranes_of(points: PointSet) -> Membranes:
    """The membranes that a set of points makes up, which `are_membranes`."""
    values = {name: v for name, v in points.values.items() if name != "cell"}
    return Membranes(points.places, points.triangles, points.values["cell"], values,
                     points.units, points.time, points.step)  # fmt: skip


def are_membranes(field: object) -> bool:
    """Whether a field is a set of points with triangles that tells the cell of each point.

    At a time when there are no cells it has neither.
    """
    if not isinstance(field, PointSet) or "cell" not in field.values:
        return False
    return len(field.triangles) > 0 or len(field.places) == 0


def holds_membranes(path: str | Path) -> bool:
    """Whether a file holds membranes; looks at a few bytes only. A damaged file holds none."""
    try:
        with h5py.File(path, "r") as file:
            types = file.get("VTKHDF/Types", ())
            has_other_forms = len(types) > 0 and types[0] != TRIANGLE
            return "VTKHDF/PointData/cell" in file and not has_other_forms
    except OSError:
        return False
