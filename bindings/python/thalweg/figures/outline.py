# SPDX-License-Identifier: Apache-2.0
"""The outline of a vessel, and what tells directions and lengths in a parallel view."""

import math
from itertools import product

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection

from thalweg.figures.style import INK
from thalweg.figures.view import axes_of_view, project
from thalweg.vessel import Vessel

_RING = 97  # points of a circle


def window(corners: np.ndarray) -> tuple[float, float, float, float]:
    """Left, right, bottom and top of a box in the view, with a narrow margin.

    Args:
        corners: The lowest and the highest x, y, z, (2, 3).
    """
    seen = _seen(corners)
    (left, bottom), (right, top) = seen[:, :2].min(axis=0), seen[:, :2].max(axis=0)
    margin = 0.01 * (right - left)
    return left - margin, right + margin, bottom - margin, top + margin


def depths(corners: np.ndarray) -> tuple[float, float]:
    """The farthest and the nearest place of a box, towards the viewer."""
    towards = _seen(corners)[:, 2]
    return towards.min(), towards.max()


def _seen(corners: np.ndarray) -> np.ndarray:
    """All eight corners in the view, (8, 3)."""
    return project(np.array(list(product(*corners.T))))


def draw_outline(axes: Axes, vessel: Vessel | None, corners: np.ndarray) -> None:
    """Draw a tube or the edges of a box; where there is no vessel, of the box with corners."""
    if vessel is not None and vessel.shape == "tube":
        lines = _tube(*vessel.size[:2])
    else:
        lines = _box(corners if vessel is None else np.outer([-0.5, 0.5], vessel.size))
    axes.add_collection(
        LineCollection([project(line)[:, :2] for line in lines], colors="0.65", linewidths=0.8,
                       zorder=1)
    )  # fmt: skip


def _box(corners: np.ndarray) -> list[np.ndarray]:
    """The twelve edges, (2, 3) each."""
    ends = np.array(list(product((0, 1), repeat=3)))
    pairs = [(a, b) for a in ends for b in ends if (b - a).sum() == 1 and (b >= a).all()]
    return [np.where(np.stack(pair) == 0, corners[0], corners[1]) for pair in pairs]


def _tube(length: float, diameter: float) -> list[np.ndarray]:
    """Both ends, and the two lines at which the wall turns away from the viewer."""
    angle = np.linspace(0, 2 * np.pi, _RING)
    circle = diameter / 2 * np.stack([0 * angle, np.cos(angle), np.sin(angle)], axis=1)
    ends = np.array([[-length / 2, 0, 0], [length / 2, 0, 0]])
    _, y, z = axes_of_view()[2]
    side = diameter / 2 * np.array([0, -z, y]) / math.hypot(y, z)
    return [*(circle + end for end in ends), ends + side, ends - side]


def draw_scale(axes: Axes, place: tuple[float, float], width: float, factor: float,
               unit: str) -> None:  # fmt: skip
    """A bar of a round length, up to a fifth of the view's width.

    Args:
        axes: Those of the view.
        place: Of its left end.
        width: Of the view, in the case's unit.
        factor: From the case's unit to `unit`.
        unit: What the length is said in.
    """
    most = factor * width / 5
    power = 10.0 ** math.floor(math.log10(most))
    length = max(n * power for n in (1, 2, 5) if n * power <= most)
    left, up = place
    axes.plot([left, left + length / factor], [up, up], color=INK, lw=3, solid_capstyle="butt")
    axes.annotate(f"{length:g} {unit}", (left + length / factor, up), xytext=(6, 0),
                  textcoords="offset points", va="center", fontsize=9)  # fmt: skip


def draw_directions(axes: Axes, place: tuple[float, float], length: float) -> None:
    """Arrows along x, y and z."""
    for name, way in zip("xyz", length * axes_of_view()[:2].T, strict=True):
        look = {"arrowstyle": "-|>,head_width=0.15,head_length=0.3", "color": INK, "lw": 1,
                "shrinkA": 0, "shrinkB": 0}  # fmt: skip
        end = (place[0] + way[0], place[1] + way[1])
        axes.annotate("", end, xytext=place, arrowprops=look)
        axes.annotate(name, (place[0] + 1.35 * way[0], place[1] + 1.35 * way[1]), ha="center",
                      va="center", fontsize=9)  # fmt: skip
