# SPDX-License-Identifier: Apache-2.0
"""A picture of membranes: in space, and as curves in a plane on the plasma's speed.

The view is projected here and not by mplot3d, whose axes leave wide margins, and which draws each
triangle in one flat colour with seams between them.
"""

from dataclasses import dataclass

import numpy as np
from matplotlib import colormaps
from matplotlib.axes import Axes
from matplotlib.cm import ScalarMappable
from matplotlib.collections import LineCollection, TriMesh
from matplotlib.colors import Normalize
from matplotlib.figure import Figure
from matplotlib.patches import Patch
from matplotlib.tri import Triangulation

from thalweg.figures.outline import depths, draw_directions, draw_outline, draw_scale, window
from thalweg.figures.plane import cut_lines
from thalweg.figures.style import SERIES, figure, plain, style, without_spines
from thalweg.figures.view import see
from thalweg.scenes import Scales, Scene
from thalweg.units import prefixed, short, time_text

TRIANGLE_LIMIT = 1_000_000  # only the nearest are drawn of more that are seen
MOST_KINDS = 4  # so many species have names below the view
_AMBIENT = 0.42  # light that also reaches what is turned away from the lamp
_HAZE = 0.35  # how pale the farthest places become
_STRIP = 0.55  # inches below the view for its scale


@dataclass(frozen=True)
class _Layout:
    """Where the panels stand, in inches; `view` is left, right, bottom, top in the case's unit."""

    view: tuple[float, float, float, float]
    rows: int
    columns: int
    size: tuple[float, float]
    heights: list[float]


def membranes(scene: Scene, scales: Scales) -> Figure:
    """Draw one time.

    Args:
        scene: What is shown.
        scales: The same for all pictures that belong together.
    """
    fig = empty(scene, scales)
    draw(fig, scene, scales)
    return fig


def empty(scene: Scene, scales: Scales) -> Figure:
    """A figure for `draw`, which may be cleared and drawn into again."""
    with style():
        return figure(*_layout(scene, scales).size)


def draw(fig: Figure, scene: Scene, scales: Scales) -> None:
    """Draw one time into what `empty` has made for the same scales."""
    layout = _layout(scene, scales)
    lengths = prefixed(scene.lengths, np.ptp(scales.corners, axis=0).min())
    with style():
        panels = fig.subplots(layout.rows, layout.columns, squeeze=False,
                              height_ratios=layout.heights).ravel()  # fmt: skip
        note = _view(panels[0], scene, scales)
        _frame(panels[0], layout, lengths)
        _colour_key(fig, panels[0], scene, scales)
        panels[0].set_title("\n".join([_title(scene), *note]), fontsize=10)
        if scene.plasma is not None:
            _plane(fig, panels[1], scene, scales, lengths)


def _layout(scene: Scene, scales: Scales) -> _Layout:
    """One below the other where the vessel is long, else beside each other."""
    view = window(scales.corners)
    shape = (view[3] - view[2]) / (view[1] - view[0])
    if scene.plasma is None:
        return _Layout(view, 1, 1, (7.4, min(6.0 * shape, 6.0) + _STRIP + 0.5), [1])
    if shape > 0.6:
        return _Layout(view, 1, 2, (10.4, 3.9 * shape + _STRIP + 0.6), [1])
    extent = np.ptp(scales.corners, axis=0)
    heights = [6.4 * shape + _STRIP + 0.3, 6.0 * extent[2] / extent[0] + 0.6]
    return _Layout(view, 2, 1, (8.0, sum(heights) + 0.3), heights)


def _title(scene: Scene) -> str:
    count = scene.membranes.count
    time = f"{scene.membranes.time:.4g} {short(scene.times)}"
    if scene.times == "s":
        time = time_text(scene.membranes.time)
    return f"{count} cell{'s' * (count != 1)}, t = {time}"


def _view(axes: Axes, scene: Scene, scales: Scales) -> list[str]:
    """Draw all membranes; what there is to say about it."""
    cells = scene.membranes
    draw_outline(axes, scene.vessel, scales.corners)
    if not cells.count:
        return []
    seen = see(cells.places, cells.triangles, cells.cell)
    drawn = seen.triangles[-TRIANGLE_LIMIT:]
    colours = _colours(scene, scales)
    light = _AMBIENT + (1 - _AMBIENT) * seen.light[:, None]
    haze = _HAZE * _share(seen.places[:, 2], *depths(scales.corners)[::-1])[:, None]
    colours[:, :3] = (1 - haze) * light * colours[:, :3] + haze
    x, y = seen.places[:, :2].T
    mesh = TriMesh(Triangulation(x, y, drawn), facecolors=colours,
                   rasterized=True, zorder=2)  # fmt: skip
    mesh.set_in_layout(False)  # the window is known; to find it again takes longest of all
    axes.add_collection(mesh, autolim=False)
    if len(drawn) == len(seen.triangles):
        return []
    return [f"the nearest {len(drawn):,} of {len(seen.triangles):,} triangles in sight are drawn"]


