# SPDX-License-Identifier: Apache-2.0
"""Pictures of what sensors heard: all traces as an image, some as lines, spectra, statistics."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from thalweg.figures.cuts import is_even
from thalweg.figures.style import FAINT, INK, SERIES, figure, style
from thalweg.traces import Sensor
from thalweg.units import prefixed

ROWS = 1200  # times in an image; more are not seen
_DASHES = ("-", "--", "-.", (0, (1, 1)))


@dataclass(frozen=True)
class Points:
    """Where the points of a sensor stand along an axis of a figure.

    Attributes:
        values: (points,): a coordinate in mm where only one changes, else numbers from 1.
        label: Of the axis.
    """

    values: np.ndarray
    label: str


def points_of(sensor: Sensor) -> Points:
    """A coordinate where the sensor is a line along an axis of the grid, else numbers."""
    at = sensor.coordinates
    moving = [d for d in range(at.shape[1]) if np.ptp(at[:, d]) > 0]
    if len(moving) == 1 and (np.diff(at[:, moving[0]]) > 0).all():
        return Points(1e3 * at[:, moving[0]], f"{'xyz'[moving[0]]} [mm]")
    return Points(np.arange(1, len(at) + 1), "point")


def place_text(place: np.ndarray) -> str:
    """A place in mm.

    >>> place_text(np.array([4e-3, -1.25e-3]))
    '(4, −1.25) mm'
    """
    numbers = ", ".join(f"{v:.4g}" for v in 1e3 * np.round(place, 9) + 0.0)
    return f"({numbers}) mm".replace("-", "−")


def places(sensor: Sensor, points: Sequence[int]) -> list[str]:
    """The places of points as labels."""
    return [place_text(sensor.coordinates[n]) for n in points]


def image(time: np.ndarray, series: np.ndarray, points: Points, quantity: str, unit: str) -> Figure:
    """All traces against time on a symmetric colour scale.

    Args:
        time: (times,) [s].
        series: (times, points).
        points: Where the points stand.
        quantity: What the colours show.
        unit: Of the series.
    """
    largest = _largest(series)
    factor, unit = prefixed(unit, largest)
    per_second, seconds = prefixed("s", time[-1])
    shown = _pooled(factor * series)
    with style():
        fig = figure(8.8, 4.6)
        axes = fig.subplots()
        axes.grid(False)
        look = {"cmap": "RdBu_r", "vmin": -factor * largest or -1, "vmax": factor * largest or 1}
        ends, edges = (per_second * time[0], per_second * time[-1]), _edges(points.values)
        if is_even(points.values):
            drawn = axes.imshow(shown.T, origin="lower", aspect="auto", interpolation="bilinear",
                                extent=(*ends, edges[0], edges[-1]), **look)  # fmt: skip
        else:
            drawn = axes.pcolormesh(np.linspace(*ends, len(shown) + 1), edges, shown.T,
                                    rasterized=True, **look)  # fmt: skip
        axes.set_xlabel(f"time [{seconds}]")
        axes.set_ylabel(points.label)
        bar = fig.colorbar(drawn, ax=axes, pad=0.02)
        bar.set_label(f"{quantity} [{unit}]")
        bar.outline.set_visible(False)
    return fig


def lines(time: np.ndarray, series: np.ndarray, labels: Sequence[str], quantity: str,
          unit: str) -> Figure:  # fmt: skip
    """A few traces against time, (times, traces)."""
    factor, unit = prefixed(unit, _largest(series))
    per_second, seconds = prefixed("s", time[-1])
    with style():
        fig = figure(6.4, 4.2)
        axes = fig.subplots()
        axes.axhline(0, color=FAINT, lw=1)
        for n, label in enumerate(labels):
            axes.plot(per_second * time, factor * series[:, n], ls=_DASHES[n % 4], lw=1.4,
                      label=label)  # fmt: skip
        axes.set_xlabel(f"time [{seconds}]")
        axes.set_ylabel(f"{quantity} [{unit}]")
        _legend(axes, len(labels))
    return fig


def spectra(frequency: np.ndarray, amplitude: np.ndarray, labels: Sequence[str],
            limit: float | None) -> Figure:  # fmt: skip
    """Spectra of a few traces in dB, (frequencies, traces), up to beyond the grid's limit."""
    end = min(frequency[-1], 1.25 * limit) if limit else frequency[-1]
    factor, unit = prefixed("Hz", end)
    largest = amplitude.max(initial=0) or 1.0
    frequency, amplitude = frequency[frequency <= end], amplitude[frequency <= end]
    with style():
        fig = figure(6.4, 4.2)
        axes = fig.subplots()
        with np.errstate(divide="ignore"):
            decibels = 20 * np.log10(amplitude / largest)
        for n, label in enumerate(labels):
            axes.plot(factor * frequency, decibels[:, n], ls=_DASHES[n % 4], lw=1.4, label=label)
        if limit and limit <= end:
            axes.axvline(factor * limit, color=INK, lw=1, ls=(0, (1, 1.4)), label="limit of grid")
        axes.set_xlim(0, factor * end)
        axes.set_ylim(-80, 5)
        axes.set_xlabel(f"frequency [{unit}]")
        axes.set_ylabel("amplitude [dB re largest]")
        _legend(axes, len(labels) + 1)
    return fig


