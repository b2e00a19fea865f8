# SPDX-License-Identifier: Apache-2.0
"""Fields on blocks of a multi-block grid (CGNS or VTKHDF) and at points (VTKHDF).

Arrays of blocks are (z, y, x); vectors have a last axis x, y, z, as have places of points.
"""

from dataclasses import dataclass, field
from pathlib import Path

import h5py
import numpy as np

from thalweg.errors import OutputError, suggestion


@dataclass(frozen=True)
class Block:
    """One block of a grid, whole however many ranks had parts of it.

    Attributes:
        vertices: Corners of the cells, (z + 1, y + 1, x + 1, 3).
        values: In the cells, (z, y, x) for a scalar, (z, y, x, 3) for a vector.
    """

    vertices: np.ndarray
    values: np.ndarray

    def centres(self) -> np.ndarray:
        """Places of the cells: the mean of their eight corners, (z, y, x, 3)."""
        v = self.vertices
        for axis in range(3):
            n = v.shape[axis]
            v = (v.take(range(n - 1), axis) + v.take(range(1, n), axis)) / 2
        return v


@dataclass(frozen=True)
class BlockField:
    """A field on the blocks of a grid.

    Attributes:
        name: Its name in the file, e.g. "velocity".
        unit: Its unit; empty where the file tells none.
        blocks: By name.
        time: In the case's unit of time.
        step: Step number.
    """

    name: str
    unit: str
    blocks: dict[str, Block]
    time: float
    step: int


@dataclass(frozen=True)
class PointSet:
    """Points with what is known at each, in ascending order of their identities.

    Attributes:
        places: (points, 3).
        identities: (points,); a point keeps its own through all files of a run.
        values: By name, (points,) or (points, 3).
        units: By name, of triangles, too; empty where the file tells none.
        triangles: Corners as places in the list of points, (triangles, 3); none for mere points.
        triangle_identities: (triangles,) where triangles have values, else none.
        triangle_values: What is known of triangles as a whole, by name, (triangles,) or
            (triangles, 3).
        time: In the case's unit of time.
        step: Step number.
    """

    places: np.ndarray
    identities: np.ndarray
    values: dict[str, np.ndarray]
    units: dict[str, str]
    triangles: np.ndarray
    time: float
    step: int
    triangle_identities: np.ndarray = field(default_factory=lambda: np.zeros(0, np.int64))
    triangle_values: dict[str, np.ndarray] = field(default_factory=dict)


@dataclass(frozen=True)
class CellSlice:
    """The cells of a grid of blocks that a plane cuts, or a layer of a block, with one field.

    Attributes:
        name: Of the field, e.g. "velocity".
        unit: Its unit; empty where the file tells none.
        corners: Of each cell, (cells, 8, 3): around the lower face, then around the upper one.
        values: (cells,) for a scalar, (cells, 3) for a vector.
        identities: (cells,): by block and place in it; a cell keeps its own through all files.
        time: In the case's unit of time.
        step: Step number.
    """

    name: str
    unit: str
    corners: np.ndarray
    values: np.ndarray
    identities: np.ndarray
    time: float
    step: int


def read_blocks(path: str | Path) -> BlockField:
    """Read a field on blocks.

    Args:
        path: The file, e.g. OUT/fields/velocity-000100.cgns or .vtkhdf; grid.cgns or grid.vtkhdf
            must stand beside it.

    Raises:
        OutputError: The file or its grid is missing, or it is no such file.
    """
    with _opened(path) as file:
        if _holds_hexahedra(file):
            return _read_hexahedra(path, file)
        base = file.get("Base")
        if base is None or "BaseIterativeData" not in base:
            raise OutputError(f"{path}: expected a CGNS file with a field on blocks")
        zones = {name: zone for name, zone in base.items() if _label(zone) == "Zone_t"}
        parts = {name: _components(zone) for name, zone in zones.items()}
        names = [list(values) for values in parts.values()]
        if not names or not names[0]:
            raise OutputError(f"{path}: there is no block with values")
        vector = len(names[0]) == 3
        first = next(iter(parts.values()))[names[0][0]]
        return BlockField(
            name=names[0][0][:-1] if vector else names[0][0],
            unit=_text(first.attrs.get("unit", "")),
            blocks={n: Block(_vertices(path, z), _joined(parts[n])) for n, z in zones.items()},
            time=float(base["BaseIterativeData/TimeValues/ data"][0]),
            step=int(np.ravel(base.attrs.get("step", -1))[0]),
        )


def read_points(path: str | Path) -> PointSet:
    """Read points and what is known at each.

    Args:
        path: The file, e.g. OUT/fields/cells-000100.vtkhdf.

    Raises:
        OutputError: The file is missing, or holds no points.
    """
    with _opened(path) as file:
        root = file.get("VTKHDF")
        if root is None or _text(root.attrs.get("Type", "")) != "UnstructuredGrid":
            raise OutputError(f"{path}: expected VTKHDF of type UnstructuredGrid")
        data = dict(root["PointData"].items())
        of_triangles = dict(root["CellData"].items()) if "CellData" in root else {}
        triangles = root["Connectivity"][()] if np.all(root["Types"][()] == TRIANGLE) else []
        numbers = of_triangles.pop("identity", np.zeros(0, np.int64))[()]
        identities = data.pop("identity")[()] if "identity" in data else None
        return PointSet(
            places=root["Points"][()],
            identities=np.arange(len(root["Points"])) if identities is None else identities,
            values={name: values[()] for name, values in data.items()},
            units={n: _text(v.attrs.get("unit", "")) for n, v in {**data, **of_triangles}.items()},
            triangles=np.reshape(triangles, (-1, 3)).astype(np.int64),
            time=float(np.ravel(root.attrs.get("time", np.nan))[0]),
            step=int(np.ravel(root.attrs.get("step", -1))[0]),
            triangle_identities=numbers,
            triangle_values={name: values[()] for name, values in of_triangles.items()},
        )


