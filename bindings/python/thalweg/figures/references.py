# SPDX-License-Identifier: Apache-2.0
"""A curve of a run over the one that it is held to."""

import numpy as np
from matplotlib.figure import Figure

from thalweg.figures.style import INK, SERIES, figure, plain, style
from thalweg.tables import Table
from thalweg.units import prefixed

_AXES = {"s": "time", "time": "time", "1/length": "wave number", "1/m": "wave number"}


def against_reference(curve: Table, name: str) -> Figure:
    """The columns value and reference of a table against place."""
    along, along_unit = prefixed(curve.unit("place"), _largest(curve["place"]))
    factor, unit = prefixed(curve.unit("value"), _largest(curve["reference"]))
    with style():
        fig = figure()
        axes = fig.subplots()
        axes.plot(
            along * curve["place"], factor * curve["value"], color=SERIES[0], label="this run"
        )
        axes.plot(along * curve["place"], factor * curve["reference"], color=INK, linewidth=1.4,
                  linestyle=(0, (1, 1.4)), label="reference")  # fmt: skip
        axes.set_xlabel(f"{_axis_of(curve.unit('place'))} [{along_unit}]")
        axes.set_ylabel(plain(f"{name} [{unit}]"))
        axes.legend()
    return fig


def _largest(values: np.ndarray) -> float:
    finite = values[np.isfinite(values)]
    return float(np.max(np.abs(finite), initial=0.0))


def _axis_of(unit: str) -> str:
    return _AXES.get(unit, "place")
