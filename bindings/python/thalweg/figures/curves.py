# SPDX-License-Identifier: Apache-2.0
"""Curves of a turbulence run: energy, dissipation, spectra; and any history column."""

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter

from thalweg.errors import OutputError
from thalweg.figures.style import FAINT, INK, SERIES, figure, plain, style
from thalweg.tables import Table
from thalweg.taylor_green import SERIES_END, Reference, dissipation_from_energy, series
from thalweg.units import label as unit_label
from thalweg.units import prefixed


def energy(history: Table, reference: Reference | None, viscosity: float | None) -> Figure:
    """Energy against time; the exact series if the viscosity is given (Taylor-Green only)."""
    with style():
        fig = figure()
        axes = fig.subplots()
        axes.plot(history["time"], history["energy"], label="this run")
        if reference is not None:
            _reference_line(axes, history, reference, reference.energy)
        if viscosity is not None:
            time = np.linspace(0, SERIES_END, 61)
            _series_line(axes, time, series(viscosity, time)[0])
        axes.set_xlabel(unit_label("time", history.unit("time")))
        axes.set_ylabel(unit_label("energy", history.unit("energy")))
        axes.set_xlim(*_span(history))
        _from_zero(axes)
        axes.legend()
    return fig


def dissipation(history: Table, reference: Reference | None, viscosity: float | None) -> Figure:
    """Dissipation two ways, and below it the difference to the reference where there is one."""
    with style():
        fig = figure(height=4.2 if reference is None else 5.2)
        panels = fig.subplots(
            2 if reference else 1, 1, sharex=True, squeeze=False,
            height_ratios=(3, 1) if reference else (1,),
        )[:, 0]  # fmt: skip
        axes, time = panels[0], history["time"]
        balance = "input − dE/dt" if "energy_input" in history else "−dE/dt"
        axes.plot(time, dissipation_from_energy(history), label=f"this run, {balance}")
        axes.plot(time, history["dissipation"], "--", label="this run, from what diffuses")
        if reference is not None:
            _reference_line(axes, history, reference, reference.dissipation)
            _difference(panels[1], history, reference)
        if viscosity is not None:
            at = np.linspace(0, SERIES_END, 61)
            _series_line(axes, at, series(viscosity, at)[1])
        axes.set_ylabel(unit_label("dissipation", history.unit("dissipation")))
        axes.ticklabel_format(axis="y", scilimits=(-2, 3))
        _from_zero(axes)
        axes.legend()
        panels[-1].set_xlabel(unit_label("time", history.unit("time")))
        panels[-1].set_xlim(*_span(history))
    return fig


def spectrum(tables: list[tuple[str, Table]], column: str = "energy") -> Figure:
    """Energy spectra E(k) of several times with a k^(-5/3) guide.

    Args:
        tables: (label, table) with columns k and the energy; the last is drawn strongest.
        column: The one that is drawn.
    """
    with style():
        fig = figure(8.8, 4.8)
        axes = fig.subplots()
        largest = 0.0
        for n, (label, table) in enumerate(tables):
            k, e = table["k"], table[column]
            shown = (k > 0) & (e > 0)
            line = _shade(n, len(tables))
            if np.count_nonzero(shown) < 4:  # a line of one point would not be seen
                line |= {"marker": "o", "ms": 4}
            axes.loglog(k[shown], e[shown], label=label, **line)
            largest = max(largest, e[shown].max(initial=0.0))
        if largest > 0:
            _guide(axes, tables[-1][1], column)
            # What is below is the rounding of the transforms.
            axes.set_ylim(bottom=max(axes.get_ylim()[0], largest * 1e-14))
        first = tables[-1][1]
        _wave_numbers(axes, first)
        axes.set_ylabel(unit_label("energy spectrum E(k)", first.unit(column)))
        axes.legend()
    return fig


def compensated(tables: list[tuple[str, Table]], dissipation: float) -> Figure:
    """E(k) k^(5/3) / ε^(2/3) of several times: level in an inertial range.

    Args:
        tables: (label, table) with columns k and energy; the last is drawn strongest.
        dissipation: ε of the kinetic energy.
    """
    with style():
        fig = figure(8.8, 4.2)
        axes = fig.subplots()
        largest = 1.6
        for n, (label, table) in enumerate(tables):
            k, e = table["k"], table["energy"]
            shown = (k > 0) & (e > 0)
            level = e[shown] * k[shown] ** (5 / 3) / dissipation ** (2 / 3)
            axes.loglog(k[shown], level, label=label, **_shade(n, len(tables)))
            largest = max(largest, level.max(initial=0.0))
        axes.axhline(1.6, color=SERIES[1], ls="--", lw=1.4, label="1.6")
        axes.set_ylim(max(axes.get_ylim()[0], 1e-4 * largest), 3 * largest)
        _wave_numbers(axes, tables[-1][1])
        axes.set_ylabel("E(k) k^(5/3) ÷ ε^(2/3) [–]")
        axes.legend()
    return fig


def flux(tables: list[tuple[str, Table]]) -> Figure:
    """Flux Π(k) of energy to larger wave numbers at several times.

    Args:
        tables: (label, table) with columns k and flux; the last is drawn strongest.
    """
    with style():
        fig = figure(8.8, 4.2)
        axes = fig.subplots()
        axes.axhline(0, color=FAINT, lw=1)
        for n, (label, table) in enumerate(tables):
            k = table["k"]
            axes.semilogx(k[k > 0], table["flux"][k > 0], label=label, **_shade(n, len(tables)))
        _wave_numbers(axes, tables[-1][1])
        axes.set_ylabel(unit_label("flux of energy Π(k)", tables[-1][1].unit("flux")))
        axes.legend()
    return fig


