# SPDX-License-Identifier: Apache-2.0
"""The head of a page: the facts about a run, and how it ended."""

from datetime import datetime
from functools import partial
from typing import Any

from thalweg.errors import OutputError
from thalweg.report import html, text
from thalweg.report.files import written
from thalweg.run import Run
from thalweg.units import EXPLANATION, is_si, time_text


def header(run: Run) -> str:
    """Title, how the run ended, and the facts about it."""
    report = run.report or {}
    grid = run.setting("grid.points") or run.setting("grid.cells")
    per_step = report.get("seconds_per_step", {})
    pairs = [
        ("case", report.get("case") or "case.toml (below)"),
        ("kind", run.kind or "not known"),
        ("grid", " × ".join(map(str, grid)) if isinstance(grid, list) else "–"),
        ("precision", report.get("precision") or run.setting("simulation.precision", "not known")),
        ("reached", _reached(run)),
        ("device", _device(report)),
        ("ranks × threads", f"{report.get('ranks', '–')} × {report.get('threads', '–')}"),
        ("time per step", _per_step(per_step)),
        ("time in all", text.duration(report.get("seconds_total"))),
        ("version", " ".join(str(report[k]) for k in ("version", "commit") if k in report) or "–"),
        ("units", EXPLANATION.get(run.kind, EXPLANATION[None])),
        ("page made", datetime.now().astimezone().strftime("%Y-%m-%d %H:%M %Z")),
    ]
    pairs = [(name, value) for name, value in pairs if "–" not in value.split(" ")]
    title = f"<h1>{html.escape(run.title)}</h1>"
    return f"<header>{title}\n<p>{status_badge(run).render()}</p>\n{html.facts(pairs)}</header>"


def status_badge(run: Run) -> html.Badge:
    """How the run ended, in a few words."""
    if run.status is None:
        return html.Badge(
            "look",
            f"no report.json: still going on, or ended by an error; last sign of life "
            f"{_last_change(run)}",
        )
    return html.Badge("good" if run.status == "done" else "look", run.status)


def ending(run: Run) -> html.Section | None:
    """The end of the log, for a run that did not get to its end."""
    if run.status == "done" or not run.log:
        return None
    lines = run.log.rstrip().split("\n")[-12:]
    body = html.paragraph("The last lines of run.log:") + html.code("\n".join(lines))
    return html.Section("log", "What the run said last", body)


def _device(report: dict[str, Any]) -> str:
    device = report.get("device", {})
    name, kind = device.get("name"), device.get("kind")
    return " · ".join(str(part) for part in (kind, name) if part) or "–"


def _per_step(per_step: dict[str, float]) -> str:
    if not per_step:
        return "–"
    low, high = text.duration(per_step.get("p10")), text.duration(per_step.get("p90"))
    return f"{text.duration(per_step.get('median'))} (80 % between {low} and {high})"


def _reached(run: Run) -> str:
    """Step and time of the end, or of the last row of the history before there is a report."""
    report = run.report or {}
    step, time_ = report.get("steps"), report.get("time")
    try:
        if step is None and run.history is not None and len(run.history):
            step, time_ = run.history["step"][-1], run.history["time"][-1]
    except OutputError as error:
        return f"not known: {error}"
    if step is None or time_ is None:
        return "no row of history.csv yet"
    end = run.setting("time.end")
    shown = partial(time_text, digits=6) if is_si(run.kind) else "{:.6g}".format
    return f"step {step:.0f}, time {shown(time_)}" + (f" of {shown(end)}" if end else "")


def _last_change(run: Run) -> str:
    newest = max(f.stat().st_mtime for f in written(run.path))
    return datetime.fromtimestamp(newest).astimezone().strftime("%Y-%m-%d %H:%M:%S %Z")
