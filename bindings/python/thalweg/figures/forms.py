# SPDX-License-Identifier: Apache-2.0
"""A picture of a field of any form: the middle plane of an image, lattice or block, or points."""

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import PolyCollection
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator, ScalarFormatter

from thalweg.errors import OutputError, suggestion
from thalweg.fields import Field
from thalweg.figures.plane import middle_plane
from thalweg.figures.style import figure, plain, style
from thalweg.forms import BlockField, CellSlice, PointSet
from thalweg.units import is_si, label, moment, prefixed

POINT_LIMIT = 200_000  # of more points every n-th is drawn
WIDE = 2.5  # times as wide as high: colours are told below


def field(
    shown: Field | BlockField | PointSet | CellSlice,
    name: str,
    colour: str | None = None,
    kind: str | None = None,
    window: Sequence[float] | None = None,
) -> Figure:
    """Draw a field; vectors by their magnitude, scalars of both signs about zero.

    It is seen along z, a lattice along y, a slice across x or y along that axis.

    Args:
        shown: As `Run.field` gives it.
        name: What the title says.
        colour: Of points and triangles: the values that colours show. By default the first; of
            triangles that have values of their own, their first vector.
        kind: Of the run, which tells the units of lengths and times.
        window: What of it is seen: from and to across, from and to up, in lengths of the field.

    Raises:
        OutputError: There are no such values.
    """
    with style():
        fig = figure(6.0, 4.6)
        axes = fig.subplots()
        image, quantity, names = _draw(axes, shown, name, colour)
        axes.set(aspect="equal", title=plain(f"{name}, {moment(shown.time, kind)}"))
        if window is not None:
            axes.set(xlim=window[:2], ylim=window[2:])
        _name_axes(axes, names, kind)
        axes.grid(False)
        if image is not None:
            shape = np.ptp(axes.get_ylim()) / np.ptp(axes.get_xlim())
            is_wide = shape * WIDE < 1
            if is_wide:
                fig.set_figheight(1.6 + 5.6 * shape)
            place = {"location": "bottom"} if is_wide else {"shrink": 0.85}
            short = ScalarFormatter(useMathText=True)
            short.set_powerlimits((-2, 4))
            few = MaxNLocator(5) if is_wide else None  # numbers beside each other stay apart
            bar = fig.colorbar(image, ax=axes, format=short, ticks=few, **place)
            bar.set_label(plain(quantity))
        return fig


def _draw(
    axes: Axes, shown: Field | BlockField | PointSet | CellSlice, name: str, colour: str | None
):
    """What colours belong to, or None; what they show; the axes across and up."""
    if isinstance(shown, PointSet):
        colour = _colour(shown, colour)
        quantity = label(colour, shown.units[colour]) if colour else ""
        plane = _plane(shown, colour)
        if plane:
            return _patches(axes, [plane]), quantity, ("x", "z")
        return _points(axes, shown, colour), quantity, _seen_axes(shown)
    if isinstance(shown, CellSlice):
        image = _cells(axes, shown)
    else:
        image = _patches(
            axes, _image(shown) if isinstance(shown, Field) else _middle_of_blocks(shown)
        )
    return image, label(name, shown.unit), _seen_axes(shown)


def _name_axes(axes: Axes, names: tuple[str, str], kind: str | None) -> None:
    """What is across and up, and numbers that are short."""
    if not is_si(kind):
        axes.set(xlabel=label(names[0], "length"), ylabel=label(names[1], "length"))
        axes.ticklabel_format(style="sci", scilimits=(-2, 4), useMathText=True)
        return
    factor, unit = prefixed("m", max(np.ptp(axes.get_xlim()), np.ptp(axes.get_ylim())))
    for axis, name in zip((axes.xaxis, axes.yaxis), names, strict=True):
        axis.set_major_formatter(lambda at, _: f"{factor * at:.6g}".replace("-", "−"))
        axis.set_label_text(f"{name} [{unit}]")


def _magnitude(values: np.ndarray, is_vector: bool) -> np.ndarray:
    return np.sqrt(np.sum(np.square(values, dtype=float), axis=-1)) if is_vector else values


def _view_axis(shown: Field | CellSlice) -> int:
    """The axis (z, y, x) across the plane of a slice; z of whole fields."""
    if isinstance(shown, CellSlice):  # its cells lie in a layer
        return 2 - int(np.argmin(np.ptp(shown.corners.mean(axis=1), axis=0)))
    flat = [axis for axis in range(3) if shown.values.shape[axis] == 1]
    return flat[0] if len(flat) == 1 else 0


def _seen_axes(shown: Field | BlockField | PointSet | CellSlice) -> tuple[str, str]:
    """The axes of the picture: across, and up."""
    if not isinstance(shown, Field | CellSlice):
        return "x", "y"
    up, across = (name for axis, name in enumerate("zyx") if axis != _view_axis(shown))
    return across, up