def _wave_numbers(axes: Axes, table: Table) -> None:
    """Numbers of the logarithmic axis of k as they are: they span a few powers of ten at most."""
    axes.set_xlabel(unit_label("wave number k", table.unit("k")))
    axes.xaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda k, _: f"{k:g}"))
    axes.xaxis.set_minor_formatter(NullFormatter())


def _from_zero(axes: Axes) -> None:
    """Show zero, and leave room around the curves, which else run along the frame."""
    low, high = axes.dataLim.intervaly
    bottom, top = 1.08 * min(low, 0.0), 1.08 * max(high, 0.0)
    axes.set_ylim(bottom, top if top > bottom else 1.0)


def _shade(n: int, of: int) -> dict:
    """Lines of times before the last are thin and grey."""
    if n == of - 1:
        return {"color": SERIES[0], "lw": 2, "zorder": 3}
    return {"color": INK, "alpha": 0.25 + 0.45 * n / max(1, of - 1), "lw": 1, "zorder": 2}


def columns(history: Table, names: list[str], against: str, log: bool) -> Figure:
    """Columns of a history, one panel per unit, against time or step."""
    units = list(dict.fromkeys(history.unit(name) for name in names))
    per, of = _prefixed(history, [against])
    with style():
        fig = figure(7.0, 1.0 + 2.8 * len(units))
        panels = fig.subplots(len(units), 1, sharex=True, squeeze=False)[:, 0]
        for axes, unit in zip(panels, units, strict=True):
            here = [name for name in names if history.unit(name) == unit]
            if log and not any((history[name] > 0).any() for name in here):
                raise OutputError(
                    f"{history.path}: no value of {', '.join(here)} is above 0: leave out --log"
                )
            factor, shown = _prefixed(history, here)
            for n, name in enumerate(here):
                dashes = ("-", "--", "-.", ":")[n % 4]
                axes.plot(per * history[against], factor * history[name], dashes, label=plain(name))
            axes.set_ylabel(plain(f"{here[0] if len(here) == 1 else 'value'} [{shown}]"))
            axes.set_yscale("log" if log else "linear")
            if len(here) > 1:
                _legend_above(axes, here)
        panels[-1].set_xlabel(plain(f"{against} [{of}]"))
    return fig


def _legend_above(axes: Axes, names: list[str]) -> None:
    """Beside curves that fill their panel there is no place; left of it is the axis's factor."""
    letters_of_width = 90
    columns = max(1, letters_of_width // (max(map(len, names)) + 8))
    axes.legend(loc="lower right", bbox_to_anchor=(1, 1), ncols=min(columns, len(names)))


def _prefixed(history: Table, names: list[str]) -> tuple[float, str]:
    """A factor for columns of one unit, and the unit as text; SI units get prefixes."""
    largest = max(np.nanmax(np.abs(history[name]), initial=0.0) for name in names)
    return prefixed(history.unit(names[0]), float(largest))


def _reference_line(axes, history: Table, reference: Reference, values: np.ndarray) -> None:
    """The reference over the run's time span."""
    shown = reference.time <= _span(history)[1]
    axes.plot(reference.time[shown], values[shown], color=INK, lw=1.4, ls=(0, (1, 1.4)),
              label=plain(reference.label), zorder=4)  # fmt: skip


def _series_line(axes, time, values) -> None:
    axes.plot(time, values, color=SERIES[2], lw=4, alpha=0.55, zorder=1,
              label="exact short-time series")  # fmt: skip


def _difference(axes, history: Table, reference: Reference) -> None:
    """(run - reference) in percent of the reference's peak."""
    time = history["time"]
    inside = (time >= reference.time[0]) & (time <= reference.time[-1])
    percent = 100 / np.max(reference.dissipation)
    wanted = np.interp(time[inside], reference.time, reference.dissipation)
    axes.axhline(0, color=FAINT, lw=1)
    for values, line in ((dissipation_from_energy(history), "-"), (history["dissipation"], "--")):
        axes.plot(time[inside], percent * (values[inside] - wanted), line)
    axes.set_ylabel("difference\n[% of peak]")


def _guide(axes, table: Table, column: str) -> None:
    """A k^(-5/3) line a little above the spectrum, over its middle."""
    k, e = table["k"], table[column]
    shown = (k > 0) & (e > 0)
    k, e = k[shown], e[shown]
    if len(k) < 4:
        return
    middle = np.array([k[0] * 2, np.sqrt(k[0] * k[-1]) * 2])
    beside = (k >= middle[0]) & (k <= middle[1])
    level = np.max((e * k ** (5 / 3))[beside], initial=0.0) * 1.6
    axes.loglog(middle, level * middle ** (-5 / 3), color=SERIES[1], ls="--", lw=1.4,
                label="slope −5/3")  # fmt: skip


def _span(history: Table) -> tuple[float, float]:
    """The run's time span; something to draw even if there is one row only."""
    time = history["time"]
    return float(time[0]), float(time[-1]) if time[-1] > time[0] else float(time[0]) + 1.0
