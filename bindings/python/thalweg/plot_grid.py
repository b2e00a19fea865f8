# SPDX-License-Identifier: Apache-2.0
"""The command thalweg-plot-grid, which `thalweg grid FILE --plot PICTURE` calls."""

import argparse
from pathlib import Path

from thalweg.commands import run_command, say, writing
from thalweg.figures.grids import grid_figure
from thalweg.figures.style import require_picture, to_picture
from thalweg.grids import read_grid


def main(arguments: list[str] | None = None) -> int:
    """Draw a grid.

    Returns:
        0, or 2 where the file is no grid or the picture has another ending, 4 where it cannot be
        written.
    """
    options = _parser().parse_args(arguments)
    return run_command("thalweg-plot-grid", lambda: _draw(options))


def _draw(options: argparse.Namespace) -> None:
    try:
        require_picture(options.output)
        blocks = read_grid(options.file)
    finally:
        if options.remove:
            options.file.unlink(missing_ok=True)
    with writing(options.output):
        options.output.write_bytes(to_picture(grid_figure(blocks), options.output.suffix.lower()))
    say(f"wrote {options.output}")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="thalweg-plot-grid",
        description="Draw a grid that `thalweg grid --write` wrote, as a picture (PNG, PDF or "
        "SVG): the whole, and its smallest family with what is around it.",
    )
    parser.add_argument("file", metavar="FILE", type=Path, help="the grid (CGNS)")
    parser.add_argument(
        "--output", type=Path, metavar="PICTURE", default=Path("grid.png"), help="default: grid.png"
    )
    parser.add_argument("--remove", action="store_true", help="remove FILE once it is read")
    return parser