def _share(values: np.ndarray, low: float, high: float) -> np.ndarray:
    """0 at low, 1 at high, between 0 and 1 everywhere; low may be above high."""
    return np.clip((values - low) / ((high - low) or 1.0), 0.0, 1.0)


def _tells_apart(scene: Scene) -> bool:
    """Whether colours tell cells, species or the like apart, and no measured values."""
    return scene.membranes.shown(scene.colour).dtype.kind in "iu"


def _colours(scene: Scene, scales: Scales) -> np.ndarray:
    """Red, green, blue and opacity of every place, (places, 4)."""
    values = scene.membranes.shown(scene.colour)
    if _tells_apart(scene):
        return _kind_colour(values)
    norm, colour_map = _colour_scale(scales)
    return colour_map(norm(np.nan_to_num(values, nan=norm.vmin)))


def _kind_colour(values: np.ndarray) -> np.ndarray:
    """A number keeps its colour at all times."""
    table = colormaps["tab10"]
    return table(np.asarray(values) % table.N)


def _colour_scale(scales: Scales):
    """A symmetric scale where there are both signs.

    Both maps are light enough at their ends for shades to be seen on them.
    """
    low, high = scales.colours
    if low < 0 < high:
        largest = max(-low, high)
        return Normalize(-largest, largest), colormaps["coolwarm"]
    return Normalize(low, high), colormaps["viridis"]


def _colour_key(fig: Figure, axes: Axes, scene: Scene, scales: Scales) -> None:
    """What the colours mean."""
    name = scene.colour.replace("_", " ")
    if _tells_apart(scene):
        kinds = np.unique(scene.membranes.shown(scene.colour))
        if scene.colour != "cell" and len(kinds) <= MOST_KINDS:
            handles = [Patch(color=_kind_colour(k), label=_kind_name(scene, int(k))) for k in kinds]
            axes.legend(
                handles=handles, loc="upper center", bbox_to_anchor=(0.5, 0), ncols=len(kinds)
            )
        return
    norm, colour_map = _colour_scale(scales)
    factor, unit = prefixed(scene.membranes.units.get(scene.colour, ""), _largest(norm))
    norm = Normalize(factor * norm.vmin, factor * norm.vmax)
    _bar(fig, ScalarMappable(norm, colour_map), axes, plain(f"{name} [{unit}]"))


def _kind_name(scene: Scene, kind: int) -> str:
    if scene.colour == "species" and kind < len(scene.species):
        return plain(scene.species[kind])
    return f"{scene.colour.replace('_', ' ')} {kind}"


def _largest(norm: Normalize) -> float:
    return max(abs(norm.vmin), abs(norm.vmax))


def _bar(fig: Figure, image, axes: Axes, label: str) -> None:
    bar = fig.colorbar(image, ax=axes, shrink=0.85, pad=0.02, aspect=20)
    bar.set_label(label)
    bar.outline.set_visible(False)


def _frame(axes: Axes, layout: _Layout, lengths: tuple[float, str]) -> None:
    """The window of the view with a scale below it in place of axes."""
    left, right, bottom, top = layout.view
    inch = (right - left) / (0.8 * layout.size[0] / layout.columns)
    strip = _STRIP * inch
    without_spines(axes)
    axes.set(aspect="equal", xticks=[], yticks=[], xlim=(left, right), ylim=(bottom - strip, top))
    draw_scale(axes, (left, bottom - 0.6 * strip), right - left, *lengths)
    draw_directions(axes, (right - 0.9 * strip, bottom - 0.85 * strip), 0.6 * strip)


def _plane(
    fig: Figure, axes: Axes, scene: Scene, scales: Scales, lengths: tuple[float, str]
) -> None:
    """The plasma's speed, and curves where membranes meet the plane."""
    factor, unit = lengths
    faster, of_speed = prefixed("m/s" if scene.lengths == "m" else "velocity", scales.speed)
    plane = scene.plasma
    image = axes.imshow(
        faster * plane.values, origin="lower", extent=factor * np.array(plane.extent),
        cmap="Blues", vmin=0, vmax=faster * scales.speed or 1, interpolation="nearest",
    )  # fmt: skip
    lines = cut_lines(scene.membranes.places, scene.membranes.triangles, plane.place)
    axes.add_collection(LineCollection(factor * lines, colors=SERIES[1], linewidths=1.2))
    without_spines(axes)
    (left, _, bottom), (right, _, top) = factor * scales.corners
    axes.set(aspect="equal", xlim=(left, right), ylim=(bottom, top), xlabel=f"x [{unit}]",
             ylabel=f"z [{unit}]")  # fmt: skip
    if top - bottom < 0.1 * (right - left):
        ends = [bottom, top]  # more labels would touch
        axes.set_yticks(ends, [f"{end:.3g}".replace("-", "−") for end in ends])
    place = f"{round(factor * plane.place, 3) + 0.0:g}".replace("-", "−")
    axes.set_title(f"plasma and membranes in the plane y = {place} {unit}", fontsize=10)
    _bar(fig, image, axes, f"speed [{of_speed}]")
