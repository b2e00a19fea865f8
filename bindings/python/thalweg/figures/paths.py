# SPDX-License-Identifier: Apache-2.0
"""Time against bytes: the paths of a machine with their fits, and its exchanges by route."""

from itertools import cycle, product

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from thalweg.figures.style import FAINT, INK, SERIES, figure, style
from thalweg.machine import Crossing, Timed, path_name, route_name

_MARKERS = ("o", "s", "^", "D")


def paths(timed: list[Timed]) -> Figure:
    """Measured times as points from the 10 % to the 90 % quantile, fitted segments as lines."""
    with style():
        fig = figure(8.8, 5.0)
        axes = fig.subplots()
        for path, (colour, marker) in zip(timed, _looks(), strict=False):
            label = path_name(path)
            if len(path.bytes) > 0:
                _points(axes, path, colour, marker, label)
                label = None
            for segment in path["segments"]:
                _segment(axes, segment, colour, label)
                label = None
        _finish(axes)
    return fig


def exchanges(timed: list[Timed], crossings: list[Crossing]) -> Figure:
    """Whole exchanges by route; sizes at which the fastest route changes are marked."""
    with style():
        fig = figure(8.8, 5.0)
        axes = fig.subplots()
        for exchange, (colour, marker) in zip(timed, _looks(), strict=False):
            axes.loglog(
                exchange.bytes, exchange.median, color=colour, marker=marker, ms=4, lw=1.4,
                label=route_name(exchange),
            )  # fmt: skip
            axes.fill_between(exchange.bytes, exchange.low, exchange.high, color=colour, alpha=0.15)
        for crossing in crossings:
            axes.axvline(crossing.size, color=INK, lw=1, ls=(0, (1, 2)), zorder=1)
        _finish(axes)
        axes.set_xlabel("bytes per destination")
    return fig


def _looks():
    """Colours and markers, each pair once and then again."""
    return cycle((colour, marker) for marker, colour in product(_MARKERS, SERIES))


def _points(axes: Axes, path: Timed, colour: str, marker: str, label: str) -> None:
    shown = path.bytes > 0
    spread = np.vstack((path.median - path.low, path.high - path.median))[:, shown]
    axes.errorbar(
        path.bytes[shown], path.median[shown], yerr=np.maximum(spread, 0), color=colour, ls="none",
        marker=marker, ms=3.5, elinewidth=0.8, label=label,
    )  # fmt: skip


def _segment(axes: Axes, segment: dict, colour: str, label: str | None) -> None:
    sizes = np.geomspace(max(1, segment["from_bytes"]), max(2, segment["to_bytes"]), 40)
    axes.plot(sizes, segment["alpha"] + segment["beta"] * sizes, color=colour, lw=1.4, label=label)


def _finish(axes: Axes) -> None:
    axes.set_xscale("log", base=2)
    axes.set_yscale("log")
    axes.set_xlabel("bytes")
    axes.set_ylabel("time [s]")
    axes.grid(True, which="major", color=FAINT)
    axes.legend(fontsize=8)
