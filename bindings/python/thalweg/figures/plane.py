# SPDX-License-Identifier: Apache-2.0
"""The middle plane of a lattice of points, and the curves in which triangles meet a plane."""

from dataclasses import dataclass

import numpy as np

from thalweg.forms import PointSet

NORMAL = 1  # the plane lies along the vessel, seen along y


@dataclass(frozen=True)
class Plane:
    """Values at the sites of a lattice that lie in a plane across y.

    Attributes:
        values: (z, x); NaN where there is no site.
        extent: Left, right, bottom, top: half a spacing around the outer sites.
        place: Of the plane, along y.
    """

    values: np.ndarray
    extent: tuple[float, float, float, float]
    place: float


def middle_plane(points: PointSet, name: str) -> Plane | None:
    """Values in the middle plane, of vectors their magnitude.

    There is none where the points are no such lattice.

    Args:
        points: Sites of a cubic lattice, not all of which need be there.
        name: Of the values.
    """
    spacing = _spacing(points.places)
    if name not in points.values or spacing is None:
        return None
    corner = points.places.min(axis=0)
    index = np.round((points.places - corner) / spacing).astype(int)
    if np.abs(points.places - corner - index * spacing).max() > 0.1 * spacing:
        return None
    middle = index[:, NORMAL].max() // 2
    here = index[:, NORMAL] == middle
    values = np.full((index[:, 2].max() + 1, index[:, 0].max() + 1), np.nan)
    found = points.values[name][here]
    values[index[here, 2], index[here, 0]] = (
        np.linalg.norm(found, axis=1) if found.ndim == 2 else found
    )
    if min(values.shape) < 2:
        return None
    left, bottom = corner[[0, 2]] - spacing / 2
    rows, columns = values.shape
    extent = (left, left + columns * spacing, bottom, bottom + rows * spacing)
    return Plane(values, extent, corner[NORMAL] + middle * spacing)


def _spacing(places: np.ndarray) -> float | None:
    """The least distance of two places along x; None where all have the same x."""
    along = np.diff(np.unique(places[:, 0])) if len(places) else np.empty(0)
    along = along[along > 1e-6 * np.ptp(places[:, 0])] if len(along) else along
    return float(along.min()) if len(along) else None


def cut_lines(places: np.ndarray, triangles: np.ndarray, place: float) -> np.ndarray:
    """Where triangles meet the plane y = place: ends of lines as x, z; (lines, 2, 2).

    Args:
        places: (n, 3).
        triangles: Corners, (m, 3).
        place: Of the plane, along y.
    """
    above = places[:, NORMAL] > place
    number = above[triangles].sum(axis=1)
    meets = triangles[(number == 1) | (number == 2)]
    # The corner that is alone on its side: both lines that leave it meet the plane.
    alone = np.argmax(above[meets] == (above[meets].sum(axis=1) == 1)[:, None], axis=1)
    rows = np.arange(len(meets))
    tip = places[meets[rows, alone]]
    ends = []
    for turn in (1, 2):
        other = places[meets[rows, (alone + turn) % 3]]
        share = (place - tip[:, NORMAL]) / (other[:, NORMAL] - tip[:, NORMAL])
        ends.append((tip + share[:, None] * (other - tip))[:, [0, 2]])
    return np.stack(ends, axis=1)