def _image(shown: Field) -> list[tuple[np.ndarray, np.ndarray, np.ndarray]]:
    view = _view_axis(shown)
    values = shown.values if shown.values.ndim == 3 else shown.magnitude()
    values = np.take(values, shown.values.shape[view] // 2, axis=view)
    edges = [
        shown.origin[axis] + shown.spacing[axis] * (np.arange(shown.values.shape[axis] + 1) - 0.5)
        for axis in range(3)
        if axis != view
    ]
    x, y = np.meshgrid(edges[1], edges[0])
    return [(x, y, values)]


def _middle_of_blocks(shown: BlockField) -> list[tuple[np.ndarray, np.ndarray, np.ndarray]]:
    patches = []
    for block in shown.blocks.values():
        k = block.values.shape[0] // 2
        corners = (block.vertices[k] + block.vertices[k + 1]) / 2
        values = _magnitude(block.values[k], block.values.ndim == 4)
        patches.append((corners[..., 0], corners[..., 1], values))
    return patches


# Corners that an edge along each axis of a cell joins, around the face across it.
EDGES = np.array(
    [
        [[0, 1], [3, 2], [7, 6], [4, 5]],
        [[0, 3], [1, 2], [5, 6], [4, 7]],
        [[0, 4], [1, 5], [2, 6], [3, 7]],
    ]
)


def _cells(axes: Axes, shown: CellSlice) -> PolyCollection:
    """The middle of each cell across the axis that it is seen along."""
    view = 2 - _view_axis(shown)
    edges = shown.corners[:, EDGES]  # (cells, axes of a cell, edges, ends, place)
    along = np.diff(edges.mean(axis=2), axis=2)[:, :, 0]
    sizes = np.linalg.norm(along, axis=2)
    nearest = np.argmax(np.abs(along[:, :, view]) / np.where(sizes > 0, sizes, 1), axis=1)
    middles = edges.mean(axis=3)[np.arange(len(nearest)), nearest]
    seen = middles[:, :, [d for d in range(3) if d != view]]
    values = _magnitude(shown.values, shown.values.ndim == 2)
    low, high, colours = _range(values)
    # Edges of the colour of a cell close the gaps that are left when both are smoothed.
    cells = PolyCollection(list(seen), array=values, cmap=colours, rasterized=True)
    cells.set(edgecolor="face", linewidth=0.3)
    cells.set_clim(low, high)
    axes.add_collection(cells)
    axes.autoscale_view()
    return cells


def _range(values: np.ndarray) -> tuple[float, float, str | None]:
    """The least and largest of what is finite, and colours that show signs where both count."""
    finite = values[np.isfinite(values)]
    low, high = (finite.min(), finite.max()) if len(finite) else (0, 1)
    # White is zero where neither sign is but a trace of the other.
    if min(-low, high) > 0.1 * max(-low, high):
        return -max(-low, high), max(-low, high), "RdBu_r"
    return low, high, None


def _patches(axes: Axes, patches: list[tuple[np.ndarray, np.ndarray, np.ndarray]]):
    """Grids of cells with one range of colours."""
    low, high, colours = _range(np.concatenate([values.ravel() for *_, values in patches]))
    for x, y, values in patches:
        image = axes.pcolormesh(x, y, values, vmin=low, vmax=high, cmap=colours, rasterized=True)
    return image


def _colour(shown: PointSet, asked: str | None) -> str | None:
    """What colours show; None where nothing is known."""
    known = [*shown.triangle_values, *shown.values]
    if asked and asked not in known:
        raise OutputError(f'no "{asked}" is known of these points. {suggestion(asked, known)}')
    vectors = [name for name, values in shown.triangle_values.items() if values.ndim == 2]
    return asked or next(iter([*vectors, *known]), None)


def _plane(shown: PointSet, colour: str | None) -> tuple[np.ndarray, ...] | None:
    """Corners and values of the middle plane of a lattice; None for other points."""
    if len(shown.triangles) or colour is None:
        return None
    plane = middle_plane(shown, colour)
    if plane is None:
        return None
    left, right, bottom, top = plane.extent
    rows, columns = plane.values.shape
    x, z = np.meshgrid(np.linspace(left, right, columns + 1), np.linspace(bottom, top, rows + 1))
    return x, z, plane.values


def _points(axes: Axes, shown: PointSet, colour: str | None):
    """Points, or triangles from their mean height up."""
    by_triangle = colour in shown.triangle_values
    known = shown.triangle_values if by_triangle else shown.values
    values = None if colour is None else _magnitude(known[colour], known[colour].ndim == 2)
    if len(shown.triangles):
        low, high, map_of = _range(np.zeros(1) if values is None else values)
        order = np.argsort(shown.places[shown.triangles, 2].mean(axis=1))
        colours = np.zeros(len(shown.places)) if values is None else values
        shades = {"facecolors": colours[order]} if by_triangle else {}
        drawn = [] if by_triangle else [np.asarray(colours, float)]
        return axes.tripcolor(*shown.places[:, :2].T, shown.triangles[order], *drawn, **shades,
                              vmin=low, vmax=high, cmap=map_of, rasterized=True)  # fmt: skip
    each = slice(None, None, max(1, len(shown.places) // POINT_LIMIT))
    if values is None:
        axes.scatter(*shown.places[each, :2].T, s=4, rasterized=True)
        return None
    low, high, colours = _range(values)
    return axes.scatter(*shown.places[each, :2].T, s=4, c=values[each], vmin=low, vmax=high,
                        cmap=colours, rasterized=True)  # fmt: skip
