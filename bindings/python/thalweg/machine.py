# SPDX-License-Identifier: Apache-2.0
"""What was measured of a machine: the profile that `thalweg probe` writes."""

import json
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np

from thalweg.errors import OutputError

VERSION = 1


@dataclass(frozen=True)
class Crossing:
    """Two routes of one movement that take equally long at some size."""

    size: float
    """Bytes per destination."""
    below: str
    """The route that is faster below that size."""
    above: str
    """The route that is faster above it."""


class Timed:
    """Times against sizes, of a path or an exchange, with what the file says besides.

    Attributes:
        facts: The JSON object.
        bytes: Sizes, ascending.
        low, median, high: The 10 %, 50 % and 90 % quantiles of the times in seconds.
    """

    def __init__(self, facts: dict[str, Any]):
        """Take over an object of the profile's JSON."""
        self.facts = facts
        self.bytes = np.asarray(facts["bytes"], dtype=float)
        seconds = facts["seconds"]
        self.low, self.median, self.high = (
            np.asarray(seconds[name], dtype=float) for name in ("p10", "median", "p90")
        )

    def __getitem__(self, name: str) -> Any:
        """One of the facts."""
        return self.facts[name]


class MachineProfile:
    """A profile's file.

    Attributes:
        path: The file.
        facts: All of its JSON.
        paths: One `Timed` per path between two memories.
        exchanges: One `Timed` per route, number of ranks and number of nodes.
    """

    def __init__(self, path: str | Path):
        """Read a profile.

        Raises:
            OutputError: There is no such file, or it is no profile of this version.
        """
        self.path = Path(path)
        try:
            self.facts = json.loads(self.path.read_text(encoding="utf-8"))
            version = self.facts["version"]
            if version != VERSION:
                raise OutputError(
                    f"{path}: this profile has version {version}; version {VERSION} is expected"
                )
            self.paths = [Timed(facts) for facts in self.facts["paths"]]
            self.exchanges = [Timed(facts) for facts in self.facts["exchanges"]]
        except OSError as error:
            raise OutputError(f"{path}: cannot be read ({error.strerror})") from error
        except (ValueError, KeyError, TypeError) as error:
            raise OutputError(f"{path}: this is no profile ({error!r})") from error

    @property
    def name(self) -> str:
        """The machine, or the file's name."""
        fingerprint = self.facts["fingerprint"]
        return fingerprint.get("machine") or fingerprint.get("processor") or self.path.stem

    def groups(self) -> list[tuple[str, int, int]]:
        """Movement, ranks and nodes of the exchanges, each once, in the file's order."""
        keys = ((e["movement"], e["ranks"], e["nodes"]) for e in self.exchanges)
        return list(dict.fromkeys(keys))

    def exchanges_of(self, group: tuple[str, int, int]) -> list[Timed]:
        """The routes that were measured for one movement on so many ranks and nodes."""
        return [e for e in self.exchanges if (e["movement"], e["ranks"], e["nodes"]) == group]


def route_name(exchange: Timed) -> str:
    """The route, with its implementation where there is one."""
    implementation = exchange.facts.get("implementation")
    route = exchange["route"]
    return f"{route}, {implementation}" if implementation else route


def path_name(path: Timed) -> str:
    """The path's name, with the number of processes at once where it does not say that itself."""
    processes = path.facts.get("processes", 1)
    if processes == 1 or "process" in path["name"]:
        return path["name"]
    return f"{path['name']}, {processes} processes"


def crossings(exchanges: list[Timed]) -> list[Crossing]:
    """Sizes at which the fastest route changes, ascending.

    Times are interpolated between measured sizes as the cost model does: log against log.

    Args:
        exchanges: Routes of one movement on the same ranks and nodes.
    """
    found = []
    for first, second in combinations(exchanges, 2):
        sizes = np.intersect1d(first.bytes, second.bytes)
        sizes = sizes[sizes > 0]
        if len(sizes) < 2:
            continue
        difference = _log_times(first, sizes) - _log_times(second, sizes)
        for i in np.flatnonzero(difference[:-1] * difference[1:] < 0):
            part = difference[i] / (difference[i] - difference[i + 1])
            size = float(np.exp((1 - part) * np.log(sizes[i]) + part * np.log(sizes[i + 1])))
            names = [route_name(first), route_name(second)]
            below, above = names if difference[i] < 0 else reversed(names)
            if _is_fastest(size, first, exchanges):
                found.append(Crossing(size, below, above))
    return sorted(found, key=lambda crossing: crossing.size)


def _log_times(exchange: Timed, sizes: np.ndarray) -> np.ndarray:
    """Logarithms of the medians at sizes between the measured ones."""
    known = exchange.bytes > 0
    return np.interp(np.log(sizes), np.log(exchange.bytes[known]), np.log(exchange.median[known]))


def _is_fastest(size: float, exchange: Timed, others: list[Timed]) -> bool:
    """Whether no other route is faster there; routes not measured around that size do not count."""
    at = np.array([size])
    own = _log_times(exchange, at)[0]
    around = [o for o in others if o.bytes[0] <= size <= o.bytes[-1]]
    return all(own <= _log_times(other, at)[0] + 1e-9 for other in around)
