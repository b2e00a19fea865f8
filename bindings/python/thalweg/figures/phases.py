# SPDX-License-Identifier: Apache-2.0
"""Where the time of a step goes: bars of measured time with the floor inside."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from matplotlib.figure import Figure

from thalweg.figures.style import INK, PALE, SERIES, figure, plain, style
from thalweg.units import prefixed, time_text


def phases(rows: list[Mapping[str, Any]]) -> Figure:
    """One bar per phase: time per step, the floor as its inner part, the ratio beside it.

    Args:
        rows: Entries of report.json "phases".
    """
    names = [plain(str(row["name"]).replace("_", " ")) for row in rows]
    seconds = [row.get("seconds_per_step") or 0.0 for row in rows]
    factor, unit = prefixed("s", max(seconds, default=0.0))
    measured = factor * np.array(seconds)
    floor = factor * np.array([row.get("floor_seconds") or 0.0 for row in rows])
    with style():
        fig = figure(8.8, 1.4 + 0.42 * len(rows))
        axes = fig.subplots()
        place = np.arange(len(rows))
        axes.barh(place, measured, 0.66, color=PALE, edgecolor=SERIES[0], label="measured")
        axes.barh(place, floor, 0.3, color=SERIES[0], label="floor: least possible here")
        for at, row, own, end in zip(place, rows, seconds, np.maximum(measured, floor),
                                     strict=True):  # fmt: skip
            ratio = row.get("ratio_to_floor")
            text = time_text(own, digits=3) + (f", {ratio:.3g} × floor" if ratio else "")
            axes.annotate(text, (end, at), (5, 0), textcoords="offset points",
                          va="center", color=INK, fontsize=9)  # fmt: skip
        axes.set_yticks(place, names)
        axes.invert_yaxis()
        axes.grid(axis="y", visible=False)
        axes.set_xlim(0, 1.45 * max(measured.max(initial=0), floor.max(initial=0), 1e-9))
        axes.set_xlabel(f"time per step [{unit}]")
        axes.legend(loc="lower right", bbox_to_anchor=(1, 1), ncols=2)
    return fig
