# SPDX-License-Identifier: Apache-2.0
"""How long a step would take on other numbers of nodes: what `thalweg predict` writes."""

import json
from pathlib import Path
from typing import Any

from thalweg.errors import OutputError

VERSION = 1
KIND = "prediction"


class Prediction:
    """A prediction's file.

    Attributes:
        path: The file.
        facts: All of its JSON.
        steps: The rows that have a prediction, one per number of nodes, ascending.
        notes: The rows that have none: (nodes, why).
    """

    def __init__(self, path: Path | str):
        """Read a prediction.

        Raises:
            OutputError: if the file cannot be read or is no prediction of this version.
        """
        self.path = Path(path)
        self.facts = facts_of(self.path)
        if self.facts.get("kind") != KIND:
            raise OutputError(f"{path}: this is no prediction of `thalweg predict CASE`")
        if self.facts.get("version") != VERSION:
            raise OutputError(
                f"{path}: this prediction has version {self.facts.get('version')}, this program "
                f"reads version {VERSION}"
            )
        try:
            rows = sorted(self.facts["steps"], key=lambda row: row["nodes"])
            self.steps = [row for row in rows if "note" not in row]
            self.notes = [(row["nodes"], row["note"]) for row in rows if "note" in row]
            self.title = self.facts["title"]
        except (KeyError, TypeError) as error:
            raise OutputError(f"{path}: this prediction is not whole: {error}") from None
        if not self.steps:
            raise OutputError(f"{path}: no number of nodes has a prediction")

    @property
    def nodes(self) -> list[int]:
        """The numbers of nodes of `steps`."""
        return [row["nodes"] for row in self.steps]

    def parts(self) -> dict[str, list[float]]:
        """Seconds of each part of a step, by name, one per row; they add up to the step."""
        parts = {"compute": [row["compute_seconds"] for row in self.steps]}
        for n, row in enumerate(self.steps):
            for movement in row["movements"]:
                values = parts.setdefault(movement["name"], [0.0] * len(self.steps))
                values[n] += movement["exposed_seconds"]
        parts["reductions"] = [row["reduction_seconds"] for row in self.steps]
        return parts


def facts_of(path: Path) -> dict[str, Any]:
    """The JSON object in a file.

    Raises:
        OutputError: if there is none.
    """
    try:
        facts = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise OutputError(f"{path}: cannot be read ({error.strerror})") from None
    except ValueError as error:
        raise OutputError(f"{path}: this is not JSON ({error})") from None
    if not isinstance(facts, dict):
        raise OutputError(f"{path}: this is no JSON object")
    return facts


def is_prediction(path: Path) -> bool:
    """Whether a file can be read and says that it is a prediction."""
    try:
        return facts_of(path).get("kind") == KIND
    except OutputError:
        return False
