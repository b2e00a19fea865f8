# SPDX-License-Identifier: Apache-2.0
"""Fields on a regular grid, from VTKHDF files (ImageData) to NumPy arrays.

Arrays are (z, y, x) with x contiguous, as in the file; vectors have a last axis x, y, z.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import h5py
import numpy as np

from thalweg.errors import OutputError, suggestion
from thalweg.forms import (
    BlockField,
    PointSet,
    holds_blocks,
    holds_points,
    read_blocks,
    read_points,
)


@dataclass(frozen=True)
class Field:
    """A field, or some of its planes.

    Attributes:
        name: Its name in the file, e.g. "vorticity".
        unit: Its unit; empty where the file tells none.
        values: (z, y, x) for a scalar, (z, y, x, 3) for a vector.
        spacing: Grid spacing (z, y, x), in the case's unit of length.
        origin: Place of the first point of the whole grid (z, y, x).
        time: In the case's unit of time; NaN where the file tells none.
        step: Step number; -1 where the file tells none.
    """

    name: str
    unit: str
    values: np.ndarray
    spacing: tuple[float, float, float]
    origin: tuple[float, float, float]
    time: float
    step: int

    def magnitude(self) -> np.ndarray:
        """|v| of a vector field, |s| of a scalar field: (z, y, x)."""
        if self.values.ndim == 3:
            return np.abs(self.values)
        return np.sqrt(np.einsum("...c,...c->...", self.values, self.values))


class FieldFile:
    """An open VTKHDF file with a regular grid; reads planes of its fields on demand.

    Use it as a context manager where a field is too large to read at once; `read_field` is enough
    otherwise.

    Examples:
        >>> with FieldFile(getfixture("output") / "fields/vorticity-000020.vtkhdf") as file:
        ...     file.names, file.shape, file.read("vorticity", slice(0, 1)).values.shape
        (['vorticity'], (16, 16, 16), (1, 16, 16, 3))
    """

    def __init__(self, path: str | Path):
        """Open a file.

        Args:
            path: The file.

        Raises:
            OutputError: There is no such file, or it is no VTKHDF ImageData.
        """
        self.path = Path(path)
        if not self.path.is_file():
            raise OutputError(f"{self.path}: there is no such file")
        try:
            self._file = h5py.File(self.path, "r")
        except OSError as error:
            raise OutputError(f"{self.path}: not an HDF5 file, or cut off ({error})") from error
        self._root = self._file.get("VTKHDF")
        kind = None if self._root is None else self._root.attrs.get("Type")
        kind = kind.decode() if isinstance(kind, bytes) else kind
        if kind != "ImageData" or "PointData" not in self._root:
            self._file.close()
            found = "no group VTKHDF" if kind is None else f"VTKHDF of type {kind}"
            raise OutputError(
                f"{self.path}: expected VTKHDF of type ImageData with PointData, found {found}"
            )

    def __enter__(self) -> "FieldFile":
        """Return self."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the file."""
        self._file.close()

    @property
    def names(self) -> list[str]:
        """The fields in the file."""
        return list(self._root["PointData"])

    @property
    def shape(self) -> tuple[int, int, int]:
        """Grid points (z, y, x)."""
        extent = self._root.attrs["WholeExtent"]
        return tuple(int(extent[2 * d + 1] - extent[2 * d] + 1) for d in (2, 1, 0))

    def bytes_of(self, name: str) -> int:
        """The size of a whole field in memory."""
        data = self._dataset(name)
        return data.size * data.dtype.itemsize

    def parts(self, name: str, most_bytes: int = 64 << 20) -> Iterator[tuple[int, Field]]:
        """All of a field in ranges of z-planes, each with its first plane: needs little memory."""
        planes = self.shape[0]
        step = max(1, most_bytes * planes // max(1, self.bytes_of(name)))
        for first in range(0, planes, step):
            yield first, self.read(name, slice(first, first + step))

    def read(self, name: str, planes: slice | tuple[slice, ...] | None = None) -> Field:
        """Read a field, or ranges of its points in z (and y, and x); in the file's precision."""
        data = self._dataset(name)
        unit = data.attrs.get("unit", "")
        return Field(
            name=name,
            unit=unit.decode() if isinstance(unit, bytes) else str(unit),
            values=data[planes if planes is not None else slice(None)],
            spacing=_zyx(self._root.attrs["Spacing"]),
            origin=_zyx(self._root.attrs["Origin"]),
            time=float(self._single("time", np.nan)),
            step=int(self._single("step", -1)),
        )

    def _single(self, name: str, missing: float) -> float:
        """One number of the whole file: our attribute, or field data as other writers keep it."""
        if name in self._root.attrs:
            return np.ravel(self._root.attrs[name])[0]
        data = self._root.get(f"FieldData/{name}")
        return missing if data is None else np.ravel(data[()])[0]

    def _dataset(self, name: str) -> h5py.Dataset:
        if name not in self._root["PointData"]:
            raise OutputError(f'{self.path}: no field "{name}". {suggestion(name, self.names)}')
        return self._root["PointData"][name]


def read_any(path: str | Path, name: str | None = None) -> Field | BlockField | PointSet:
    """Read a field file of any form: an image, blocks, or points with all that is known of them.

    Args:
        path: The file.
        name: The field, where an image file has several.

    Raises:
        OutputError: The file is missing, or of none of these forms.
    """
    if holds_blocks(path):
        return read_blocks(path)
    return read_points(path) if holds_points(path) else read_field(path, name)


def read_field(path: str | Path, name: str | None = None, planes: slice | None = None) -> Field:
    """Read one field of a VTKHDF file with a regular grid.

    Args:
        path: The file, e.g. OUT/fields/velocity-000100.vtkhdf.
        name: The field; not needed where the file has only one.
        planes: A range of z-planes; all by default.

    Returns:
        The field; its values are (z, y, x) or (z, y, x, 3), in the precision of the file.

    Raises:
        OutputError: The file is missing, is no VTKHDF ImageData or has no such field.

    Examples:
        >>> vorticity = read_field(getfixture("output") / "fields/vorticity-000020.vtkhdf")
        >>> vorticity.values.shape, vorticity.unit, vorticity.step
        ((16, 16, 16, 3), '1/time', 20)
    """
    with FieldFile(path) as file:
        if name is None:
            if len(file.names) != 1:
                raise OutputError(f"{path}: which field? There is: {', '.join(file.names)}.")
            name = file.names[0]
        return file.read(name, planes)


def _zyx(xyz: np.ndarray) -> tuple[float, float, float]:
    return tuple(float(v) for v in xyz[::-1])
