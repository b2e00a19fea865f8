# SPDX-License-Identifier: Apache-2.0
"""Rows of the table of checks: a value, what is wanted, and a verdict."""

from collections.abc import Sequence

from thalweg.report import html, text

Row = list[str | html.Badge]


def check(name: str, meaning: str, value: float | None, limit: float | None,
          at_least: bool = False) -> Row | None:  # fmt: skip
    """One row; none where the value is not known. Without limit it is for information."""
    if value is None:
        return None
    if limit is None:
        return [name, meaning, html.Badge("plain", "for information"), text.number(value), "–"]
    good = value >= limit if at_least else value <= limit
    wanted = f"{'≥' if at_least else '≤'} {limit:.3g}"
    verdict = html.Badge("good", "held") if good else html.Badge("look", "look at this")
    return [name, meaning, verdict, text.number(value), wanted]


def check_table(rows: Sequence[Row], caption: str) -> str:
    """The table of checks."""
    return html.table(["check", "what it means", "verdict", "value", "wanted"], rows, caption, 3)
