#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The picture in the README: vorticity of a Taylor-Green run, its dissipation beside it.

    tools/picture_taylor_green.py OUT docs/pictures/taylor-green.png [--step N]

OUT is the output folder of a Taylor-Green run with vorticity fields; without --step the field next
to the largest dissipation is drawn.
"""

import sys

import numpy as np

from scripts import picture_command_line, write_picture
from thalweg import OutputError, Run
from thalweg.commands import run_command
from thalweg.figures.style import INK, SERIES, figure, style, to_png
from thalweg.figures.vorticity import Plane, quarter_plane
from thalweg.taylor_green import known_reference


def strongest(run: Run) -> int | None:
    """The stored step next to the largest dissipation; None where no field is stored."""
    peak = run.history["step"][int(np.nanargmax(run.history["dissipation"]))]
    return min(run.steps_of_field("vorticity"), key=lambda s: abs(s - peak), default=None)


def draw_curve(axes, run: Run, time: float) -> None:
    """Dissipation against time, the published curve, and the time of the picture."""
    history, reference = run.history, known_reference(run)
    if reference is not None and reference.published:
        axes.plot(reference.time, 1e3 * reference.dissipation, color=INK, lw=1.6, ls=(0, (1, 1.4)),
                  label=reference.label, zorder=3)  # fmt: skip
    points = "³" if len(set(run.setting("grid.points"))) == 1 else ""
    label = f"Thalweg, {run.setting('grid.points')[0]}{points}"
    axes.plot(history["time"], 1e3 * history["dissipation"], color=SERIES[0], lw=2.2, label=label)
    axes.axvline(time, color=SERIES[1], lw=1, ls="--")
    axes.annotate(" picture", (time, 0.2), color=SERIES[1], fontsize=9)
    axes.set_xlabel("time")
    axes.set_ylabel("dissipation × 1000")
    axes.set_xlim(0, history["time"][-1])
    axes.set_ylim(bottom=0)
    axes.legend(loc="upper left")


def picture(run: Run, plane: Plane) -> bytes:
    """The whole picture as PNG."""
    reynolds = 1 / run.setting("turbulence.viscosity")
    with style():
        fig = figure(9.6, 4.2)
        left, right = fig.subplots(1, 2, width_ratios=(1, 1.15))
        # The ends of the scale would be spent on a few points.
        brightest = np.quantile(plane.values, 0.998)
        left.imshow(plane.values, origin="lower", vmin=0, vmax=brightest, interpolation="bicubic")
        left.set_axis_off()
        left.set_title(f"|vorticity|, Re = {reynolds:.0f}, plane z = L/4, t = {plane.time:.3g}",
                       fontsize=10)  # fmt: skip
        draw_curve(right, run, plane.time)
        return to_png(fig, dpi=110)


def main(arguments: list[str] | None = None) -> int:
    """Draw and write the picture."""
    options = picture_command_line(__doc__).parse_args(arguments)

    def draw_run() -> None:
        run = Run(options.out)
        if run.history is None:
            raise OutputError(f"{run.path / 'history.csv'}: there is no such file yet")
        step = strongest(run) if options.step is None else options.step
        plane = quarter_plane(run.field_path("vorticity", step), "vorticity")
        write_picture(options.picture, picture(run, plane))

    return run_command("picture_taylor_green", draw_run)


if __name__ == "__main__":
    sys.exit(main())
