# SPDX-License-Identifier: Apache-2.0
"""Curves of a flow: residuals, cycles, forces."""

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from thalweg.figures.style import figure, plain, style
from thalweg.tables import Table
from thalweg.units import label as unit_label
from thalweg.units import short

_DASHES = ("-", "--", "-.", ":")


def residuals(history: Table, steady: bool) -> Figure:
    """Both residuals on a logarithmic scale; below, in time, the cycles of each step.

    Args:
        history: With columns residual_continuity, residual_momentum and cycles.
        steady: Whether a step is a cycle.
    """
    with style():
        fig = figure(8.8, 4.2 if steady else 5.2)
        panels = fig.subplots(
            1 if steady else 2, 1, sharex=True, squeeze=False,
            height_ratios=(1,) if steady else (3, 1),
        )[:, 0]  # fmt: skip
        along = history["step"] if steady else history["time"]
        for n, name in enumerate(("continuity", "momentum")):
            column = f"residual_{name}"
            shown = history[column] > 0
            panels[0].semilogy(
                along[shown], history[column][shown], _DASHES[n],
                label=f"{name} [{short(history.unit(column))}]",
            )  # fmt: skip
        panels[0].set_ylabel("residual")
        panels[0].legend()
        if not steady:
            panels[1].step(along[1:], history["cycles"][1:], where="pre", lw=1)
            panels[1].set_ylabel("cycles")
            panels[1].set_ylim(bottom=0)
            panels[1].yaxis.set_major_locator(MaxNLocator(integer=True, nbins=4))
        _label_along(panels[-1], history, steady)
    return fig


def forces(history: Table, groups: Sequence[Sequence[str]], steady: bool) -> Figure:
    """Columns in panels, one per group of them, all columns of a group of one unit.

    Args:
        history: The rows of a run.
        groups: Names of columns.
        steady: Whether a step is a cycle.
    """
    with style():
        fig = figure(8.8, 1.0 + 2.6 * len(groups))
        panels = fig.subplots(len(groups), 1, sharex=True, squeeze=False)[:, 0]
        along = history["step"] if steady else history["time"]
        for axes, names in zip(panels, groups, strict=True):
            for n, name in enumerate(names):
                axes.plot(along, history[name], _DASHES[n % len(_DASHES)], label=plain(name))
            axes.set_ylim(*settled_range(np.array([history[name] for name in names])))
            unit = history.unit(names[0])
            axes.set_ylabel("coefficient" if unit == "1" else unit_label("force", unit))
            axes.legend()
        _label_along(panels[-1], history, steady)
    return fig


def settled_range(curves: np.ndarray) -> tuple[float, float]:
    """Of values with a margin, without the first tenth of the rows.

    A flow that begins at once has forces there that would hide all others.

    Args:
        curves: (curves, rows).

    Examples:
        >>> settled_range(np.array([[1e6, *[2.0] * 5, *[3.0] * 5]]))
        (1.95, 3.05)
    """
    late = curves[:, -(-curves.shape[1] // 10) :]
    late = late[np.isfinite(late)]
    if not late.size:
        return -1.0, 1.0
    low, high = float(late.min()), float(late.max())
    margin = 0.05 * (high - low) or 0.05 * abs(high) or 1.0
    return low - margin, high + margin


def _label_along(axes: Axes, history: Table, steady: bool) -> None:
    axes.set_xlabel("cycle" if steady else unit_label("time", history.unit("time")))
    along = history["step"] if steady else history["time"]
    axes.set_xlim(along[0], along[-1])
