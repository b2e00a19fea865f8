# SPDX-License-Identifier: Apache-2.0
"""B-mode images."""

from matplotlib.figure import Figure

from thalweg.figures.style import figure, plain, style, without_spines
from thalweg.scan_image import ScanImage


def scan(image: ScanImage, dynamic_range: float, title: str) -> Figure:
    """Brightness in grey, the array at the top.

    Args:
        image: What is shown; lines may lie in any direction.
        dynamic_range: From white to black [dB].
        title: Above it.
    """
    across, away = (1e3 * image.places[..., i] for i in (0, 1))
    width, height = across.max() - across.min(), away.max() - away.min()
    shades = image.decibels().clip(-dynamic_range)
    with style():
        fig = figure(6.4, min(12.0, 1.2 + 4.6 * height / max(width, 0.2 * height)))
        axes = fig.add_subplot()
        shown = axes.pcolormesh(across, away, shades, shading="gouraud", cmap="gray",
                                vmin=-dynamic_range, vmax=0, rasterized=True)  # fmt: skip
        axes.set_aspect("equal")
        axes.invert_yaxis()
        axes.set(xlabel="across [mm]", ylabel="depth [mm]", title=plain(title),
                 facecolor="black")  # fmt: skip
        without_spines(axes)
        fig.colorbar(shown, ax=axes, label="dB", shrink=0.8)
    return fig
