# SPDX-License-Identifier: Apache-2.0
"""Sections of a sound run: pressure and its maximum here, the others in modules beside."""

from collections.abc import Callable

import numpy as np

from thalweg.acoustics import Focus, focus, source_frequency
from thalweg.figures import maps, traces
from thalweg.figures.cuts import Cut, cut
from thalweg.report import html, text
from thalweg.report.sound_checks import checks
from thalweg.report.sound_medium import medium
from thalweg.report.sound_sensors import sensors
from thalweg.run import Run
from thalweg.taylor_green import Reference
from thalweg.units import prefixed, time_text

TIMES = 9  # pictures of the pressure


def sections(run: Run, _: Reference | None) -> list[tuple[str, str, Callable[[], str]]]:
    """(anchor, heading, what makes the body) in the order of the page."""
    return [
        ("pressure", "Pressure", lambda: pressure(run)),
        ("maximum", "Largest pressure", lambda: maximum(run)),
        ("sensors", "Sensors", lambda: sensors(run)),
        ("medium", "Medium", lambda: medium(run)),
        ("checks", "Checks", lambda: checks(run)),
    ]


def pressure(run: Run) -> str:
    """The field at stored times, and its extremes against time."""
    return _tiles(run) + _pictures(run) + _extremes(run)


def _tiles(run: Run) -> str:
    report, items = run.report or {}, []
    highest, lowest = (_over_run(run, f"pressure_{end}", pick)
                       for end, pick in (("max", np.nanmax), ("min", np.nanmin)))  # fmt: skip
    if highest is not None:
        items.append(("largest pressure", pascals(highest), "of the rows of history.csv"))
    if lowest is not None:
        items.append(("lowest pressure", pascals(lowest), "of the rows of history.csv"))
    frequency = source_frequency(run)
    if frequency:
        factor, unit = prefixed("Hz", frequency)
        items.append(("sources", f"{factor * frequency:.4g} {unit}", "highest frequency named"))
    median, ratio = report.get("seconds_per_step", {}).get("median"), report.get("ratio_to_floor")
    if median:
        remark = f"{ratio:.2f} × the floor of this machine" if ratio else "no floor is known"
        items.append(("time per step", text.duration(median), remark))
    return html.tiles(items) if items else ""


def _over_run(run: Run, column: str, pick: Callable) -> float | None:
    history = run.history
    if history is None or column not in history or not np.isfinite(history[column]).any():
        return None
    return float(pick(history[column]))


def _pictures(run: Run) -> str:
    steps = run.steps_of_field("pressure")
    if not steps:
        return html.note(
            'No pressure field was written yet: output.fields in the case, with "pressure" among '
            "its names, says when."
        )
    shown = [cut(run.field_path("pressure", step), "pressure") for step in _chosen(steps)]
    sounding = [one for one in shown if one.largest > 0] or shown[-1:]
    place = f"The plane {shown[0].place}, the middle of the grid" if shown[0].place else "The grid"
    lines = " Thin lines: where the speed of sound changes." if shown[0].up else ""
    caption = (
        f"{place} at stored times; above each its time and the ends of its own colour scale."
        + (lines if outline(run) is not None else "")
        if shown[0].up
        else "Pressure at stored times; the last is drawn strongest."
    )
    return html.figure(
        maps.pressure_times(sounding, outline(run)),
        "pressure-times",
        "Pressure at " + ", ".join(time_text(one.time) for one in sounding) + ".",
        caption,
        wide=True,
    )


def _chosen(steps: list[int]) -> list[int]:
    """Of many stored steps a few, evenly; the first, at rest before the first step, last of all."""
    steps = steps[1:] if len(steps) > 1 and steps[0] == 0 else steps
    return sorted({steps[round(i)] for i in np.linspace(0, len(steps) - 1, TIMES)})


