#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The picture of cases/hall-waves: frequencies of whistlers and ion-cyclotron waves.

    tools/picture_hall_waves.py OUT docs/pictures/hall-waves.png

OUT is the output folder of cases/hall-waves/dispersion.toml. A frequency is that with which the
energy of the passive scalar comes back; the lines are the theory, (6.12).
"""

import sys

import numpy as np

from scripts import picture_command_line, write_picture
from thalweg import Run
from thalweg.commands import run_command
from thalweg.ensemble import Ensemble
from thalweg.figures.style import SERIES, figure, style, to_png


def angular_frequency(run: Run) -> float:
    """2 pi over the mean time between rises of the scalar's energy through its mean."""
    time, energy = run.history["time"], run.history["scalar_1_energy"]
    above = energy - np.trapezoid(energy, time) / (time[-1] - time[0])
    rises = np.flatnonzero((above[:-1] < 0) & (above[1:] >= 0))
    share = above[rises] / (above[rises] - above[rises + 1])
    times = time[rises] + share * (time[rises + 1] - time[rises])
    return 2 * np.pi * (len(times) - 1) / (times[-1] - times[0])


def picture(ensemble: Ensemble) -> bytes:
    """Frequency over that of an Alfven wave against k d_i, as PNG."""
    first = ensemble.done[0].run
    k = np.array(first.setting("initial.mode"), float)  # the sides are 2 pi
    alfven = abs(k @ np.array(first.setting("turbulence.magnetic_field")))
    half = np.linspace(0, 2.2, 200)
    with style():
        fig = figure(5.6, 4.0)
        axes = fig.subplots()
        for sign, branch, name in ((1, "whistler", "whistlers"),
                                   (-1, "ion-cyclotron", "ion-cyclotron waves")):  # fmt: skip
            colour = SERIES[0 if sign > 0 else 1]
            axes.plot(2 * half, np.hypot(1, half) + sign * half, color=colour, lw=1.6)
            runs = [m.run for m in ensemble.done if m.values["initial.branch"] == branch]
            axes.plot([run.setting("turbulence.ion_inertial_length") * np.linalg.norm(k)
                       for run in runs],
                      [angular_frequency(run) / alfven for run in runs],
                      "o", color=colour, label=name)  # fmt: skip
        axes.set_xlabel("k d_i")
        axes.set_ylabel("frequency over k·B")
        axes.set_ylim(bottom=0)
        axes.legend(loc="upper left")
        return to_png(fig, dpi=110)


def main(arguments: list[str] | None = None) -> int:
    """Draw and write the picture."""
    options = picture_command_line(__doc__).parse_args(arguments)
    return run_command(
        "picture_hall_waves",
        lambda: write_picture(options.picture, picture(Ensemble(options.out))),
    )


if __name__ == "__main__":
    sys.exit(main())
