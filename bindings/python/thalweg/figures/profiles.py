# SPDX-License-Identifier: Apache-2.0
"""Fields of one dimension as curves."""

from collections.abc import Sequence

from matplotlib.figure import Figure

from thalweg.figures.cuts import Cut
from thalweg.figures.style import INK, SERIES, figure, plain, style
from thalweg.units import prefixed


def curves(cuts: Sequence[tuple[str, Cut]], quantity: str) -> Figure:
    """Fields of one dimension as curves, the last drawn strongest."""
    factor, unit = prefixed(cuts[0][1].unit, max(c.largest for _, c in cuts))
    with style():
        fig = figure(8.8, 4.0)
        axes = fig.subplots()
        for n, (label, one) in enumerate(cuts):
            last = n == len(cuts) - 1
            look = {"color": SERIES[0], "lw": 2} if last else {"color": INK, "lw": 1}
            strength = 1.0 if last else 0.25 + 0.5 * n / len(cuts)
            axes.plot(
                one.places, factor * one.values[0], label=plain(label), alpha=strength, **look
            )
        axes.set_xlabel("x [mm]")
        axes.set_ylabel(plain(f"{quantity} [{unit}]"))
        if len(cuts) > 1:
            axes.legend()
    return fig


def profiles(cuts: Sequence[tuple[str, Cut]]) -> Figure:
    """Different quantities below each other."""
    with style():
        fig = figure(8.8, 2.2 * len(cuts))
        panels = fig.subplots(len(cuts), 1, sharex=True, squeeze=False).ravel()
        for axes, (quantity, one) in zip(panels, cuts, strict=True):
            axes.plot(one.places, one.values[0])
            axes.set_ylabel(f"{quantity}\n[{prefixed(one.unit, 1)[1]}]")
        panels[-1].set_xlabel("x [mm]")
    return fig
