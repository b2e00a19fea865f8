# SPDX-License-Identifier: Apache-2.0
"""Pictures of a field's magnitude: a plane, the maximum along z, a strip of several times."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from thalweg.fields import FieldFile
from thalweg.figures.style import figure, style, without_spines
from thalweg.units import label

PROJECTION_BYTES = 2 << 30  # above this a whole field is not read for a picture


@dataclass(frozen=True)
class Plane:
    """The magnitude of a field on a grid of x and y.

    Attributes:
        values: (y, x).
        length: Sides (y, x) of the box.
        unit: Unit of the values.
        time: Time of the field.
        z: Place of the plane; NaN for a projection.
    """

    values: np.ndarray
    length: tuple[float, float]
    unit: str
    time: float
    z: float


def quarter_plane(path: Path, name: str) -> Plane:
    """The magnitude on the plane at a quarter of z; reads one plane only.

    The planes in the middle and at the border are walls of symmetry for a Taylor-Green vortex, with
    little to see; at a quarter its vortex sheets meet.
    """
    with FieldFile(path) as file:
        at = file.shape[0] // 4
        field = file.read(name, slice(at, at + 1))
        z = field.origin[0] + at * field.spacing[0]
        return _plane(file, field, field.magnitude()[0], z)


def maximum_along_z(path: Path, name: str) -> Plane | None:
    """The largest magnitude along z at each x and y; None where the field is too large to read.

    Reads the field in chunks of planes, so it needs little memory.
    """
    with FieldFile(path) as file:
        if file.bytes_of(name) > PROJECTION_BYTES:
            return None
        largest = np.zeros(file.shape[1:])
        for _, field in file.parts(name):
            largest = np.fmax(largest, field.magnitude().max(axis=0))
        return _plane(file, field, largest, float("nan"))


def planes(pictures: list[tuple[str, Plane]], quantity: str) -> Figure:
    """Pictures side by side, each with its own colour bar.

    Args:
        pictures: (title, plane).
        quantity: What the colours show, e.g. "|vorticity|".
    """
    with style():
        fig = figure(4.3 * len(pictures), 3.9)
        for axes, (title, plane) in zip(fig.subplots(1, len(pictures), squeeze=False)[0], pictures,
                                        strict=True):  # fmt: skip
            image = _draw(axes, plane)
            axes.set_title(title, fontsize=10)
            axes.set_xlabel("x [L]")
            axes.set_ylabel("y [L]")
            bar = fig.colorbar(image, ax=axes, shrink=0.85)
            bar.set_label(label(quantity, plane.unit))
            bar.outline.set_visible(False)
    return fig


def strip(pictures: list[Plane]) -> Figure:
    """The same plane at several times, each coloured from 0 to its own maximum."""
    across = 6
    down = -(-len(pictures) // across)
    with style():
        fig = figure(1.47 * across, 1.8 * down)
        panels = fig.subplots(down, across, squeeze=False).ravel()
        for axes in panels[len(pictures) :]:
            axes.set_visible(False)
        for axes, plane in zip(panels, pictures, strict=False):
            _draw(axes, plane)
            axes.set_xticks([])
            axes.set_yticks([])
            axes.set_title(f"t = {plane.time:.3g}\nmax {_largest(plane):.3g}", fontsize=9)
    return fig


def _plane(file: FieldFile, field, values: np.ndarray, z: float) -> Plane:
    length = (file.shape[1] * field.spacing[1], file.shape[2] * field.spacing[2])
    return Plane(values, length, field.unit, field.time, z)


def _largest(plane: Plane) -> float:
    finite = plane.values[np.isfinite(plane.values)]
    return float(finite.max(initial=0.0))


def _draw(axes: Axes, plane: Plane):
    without_spines(axes)
    (ly, lx) = plane.length
    return axes.imshow(
        plane.values, origin="lower", extent=(0, lx, 0, ly), vmin=0,
        vmax=_largest(plane) or 1.0, interpolation="bilinear",
    )  # fmt: skip
