# SPDX-License-Identifier: Apache-2.0
"""Pictures of grids: the whole, and the smallest family with what is around it."""

from collections.abc import Iterator

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from mpl_toolkits.mplot3d.art3d import Line3DCollection

from thalweg.figures.style import INK, SERIES, figure, plain, style
from thalweg.grids import GridBlock

COLOURS = (*SERIES, "#e69f00", "#56b4e9", "#f0e442")
LINE = "#8c959f"
MOST_LINES = 48  # of a block, along each axis, in the picture of the whole


def grid_figure(blocks: list[GridBlock]) -> Figure:
    """Lines of cells, edges of blocks and families.

    Args:
        blocks: Of one grid. Flat grids are drawn in their plane, others by the faces that have a
            family.
    """
    colours = {family: COLOURS[n % len(COLOURS)] for n, family in enumerate(_families(blocks))}
    is_flat = all(block.is_flat for block in blocks)
    with style():
        fig = figure(10, 8 if is_flat else 5.5)
        shape = (2, 1) if is_flat else (1, 2)
        for n, window in enumerate((None, _smallest(blocks))):
            kwargs = {} if is_flat else {"projection": "3d"}
            axes = fig.add_subplot(*shape, n + 1, **kwargs)
            (_draw_plane if is_flat else _draw_space)(axes, blocks, colours, window)
        handles = [Line2D([], [], color=c, label=plain(f), linewidth=2) for f, c in colours.items()]
        fig.legend(handles=handles, loc="outside upper center", ncols=max(1, len(handles)))
    return fig


def _families(blocks: list[GridBlock]) -> list[str]:
    names: dict[str, None] = {}
    for block in blocks:
        names.update(dict.fromkeys(part.family for part in block.parts))
    return list(names)


def _smallest(blocks: list[GridBlock]) -> tuple[np.ndarray, float] | None:
    """Middle and reach of the family that takes least room."""
    found = []
    for family in _families(blocks):
        parts = [p.vertices for b in blocks for p in b.parts if p.family == family]
        points = np.concatenate([p.reshape(-1, 3) for p in parts])
        low, high = points.min(axis=0), points.max(axis=0)
        found.append((float(np.max((high - low)[:2])), (low + high) / 2))
    if not found:
        return None
    size, middle = min(found, key=lambda pair: pair[0])
    return middle, 1.2 * size


def _kept(count: int, most: int) -> np.ndarray:
    """Numbers of the lines that are drawn: the first, the last, and some between."""
    step = max(1, -(-(count - 1) // most))
    return np.unique([*range(0, count, step), count - 1])


def _lines(surface: np.ndarray, most: int) -> Iterator[np.ndarray]:
    """Lines along both axes of a surface of (rows, columns, 3) points."""
    for n in _kept(surface.shape[0], most):
        yield surface[n]
    for n in _kept(surface.shape[1], most):
        yield surface[:, n]


def _draw_plane(axes: Axes, blocks: list[GridBlock], colours: dict[str, str], window) -> None:
    most = 10**6 if window else MOST_LINES
    for block in blocks:
        surface = block.vertices[0, :, :, :2]
        axes.add_collection(LineCollection(list(_lines(surface, most)), colors=LINE, lw=0.4))
        edges = [surface[0], surface[-1], surface[:, 0], surface[:, -1]]
        axes.add_collection(LineCollection(edges, colors=INK, lw=0.7))
        for part in block.parts:
            line = part.vertices[0, :, :2]
            axes.add_collection(LineCollection([line], colors=colours[part.family], lw=2))
    axes.set_aspect("equal")
    axes.autoscale_view()
    axes.grid(False)
    axes.set(xlabel="x", ylabel="y")
    if window:
        middle, reach = window
        axes.set(xlim=(middle[0] - reach, middle[0] + reach))
        axes.set(ylim=(middle[1] - reach, middle[1] + reach))


def _draw_space(axes, blocks: list[GridBlock], colours: dict[str, str], window) -> None:
    points = []
    for part in (part for block in blocks for part in block.parts):
        if window:
            middle, reach = window
            if np.abs(part.vertices - middle).max() > reach:
                continue
        lines = list(_lines(part.vertices, 16))
        axes.add_collection3d(Line3DCollection(lines, colors=colours[part.family], lw=0.4))
        points.append(part.vertices.reshape(-1, 3))
    everything = np.concatenate(points) if points else np.zeros((1, 3))
    low, high = everything.min(axis=0), everything.max(axis=0)
    middle, half = (low + high) / 2, max(float((high - low).max()) / 2, 1e-12)
    axes.set(**{f"{n}lim": (middle[d] - half, middle[d] + half) for d, n in enumerate("xyz")})
    axes.set(xlabel="x", ylabel="y", zlabel="z")
    axes.set_box_aspect((1, 1, 1))
