# SPDX-License-Identifier: Apache-2.0
"""The section of a turbulence run on statistics at points: structure functions and densities."""

from collections.abc import Callable

import numpy as np

from thalweg.figures import statistics as figures
from thalweg.report import html, text
from thalweg.report.known import known_history
from thalweg.run import Run

AXES = ("x", "y", "z")


def sections(run: Run) -> list[tuple[str, str, Callable[[], str]]]:
    """The section, where the run has written such tables."""
    if not (run.path / "statistics").is_dir():
        return []
    return [("statistics", "Statistics at points", lambda: body(run))]


def body(run: Run) -> str:
    """Pictures of the last tables, and the moments of gradients."""
    return _structure(run) + _densities(run) + _moments(run)


def _structure(run: Run) -> str:
    tables = {a: run.table(f"structure_{a}") for a in AXES if run.steps_of_table(f"structure_{a}")}
    tables = {axis: table for axis, table in tables.items() if "longitudinal_2" in table}
    if not tables:
        return ""
    dissipation = _dissipation(run)
    level = (
        "" if dissipation is None else f" They are compensated with ε = {dissipation:.4g}, the "
        "dissipation of the last row: level in an inertial range, where −S₃ ÷ (ε r) is 4/5."
    )  # fmt: skip
    return html.figure(
        figures.structure(tables, dissipation),
        "structure-figure",
        "Structure functions of second and third order against separation.",
        "Structure functions of the velocity along the axes at the last time: means of powers of "
        f"the difference between points a distance r apart.{level}",
        wide=True,
    )


def _dissipation(run: Run) -> float | None:
    history = known_history(run)
    if history is None or not len(history):
        return None
    name = "dissipation_kinetic" if "dissipation_kinetic" in history else "dissipation"
    last = float(history[name][-1])
    return last if last > 0 else None


def _densities(run: Run) -> str:
    curves = []
    for name, kinds in (("velocity", None), ("gradient", ("longitudinal", "transverse"))):
        if not run.steps_of_table(f"density_{name}"):
            continue
        table = run.table(f"density_{name}")
        columns = table.names[1:]
        if kinds is None:
            groups = {name: columns}
        else:
            groups = {
                f"{kinds[0]} {name}": [c for c in columns if c[0] == c[1]],
                f"{kinds[1]} {name}": [c for c in columns if c[0] != c[1]],
            }
        for label, members in groups.items():
            density = np.mean([table[column] for column in members], axis=0)
            curves.append((label, table["deviation"], density))
    if not curves:
        return ""
    return html.figure(
        figures.densities(curves),
        "densities-figure",
        "Probability densities of velocity and gradients beside a Gaussian.",
        "Probability densities at the last time, each component by its own mean and standard "
        "deviation, and the mean over components. Dashed: a Gaussian.",
        wide=True,
    )


def _moments(run: Run) -> str:
    if not run.steps_of_table("moments"):
        return ""
    moments = run.table("moments")
    names = [n.removesuffix("_flatness") for n in moments.names if n.endswith("_flatness")]
    rows = [
        [name, *(text.number(float(moments[f"{name}_{what}"][-1]), 4)
                 for what in ("mean", "variance", "skewness", "flatness"))]
        for name in names
    ]  # fmt: skip
    caption = "Moments at the last time. Of a Gaussian: skewness 0, flatness 3."
    table = html.table(["quantity", "mean", "variance", "skewness", "flatness"], rows, caption)
    return html.details("Moments", table)
