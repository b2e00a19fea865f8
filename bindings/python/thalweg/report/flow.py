# SPDX-License-Identifier: Apache-2.0
"""Sections of a flow: how it converged, forces, fields."""

from collections.abc import Callable

import numpy as np

from thalweg.figures import flows
from thalweg.report import fields, html, text
from thalweg.run import Run
from thalweg.tables import Table
from thalweg.taylor_green import Reference

PANELS = 4  # of forces


def sections(run: Run, _: Reference | None) -> list[tuple[str, str, Callable[[], str]]]:
    """(anchor, heading, what makes the body) in the order of the page."""
    return [
        ("convergence", "Convergence", lambda: convergence(run)),
        ("forces", "Forces", lambda: forces(run)),
        ("fields", "Fields", lambda: fields.pictures(run)),
    ]


def convergence(run: Run) -> str:
    """Residuals against time or cycles."""
    history = run.history
    if history is None or len(history) < 2:
        return html.note("There is no history.csv with two rows yet, hence no curves.")
    steady = is_steady(run)
    names = ("residual_continuity", "residual_momentum")
    last = {name: float(history[name][-1]) for name in names}
    falls = [float(history[name][-1] / max(history[name][:2])) for name in names]
    items = [
        ("continuity", text.number(last[names[0]], 3), f"now, {falls[0]:.1e} of the first"),
        ("momentum", text.number(last[names[1]], 3), f"now, {falls[1]:.1e} of the first"),
        ("cycles", f"{history['cycles'][1:].sum():.0f}" if steady else
         f"{history['cycles'][1:].mean():.1f}", "in the rows" if steady else "mean of a step"),
    ]  # fmt: skip
    along = "cycles" if steady else "time"
    below = "" if steady else " Below: the cycles that each step took."
    return html.tiles(items) + html.figure(
        flows.residuals(history, steady),
        "residuals",
        f"Residuals of continuity and momentum against {along}: from "
        f"{history[names[0]][0]:.3g} and {history[names[1]][0]:.3g} to {last[names[0]]:.3g} and "
        f"{last[names[1]]:.3g}.",
        "Root mean squares over the volume: of what flows out of a unit of volume, and of what is "
        f"left of momentum.{below}",
        wide=True,
    )


def forces(run: Run) -> str:
    """Coefficients of bodies against time; without bodies, forces on walls."""
    history = run.history
    if history is None or len(history) < 2:
        return html.note("There is no history.csv with two rows yet, hence no curves.")
    groups = groups_of(history)
    if not groups:
        return html.note("The case has no walls.")
    shown = groups[:PANELS]
    left_out = len(groups) - len(shown)
    columns = [name for group in shown for name in group]
    last = ", ".join(f"{name} {history[name][-1]:.4g}" for name in columns)
    rows = [[name, *(text.number(f(history[name]), 5) for f in (_last, _late_mean, _late_swing))]
            for name in columns]  # fmt: skip
    table = html.table(
        ["column", "at the end", "mean", "amplitude"], rows,
        "Mean and amplitude, half of what lies between largest and least, of the second half of "
        "the rows.",
    )  # fmt: skip
    return (
        html.figure(
            flows.forces(history, shown, is_steady(run)),
            "forces-figure",
            f"Forces at the end: {last}.",
            "The scale leaves out the first tenth of the rows."
            + (f" {left_out} more are in history.csv." if left_out > 0 else ""),
            wide=True,
        )
        + table
    )


def groups_of(history: Table) -> list[list[str]]:
    """Drag and lift of each body; where there is none, components of the force on all walls."""
    bodies = [name[len("drag_") :] for name in history.names if name.startswith("drag_")]
    if bodies:
        return [[f"drag_{body}", f"lift_{body}"] for body in bodies]
    walls = [f"wall_force_{axis}" for axis in "xyz"]
    present = [name for name in walls if name in history and np.any(history[name])]
    return [present] if present else []


def is_steady(run: Run) -> bool:
    """Whether a step is a cycle."""
    return run.setting("time.scheme") == "steady"


def _last(values: np.ndarray) -> float:
    return float(values[-1])


def _late(values: np.ndarray) -> np.ndarray:
    return values[len(values) // 2 :]


def _late_mean(values: np.ndarray) -> float:
    return float(_late(values).mean())


def _late_swing(values: np.ndarray) -> float:
    return float(np.ptp(_late(values)) / 2)