def slice_fields(path: str | Path) -> list[str]:
    """The names of the fields of a slice through blocks; none of other files.

    Raises:
        OutputError: The file is missing.
    """
    with _opened(path) as file:
        root = file.get("VTKHDF", {})
        is_slice = "CellData" in root and "PointData" not in root and not _holds_hexahedra(file)
        return [name for name in root["CellData"] if name != "identity"] if is_slice else []


def read_slice(path: str | Path, name: str) -> CellSlice:
    """Read one field of a slice through blocks.

    Args:
        path: The file, e.g. OUT/slices/middle-000100.vtkhdf.
        name: The field.

    Raises:
        OutputError: The file is missing, or has no such field.
    """
    known = slice_fields(path)
    if name not in known:
        raise OutputError(f'{path}: no field "{name}". {suggestion(name, known)}')
    with _opened(path) as file:
        root = file["VTKHDF"]
        values = root["CellData"][name]
        return CellSlice(
            name=name,
            unit=_text(values.attrs.get("unit", "")),
            corners=root["Points"][()].reshape(-1, 8, 3),
            values=values[()],
            identities=root["CellData/identity"][()],
            time=float(np.ravel(root.attrs["time"])[0]),
            step=int(np.ravel(root.attrs["step"])[0]),
        )


TRIANGLE = 5  # VTK's number


def holds_points(path: str | Path) -> bool:
    """Whether a VTKHDF file holds points and not an image or blocks."""
    with _opened(path) as file:
        kind = _text(file["VTKHDF"].attrs.get("Type", "")) if "VTKHDF" in file else "ImageData"
        return kind != "ImageData" and not _holds_hexahedra(file)


def holds_blocks(path: str | Path) -> bool:
    """Whether a file holds a field on blocks: CGNS, or VTKHDF with blocks of hexahedra."""
    if Path(path).suffix == ".cgns":
        return True
    with _opened(path) as file:
        return _holds_hexahedra(file)


def _holds_hexahedra(file: h5py.File) -> bool:
    return "VTKHDF" in file and file.get("blocks", getlink=True) is not None


def _read_hexahedra(path: str | Path, file: h5py.File) -> BlockField:
    root = file["VTKHDF"]
    try:
        blocks, points = file["blocks"], root["Points"][()]
    except KeyError as error:
        raise OutputError(
            f"{path}: its grid is missing, which the file {_grid_of(file)} beside it holds"
        ) from error
    named = [name for name in root["CellData"] if name != "block"]
    if len(named) != 1:
        raise OutputError(f"{path}: expected one field on its blocks, found {len(named)}")
    values = root["CellData"][named[0]]
    of_blocks, cell, corner = {}, 0, 0
    for name in sorted(blocks, key=lambda name: int(np.ravel(blocks[name].attrs["number"])[0])):
        cells = blocks[name].attrs["cells"]
        own, corners = int(np.prod(cells)), int(np.prod(cells + 1))
        of_blocks[name] = Block(
            points[corner : corner + corners].reshape(*(cells + 1), 3),
            values[cell : cell + own].reshape(*cells, *values.shape[1:]),
        )
        cell, corner = cell + own, corner + corners
    return BlockField(
        name=named[0],
        unit=_text(values.attrs.get("unit", "")),
        blocks=of_blocks,
        time=float(np.ravel(root.attrs["time"])[0]),
        step=int(np.ravel(root.attrs["step"])[0]),
    )


def _grid_of(file: h5py.File) -> str:
    link = file.get("blocks", getlink=True)
    return link.filename if isinstance(link, h5py.ExternalLink) else "of the grid"


def _opened(path: str | Path) -> h5py.File:
    if not Path(path).is_file():
        raise OutputError(f"{path}: there is no such file")
    try:
        return h5py.File(path, "r")
    except OSError as error:
        raise OutputError(f"{path}: not an HDF5 file, or cut off ({error})") from error


def _text(value: object) -> str:
    return value.decode().rstrip("\0") if isinstance(value, bytes) else str(value)


def _label(node: object) -> str:
    return _text(node.attrs.get("label", "")) if isinstance(node, h5py.Group) else ""


def _components(zone: h5py.Group) -> dict[str, h5py.Dataset]:
    solution = zone.get("FlowSolution", {})
    return {n: a[" data"] for n, a in solution.items() if _label(a) == "DataArray_t"}


def _joined(parts: dict[str, h5py.Dataset]) -> np.ndarray:
    values = [parts[name][()] for name in sorted(parts)]
    return np.stack(values, axis=-1) if len(values) == 3 else values[0]


def _vertices(path: str | Path, zone: h5py.Group) -> np.ndarray:
    grid = zone["GridCoordinates"]
    try:
        grid = grid[" link"] if grid.get(" link", getlink=True) else grid
    except KeyError as error:
        where = bytes(grid[" file"][()].view(np.uint8)).decode().rstrip("\0")
        raise OutputError(
            f"{path}: its grid is missing, which the file {where} beside it holds"
        ) from error
    return np.stack([grid[f"Coordinate{axis}/ data"][()] for axis in "XYZ"], axis=-1)
