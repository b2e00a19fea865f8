# SPDX-License-Identifier: Apache-2.0
"""The section of what a case is held to: its [[check]] entries as the run has decided them."""

from typing import Any

from thalweg.errors import OutputError
from thalweg.figures.references import against_reference
from thalweg.report import html, text
from thalweg.run import Run
from thalweg.tables import Table, in_seconds, read_table
from thalweg.units import is_si, short


def references(run: Run) -> html.Section | None:
    """The table of the checks, and a figure for each that is a curve; none without checks."""
    checks = (run.report or {}).get("checks", [])
    if not checks:
        return None
    holding = sum(check.get("holds") is True for check in checks)
    headings = ["check", "source", "verdict", "value", "reference", "error", "tolerance"]
    open_ = sum(check.get("holds") is None for check in checks)
    undecided = f", {open_} not decided" if open_ else ""
    caption = (
        f"{holding} of {len(checks)} hold{undecided}. An error is relative to the reference, "
        "unless it has a unit; that of a curve is the norm that the case names."
    )
    table = html.table(headings, [_row(check, run.kind) for check in checks], caption, 3)
    pictures = [_picture(run, n, check) for n, check in enumerate(checks) if check.get("curve")]
    body = table + (html.figures(pictures) if pictures else "")
    return html.Section("references", "Held to references", body)


def _row(check: dict[str, Any], kind: str | None) -> list[str | html.Badge]:
    written = str(check.get("unit", "1"))
    unit = short(written.replace("time", "s") if is_si(kind) else written)
    unit = "" if unit == "–" else f" {unit}"

    def error(value: float | None) -> str:
        if check.get("absolute"):
            return f"{text.number(value)}{unit}"
        return text.percent(value)

    value, reference = check.get("value"), check.get("reference")
    return [
        str(check.get("name", "–")),
        str(check.get("source", "–")),
        _verdict(check),
        "curve" if check.get("curve") else f"{text.number(value, 6)}{unit if value else ''}",
        reference if isinstance(reference, str) else f"{text.number(reference, 6)}{unit}",
        error(check.get("error")),
        error(check.get("tolerance")),
    ]


def _verdict(check: dict[str, Any]) -> html.Badge:
    if check.get("holds") is None:
        return html.Badge("plain", f"not decided: {check.get('why', 'no reason is known')}")
    return html.Badge("good", "holds") if check["holds"] else html.Badge("look", "does not hold")


def _picture(run: Run, number: int, check: dict[str, Any]) -> str:
    name = str(check.get("name", "curve"))
    try:
        curve = _curve(run, str(check["curve"]))
    except OutputError as error:
        return html.note(f"The curve of “{name}” cannot be shown. {error}")
    return html.figure(
        against_reference(curve, name),
        f"reference-{number}",
        f"{name}: this run and its reference.",
        f"{name}, {check.get('quantity', '')}. Dotted: {check.get('source', 'the reference')}.",
    )


def _curve(run: Run, file: str) -> Table:
    """A curve and its reference, from a file of the run's folder."""
    curve = read_table(run.path / file)
    if is_si(run.kind):
        curve = in_seconds(curve)
    for column in ("place", "value", "reference"):
        if column not in curve:
            raise OutputError(f'{curve.path}: no column "{column}"')
    return curve
