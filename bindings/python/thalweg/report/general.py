# SPDX-License-Identifier: Apache-2.0
"""Sections that every kind of run gets: facts, time, transport, memory, case, files."""

from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

from thalweg.errors import OutputError
from thalweg.figures import roofline
from thalweg.figures.phases import phases as draw_phases
from thalweg.forms import holds_blocks, holds_points
from thalweg.heard import known_sensors
from thalweg.report import html, text
from thalweg.report.known import known_history
from thalweg.run import Run
from thalweg.units import EXPLANATION

NO_REPORT = (
    "The run writes report.json when it ends; there is none yet. Make this page again then: "
    "until the end nothing is known about where the time went."
)


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


def memory(run: Run) -> html.Section | None:
    """Estimated against measured memory."""
    if run.report is None:
        return None
    values = run.report.get("memory", {})
    estimate, peak = values.get("estimated_bytes"), values.get("peak_bytes_per_rank")
    machine = run.report.get("machine", {})
    rows = [["estimated before the run", text.size(estimate)], ["measured peak", text.size(peak)]]
    if estimate and peak:
        rows.append(["measured ÷ estimated (wanted: within 10 %)", f"{peak / estimate:.3f}"])
    triad = machine.get("triad_bytes_per_second")
    body = html.table(["memory of the largest rank", ""], rows, "Host memory per rank.")
    body += html.facts(
        [
            ("processor", str(machine.get("cpu", "–"))),
            ("cores", str(machine.get("cores", "–"))),
            ("memory bandwidth (triad)", f"{text.size(triad)}/s" if triad else "–"),
        ]
    )
    return html.Section("memory", "Memory and machine", body)


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


HOW_TO_OPEN = (
    ("case.toml", "the effective case", "thalweg run case.toml"),
    ("history.csv", "scalars against time", "spreadsheet, pandas, thalweg-plot"),
    ("spectra/*.csv", "spectra and statistics", "spreadsheet, pandas, thalweg.read_table"),
    ("statistics/*.csv", "statistics at points", "spreadsheet, pandas, thalweg.Run.table"),
    ("probes/*.csv", "values at places", "spreadsheet, pandas, thalweg.Run.probe"),
    ("slices/*.vtkhdf", "planes of fields", "ParaView, pyvista.read, thalweg.Run.slice"),
    ("tables/*.csv", "tables of the solver", "spreadsheet, pandas, thalweg.Run.table"),
    (
        "fields/*.vtkhdf",
        "fields on a grid or blocks, points",
        "ParaView, pyvista.read, thalweg.Run.field",
    ),
    ("fields/*.cgns", "fields on blocks", "ParaView, pyvista.read, thalweg.Run.field"),
    ("fields/*.series", "all times of a field", "ParaView"),
    ("checks/*.csv", "curves and what they are held to", "spreadsheet, thalweg.read_table"),
    ("traces.h5", "what the sensors heard", "h5py, h5ls, thalweg.Traces"),
    ("checkpoints/*.h5", "all that a restart needs", "thalweg run … --restart"),
    ("run.log", "what the terminal showed", "any editor"),
    ("report.json", "the numbers of this page", "any JSON reader"),
)


def files(run: Run) -> html.Section:
    """What is in the folder and how to open it."""
    rows = []
    for pattern, what, how in HOW_TO_OPEN:
        found = sorted(run.path.glob(pattern))
        total = sum(f.stat().st_size for f in found)
        count = "none" if not found else str(len(found))
        rows.append([pattern, what, how, count, text.size(total) if found else "–"])
    headings = ["file", "what", "opens with", "files", "size"]
    body = html.table(headings, rows, f"What is in {run.path.resolve()}.", 3)
    body += html.details("In Python", html.code(_script(run)))
    return html.Section("files", "The files", body)


def _script(run: Run) -> str:
    lines = ["import thalweg", "", f"run = thalweg.Run({text.literal(run.path)})"]
    lines += [*_history_lines(run), *_trace_lines(run)]
    names = run.fields()
    lines += [_field_line(name, run.field_path(name)) for name in names]
    if names:
        newest = run.field_path(names[-1])
        is_image = not _holds(holds_points, newest) and not _holds(holds_blocks, newest)
        how = "plot(volume=True)" if is_image else "plot()"
        lines += ["", "import pyvista", f"pyvista.read({text.literal(newest)}).{how}"]
    return "\n".join(lines)


def _history_lines(run: Run) -> list[str]:
    history = known_history(run)
    if history is None:
        return []
    column = history.names[min(3, len(history.names) - 1)]
    return [f'run.history["time"], run.history[{text.literal(column)}]   # arrays (rows,)']


def _field_line(name: str, newest: Path) -> str:
    what = "values   # (z, y, x, component)"
    if _holds(holds_blocks, newest):
        what = "blocks   # by name: vertices, values"
    elif _holds(holds_points, newest):
        what = "values   # by name: (points, component)"
    return f"run.field({text.literal(name)}).{what}"


def _holds(form: Callable[[Path], bool], file: Path) -> bool:
    """Whether a file has a form; not of a damaged one, of which the fields' own section tells."""
    try:
        return form(file)
    except OutputError:
        return False


def _trace_lines(run: Run) -> list[str]:
    return [
        f"run.traces.read({text.literal(s.name)}, {text.literal(record.name)})   # {record.shape}"
        for s in known_sensors(run)
        for record in [*s.series, *s.statistics][:1]
    ]


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
    return f"step {step:.0f}, time {time_:.6g}" + (f" of {end:.6g}" if end else "")


def _last_change(run: Run) -> str:
    newest = max(f.stat().st_mtime for f in _all_files(run.path))
    return datetime.fromtimestamp(newest).astimezone().strftime("%Y-%m-%d %H:%M:%S %Z")


def _all_files(folder: Path) -> list[Path]:
    """What the run has written; not this page."""
    return [f for pattern, _, _ in HOW_TO_OPEN for f in folder.glob(pattern)]
