# SPDX-License-Identifier: Apache-2.0
"""How near the phases of a step are to what memory and arithmetic allow."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from matplotlib.figure import Figure

from thalweg.figures.style import INK, PALE, SERIES, figure, plain, style

# Of points: their shape tells phases of one colour apart.
_MARKERS = ("o", "s", "^", "D", "v", "P", "X", "*")


@dataclass(frozen=True)
class Roofs:
    """What one rank can do at most.

    Attributes:
        bytes_per_second: From and to memory.
        flops_per_second: Of the step's transforms on data in cache.
    """

    bytes_per_second: float
    flops_per_second: float

    def at(self, intensity: float) -> float:
        """The highest rate [1/s] at an intensity [operations per byte]."""
        return min(self.flops_per_second, intensity * self.bytes_per_second)


@dataclass(frozen=True)
class Point:
    """A phase.

    Attributes:
        name: As the report has it.
        intensity: Operations per byte that must pass through memory.
        rate: Operations per second, as measured.
        share: The rate over the roof at this intensity.
    """

    name: str
    intensity: float
    rate: float
    share: float


def roofs(report: Mapping[str, Any]) -> Roofs | None:
    """Both roofs of a report; none where one of them was not measured."""
    machine = report.get("machine", {})
    bandwidth, flops = machine.get("triad_bytes_per_second"), machine.get("flops_per_second")
    return Roofs(bandwidth, flops) if bandwidth and flops else None


def points(report: Mapping[str, Any]) -> list[Point]:
    """The phases whose bytes and operations are counted, in the report's order."""
    roof = roofs(report)
    if roof is None:
        return []
    found = []
    for phase in report.get("phases", []):
        flops, moved = phase.get("flops_per_step"), phase.get("bytes_per_step")
        seconds = phase.get("seconds_per_step")
        if flops and moved and seconds:
            intensity, rate = flops / moved, flops / seconds
            found.append(Point(phase["name"], intensity, rate, rate / roof.at(intensity)))
    return found


def roofline(roof: Roofs, phases: Sequence[Point]) -> Figure:
    """Rate against intensity, one point per phase under the two roofs.

    Args:
        roof: What the machine allows.
        phases: At least one.
    """
    ridge = roof.flops_per_second / roof.bytes_per_second
    low = min(ridge, *(p.intensity for p in phases)) / 3
    high = max(ridge, *(p.intensity for p in phases)) * 3
    along = np.geomspace(low, high, 200)
    with style():
        fig = figure(8.8, 4.6)
        axes = fig.subplots()
        top = np.array([roof.at(x) for x in along])
        axes.fill_between(along, top, color=PALE, zorder=0)
        axes.loglog(along, top, color=INK, label="roofs: memory, transforms in cache")
        for n, p in enumerate(phases):
            marker = _MARKERS[n // len(SERIES) % len(_MARKERS)]
            axes.loglog(p.intensity, p.rate, marker, color=SERIES[n % len(SERIES)], ms=8,
                        label=f"{plain(p.name.replace('_', ' '))}: {100 * p.share:.0f} %"
            )  # fmt: skip
        axes.set_xlim(low, high)
        axes.set_ylim(min(*top, *(p.rate for p in phases)) / 2, 2 * roof.flops_per_second)
        axes.set_xlabel("operations per byte")
        axes.set_ylabel("operations per second and rank")
        axes.legend(loc="lower right")
    return fig
