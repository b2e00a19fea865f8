#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A field cut across and along z: the pictures of stratified and of rotating turbulence.

    tools/picture_two_cuts.py OUT FIELD[:COMPONENT] docs/pictures/NAME.png

OUT is the output folder of a run that has written FIELD; the newest time is drawn. COMPONENT is x,
y or z of a vector. The cuts are through the middle of the box.
"""

import sys
from pathlib import Path

import numpy as np

from scripts import command_line, write_picture
from thalweg import OutputError, Run
from thalweg.commands import run_command
from thalweg.fields import read_field
from thalweg.figures.style import figure, style, to_png


def picture(run: Run, name: str, component: str) -> bytes:
    """Both cuts with one scale, as PNG."""
    path = run.field_path(name, max(run.steps_of_field(name)))
    values = np.asarray(read_field(path, name).values, float)
    if component:
        values = values[..., "xyz".index(component)]
    depth, rows, _ = values.shape
    sides = run.setting("grid.length")
    largest = np.quantile(np.abs(values), 0.999)
    with style():
        fig = figure(9.0, 0.5 + 4.4 * max(sides[1], sides[2]) / sides[0])
        for axes, cut, height, across in zip(
            fig.subplots(1, 2), (values[depth // 2], values[:, rows // 2]),
            sides[1:], "yz", strict=True,
        ):  # fmt: skip
            axes.imshow(cut, origin="lower", cmap="RdBu_r", vmin=-largest, vmax=largest,
                        extent=(0, sides[0], 0, height), interpolation="bicubic")  # fmt: skip
            axes.set_xlabel("x")
            axes.set_ylabel(across)
            axes.grid(visible=False)
        return to_png(fig, dpi=110)


def main(arguments: list[str] | None = None) -> int:
    """Draw and write the picture."""
    parser = command_line(__doc__)
    parser.add_argument("out", metavar="OUT")
    parser.add_argument("field", metavar="FIELD")
    parser.add_argument("picture", metavar="PNG", type=Path)
    options = parser.parse_args(arguments)

    def draw_run() -> None:
        run = Run(options.out)
        name, _, component = options.field.partition(":")
        if not run.steps_of_field(name):
            raise OutputError(f"{run.path}: no field {name} has been written")
        write_picture(options.picture, picture(run, name, component))

    return run_command("picture_two_cuts", draw_run)


if __name__ == "__main__":
    sys.exit(main())
