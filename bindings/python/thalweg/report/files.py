# SPDX-License-Identifier: Apache-2.0
"""The section about the files of a run and how to open them."""

from collections.abc import Callable
from pathlib import Path

from thalweg.errors import OutputError
from thalweg.forms import holds_blocks, holds_points
from thalweg.heard import known_sensors
from thalweg.report import html, text
from thalweg.report.known import known_history
from thalweg.run import Run

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


def written(folder: Path) -> list[Path]:
    """What the run has written; not this page."""
    return [f for pattern, _, _ in HOW_TO_OPEN for f in folder.glob(pattern)]


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
