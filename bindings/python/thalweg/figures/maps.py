# SPDX-License-Identifier: Apache-2.0
"""Maps of a sound run: pressure at several times, its maximum, the medium; curves in 1-D."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from thalweg.figures.cuts import Cut
from thalweg.figures.profiles import curves, profiles
from thalweg.figures.style import SERIES, figure, plain, style, without_spines
from thalweg.units import prefixed, time_text

DECIBELS = 40.0  # range of pictures in dB
MATERIALS = 12  # a medium of more values changes smoothly
_DIVERGING = "RdBu_r"


def pressure_times(cuts: Sequence[Cut], outline: Cut | None = None) -> Figure:
    """The same cut at several times, each on a symmetric scale of its own."""
    if not cuts[0].up:
        return curves([(f"t = {time_text(c.time)}", c) for c in cuts], "pressure")
    columns = min(3, len(cuts))
    with style():
        fig, panels = _panels(cuts[0], len(cuts), columns, 8.8)
        for axes, one in zip(panels, cuts, strict=False):
            factor, unit = prefixed(one.unit, one.largest)
            image = _image(axes, one, one.values / (one.largest or 1), _DIVERGING, -1, 1)
            interfaces(axes, outline)
            axes.set_title(f"t = {time_text(one.time)}, ±{factor * one.largest:.3g} {unit}",
                           fontsize=9)  # fmt: skip
        _outer_labels(panels, len(cuts), columns)
        _bar(fig, image, panels, "pressure ÷ its largest here")
    return fig


def maximum(cuts: Sequence[Cut], quantity: str, outline: Cut | None = None) -> Figure:
    """Each cut twice: the quantity, and in dB relative to the largest of all."""
    largest = max(c.largest for c in cuts)
    factor, unit = prefixed(cuts[0].unit, largest)
    if not cuts[0].up:
        return curves([(quantity, c) for c in cuts], quantity)
    with style():
        fig, panels = _panels(cuts[0], 2 * len(cuts), 2, 8.8)
        for row, one in enumerate(cuts):
            left, right = panels[2 * row : 2 * row + 2]
            shown = _image(left, one, factor * one.values, "inferno", 0, factor * largest or 1)
            with np.errstate(divide="ignore"):
                decibels = 20 * np.log10(np.abs(one.values) / (largest or 1))
            relative = _image(right, one, decibels, "viridis", -DECIBELS, 0)
            for axes, image, label in ((left, shown, f"{quantity} [{unit}]"),
                                       (right, relative, "dB re largest")):  # fmt: skip
                axes.set_title(one.place, fontsize=9)
                interfaces(axes, outline if one.up == "y" else None)
                _labels(axes, one)
                _bar(fig, image, [axes], label)
    return fig


def medium(cuts: Sequence[tuple[str, Cut]], sensors: np.ndarray | None = None) -> Figure:
    """Maps of the medium side by side, with the sensors' points (across, up) in mm."""
    if not cuts[0][1].up:
        return profiles(cuts)
    with style():
        fig, panels = _panels(cuts[0][1], len(cuts), len(cuts), 4.4 * len(cuts))
        for axes, (quantity, one) in zip(panels, cuts, strict=True):
            image = _image(axes, one, one.values, "cividis", None, None)
            if sensors is not None and len(sensors):
                axes.plot(*sensors.T, ".", color=SERIES[1], ms=2.5)
            _labels(axes, one)
            _bar(fig, image, [axes], f"{quantity} [{prefixed(one.unit, 1)[1]}]")
    return fig


def field(one: Cut, quantity: str, window: Sequence[float] | None = None) -> Figure:
    """One cut with its colour bar; on a symmetric scale where there are both signs.

    Args:
        one: The cut.
        quantity: What it shows.
        window: What of a plane is seen: from and to across, from and to up [m].
    """
    factor, unit = prefixed(one.unit, one.largest)
    if not one.up:
        return curves([(quantity, one)], quantity)
    with style():
        seen = one.extent if window is None else tuple(1e3 * end for end in window)
        fig, panels = _panels(replace(one, extent=seen), 1, 1, 6.4)
        low, high, colours = _scale(one, factor)
        image = _image(panels[0], one, factor * one.values, colours, low, high)
        panels[0].set(xlim=seen[:2], ylim=seen[2:])
        time = "" if np.isnan(one.time) else f"t = {time_text(one.time)}"
        panels[0].set_title(", ".join(part for part in (time, one.place) if part), fontsize=10)
        _labels(panels[0], one)
        _bar(fig, image, panels, plain(f"{quantity} [{unit}]"))
    return fig


def _scale(one: Cut, factor: float) -> tuple[float | None, float | None, str]:
    if (one.values < 0).any() and (one.values > 0).any():
        return -factor * one.largest, factor * one.largest, _DIVERGING
    return None, None, "inferno"


def _panels(one: Cut, count: int, columns: int, width: float) -> tuple[Figure, np.ndarray]:
    """As many axes as there are pictures, high enough for their shape."""
    rows = -(-count // columns)
    left, right, bottom, top = one.extent
    shape = min(max((top - bottom) / (right - left), 0.35), 1.2)
    fig = figure(width, rows * (0.8 * width / columns * shape + 0.5) + 0.2)
    panels = fig.subplots(rows, columns, squeeze=False).ravel()
    for axes in panels[count:]:
        axes.set_visible(False)
    return fig, panels


def _image(axes: Axes, one: Cut, values: np.ndarray, colours: str, low, high):
    without_spines(axes)
    return axes.imshow(values, origin="lower", extent=one.extent, cmap=colours, vmin=low,
                       vmax=high, interpolation="bilinear")  # fmt: skip


def _bar(fig: Figure, image, panels: Sequence[Axes], label: str) -> None:
    bar = fig.colorbar(image, ax=list(panels), shrink=0.85, pad=0.02, aspect=25)
    bar.set_label(label)
    bar.outline.set_visible(False)


def _labels(axes: Axes, one: Cut) -> None:
    axes.set_xlabel(f"{one.across} [mm]")
    axes.set_ylabel(f"{one.up} [mm]")


def _outer_labels(panels: np.ndarray, count: int, columns: int) -> None:
    """Ticks and labels at the left and lower border only."""
    for n, axes in enumerate(panels[:count]):
        if n % columns == 0:
            axes.set_ylabel("y [mm]")
        else:
            axes.tick_params(labelleft=False)
        if n + columns >= count:
            axes.set_xlabel("x [mm]")
        else:
            axes.tick_params(labelbottom=False)


def interfaces(axes: Axes, medium: Cut | None, colour: str = "0.5") -> None:
    """Thin lines where the medium changes; levels where it changes smoothly."""
    if medium is None:
        return
    known = np.unique(medium.values)
    look = {"extent": medium.extent, "origin": "lower", "colors": colour, "linewidths": 0.5}
    if len(known) > MATERIALS:
        axes.contour(medium.values, np.linspace(known[0], known[-1], 7)[1:-1], **look)
    elif len(known) > 1:
        for value in known[1:]:  # each border of the first belongs to another one too
            axes.contour((medium.values == value).astype(float), [0.5], **look)
