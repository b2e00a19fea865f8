# SPDX-License-Identifier: Apache-2.0
"""Sections of a run of the Gross-Pitaevskii equation: energies, vortex lines, spectra, fields."""

from collections.abc import Callable

import numpy as np

from thalweg.figures import curves
from thalweg.report import fields, html, text
from thalweg.report.checks import check, check_table
from thalweg.run import Run
from thalweg.tables import Table

PARTS = ("energy_incompressible", "energy_compressible", "energy_quantum", "energy_internal")


def is_superfluid(run: Run) -> bool:
    """Whether the state of a turbulence run is a wave function."""
    return run.setting("turbulence.equations") == "gross-pitaevskii"


def sections(run: Run) -> list[tuple[str, str, Callable[[], str]]]:
    """(anchor, heading, what makes the body) in the order of the page."""
    return [
        ("curves", "Energies and vortex lines", lambda: energies(run)),
        ("spectrum", "Energy spectrum", lambda: spectrum(run)),
        ("fields", "Fields", lambda: fields.pictures(run)),
        ("checks", "Checks", lambda: checks(run)),
    ]


def energies(run: Run) -> str:
    """Curves of the parts of the energy and of the length of lines."""
    history = run.history
    if history is None or not len(history):
        return html.note("There is no history.csv with rows yet, hence no curves.")
    length = history["vortex_length"]
    tiles = [
        ("energy", text.number(history["energy"][-1], 5), "per volume"),
        ("length of vortex lines", text.number(length[-1], 4), f"at first {length[0]:.4g}"),
    ]
    return html.tiles(tiles) + html.figures([
        html.figure(
            curves.columns(history, list(PARTS), "time", log=False),
            "energies",
            f"Parts of the energy against time, which is {history['energy'][-1]:.4g} in all.",
            "Parts of the energy per volume: of motion across and along its waves, of gradients of "
            "the density, and of the density itself.",
        ),
        html.figure(
            curves.columns(history, ["vortex_length"], "time", log=False),
            "vortex-length",
            f"Length of vortex lines against time, from {length[0]:.4g} to {length[-1]:.4g}.",
            "Length of all vortex lines in the box.",
        ),
    ])  # fmt: skip


def spectrum(run: Run) -> str:
    """The incompressible energy by wave number at the last time."""
    steps = run.steps_of_table("spectrum")
    if not steps:
        return html.note("No spectrum was written yet: output.spectra in the case says when.")
    chosen = sorted({steps[0], steps[len(steps) // 2], steps[-1]})
    tables = [(f"step {step}", run.table("spectrum", step)) for step in chosen]
    return html.figure(
        curves.spectrum(tables, "incompressible"),
        "spectrum-figure",
        f"Incompressible energy against wave number at steps {', '.join(map(str, chosen))}.",
        "Shell spectrum of the incompressible energy of √ρ v. Dashed: the slope −5/3.",
        wide=True,
    )


def checks(run: Run) -> str:
    """What the equations keep."""
    history = run.history
    if history is None or not len(history):
        return html.note("There is no history.csv with rows yet, hence nothing to check.")
    rows = [
        check("mass", "largest change ÷ first value: error of the time steps",
              _change(history, "mass"), 1e-4),
        check("energy", "largest change ÷ first value: error of the time steps",
              _change(history, "energy"), 1e-2),
        check("Courant number", "of sound, largest", float(np.nanmax(history["cfl"])), None),
    ]  # fmt: skip
    return check_table(rows, "Over all rows of history.csv.")


def _change(history: Table, name: str) -> float | None:
    values = history[name]
    if not np.isfinite(values).all() or values[0] == 0:
        return None
    return float(np.max(np.abs(values - values[0])) / abs(values[0]))
