#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The picture of a focused bowl: a wave on its way into tissue, and how strong it gets where.

    tools/picture_focused_bowl.py OUT docs/pictures/focused-bowl.png [--step N]

OUT is the output folder of cases/focused-bowl, or of another sound run in two or three dimensions
with fields of the pressure and its maximum; without --step the first stored wave is drawn.
"""

import sys

from matplotlib.axes import Axes

from scripts import picture_command_line, write_picture
from thalweg import OutputError, Run
from thalweg.commands import run_command
from thalweg.figures.cuts import Cut, cut
from thalweg.figures.maps import interfaces
from thalweg.figures.style import INK, figure, style, to_png, without_spines
from thalweg.units import prefixed, time_text

SILENCE = 1e-3  # of the largest pressure: what is below is no wave yet


def draw(axes: Axes, one: Cut, title: str, colours: str, ends: tuple[float, float]):
    """One plane with its title and axes in mm; returns the image."""
    without_spines(axes)
    axes.set_title(title, fontsize=10)
    axes.set_xlabel(f"{one.across} [mm]")
    axes.set_ylabel(f"{one.up} [mm]")
    factor = prefixed(one.unit, one.largest)[0]
    return axes.imshow(factor * one.values, origin="lower", extent=one.extent, cmap=colours,
                       vmin=ends[0], vmax=ends[1], interpolation="bicubic")  # fmt: skip


def first_wave(run: Run) -> int:
    """The first stored step whose field is no silence."""
    steps = run.steps_of_field("pressure")
    if not steps:
        raise OutputError(f'{run.path / "fields"}: no "pressure". There is nothing to draw.')
    largest = {s: cut(run.field_path("pressure", s), "pressure").largest for s in steps}
    limit = SILENCE * max(largest.values())
    return next((s for s in steps if largest[s] > limit), steps[-1])


def picture(run: Run, step: int) -> bytes:
    """The whole picture as PNG."""
    wave = cut(run.field_path("pressure", step), "pressure")
    peak = cut(run.field_path("pressure-max"), "pressure-max")
    speed = None
    if run.steps_of_field("sound-speed"):
        speed = cut(run.field_path("sound-speed"), "sound-speed")
    with style():
        fig = figure(9.6, 3.7)
        left, right = fig.subplots(1, 2)
        for axes, one, title, colours, low, ink in (
            (left, wave, f"pressure at {time_text(wave.time)}", "RdBu_r", -1, INK),
            (right, peak, "largest pressure", "inferno", 0, "white"),
        ):
            factor, unit = prefixed(one.unit, one.largest)
            # The ends of the scale would be spent on a few points of the wave.
            end = factor * (one.largest if low == 0 else 0.8 * one.largest)
            image = draw(axes, one, title, colours, (low * end, end))
            interfaces(axes, speed, ink)
            bar = fig.colorbar(image, ax=axes, pad=0.02, shrink=0.9, aspect=25)
            bar.set_label(unit)
            bar.outline.set_visible(False)
        right.contour(peak.values, [peak.largest / 2], extent=peak.extent, origin="lower",
                      colors="white", linewidths=0.8, linestyles="--")  # fmt: skip
        right.set_title("largest pressure; dashed: half of it (−6 dB)", fontsize=10)
        return to_png(fig, dpi=110)


def main(arguments: list[str] | None = None) -> int:
    """Draw and write the picture."""
    options = picture_command_line(__doc__).parse_args(arguments)

    def draw_run() -> None:
        run = Run(options.out)
        step = first_wave(run) if options.step is None else options.step
        write_picture(options.picture, picture(run, step))

    return run_command("picture_focused_bowl", draw_run)


if __name__ == "__main__":
    sys.exit(main())
