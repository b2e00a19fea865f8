# SPDX-License-Identifier: Apache-2.0
"""CSV tables with names in line 1, units in line 2 and numbers below: histories and spectra."""

from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from thalweg.errors import OutputError, suggestion


@dataclass(frozen=True)
class Table:
    """Named columns of numbers.

    Attributes:
        path: The file it was read from.
        names: One name per column.
        units: One unit per column; "1" or "" where dimensionless.
        values: (rows, columns) float64.
    """

    path: Path
    names: tuple[str, ...]
    units: tuple[str, ...]
    values: np.ndarray

    def __getitem__(self, name: str) -> np.ndarray:
        """One column, (rows,) float64, in the unit `unit(name)`.

        Raises:
            OutputError: There is no such column; the message suggests one.
        """
        return self.values[:, self._index(name)]

    def __contains__(self, name: str) -> bool:
        """Whether there is a column of this name."""
        return name in self.names

    def __len__(self) -> int:
        """The number of rows."""
        return self.values.shape[0]

    def unit(self, name: str) -> str:
        """The unit of a column.

        Raises:
            OutputError: There is no such column; the message suggests one.
        """
        return self.units[self._index(name)]

    def _index(self, name: str) -> int:
        if name not in self.names:
            raise OutputError(f'{self.path}: no column "{name}". {suggestion(name, self.names)}')
        return self.names.index(name)


def read_table(path: str | Path) -> Table:
    """Read one CSV table of a run.

    A last line that is not ended yet is left out, so a table may be read while a run writes it.

    Args:
        path: The file, e.g. OUT/spectra/spectrum-000100.csv.

    Returns:
        The table; it may have no rows yet.

    Raises:
        OutputError: The file is missing or no such table.

    Examples:
        >>> table = read_table(getfixture("energy_table"))
        >>> table.names, table.units
        (('time', 'energy'), ('time', 'velocity^2'))
        >>> table["energy"]
        array([0.125 , 0.1249])
    """
    path = Path(path)
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise OutputError(f"{path}: cannot be read ({error.strerror})") from error
    except UnicodeDecodeError as error:
        raise OutputError(f"{path}: this is no text file") from error
    lines = text.split("\n")[:-1]  # what follows the last line end is not complete
    if len(lines) < 2:
        found = text[:40]
        raise OutputError(f"{path}: expected names in line 1 and units in line 2, found {found!r}")
    names, units = (tuple(line.split(",")) for line in lines[:2])
    if len(names) != len(units):
        raise OutputError(f"{path}: {len(names)} names in line 1, but {len(units)} units in line 2")
    return Table(path, names, units, _numbers(path, lines[2:], len(names)))


def read_history(path: str | Path) -> Table:
    """Read the history of a run: scalars against step and time.

    Args:
        path: An output folder, or its history.csv.

    Returns:
        The table; its columns are those of the solver, the first ones step, time and dt.

    Raises:
        OutputError: The file is missing or no history.

    Examples:
        >>> history = read_history(getfixture("output"))
        >>> history.names[:4]
        ('step', 'time', 'dt', 'energy')
        >>> history["energy"].shape == (len(history),)
        True
    """
    path = Path(path)
    table = read_table(path / "history.csv" if path.is_dir() else path)
    for name in ("step", "time"):
        if name not in table:
            raise OutputError(
                f'{table.path}: a history has a column "{name}", found {", ".join(table.names)}'
            )
    return table


def in_seconds(table: Table) -> Table:
    """The same table of a run in SI units, whose time "in the case's unit" is in seconds."""
    units = tuple("s" if unit == "time" else unit for unit in table.units)
    return replace(table, units=units)


def _numbers(path: Path, lines: list[str], columns: int) -> np.ndarray:
    if not lines:
        return np.empty((0, columns))
    try:
        values = np.loadtxt(lines, delimiter=",", ndmin=2, comments=None)
        if values.shape == (len(lines), columns):
            return values
    except ValueError:
        pass  # the loop below finds the line
    for number, line in enumerate(lines, start=3):
        fields = line.split(",")
        if len(fields) != columns:
            raise OutputError(f"{path}:{number}: expected {columns} numbers, found {len(fields)}")
        for field in fields:
            _require_number(path, number, field)
    raise OutputError(f"{path}: the rows cannot be read as numbers")


def _require_number(path: Path, line: int, field: str) -> None:
    try:
        float(field)
    except ValueError:
        raise OutputError(f'{path}:{line}: "{field}" is not a number') from None