def _extremes(run: Run) -> str:
    history = run.history
    if history is None or not len(history):
        return html.note("There is no history.csv with rows yet, hence no curves.")
    names = [n for n in ("pressure_max", "pressure_min", "pressure_rms") if n in history]
    if not names:
        return html.note("The history has no column of the pressure.")
    curves = [(name.replace("pressure_", "").replace("rms", "root mean square"), history[name])
              for name in names]  # fmt: skip
    return html.figure(
        traces.extremes(history["time"], curves, history.unit(names[0])),
        "extremes",
        "Largest, lowest and root-mean-square pressure of the grid against time.",
        "Largest, lowest and root-mean-square pressure over all points of the grid (absorbing "
        "layers included) against time.",
        wide=True,
    )


def maximum(run: Run) -> str:
    """The largest pressure that each point has seen, as pressure and in dB."""
    if not run.steps_of_field("pressure-max"):
        return html.note(
            'No largest pressure was written: a sensor with shape = "grid" and '
            'record = ["pressure-max"] keeps it; it is written at the end of the run.'
        )
    found = focus(run, "pressure-max")
    path = run.field_path("pressure-max")
    planes = [
        cut(path, "pressure-max", normal, found.index["zyx".index(normal)] if found else None)
        for normal in ("z", "y")
    ]
    shown = planes if planes[1].up and planes[0].place else planes[:1]
    if not any(one.largest for one in shown):
        return html.note(
            f"The largest pressure is zero or not finite everywhere on the plane shown: the run "
            f"ended before it recorded (sound.record_from), or it diverged. From {path.name}."
        )
    where = f"through its largest value ({_place(found, shown)})" if found else "through the middle"
    decibels = (
        ": as pressure, and in decibels relative to its largest value, 20 log₁₀(p/p_max)"
        if shown[0].up
        else ""
    )
    picture = html.figure(
        maps.maximum(shown, "pressure", outline(run)),
        "maximum-figure",
        f"Largest pressure at each point over the run, {where}.",
        f"Largest pressure at each point over the run (from sound.record_from on), {where}"
        f"{decibels}. From {path.name}.",
        wide=True,
    )
    return picture + (_focus_table(run, found, shown) if found else "")


def _place(found: Focus, shown: list[Cut]) -> str:
    at = {a: round(1e3 * found.place["zyx".index(a)], 9) + 0.0 for a in _axes(shown)}
    return ", ".join(f"{a} = {v:.4g} mm" for a, v in at.items()).replace("-", "−")


def _axes(shown: list[Cut]) -> str:
    return "xyz" if shown[0].place else "xy" if shown[0].up else "x"


def _focus_table(run: Run, found: Focus, shown: list[Cut]) -> str:
    rows = [["largest pressure", pascals(found.value)], ["its place", _place(found, shown)]]
    if run.setting("source"):  # else it is what stood there at the beginning
        axes = _axes(shown)
        width = " × ".join(f"{1e3 * found.width['zyx'.index(a)]:.3g}" for a in axes)
        from_axis = ", y from the axis" if run.setting("sound.axisymmetric") else ""
        what = f"extent above half of it, −6 dB ({' × '.join(axes)}{from_axis})"
        rows.append([what, f"{width} mm"])
    if run.steps_of_field("pressure-min"):
        plane = cut(run.field_path("pressure-min"), "pressure-min", "z", found.index[0])
        lowest = float(plane.values[found.index[1], found.index[2]])
        rows.append(["lowest pressure there", pascals(lowest)])
    return html.table(["where the pressure gets largest", ""], rows, "From pressure-max.")


def outline(run: Run) -> Cut | None:
    """The speed of sound on the plane of the pressure, for lines where it changes."""
    if not run.steps_of_field("sound-speed"):
        return None
    return cut(run.field_path("sound-speed"), "sound-speed")


def pascals(value: float) -> str:
    """A pressure with a fitting unit.

    >>> pascals(-2.34e6)
    '−2.34 MPa'
    """
    factor, unit = prefixed("Pa", value)
    return f"{factor * value:.4g} {unit}".replace("-", "−")
