# SPDX-License-Identifier: Apache-2.0
"""A parallel view of triangles in space: where they fall on the picture, and which are seen."""

from dataclasses import dataclass

import numpy as np

# From the side, a little from above and from downstream: x runs to the right, z upwards.
AZIMUTH, ELEVATION = np.radians(-68.0), np.radians(20.0)
MANY = 200_000  # triangles: fewer are drawn in a second, and are larger than a pixel
_LIGHT = np.array([-0.35, 0.55, 0.76])  # to the light: from above on the left, behind the viewer


def axes_of_view() -> np.ndarray:
    """Unit vectors to the right, upwards and towards the viewer, as rows (3, 3)."""
    a, e = AZIMUTH, ELEVATION
    towards = np.array([np.cos(e) * np.cos(a), np.cos(e) * np.sin(a), np.sin(e)])
    right = np.array([-np.sin(a), np.cos(a), 0.0])
    return np.stack([right, np.cross(towards, right), towards])


def project(places: np.ndarray) -> np.ndarray:
    """Places (n, 3) as the view has them: to the right, upwards, towards the viewer; (n, 3)."""
    return places @ axes_of_view().T


@dataclass(frozen=True)
class Seen:
    """The triangles that a viewer sees, the farthest first.

    Attributes:
        places: Of all corners in the view, (n, 3): right, up, towards the viewer.
        triangles: Those that are seen, (m, 3).
        light: Light on each corner, (n,): 0 dark, 1 full.
    """

    places: np.ndarray
    triangles: np.ndarray
    light: np.ndarray


def see(places: np.ndarray, triangles: np.ndarray, body: np.ndarray) -> Seen:
    """Leave out what is turned away, and of many triangles most of what is hidden.

    Args:
        places: (n, 3).
        triangles: Corners, (m, 3), of closed surfaces.
        body: Which closed surface a place belongs to, (n,).
    """
    places = project(places)
    normals = _outward(places, triangles, body)
    front = normals[:, 2] > 0
    light = _light(places, triangles, normals)
    triangles = triangles[front]
    if len(triangles) > MANY:
        triangles = triangles[~_hidden(places, triangles)]
    order = np.argsort(places[triangles, 2].sum(axis=1))
    return Seen(places, triangles[order], light)


def _outward(places: np.ndarray, triangles: np.ndarray, body: np.ndarray) -> np.ndarray:
    """Normals as long as twice the area, (m, 3), outward whichever way the corners turn."""
    a, b, c = (places[triangles[:, n]] for n in range(3))
    normals = np.cross(b - a, c - a)
    _, of = np.unique(body[triangles[:, 0]], return_inverse=True)
    middle = np.stack([np.bincount(of, a[:, d]) for d in range(3)], axis=1)
    middle /= np.bincount(of)[:, None]
    volume = np.bincount(of, np.einsum("ij,ij->i", normals, a - middle[of]))
    return normals * np.where(volume < 0, -1.0, 1.0)[of][:, None]


def _light(places: np.ndarray, triangles: np.ndarray, normals: np.ndarray) -> np.ndarray:
    """Light on each corner by the mean normal of its triangles (Gouraud's shading)."""
    total = np.zeros_like(places)
    for corner in range(3):
        for d in range(3):
            total[:, d] += np.bincount(triangles[:, corner], normals[:, d], len(places))
    length = np.linalg.norm(total, axis=1)
    towards = total @ (_LIGHT / np.linalg.norm(_LIGHT)) / np.where(length > 0, length, 1.0)
    return np.clip(towards, 0.0, 1.0)


def _hidden(places: np.ndarray, triangles: np.ndarray) -> np.ndarray:
    """Which triangles lie behind others on all sides; some that are hidden are not found.

    The picture is cut into squares as wide as triangles. Behind a square that has something nearer,
    as have all its neighbours, hardly anything is seen: gaps that are narrower than a triangle.
    """
    middles = places[triangles].mean(axis=1)
    side = np.median(np.linalg.norm(places[triangles[:, 0]] - places[triangles[:, 1]], axis=1))
    column, row = ((middles[:, :2] - middles[:, :2].min(axis=0)) / (side or 1.0)).astype(int).T
    nearest = np.full((row.max() + 3, column.max() + 3), -np.inf)
    np.maximum.at(nearest, (row + 1, column + 1), middles[:, 2])
    around = [np.roll(nearest, (j, i), axis=(0, 1)) for j in (-1, 0, 1) for i in (-1, 0, 1)]
    covered = np.minimum.reduce(around)[row + 1, column + 1]
    return middles[:, 2] < covered - 4 * side
