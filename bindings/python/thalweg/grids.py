# SPDX-License-Identifier: Apache-2.0
"""Grids of blocks, as `thalweg grid --write` leaves them (CGNS on HDF5)."""

from dataclasses import dataclass, field
from pathlib import Path

import h5py
import numpy as np

from thalweg.errors import OutputError


@dataclass(frozen=True)
class GridPart:
    """A part of a block's face that belongs to a family.

    Attributes:
        family: Its name.
        vertices: Places, (rows, columns, 3).
    """

    family: str
    vertices: np.ndarray


@dataclass(frozen=True)
class GridBlock:
    """One block.

    Attributes:
        name: Of the zone.
        vertices: Corners of the cells, (z + 1, y + 1, x + 1, 3).
        parts: What of its faces has a family.
    """

    name: str
    vertices: np.ndarray
    parts: list[GridPart] = field(default_factory=list)

    @property
    def is_flat(self) -> bool:
        """Whether there is one cell along z, so that the plane across it says all."""
        return self.vertices.shape[0] == 2


def read_grid(file: Path | str) -> list[GridBlock]:
    """The blocks of a grid.

    Args:
        file: As `thalweg grid --write` writes it.

    Raises:
        OutputError: It cannot be read, or holds no grid.
    """
    try:
        with h5py.File(file) as content:
            zones = [
                node for node in content["Base"].values() if node.attrs.get("label") == b"Zone_t"
            ]
            return [_block(zone) for zone in zones]
    except (OSError, KeyError) as error:
        raise OutputError(f"{file}: this is not a grid that thalweg wrote ({error})") from error


def _block(zone: h5py.Group) -> GridBlock:
    name = zone.name.rsplit("/", 1)[1]
    axes = [zone[f"GridCoordinates/Coordinate{axis}/ data"][()] for axis in "XYZ"]
    vertices = np.stack(axes, axis=-1)
    parts = []
    for node in zone.get("ZoneBC", {}).values():
        if node.attrs.get("label") != b"BC_t":
            continue
        family = node["FamilyName/ data"][()].tobytes().decode().strip("\0 ")
        (i0, j0, k0), (i1, j1, k1) = np.sort(node["PointRange/ data"][()], axis=0)
        box = vertices[k0 - 1 : k1, j0 - 1 : j1, i0 - 1 : i1]
        shape = [n for n in box.shape[:3] if n > 1]
        parts.append(GridPart(family, box.reshape(*shape, 3)))
    return GridBlock(name, vertices, parts)
