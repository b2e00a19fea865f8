# SPDX-License-Identifier: Apache-2.0
"""Pictures of statistics at points: structure functions and probability densities."""

import numpy as np
from matplotlib.figure import Figure

from thalweg.figures.style import FAINT, INK, SERIES, figure, style
from thalweg.tables import Table
from thalweg.units import label as unit_label


def structure(tables: dict[str, Table], dissipation: float | None) -> Figure:
    """Structure functions of second and third order by axis.

    Args:
        tables: By axis, with columns separation, longitudinal_2, transverse_2, longitudinal_3.
        dissipation: ε; with it S₂ is divided by (ε r)^(2/3) and −S₃ by ε r, so that both are level
            in an inertial range.
    """
    with style():
        fig = figure(8.8, 4.2)
        panels = fig.subplots(1, 2)
        for n, (axis, table) in enumerate(tables.items()):
            r = table["separation"]
            square, cube = ((dissipation or 1) * r) ** (2 / 3), (dissipation or 1) * r
            if dissipation is None:
                square = cube = np.ones_like(r)
            for name, dashes in (("longitudinal", "-"), ("transverse", "--")):
                values = table[f"{name}_2"] / square
                shown = values > 0
                panels[0].loglog(r[shown], values[shown], dashes, marker="o", ms=3,
                                 color=SERIES[n], label=f"{name}, along {axis}")  # fmt: skip
            if "longitudinal_3" in table:
                panels[1].semilogx(r, -table["longitudinal_3"] / cube, marker="o", ms=3,
                                   color=SERIES[n], label=f"along {axis}")  # fmt: skip
        if dissipation is not None:
            panels[1].axhline(0.8, color=FAINT, lw=1.2, ls="--", label="4/5")
        over = ("", "") if dissipation is None else (" ÷ (ε r)^(2/3)", " ÷ ε r")
        panels[0].set_ylabel("S₂" + over[0])
        panels[1].set_ylabel("−S₃, longitudinal" + over[1])
        for axes in panels:
            axes.set_xlabel(unit_label("separation r", table.unit("separation")))
            if axes.get_legend_handles_labels()[0]:
                axes.legend(fontsize="small")
    return fig


def densities(curves: list[tuple[str, np.ndarray, np.ndarray]]) -> Figure:
    """Probability densities in standard deviations beside a Gaussian.

    Args:
        curves: (label, deviation, density).
    """
    with style():
        fig = figure(8.8, 4.4)
        axes = fig.subplots()
        reach = 4.0
        for n, (name, deviation, density) in enumerate(curves):
            shown = density > 0
            axes.semilogy(deviation[shown], density[shown], label=name,
                          color=SERIES[n % len(SERIES)])  # fmt: skip
            reach = max(reach, np.abs(deviation[shown]).max(initial=0))
        at = np.linspace(-reach, reach, 201)
        bottom = axes.get_ylim()[0] if curves else 1e-6
        gauss = np.exp(-(at**2) / 2) / np.sqrt(2 * np.pi)
        axes.semilogy(at, gauss, ls="--", lw=1.2, color=INK, label="Gaussian")
        axes.set(xlabel="(value − mean) ÷ standard deviation [–]", ylabel="probability density [–]")
        axes.set_ylim(bottom=bottom)
        axes.legend()
    return fig
