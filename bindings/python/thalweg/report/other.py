# SPDX-License-Identifier: Apache-2.0
"""Sections of a run whose kind has none of its own, as blood: its history and its fields."""

from collections.abc import Callable

import numpy as np

from thalweg.figures import curves
from thalweg.report import fields, html, text
from thalweg.run import Run
from thalweg.tables import Table
from thalweg.taylor_green import Reference
from thalweg.units import short

PANELS = 3  # units that have a panel of curves
COUNTED = ("step", "time", "dt")


def sections(run: Run, _: Reference | None) -> list[tuple[str, str, Callable[[], str]]]:
    """(anchor, heading, what makes the body) in the order of the page."""
    return [
        ("history", "History", lambda: history(run)),
        ("fields", "Fields", lambda: fields.pictures(run)),
    ]


def history(run: Run) -> str:
    """Curves of the first columns, and numbers of all."""
    table = run.history
    if table is None or not len(table):
        return html.note("There is no history.csv with rows yet, hence no curves.")
    names = [name for name in table.names if name not in COUNTED]
    return _curves(table, names) + html.details("All columns", _numbers(table, names))


def _curves(table: Table, names: list[str]) -> str:
    """The columns of the first units; those without one differ too much to share a panel."""
    units = list(dict.fromkeys(table.unit(n) for n in names if table.unit(n) != "1"))[:PANELS]
    shown = [name for name in names if table.unit(name) in units and _finite(table[name]).size]
    if not shown or len(table) < 2:
        return ""
    words = ", ".join(name.replace("_", " ") for name in shown)
    return html.figure(
        curves.columns(table, shown, "time", log=False),
        "history-figure",
        f"{words} against time.",
        f"{words} against time. thalweg-plot OUT NAME draws the other columns.",
        wide=True,
    )


def _numbers(table: Table, names: list[str]) -> str:
    rows = []
    for name in names:
        known = _finite(table[name])
        ends = (table[name][0], table[name][-1])
        range_ = (known.min(), known.max()) if known.size else (None, None)
        rows.append([name, short(table.unit(name)), *(text.number(v, 5) for v in (*ends, *range_))])
    return html.table(
        ["column", "unit", "first", "last", "least", "largest"], rows, "Of history.csv.", 2
    )


def _finite(values: np.ndarray) -> np.ndarray:
    return values[np.isfinite(values)]
