# SPDX-License-Identifier: Apache-2.0
"""What the sensors of a sound run heard: traces.h5, a group per sensor."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import h5py
import numpy as np

from thalweg.errors import OutputError, suggestion

_PLACES = ("points", "coordinates")  # in a group, beside its records


@dataclass(frozen=True)
class Record:
    """One quantity at the points of a sensor.

    Attributes:
        name: E.g. "pressure" (a series) or "pressure-max" (one value per point).
        unit: Its unit; empty where the file tells none.
        shape: (times, points), or (points,).
    """

    name: str
    unit: str
    shape: tuple[int, ...]

    @property
    def is_series(self) -> bool:
        """Whether it is recorded over time."""
        return len(self.shape) == 2


@dataclass(frozen=True)
class Sensor:
    """A sensor of the case, of one or more points.

    Attributes:
        name: As in the case.
        coordinates: (points, axes) in metres; axes are x, y, z as far as the grid has them.
        records: What is kept.
    """

    name: str
    coordinates: np.ndarray
    records: tuple[Record, ...]

    @property
    def series(self) -> list[Record]:
        """What is recorded over time, pressure first."""
        return sorted((r for r in self.records if r.is_series), key=lambda r: r.name != "pressure")

    @property
    def statistics(self) -> list[Record]:
        """What has one value per point."""
        return [r for r in self.records if not r.is_series]


class Traces:
    """A file traces.h5; may be read while the run goes on.

    Examples:
        >>> traces = Traces(getfixture("sound_output") / "traces.h5")
        >>> [record.name for record in traces.sensors["line"].records]
        ['intensity-x', 'pressure', 'pressure-max']
        >>> traces.time.shape, traces.read("line", "pressure").shape
        ((101,), (101, 9))
    """

    def __init__(self, path: str | Path):
        """Name a file; reads nothing yet.

        Args:
            path: The file.
        """
        self.path = Path(path)

    @cached_property
    def sensors(self) -> dict[str, Sensor]:
        """The sensors by their names.

        Raises:
            OutputError: The file is missing or no such file.
        """
        with self._open() as file:
            groups = {n: g for n, g in file.items() if isinstance(g, h5py.Group)}
            return {name: self._sensor(name, group) for name, group in groups.items()}

    @cached_property
    def time(self) -> np.ndarray:
        """Times of the rows of series, (times,) float64, in seconds; empty where there are none.

        Raises:
            OutputError: The file is missing or no such file.
        """
        with self._open() as file:
            times = np.asarray(file["time"], dtype=float) if "time" in file else np.empty(0)
            step = float(file.attrs.get("step_size", 0))
        # Single precision would not do for spectra.
        return times[0] + step * np.arange(len(times)) if step and len(times) else times

    def read(self, sensor: str, record: str, points: slice | None = None) -> np.ndarray:
        """Values of a record, (times, points) or (points,); NaN where not recorded (yet).

        Args:
            sensor: Its name.
            record: The name of the record, e.g. "pressure".
            points: A range of the sensor's points; all by default.

        Raises:
            OutputError: The file is missing or no such file, or has no such sensor or record.
        """
        self.find(sensor, record)
        with self._open() as file:
            return file[sensor][record][..., points if points is not None else slice(None)]

    def find(self, sensor: str, record: str) -> Record:
        """What there is to know about a record.

        Raises:
            OutputError: As for `read`.
        """
        if sensor not in self.sensors:
            hint = suggestion(sensor, self.sensors)
            raise OutputError(f'{self.path}: no sensor "{sensor}". {hint}')
        records = {r.name: r for r in self.sensors[sensor].records}
        if record not in records:
            hint = suggestion(record, records)
            raise OutputError(f'{self.path}: sensor "{sensor}" has no "{record}". {hint}')
        return records[record]

    def _sensor(self, name: str, group: h5py.Group) -> Sensor:
        if "coordinates" not in group:
            raise OutputError(f'{self.path}: sensor "{name}" has no coordinates')
        data = [(n, d) for n, d in group.items() if n not in _PLACES]
        records = tuple(Record(n, _text(d.attrs.get("unit", "")), d.shape) for n, d in data)
        return Sensor(name, np.asarray(group["coordinates"], dtype=float), records)

    @contextmanager
    def _open(self) -> Iterator[h5py.File]:
        try:
            with h5py.File(self.path, "r", locking=False) as file:  # the run may hold it
                yield file
        except OSError as error:
            raise OutputError(
                f"{self.path}: not an HDF5 file, cut off, or not on disk yet ({error})"
            ) from error


def _text(value: bytes | str) -> str:
    return value.decode() if isinstance(value, bytes) else str(value)
