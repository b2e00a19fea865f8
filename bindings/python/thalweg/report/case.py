# SPDX-License-Identifier: Apache-2.0
"""The section with the effective case."""

from typing import Any

from thalweg.report import html
from thalweg.run import Run


def case(run: Run) -> html.Section:
    """The effective case."""
    if run.case_text is None:
        missing = html.note("The folder has no case.toml.")
        return html.Section("case", "The case", missing)
    intro = _changes(run.report or {})
    if not intro:
        intro = html.paragraph("Every default is filled in: this file gives the same run again.")
    text_ = html.details("case.toml", html.code(run.case_text))
    return html.Section("case", "The case", intro + text_)


def _changes(report: dict[str, Any]) -> str:
    """What restarts changed in the case."""
    changes = report.get("changes", [])
    if not changes:
        return ""
    rows = [[str(c["step"]), c["key"], c["before"] or "not set", c["now"] or "not set"]
            for c in changes]  # fmt: skip
    return html.table(
        ["at step", "key", "before", "from then on"],
        rows,
        "The case was changed at restarts, as checkpoint.allow_changes lets it.",
        1,
    )
