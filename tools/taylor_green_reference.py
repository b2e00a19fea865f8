#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Make a reference curve for the report from a well-resolved Taylor-Green run of our own.

    tools/taylor_green_reference.py OUT bindings/python/thalweg/data/NAME.csv [--every 0.05]

writes time, energy, dissipation (2 nu enstrophy) and enstrophy at equal times, by cubic
interpolation of OUT/history.csv, as a table like those that runs write. The report draws it as
what it is, our own run, where no published numbers are at hand.
"""

import sys
from pathlib import Path

import numpy as np

from scripts import command_line
from thalweg import OutputError, Run, Table
from thalweg.commands import run_command, writing

COLUMNS = ("energy", "dissipation", "enstrophy")


def at_times(history: Table, name: str, times: np.ndarray) -> np.ndarray:
    """A column at given times: cubic Hermite interpolation, slopes by differences."""
    t, values = history["time"], history[name]
    slopes = np.gradient(values, t, edge_order=2)
    i = np.clip(np.searchsorted(t, times, side="right") - 1, 0, len(t) - 2)
    h = t[i + 1] - t[i]
    s = (times - t[i]) / h
    left = (1 + 2 * s) * values[i] + s * h * slopes[i]
    right = (3 - 2 * s) * values[i + 1] + (s - 1) * h * slopes[i + 1]
    return (1 - s) ** 2 * left + s**2 * right


def table_text(history: Table, every: float) -> str:
    """The CSV text."""
    count = int(np.floor(history["time"][-1] / every + 1e-9))
    times = every * np.arange(count + 1)
    columns = [times, *(at_times(history, name, times) for name in COLUMNS)]
    units = [history.unit(name) for name in ("time", *COLUMNS)]
    lines = [",".join(("time", *COLUMNS)), ",".join(units)]
    lines += [",".join(f"{value:.9g}" for value in row) for row in zip(*columns, strict=True)]
    return "\n".join(lines) + "\n"


def main(arguments: list[str] | None = None) -> int:
    """Write the table."""
    parser = command_line(__doc__)
    parser.add_argument("out", metavar="OUT")
    parser.add_argument("file", metavar="CSV", type=Path)
    parser.add_argument("--every", type=float, default=0.05)
    options = parser.parse_args(arguments)

    def write_table() -> None:
        run = Run(options.out)
        if run.history is None or len(run.history) < 3:
            raise OutputError(f"{run.path / 'history.csv'}: at least 3 rows are needed")
        with writing(options.file):
            options.file.write_text(table_text(run.history, options.every), encoding="utf-8")
        print(f"wrote {options.file}")

    return run_command("taylor_green_reference", write_table)


if __name__ == "__main__":
    sys.exit(main())