def statistics(points: Points, curves: Sequence[tuple[str, np.ndarray]], unit: str) -> Figure:
    """Maximum, minimum, rms or mean of each point along a sensor."""
    factor, unit = prefixed(unit, max(_largest(values) for _, values in curves))
    with style():
        fig = figure(6.4, 4.2)
        axes = fig.subplots()
        axes.axhline(0, color=FAINT, lw=1)
        marker = "o" if len(points.values) < 4 else ""
        for n, (name, values) in enumerate(curves):
            axes.plot(points.values, factor * values, ls=_DASHES[n % 4], marker=marker, label=name)
        axes.set_xlabel(points.label)
        axes.set_ylabel(f"{_common(curves)} [{unit}]")
        _legend(axes, len(curves))
    return fig


def extremes(time: np.ndarray, curves: Sequence[tuple[str, np.ndarray]], unit: str) -> Figure:
    """Largest, lowest and root-mean-square pressure of the grid against time."""
    factor, unit = prefixed(unit, max(_largest(values) for _, values in curves))
    per_second, seconds = prefixed("s", time[-1])
    with style():
        fig = figure(8.8, 3.6)
        axes = fig.subplots()
        axes.axhline(0, color=FAINT, lw=1)
        marker = "o" if len(time) < 3 else ""
        for n, (name, values) in enumerate(curves):
            axes.plot(per_second * time, factor * values, ls=_DASHES[n % 4], marker=marker,
                      label=name, color=SERIES[n % 4])  # fmt: skip
        axes.set_xlabel(f"time [{seconds}]")
        axes.set_ylabel(f"pressure [{unit}]")
        _legend(axes, len(curves))
    return fig


def _legend(axes: Axes, count: int) -> None:
    """Above the curves, which may be anywhere."""
    axes.legend(loc="lower left", bbox_to_anchor=(0, 1), ncols=min(count, 3), borderaxespad=0.2)


def _edges(values: np.ndarray) -> np.ndarray:
    """Ends of the stripes around rising values: between neighbours, as far beyond the last."""
    if len(values) < 2:
        return np.array([values[0] - 0.5, values[0] + 0.5])
    between = (values[1:] + values[:-1]) / 2
    return np.array([2 * values[0] - between[0], *between, 2 * values[-1] - between[-1]])


def _common(curves: Sequence[tuple[str, np.ndarray]]) -> str:
    quantities = {name.split()[0] for name, _ in curves}
    return quantities.pop() if len(quantities) == 1 else "value"


def _largest(values: np.ndarray) -> float:
    return float(np.abs(values[np.isfinite(values)]).max(initial=0.0))


def _pooled(series: np.ndarray) -> np.ndarray:
    """At most ROWS rows: of each group of times the value of largest size, so no pulse is lost."""
    group = -(-len(series) // ROWS)
    if group == 1:
        return series
    whole = len(series) // group * group
    parts = series[:whole].reshape(-1, group, series.shape[1])
    strongest = np.argmax(np.nan_to_num(np.abs(parts)), axis=1)[:, None]
    return np.take_along_axis(parts, strongest, axis=1)[:, 0]
