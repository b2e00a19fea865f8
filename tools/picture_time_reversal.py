#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What time reversal brings back: the original, the reconstruction, their difference.

    tools/picture_time_reversal.py FORWARD RECONSTRUCTION docs/pictures/time-reversal.png

The two are output folders of cases/time-reversal. The original is compared as far as the grid of
the reconstruction carries it, inside the square of sensors; the relative error is that of the root
mean squares.
"""

import sys
from pathlib import Path

import numpy as np

from scripts import command_line, write_picture
from thalweg import Run
from thalweg.commands import run_command
from thalweg.figures.style import figure, style, to_png, without_spines

MARGIN = 2  # cells between the sensors and what is compared


def resampled(values: np.ndarray, n: int) -> np.ndarray:
    """A periodic field (rows, columns) on n x n points over the same square, by its modes."""
    modes = np.fft.fftshift(np.fft.fft2(values))
    low = values.shape[0] // 2 - n // 2
    kept = np.fft.ifftshift(modes[low : low + n, low : low + n])
    return np.fft.ifft2(kept).real * (n / values.shape[0]) ** 2


def fields(forward: Run, back: Run) -> tuple[np.ndarray, np.ndarray, float]:
    """Original and reconstruction inside the sensors, and half the width of that square [mm]."""
    start, end = forward.field("pressure", 0), back.field("pressure-final")
    found = end.values.squeeze()
    original = resampled(start.values.squeeze(), len(found))
    sensors = forward.traces.sensors.values()
    reach = max(np.abs(sensor.coordinates).max() for sensor in sensors)
    reach -= MARGIN * end.spacing[2]
    x = end.origin[2] + end.spacing[2] * np.arange(len(found))
    inside = np.abs(x) <= reach
    return original[inside][:, inside], found[inside][:, inside], 1e3 * reach


def agreement(original: np.ndarray, found: np.ndarray) -> tuple[float, float]:
    """Relative error and correlation."""
    error = np.linalg.norm(found - original) / np.linalg.norm(original)
    return float(error), float(np.corrcoef(original.ravel(), found.ravel())[0, 1])


def picture(original: np.ndarray, found: np.ndarray, half: float) -> bytes:
    """The three panels as PNG."""
    largest = np.abs(original).max()
    apart = np.abs(found - original).max()
    with style():
        fig = figure(10.0, 3.0)
        for axes, values, title, end in zip(
            fig.subplots(1, 3), (original, found, found - original),
            ("original", "reconstruction", "difference"), (largest, largest, apart), strict=True,
        ):  # fmt: skip
            without_spines(axes)
            image = axes.imshow(values, origin="lower", extent=(-half, half, -half, half),
                                cmap="RdBu_r", vmin=-end, vmax=end)  # fmt: skip
            axes.set_title(title, fontsize=10)
            axes.set_xlabel("x [mm]")
            axes.set_ylabel("y [mm]")
            bar = fig.colorbar(image, ax=axes, pad=0.02, shrink=0.8, aspect=25)
            bar.set_label("Pa")
            bar.outline.set_visible(False)
        return to_png(fig, dpi=110)


def main(arguments: list[str] | None = None) -> int:
    """Compare, draw and write the picture."""
    parser = command_line(__doc__)
    parser.add_argument("forward", metavar="FORWARD")
    parser.add_argument("back", metavar="RECONSTRUCTION")
    parser.add_argument("picture", metavar="PNG", type=Path)
    options = parser.parse_args(arguments)

    def draw_runs() -> None:
        original, found, half = fields(Run(options.forward), Run(options.back))
        error, correlation = agreement(original, found)
        print(f"relative error {100 * error:.2f} %, correlation {correlation:.5f}")
        write_picture(options.picture, picture(original, found, half))

    return run_command("picture_time_reversal", draw_runs)


if __name__ == "__main__":
    sys.exit(main())
