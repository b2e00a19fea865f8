# SPDX-License-Identifier: Apache-2.0
"""What a picture of membranes shows at each time of a run, with scales that all times share."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from thalweg.errors import OutputError
from thalweg.figures.plane import Plane, middle_plane
from thalweg.forms import PointSet
from thalweg.membranes import Membranes, are_membranes, holds_membranes, membranes_of
from thalweg.run import Run
from thalweg.units import is_si
from thalweg.vessel import Vessel, vessel_of

PLASMA = "plasma"
_OUTLIERS = 0.5  # percent of the values at either end that may lie beyond the scale of colours


@dataclass(frozen=True)
class Scales:
    """What several pictures have in common.

    Attributes:
        corners: The lowest and the highest x, y, z, (2, 3), in the case's unit of length.
        colours: The least and the largest value that colours show.
        speed: The largest of the plasma; 0 where there is none.
    """

    corners: np.ndarray
    colours: tuple[float, float]
    speed: float


@dataclass(frozen=True)
class Scene:
    """One time.

    Attributes:
        membranes: Each in one piece.
        colour: What colours show: the name of values, or "cell".
        plasma: The plasma's speed in the middle plane; None where it is not known.
        vessel: None where the case tells none.
        lengths: The unit of all lengths, "m" or "length".
        times: The unit of the time, "s" or "time".
        species: Names of the species of cells, by number; none where the case tells none.
    """

    membranes: Membranes
    colour: str
    plasma: Plane | None
    vessel: Vessel | None
    lengths: str
    times: str
    species: tuple[str, ...] = ()


class Scenes:
    """The membranes of a run by step.

    Use `at` to make the scene of a step and `scales` for what the pictures of steps share.
    """

    def __init__(self, run: Run, name: str, colour: str | None = None):
        """Choose what is shown; reads the newest file.

        Args:
            run: The run.
            name: The field with the membranes, e.g. "cells".
            colour: Values of the field, or "cell"; by default its first measured scalar.

        Raises:
            OutputError: There are no such membranes or values.
        """
        self.run, self.name = run, name
        newest = self._membranes(None)
        self.colour = colour or next(iter(newest.scalars()), "cell")
        newest.shown(self.colour)

    def at(self, step: int | None) -> Scene:
        """The scene of a step, of the newest by default.

        Raises:
            OutputError: There is no such step, or its file is damaged.
        """
        membranes = self._membranes(step)
        vessel = vessel_of(self.run)
        if vessel is not None:
            membranes = membranes.gathered(vessel.period)
        lengths, times = ("m", "s") if is_si(self.run.kind) else ("length", "time")
        plasma = self._plasma(membranes.step)
        species = tuple(one.get("name", "") for one in self.run.setting("cells.species", []))
        return Scene(membranes, self.colour, plasma, vessel, lengths, times, species)

    def all(self, steps: Sequence[int]) -> Iterator[Scene]:
        """The scenes of steps, one in memory at a time."""
        return (self.at(step) for step in steps)

    def _membranes(self, step: int | None) -> Membranes:
        field = self.run.field(self.name, step)
        if not are_membranes(field):
            raise OutputError(
                f"{self.run.field_path(self.name, step)}: expected membranes, that is triangles "
                f'with the "cell" of each point'
            )
        if not np.isfinite(field.places).all():
            raise OutputError(
                f"{self.run.field_path(self.name, step)}: some places are not finite: there is "
                "nothing to draw"
            )
        return membranes_of(field)

    def _plasma(self, step: int) -> Plane | None:
        if self.name == PLASMA or step not in self.run.steps_of_field(PLASMA):
            return None
        plasma = self.run.field(PLASMA, step)
        return middle_plane(plasma, "velocity") if isinstance(plasma, PointSet) else None


def membrane_fields(run: Run) -> list[str]:
    """The fields of a run whose newest files hold membranes; damaged files hold none."""
    return [name for name in run.fields() if holds_membranes(run.field_path(name))]


def scales(scenes: Iterable[Scene]) -> Scales:
    """What pictures of these scenes have in common.

    Raises:
        OutputError: None of them has cells.
    """
    found = [_scales_of(scene) for scene in scenes if scene.membranes.count]
    if not found:
        raise OutputError("there are no cells to draw at this time; choose another with --step")
    corners = np.stack([s.corners for s in found])
    colours = np.array([s.colours for s in found])
    return Scales(
        np.stack([corners[:, 0].min(axis=0), corners[:, 1].max(axis=0)]),
        (float(colours[:, 0].min()), float(colours[:, 1].max())),
        max(s.speed for s in found),
    )


def _scales_of(scene: Scene) -> Scales:
    places = scene.membranes.places
    if scene.vessel is not None:
        ends = np.array([[-0.5], [0.5]]) * scene.vessel.size
        places = np.concatenate([places, ends])
    values = scene.membranes.shown(scene.colour)
    values = values[np.isfinite(values)]
    low, high = np.percentile(values, [_OUTLIERS, 100 - _OUTLIERS]) if len(values) else (0, 1)
    speeds = [] if scene.plasma is None else scene.plasma.values[np.isfinite(scene.plasma.values)]
    corners = np.stack([places.min(axis=0), places.max(axis=0)])
    return Scales(corners, (low, high), float(np.max(speeds, initial=0.0)))
