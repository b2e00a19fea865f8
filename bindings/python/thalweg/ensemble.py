# SPDX-License-Identifier: Apache-2.0
"""The output folder of an ensemble: many runs of one case that differ in a few keys."""

import json
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from thalweg.errors import OutputError
from thalweg.run import Run


@dataclass(frozen=True)
class Member:
    """One run of an ensemble.

    Attributes:
        number: From 0.
        path: Its output folder.
        status: "done", "diverged", "failed", "stopped by ..." or "waiting".
        seconds: That it took; 0 where it has not ended.
        values: What is set in it, by dotted key.
        message: Why it failed; empty otherwise.
    """

    number: int
    path: Path
    status: str
    seconds: float
    values: dict[str, Any]
    message: str = ""

    @cached_property
    def run(self) -> Run:
        """Its output folder, opened.

        Raises:
            OutputError: It has not run yet.
        """
        return Run(self.path)


class Ensemble:
    """The output folder of an ensemble, done or not.

    Attributes:
        path: The folder.
        members: All members, in order.

    Examples:
        >>> ensemble = Ensemble(getfixture("ensemble"))
        >>> ensemble.members[1].values
        {'turbulence.viscosity': 0.02}
        >>> [member.number for member in ensemble.done]
        [0, 1]
    """

    def __init__(self, path: str | Path):
        """Read the list of the members.

        Args:
            path: The folder.

        Raises:
            OutputError: There is no such folder, or no ensemble has written into it.
        """
        self.path = Path(path)
        file = self.path / "ensemble.json"
        if not file.is_file():
            kind = (
                "the folder of a single run" if (self.path / "case.toml").is_file() else "missing"
            )
            raise OutputError(
                f"{self.path}: expected the output folder of an ensemble, with an ensemble.json; "
                f"this is {kind}."
            )
        try:
            listed = json.loads(file.read_text(encoding="utf-8"))["members"]
            self.members = [self._member(item) for item in listed]
        except (ValueError, KeyError, TypeError) as error:
            raise OutputError(f"{file}: this is no list of members ({error!r})") from error

    def __repr__(self) -> str:
        """The class and the folder."""
        return f"Ensemble({str(self.path)!r})"

    def _member(self, item: dict[str, Any]) -> Member:
        return Member(
            number=item["member"],
            path=self.path / item["folder"],
            status=item["status"],
            seconds=item["seconds"],
            values=item["values"],
            message=item.get("message", ""),
        )

    @property
    def done(self) -> list[Member]:
        """The members that ran to their end."""
        return [member for member in self.members if member.status == "done"]
