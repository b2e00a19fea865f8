# SPDX-License-Identifier: Apache-2.0
"""The command thalweg-plot: columns of a history as a PNG picture."""

import argparse
from pathlib import Path

from rich.console import Console
from rich.table import Table as RichTable

from thalweg.errors import OutputError
from thalweg.figures.curves import columns
from thalweg.figures.style import to_png
from thalweg.run import Run
from thalweg.tables import Table


def main(arguments: list[str] | None = None) -> int:
    """Draw history columns, or list them where none is named.

    Returns:
        0, or 2 where the folder or a name is wrong, 4 where the picture cannot be written.
    """
    options = _parser().parse_args(arguments)
    errors = Console(stderr=True, highlight=False, soft_wrap=True)
    try:
        run = Run(options.out)
        history = _history(run)
        if not options.names:
            _list_columns(history)
            return 0
        fig = columns(history, options.names, options.against, options.log)
    except OutputError as error:
        errors.print(f"thalweg-plot: {error}", markup=False)
        return 2
    file = options.output or run.path / ("plot-" + "-".join(options.names) + ".png")
    try:
        file.write_bytes(to_png(fig))
    except OSError as error:
        errors.print(f"thalweg-plot: {file}: cannot be written ({error.strerror})", markup=False)
        return 4
    Console(highlight=False, soft_wrap=True).print(f"wrote {file}", markup=False)
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="thalweg-plot",
        description="Draw columns of a run's history.csv as a PNG picture; without names, list "
        "what there is. Columns of one unit share a panel.",
    )
    parser.add_argument("out", metavar="OUT", help="the run's output folder")
    parser.add_argument("names", metavar="NAME", nargs="*", help="a column, e.g. energy")
    parser.add_argument("--output", type=Path, metavar="FILE", help="default: OUT/plot-NAME....png")
    parser.add_argument("--against", default="time", metavar="NAME", help="default: time")
    parser.add_argument("--log", action="store_true", help="logarithmic vertical axis")
    return parser


def _history(run: Run) -> Table:
    if run.history is None:
        raise OutputError(f"{run.path / 'history.csv'}: there is no such file yet")
    return run.history


def _list_columns(history: Table) -> None:
    title = f"{history.path}: {len(history)} rows"
    listing = RichTable("column", "unit", "last value", title=title)
    for name in history.names:
        last = f"{history[name][-1]:.6g}" if len(history) else "–"
        listing.add_row(name, history.unit(name), last)
    Console().print(listing)
