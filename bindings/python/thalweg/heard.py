# SPDX-License-Identifier: Apache-2.0
"""The part of a sensor's traces that pictures and checks are made of."""

from dataclasses import dataclass

import numpy as np

from thalweg.errors import OutputError
from thalweg.run import Run
from thalweg.traces import Record, Sensor

MOST_POINTS = 400  # of more, every n-th is read
IMAGE_LEAST = 8  # traces that make an image
LINES = 4  # traces drawn as lines


@dataclass(frozen=True)
class Heard:
    """A series, or every n-th trace of it.

    Attributes:
        sensor: Where; only the points that were read.
        record: What.
        time: (times,) [s], of the rows that are recorded.
        series: (times, points).
        every: Each n-th point was read.
    """

    sensor: Sensor
    record: Record
    time: np.ndarray
    series: np.ndarray
    every: int

    @property
    def makes_image(self) -> bool:
        """Whether there are traces enough for an image."""
        return self.series.shape[1] >= IMAGE_LEAST

    def strongest_and_others(self) -> list[int]:
        """A few points: where most is heard, and others spread evenly; rising."""
        count = self.series.shape[1]
        if count <= LINES:
            return list(range(count))
        best = int(np.argmax(np.abs(self.series).max(axis=0)))
        others = [round(i) for i in np.linspace(0, count - 1, LINES + 1)[1:-1]]
        return sorted({best, *others})


def hear(run: Run, sensor: Sensor, record: Record) -> Heard:
    """The rows of a series that are recorded; a few hundred of its points at most."""
    every = max(1, -(-record.shape[1] // MOST_POINTS))
    series = run.traces.read(sensor.name, record.name, slice(None, None, every))
    there = np.isfinite(series).all(axis=1)
    points = Sensor(sensor.name, sensor.coordinates[::every], sensor.records)
    return Heard(points, record, run.traces.time[: len(series)][there], series[there], every)


def known_sensors(run: Run) -> list[Sensor]:
    """The sensors; none where traces.h5 is missing or damaged, of which others tell."""
    try:
        return list(run.traces.sensors.values()) if run.traces else []
    except OutputError:
        return []


def words(name: str) -> str:
    """A record's or field's name for axes and captions.

    >>> words("velocity-x")
    'velocity x'
    """
    return name.replace("-", " ")
