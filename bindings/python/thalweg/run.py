# SPDX-License-Identifier: Apache-2.0
"""A run's output folder as one object; its parts are read on demand."""

import json
import tomllib
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import Any

from thalweg.errors import OutputError, suggestion
from thalweg.fields import Field, FieldFile, read_any, read_field
from thalweg.forms import BlockField, CellSlice, PointSet, read_slice, slice_fields
from thalweg.tables import Table, in_seconds, read_history, read_table
from thalweg.traces import Traces
from thalweg.trajectories import Trajectories, read_trajectories
from thalweg.units import is_si

TABLE_FOLDERS = ("spectra", "statistics", "tables")
FIELD_ENDINGS = (".vtkhdf", ".cgns")
MARKS = ("case.toml", "history.csv", "report.json")


class Run:
    """An output folder, of a run that is done, stopped or still going on.

    Attributes:
        path: The folder.

    Examples:
        >>> run = Run(getfixture("output"))
        >>> run.kind, run.status
        ('turbulence', 'done')
        >>> run.history["time"][0]
        np.float64(0.0)
        >>> run.steps_of_field("vorticity")
        [0, 20]
        >>> run.table("spectrum").names
        ('k', 'energy', 'enstrophy', 'helicity')
    """

    def __init__(self, path: str | Path):
        """Open an output folder; reads nothing yet.

        Args:
            path: The folder.

        Raises:
            OutputError: There is no such folder, no run has written into it, or an ensemble has.
        """
        self.path = Path(path)
        if not self.path.is_dir():
            what = "this is a file" if self.path.exists() else "there is no such folder"
            raise OutputError(f"{self.path}: {what}; expected the output folder of a run")
        if (self.path / "ensemble.json").is_file():
            raise OutputError(
                f"{self.path}: this is an ensemble of runs. Name one of them, such as "
                f"{self.path / 'members' / '0000'}, or open it with thalweg.Ensemble."
            )
        if not any((self.path / mark).is_file() for mark in MARKS):
            raise OutputError(
                f"{self.path}: this is not the output folder of a run.\n"
                f"  expected  {', '.join(MARKS)} (one of them at least)\n"
                f"  found     {_listing(self.path)}{_nearby(self.path)}"
            )

    def __repr__(self) -> str:
        """The class and the folder."""
        return f"Run({str(self.path)!r})"

    @cached_property
    def case_text(self) -> str | None:
        """The effective case as TOML text; None where the folder has none.

        Raises:
            OutputError: case.toml is no text.
        """
        file = self.path / "case.toml"
        try:
            return file.read_text(encoding="utf-8") if file.is_file() else None
        except UnicodeDecodeError as error:
            raise OutputError(f"{file}: this is no text in UTF-8 ({error})") from error

    @cached_property
    def case(self) -> dict[str, Any]:
        """The effective case, nested as in the file; empty where the folder has none.

        Raises:
            OutputError: case.toml is no TOML.
        """
        try:
            return tomllib.loads(self.case_text or "")
        except tomllib.TOMLDecodeError as error:
            raise OutputError(f"{self.path / 'case.toml'}: this is no TOML ({error})") from error

    def setting(self, key: str, default: Any = None) -> Any:
        """One value of the effective case by its dotted key, e.g. "turbulence.viscosity"."""
        value: Any = self.case
        for part in key.split("."):
            if not isinstance(value, dict) or part not in value:
                return default
            value = value[part]
        return value

    @cached_property
    def report(self) -> dict[str, Any] | None:
        """report.json, which a run writes at its end; None before that.

        Raises:
            OutputError: report.json is no JSON object.
        """
        file = self.path / "report.json"
        if not file.is_file():
            return None
        try:
            report = json.loads(file.read_text(encoding="utf-8"))
        except ValueError as error:
            raise OutputError(f"{file}: this is no JSON ({error})") from error
        if not isinstance(report, dict):
            raise OutputError(f"{file}: expected a JSON object")
        return report

    @cached_property
    def log(self) -> str:
        """run.log; empty where the folder has none."""
        file = self.path / "run.log"
        return file.read_text(encoding="utf-8", errors="replace") if file.is_file() else ""

    @property
    def kind(self) -> str | None:
        """The kind of simulation, e.g. "turbulence"; None where nothing tells it."""
        return self.setting("simulation.kind") or (self.report or {}).get("kind")

    @property
    def title(self) -> str:
        """The title of the case, or else the name of the folder."""
        title = (self.report or {}).get("title") or self.setting("simulation.title")
        return title or self.path.resolve().name

    @property
    def status(self) -> str | None:
        """How the run ended ("done", "stopped by ..."); None where it did not end by itself."""
        return None if self.report is None else self.report.get("status", "done")

    @cached_property
    def history(self) -> Table | None:
        """history.csv; None where the folder has none.

        Raises:
            OutputError: history.csv is no such table.
        """
        file = self.path / "history.csv"
        if not file.is_file():
            return None
        history = read_history(file)
        return in_seconds(history) if is_si(self.kind) else history

    @cached_property
    def traces(self) -> Traces | None:
        """traces.h5, what the sensors heard; None where the folder has none.

        Raises:
            OutputError: traces.h5 is no such file.
        """
        file = self.path / "traces.h5"
        return Traces(file) if file.is_file() else None

    def steps_of_table(self, name: str) -> list[int]:
        """The steps at which a table (e.g. "spectrum") was written, rising."""
        return sorted(self._numbered(self._table_folder(name), name, (".csv",)))

    def steps_of_field(self, name: str) -> list[int]:
        """The steps at which a field (e.g. "vorticity") was written, rising."""
        return sorted(self._numbered("fields", name, FIELD_ENDINGS))

    def fields(self) -> list[str]:
        """The names of all fields and sets of points that were written."""
        return self._names("fields", FIELD_ENDINGS)

    def checkpoints(self) -> list[Path]:
        """The checkpoints, oldest first."""
        files = (self.path / "checkpoints").glob("*.h5")
        return sorted((f for f in files if f.stem.isdecimal()), key=lambda f: int(f.stem))

    def table(self, name: str, step: int | None = None) -> Table:
        """A table of a step, the newest by default.

        Raises:
            OutputError: There is no such table or step.
        """
        return read_table(self._pick(self._table_folder(name), name, (".csv",), step))

    def field_path(self, name: str, step: int | None = None) -> Path:
        """The file of a field at a step, the newest by default.

        Raises:
            OutputError: There is no such field or step.
        """
        return self._pick("fields", name, FIELD_ENDINGS, step)

    def field(self, name: str, step: int | None = None) -> Field | BlockField | PointSet:
        """A field at a step, the newest by default, in the form in which it was written.

        Raises:
            OutputError: There is no such field or step.
        """
        return read_any(self.field_path(name, step), name)

    def slices(self) -> list[str]:
        """The names of all slices that were written."""
        return self._names("slices", (".vtkhdf",))

    def steps_of_slice(self, name: str) -> list[int]:
        """The steps at which a slice was written, rising."""
        return sorted(self._numbered("slices", name, (".vtkhdf",)))

    def slice_fields(self, name: str) -> list[str]:
        """The names of the fields of a slice.

        Raises:
            OutputError: There is no such slice.
        """
        newest = self._pick("slices", name, (".vtkhdf",), None)
        if names := slice_fields(newest):
            return names
        with FieldFile(newest) as file:
            return file.names

    def slice(self, name: str, field: str, step: int | None = None) -> Field | CellSlice:
        """A field of a slice at a step, the newest by default.

        Of one regular grid it is one point long across the slice; of blocks it has the cells that
        the plane cuts.

        Raises:
            OutputError: There is no such slice, field or step.
        """
        file = self._pick("slices", name, (".vtkhdf",), step)
        return read_slice(file, field) if slice_fields(file) else read_field(file, field)

    def probe(self, name: str) -> Table:
        """The rows of a probe: step, time, and columns such as velocity_x_1 of its first place.

        Raises:
            OutputError: There is no such probe.
        """
        file = self.path / "probes" / f"{name}.csv"
        if not file.is_file():
            there = sorted(f.stem for f in self.path.glob("probes/*.csv"))
            raise OutputError(f'{file.parent}: no "{name}". {suggestion(name, there)}')
        return read_table(file)

    def trajectories(self, name: str) -> Trajectories:
        """The paths of a species of particles, over the whole run.

        Raises:
            OutputError: None are recorded of that species.
        """
        files = self._numbered("trajectories", name, (".h5",))
        if not files:
            there = self._names("trajectories", (".h5",))
            raise OutputError(
                f'{self.path / "trajectories"}: no "{name}". {suggestion(name, there)}'
            )
        return read_trajectories([files[step] for step in sorted(files)])

    def tables(self) -> list[str]:
        """The names of all tables that were written."""
        return sorted({name for f in TABLE_FOLDERS for name in self._names(f, (".csv",))})

    def _table_folder(self, name: str) -> str:
        """Where a table lies; the first folder of tables that there is where it was not written."""
        there = [f for f in TABLE_FOLDERS if self._numbered(f, name, (".csv",))]
        there += [f for f in TABLE_FOLDERS if (self.path / f).is_dir()]
        return (there or ["spectra"])[0]

    def _numbered(self, folder: str, name: str, endings: tuple[str, ...]) -> dict[int, Path]:
        """Files folder/NAME-STEP with one of the endings, by step."""
        files = self._files(folder, endings)
        return {step: file for of, step, file in files if of == name}

    def _names(self, folder: str, endings: tuple[str, ...]) -> list[str]:
        """The names of all files folder/NAME-STEP with one of the endings, sorted."""
        return sorted({name for name, _, _ in self._files(folder, endings)})

    def _files(self, folder: str, endings: tuple[str, ...]) -> Iterator[tuple[str, int, Path]]:
        """Name, step and file of all files folder/NAME-STEP; other files may lie between them."""
        for ending in endings:
            for file in (self.path / folder).glob(f"*-*{ending}"):
                name, _, step = file.stem.rpartition("-")
                if name and step.isdecimal():
                    yield name, int(step), file

    def _pick(self, folder: str, name: str, endings: tuple[str, ...], step: int | None) -> Path:
        files = self._numbered(folder, name, endings)
        if not files:
            there = self._names(folder, endings)
            raise OutputError(f'{self.path / folder}: no "{name}". {suggestion(name, there)}')
        if step is None:
            return files[max(files)]
        if step not in files:
            steps = ", ".join(str(s) for s in sorted(files))
            raise OutputError(f'{self.path / folder}: no "{name}" at step {step}, only at {steps}.')
        return files[step]


def _listing(folder: Path, limit: int = 8) -> str:
    names = sorted(f.name + ("/" if f.is_dir() else "") for f in folder.iterdir())
    if not names:
        return "an empty folder"
    more = f" and {len(names) - limit} more" if len(names) > limit else ""
    return ", ".join(names[:limit]) + more


def _nearby(folder: Path, limit: int = 5) -> str:
    """Output folders right below, as a hint: people name the parent by mistake."""
    below = sorted({f.parent for mark in MARKS for f in folder.glob(f"*/{mark}")})[:limit]
    return "\nDid you mean " + " or ".join(str(f) for f in below) + "?" if below else ""
