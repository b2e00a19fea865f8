# SPDX-License-Identifier: Apache-2.0
"""The section about how data travelled between ranks."""

from thalweg.report import html, text
from thalweg.run import Run


def transport(run: Run) -> html.Section | None:
    """How data travelled between ranks."""
    if run.report is None:
        return None
    movements = run.report.get("transport", [])
    if not movements:
        missing = html.note("The run reported no movements of data between ranks.")
        return html.Section("transport", "How data travelled", missing)
    headings = ["movement", "route", "why", "sent per step", "messages per step",
                "of them to other nodes",
                "predicted", "tried", "waited per step", "hidden"]  # fmt: skip
    rows = [
        [
            str(m.get("name", "–")),
            str(m.get("route", "–")),
            str(m.get("why", "–")),
            text.size(m.get("bytes")),
            text.number(m.get("messages"), 6),
            text.number(m.get("network_messages"), 6),
            text.duration(m.get("predicted_seconds")),
            text.duration(m.get("tried_seconds")),
            text.duration(m.get("measured_seconds")),
            text.percent(m.get("hidden_fraction")),
        ]
        for m in movements
    ]
    caption = (
        "Movements of data between ranks, all ranks together. Predicted and tried: the exchanges "
        "of a step by themselves, by the profile's model and by the trial at the start. Waited: "
        "time not hidden behind work. Hidden: part of the time between first message and last "
        "arrival in which ranks worked."
    )
    content = html.table(headings, rows, caption, 3) + _candidate_tables(movements)
    content += _balance(run.report.get("balance"))
    return html.Section("transport", "How data travelled", content)


def _candidate_tables(movements: list[dict]) -> str:
    """For each movement what every route would have cost, or why it is not possible."""
    tables = ""
    for movement in movements:
        candidates = movement.get("candidates", [])
        if not candidates:
            continue
        rows = [
            [
                str(c.get("route", "–")),
                text.duration(c.get("predicted_seconds")),
                text.duration(c.get("tried_seconds")),
                str(c.get("why_not") or ("taken" if c["route"] == movement["route"] else "")),
            ]
            for c in candidates
        ]
        caption = f"Routes of {movement.get('name', 'a movement')}: seconds of one exchange."
        tables += html.table(["route", "predicted", "tried", ""], rows, caption, 1)
    return tables


def _balance(balance: dict | None) -> str:
    """How even the work of ranks was, and when it was dealt anew."""
    if not balance:
        return ""
    imbalance = text.number(balance.get("imbalance"))
    said = f"The largest work of a rank was {imbalance} times the mean, waiting left out."
    rows = [
        [str(e.get("step", "–"))]
        + [text.number(e.get(f"imbalance_{when}")) for when in ("before", "expected", "after")]
        for e in balance.get("rebalancings", [])
    ]
    if not rows:
        return html.paragraph(said)
    caption = "When work was dealt to ranks anew: its imbalance, largest over mean."
    return html.table(["step", "before", "expected", "after"], rows, caption) + html.paragraph(said)
