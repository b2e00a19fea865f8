# SPDX-License-Identifier: Apache-2.0
"""A predicted step against the number of nodes: its parts, and the efficiency."""

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import NullLocator

from thalweg.figures.style import FAINT, INK, PALE, SERIES, figure, plain, style
from thalweg.prediction import Prediction

_COLOURS = (PALE, *SERIES, FAINT)
_HATCHES = ("", "///", "...", "xx")  # of parts beyond the colours


def step_parts(prediction: Prediction) -> Figure:
    """Bars stacked of the parts of a step, with the interval of the whole."""
    with style():
        fig = figure(8.8, 5.0)
        axes = fig.subplots()
        places = range(len(prediction.steps))
        below = [0.0] * len(prediction.steps)
        for n, (name, seconds) in enumerate(prediction.parts().items()):
            values = [1e3 * s for s in seconds]
            hatch = _HATCHES[n // len(_COLOURS) % len(_HATCHES)]
            axes.bar(places, values, 0.7, bottom=below, color=_COLOURS[n % len(_COLOURS)],
                     hatch=hatch, edgecolor=INK, linewidth=0, label=plain(name))  # fmt: skip
            below = [b + v for b, v in zip(below, values, strict=True)]
        reach = [
            (max(0, s["seconds_per_step"] - s["low"]), max(0, s["high"] - s["seconds_per_step"]))
            for s in prediction.steps
        ]
        axes.errorbar(
            places, [1e3 * s["seconds_per_step"] for s in prediction.steps],
            yerr=[[1e3 * v for v in side] for side in zip(*reach, strict=True)],
            color=INK, ls="none", elinewidth=1, capsize=3, label="interval",
        )  # fmt: skip
        axes.set_xticks(list(places), [str(n) for n in prediction.nodes])
        axes.set_xlabel("nodes")
        axes.set_ylabel("time of a step [ms]")
        handles, labels = axes.get_legend_handles_labels()
        axes.legend(handles[::-1], labels[::-1], fontsize=8, loc="upper left",
                    bbox_to_anchor=(1, 1))  # fmt: skip
    return fig


def scaling(prediction: Prediction) -> Figure:
    """Step time against nodes, with perfect scaling beside it, and the efficiency below."""
    with style():
        fig = figure(8.8, 6.0)
        above, below = fig.subplots(2, 1, sharex=True, height_ratios=(3, 2))
        nodes = prediction.nodes
        seconds = [1e3 * s["seconds_per_step"] for s in prediction.steps]
        above.fill_between(
            nodes, [1e3 * s["low"] for s in prediction.steps],
            [1e3 * s["high"] for s in prediction.steps], color=PALE, alpha=0.5, label="interval",
        )  # fmt: skip
        above.plot(nodes, seconds, color=SERIES[0], marker="o", ms=4, label="predicted")
        above.plot(
            nodes, [seconds[0] * nodes[0] / n for n in nodes], color=INK, lw=1, ls=(0, (4, 3)),
            label="perfect",
        )  # fmt: skip
        above.set_yscale("log")
        above.set_ylabel("time of a step [ms]")
        above.legend(fontsize=8)
        efficiency = [100 * s["efficiency"] for s in prediction.steps]
        below.plot(nodes, efficiency, color=SERIES[2], marker="o", ms=4)
        below.set_ylim(0, max(105, *efficiency))
        below.set_ylabel("efficiency [%]")
        _nodes_below(below, nodes)
    return fig


def _nodes_below(axes: Axes, nodes: list[int]) -> None:
    axes.set_xscale("log", base=2)
    axes.set_xticks(nodes, [str(n) for n in nodes])
    axes.xaxis.set_minor_locator(NullLocator())
    axes.set_xlabel("nodes")
    axes.grid(True, which="major", color=FAINT)
