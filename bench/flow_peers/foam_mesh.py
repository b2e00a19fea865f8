# SPDX-License-Identifier: Apache-2.0
"""A flat grid of blocks, as grid.cgns has it, as a mesh of OpenFOAM, one cell thick."""

from collections.abc import Callable
from pathlib import Path

import h5py
import numpy as np

THICKNESS = 0.1


def merged_blocks(grid: Path) -> tuple[np.ndarray, np.ndarray]:
    """Points (n, 2) without doubles, and cells (m, 4) of their indices, counterclockwise."""
    points, cells = [], []
    with h5py.File(grid) as file:
        for zone in file["Base"].values():
            if zone.attrs.get("label") != b"Zone_t":
                continue
            x, y = (zone[f"GridCoordinates/Coordinate{d}/ data"][0] for d in "XY")
            index = np.arange(x.size).reshape(x.shape) + sum(len(p) for p in points)
            corners = index[:-1, :-1], index[:-1, 1:], index[1:, 1:], index[1:, :-1]
            cells.append(np.stack([c.ravel() for c in corners], axis=1))
            points.append(np.stack([x.ravel(), y.ravel()], axis=1))
    points, cells = np.concatenate(points), np.concatenate(cells)
    _, first, merged = np.unique(
        np.round(points, 9), axis=0, return_index=True, return_inverse=True
    )
    points, cells = points[first], merged.ravel()[cells]
    a, b, c = (points[cells[:, k]] for k in range(3))
    clockwise = np.cross(b - a, c - a) < 0
    cells[clockwise] = cells[clockwise][:, ::-1]
    return points, cells


def edges_of(cells: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Edges (n, 2), counterclockwise round their owners; owners; neighbours, -1 at the border."""
    sides = np.stack([cells, np.roll(cells, -1, axis=1)], axis=2).reshape(-1, 2)
    cell = np.repeat(np.arange(len(cells)), 4)
    _, first, which = np.unique(
        np.sort(sides, axis=1), axis=0, return_index=True, return_inverse=True
    )
    neighbour = np.full(len(first), -1)
    second = np.ones(len(sides), dtype=bool)
    second[first] = False
    neighbour[which.ravel()[second]] = cell[second]
    return sides[first], cell[first], neighbour


def listed(rows: list[str]) -> str:
    """A list as OpenFOAM reads it."""
    return f"{len(rows)}\n(\n" + "\n".join(rows) + "\n)\n"


def mesh_files(
    grid: Path, patch_of: Callable[[np.ndarray], str], kinds: dict[str, str]
) -> tuple[dict[str, tuple[str, str]], dict[str, np.ndarray]]:
    """The files of the mesh, and by name the middles (n, 2) of the faces of each patch.

    Args:
        grid: grid.cgns of a flat case.
        patch_of: The name of the patch at a place (x, y) of the border.
        kinds: OpenFOAM's type of each patch, in order.
    """
    points, cells = merged_blocks(grid)
    edges, owner, neighbour = edges_of(cells)
    inside = np.flatnonzero(neighbour >= 0)
    inside = inside[np.lexsort((neighbour[inside], owner[inside]))]
    middles = points[edges].mean(axis=1)
    border = np.flatnonzero(neighbour < 0)
    names = np.array([patch_of(middles[e]) for e in border])
    patches = {name: border[names == name] for name in kinds}
    order = np.concatenate([inside, *patches.values()])

    n = len(points)
    faces = [f"4({a} {b} {b + n} {a + n})" for a, b in edges[order]]
    faces += ["4({} {} {} {})".format(*c[::-1]) for c in cells]
    faces += ["4({} {} {} {})".format(*(c + n)) for c in cells]
    owners = [*owner[order], *range(len(cells)), *range(len(cells))]
    places = [f"({x:.17g} {y:.17g} {z})" for z in (0, THICKNESS) for x, y in points]

    boundary, start = [], len(inside)
    sizes = {name: len(patch) for name, patch in patches.items()} | {"sides": 2 * len(cells)}
    for name, size in sizes.items():
        kind = kinds.get(name, "empty")
        boundary.append(f"{name} {{ type {kind}; nFaces {size}; startFace {start}; }}")
        start += size
    folder = "constant/polyMesh/"
    files = {
        folder + "points": ("vectorField", listed(places)),
        folder + "faces": ("faceList", listed(faces)),
        folder + "owner": ("labelList", listed([str(o) for o in owners])),
        folder + "neighbour": ("labelList", listed([str(o) for o in neighbour[inside]])),
        folder + "boundary": ("polyBoundaryMesh", listed(boundary)),
    }
    return files, {name: middles[patch] for name, patch in patches.items()}
