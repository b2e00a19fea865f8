# SPDX-License-Identifier: Apache-2.0
"""The section about where the time of a step went."""

from typing import Any

from thalweg.figures import roofline
from thalweg.figures.phases import phases as draw_phases
from thalweg.report import html, text
from thalweg.run import Run

NO_REPORT = (
    "The run writes report.json when it ends; there is none yet. Make this page again then: "
    "until the end nothing is known about where the time went."
)


def time(run: Run) -> html.Section:
    """Where the time of a step went, against the floor."""
    report = run.report
    if report is None:
        return html.Section("time", "Where the time went", html.note(NO_REPORT))
    phases = report.get("phases", [])
    if not phases:
        missing = html.note("The run reported no phases: it took no step.")
        return html.Section("time", "Where the time went", missing)
    seconds = report.get("seconds_per_step", {})
    whole = {
        "name": "whole step (median)",
        "seconds_per_step": seconds.get("median"),
        "floor_seconds": report.get("floor_seconds_per_step"),
        "ratio_to_floor": report.get("ratio_to_floor"),
    }
    mean = {"name": "whole step (mean)", "seconds_per_step": seconds.get("mean")}
    bars = html.figure(
        draw_phases([*phases, whole]),
        "phases",
        "Bars: time per step of each phase, and its floor. The table below has the numbers.",
        "Time per step of each phase (pale bar) and its floor (dark bar inside): the least time "
        "that the bare transforms and the memory traffic need on this machine, both measured when "
        "the run started. The nearer the two, the less there is to gain.",
        wide=True,
    )
    body = bars + _phase_table([*phases, mean, whole]) + _roofline(report)
    return html.Section("time", "Where the time went", body)


def _phase_table(rows: list[dict[str, Any]]) -> str:
    headings = ["phase", "time per step", "on the slowest rank", "calls per step",
                "moved per step", "floor", "÷ floor"]  # fmt: skip
    cells = [
        [
            str(row["name"]).replace("_", " "),
            text.duration(row.get("seconds_per_step")),
            text.duration(row.get("slowest_rank_seconds")),
            text.number(row.get("calls_per_step"), 4),
            text.size(row.get("bytes_per_step")),
            text.duration(row.get("floor_seconds") or None),
            text.number(row.get("ratio_to_floor")),
        ]
        for row in rows
    ]
    caption = (
        "The same in numbers. A step is all that a user waits for, results and checkpoints "
        "included. Times are means over ranks, so that the phases add up to the mean step; the "
        "slowest rank is that of each phase."
    )
    return html.table(headings, cells, caption)


def _roofline(report: dict[str, Any]) -> str:
    """Phases under the roofs of memory and arithmetic; nothing of runs that do not count both."""
    roofs, points = roofline.roofs(report), roofline.points(report)
    if roofs is None or not points:
        return ""
    picture = html.figure(
        roofline.roofline(roofs, points),
        "roofline",
        "Points: operations per second of each phase against its operations per byte, below the "
        "two roofs. The table below has the numbers.",
        "Operations of a rank per second against operations per byte that must pass through "
        "memory. The slope is the bandwidth of the triad, the flat roof the rate of the step's "
        "own transforms on data in cache, both measured when the run started. A phase under the "
        "slope waits for memory, one under the flat roof for arithmetic.",
        wide=True,
    )
    rows = [
        [
            p.name.replace("_", " "),
            text.number(p.intensity),
            f"{text.number(p.rate / 1e9)} GF/s",
            f"{text.number(roofs.at(p.intensity) / 1e9)} GF/s",
            text.percent(p.share),
        ]
        for p in points
    ]
    caption = (
        "Operations are counted: 5 n log2 n of a transform of n complex numbers, and those of the "
        "pointwise work. Times are means over ranks; operations and bytes are of the rank that "
        "has most."
    )
    headings = ["phase", "operations per byte", "measured", "roof there", "reached"]
    return picture + html.table(headings, rows, caption)
