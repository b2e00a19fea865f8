# SPDX-License-Identifier: Apache-2.0
"""The command thalweg-plot: histories, fields, sensors and membranes as pictures or movies."""

import argparse
import math
from pathlib import Path

from matplotlib.figure import Figure
from rich.console import Console
from rich.table import Table as RichTable

from thalweg.bodies import shown_field
from thalweg.commands import run_command, say, writing
from thalweg.errors import OutputError, suggestion
from thalweg.figures import forms, maps, traces
from thalweg.figures.curves import columns
from thalweg.figures.cuts import cut, sensor_plane
from thalweg.figures.style import require_picture, to_picture
from thalweg.figures.traces import places, points_of
from thalweg.forms import holds_points
from thalweg.heard import hear, words
from thalweg.membranes import membranes_of
from thalweg.plot_membranes import default_file, movie, picture
from thalweg.run import Run
from thalweg.scenes import membrane_fields
from thalweg.tables import Table


def main(arguments: list[str] | None = None) -> int:
    """Draw what is named, or list what there is where nothing is named.

    Returns:
        0, or 2 where the folder or a name is wrong, 4 where the picture cannot be written.
    """
    options = _parser().parse_args(arguments)
    return run_command("thalweg-plot", lambda: _draw(options))


def _draw(options: argparse.Namespace) -> None:
    run = Run(options.out)
    _check_window(options.window)
    if not options.movie:
        require_picture(options.output)
    found = membrane_fields(run)
    if not options.names:
        _refuse_window(options)
        _refuse_axes(options)
        if not (options.movie or options.colour):
            _list_all(run)
        if not (found or options.movie or options.colour):
            return
        options.names = found[:1]
    if options.movie:
        _refuse_window(options)
        _refuse_axes(options)
        say(movie(run, options))
        return
    fig = _figure(run, options)
    file = options.output or default_file(run, options, ".png")
    with writing(file):
        file.write_bytes(to_picture(fig, file.suffix.lower()))
    say(f"wrote {file}")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="thalweg-plot",
        description="Draw columns of a run's history.csv, or one field, as a picture. Columns "
        "of one unit share a panel; a field is drawn as a cut through the middle, membranes of "
        "cells in space and with the plasma around them. Also one field of a slice, SLICE/FIELD, "
        "and of a sound run one record of a sensor, SENSOR/RECORD. Without names, list what there "
        "is, and draw the membranes of a run that has some.",
    )
    parser.add_argument("out", metavar="OUT", help="the run's output folder")
    names = (
        "a column, e.g. energy; or one field, e.g. pressure-max or cells; or one record, "
        "line/pressure"
    )
    parser.add_argument("names", metavar="NAME", nargs="*", help=names)
    parser.add_argument(
        "--output",
        type=Path,
        metavar="FILE",
        help="ends in .png, .pdf or .svg, a movie in .mp4 or .gif; default: OUT/plot-NAME....png, "
        "with the colour and the step that are asked for",
    )
    parser.add_argument("--against", metavar="NAME", help="of columns; default: time")
    parser.add_argument("--step", type=int, help="of a field or a slice; default: the newest")
    colour = (
        "of membranes: values such as tension, or cell; default: the first measured scalar. Of "
        "other points and triangles: any values"
    )
    parser.add_argument("--colour", metavar="NAME", help=colour)
    window = "of a field or a slice: the part that is seen, in its lengths"
    parser.add_argument(
        "--window", type=float, nargs=4, metavar=("FROM", "TO", "BELOW", "ABOVE"), help=window
    )
    movie = "membranes at all times, as MP4 where there is ffmpeg, else as GIF"
    parser.add_argument("--movie", action="store_true", help=movie)
    parser.add_argument("--log", action="store_true", help="of columns: logarithmic vertical axis")
    return parser


def _figure(run: Run, options: argparse.Namespace) -> Figure:
    if run.kind == "sound" and len(options.names) == 1 and not options.colour:
        fig = _sound_figure(run, options.names[0], options)
        if fig is not None:
            return fig
    name = options.names[0] if len(options.names) == 1 else None
    has_points = name in run.fields() and holds_points(run.field_path(name))
    if name in membrane_fields(run) or (options.colour and not has_points):
        _refuse_window(options)
        _refuse_axes(options)
        return picture(run, options)
    if name in run.fields():
        _refuse_axes(options)
        shown = shown_field(run, name, options.step)
        return forms.field(shown, name, options.colour, run.kind, options.window)
    if name and name.partition("/")[0] in run.slices():
        return _slice_figure(run, name, options)
    _refuse_window(options)
    _refuse_step(options)
    return columns(_history(run), options.names, options.against or "time", options.log)


def _check_window(window: list[float] | None) -> None:
    """Refuse what is no part of a plane."""
    if window is None:
        return
    left, right, bottom, top = window
    if not (all(map(math.isfinite, window)) and left < right and bottom < top):
        asked = " ".join(f"{end:g}" for end in window)
        raise OutputError(
            f"--window {asked}: expected numbers with FROM below TO and BELOW below ABOVE"
        )


def _refuse_window(options: argparse.Namespace) -> None:
    """Where what is drawn is no plane."""
    given = options.window is not None
    _refuse(options, given, "--window is for fields and slices with two axes")


def _refuse_axes(options: argparse.Namespace) -> None:
    """Where what is drawn is no curve of columns."""
    given = options.log or options.against is not None
    _refuse(options, given, "--log and --against are for columns of history.csv")


def _refuse_step(options: argparse.Namespace) -> None:
    """Where what is drawn is of all times."""
    _refuse(options, options.step is not None, "--step is for fields and slices")


def _refuse(options: argparse.Namespace, given: bool, purpose: str) -> None:
    """Say what an option is for that does not go with what is drawn."""
    if given:
        instead = f"not for {', '.join(options.names)}" if options.names else "name one of them"
        raise OutputError(f"{purpose}: {instead}")


def _slice_figure(run: Run, name: str, options: argparse.Namespace) -> Figure:
    """A field of a slice, by SLICE/FIELD."""
    _refuse_axes(options)
    of, _, field = name.partition("/")
    if not field:
        known = [f"{of}/{field}" for field in run.slice_fields(of)]
        raise OutputError(f'{run.path}: which field of the slice "{of}"? {suggestion(name, known)}')
    shown = run.slice(of, field, options.step)
    return forms.field(shown, name, kind=run.kind, window=options.window)


def _sound_figure(run: Run, name: str, options: argparse.Namespace) -> Figure | None:
    """A field or a record of a sensor; None for a column of the history."""
    if run.history is not None and name in run.history:
        return None
    if run.steps_of_field(name):
        _refuse_axes(options)
        plane = cut(run.field_path(name, options.step), name)
        if not plane.up:
            _refuse_window(options)
        return maps.field(plane, words(name), options.window)
    if "/" in name and run.traces is not None:
        _refuse_window(options)
        _refuse_axes(options)
        _refuse_step(options)
        return _sensor(run, *name.split("/", 1))
    known = [*(run.history.names if run.history else ()), *_records(run), *run.fields()]
    raise OutputError(f'{run.path}: no "{name}". {suggestion(name, known)}')


def _sensor(run: Run, name: str, record: str) -> Figure:
    """All traces of a sensor as an image, few of them as lines; or a statistic of its points."""
    found = run.traces.find(name, record)
    sensor = run.traces.sensors[name]
    if not found.is_series:
        values = run.traces.read(name, record)
        plane = sensor_plane(sensor.coordinates, values, found.unit)
        if plane is not None:
            return maps.field(plane, words(record))
        return traces.statistics(points_of(sensor), [(words(record), values)], found.unit)
    heard = hear(run, sensor, found)
    if not len(heard.time):
        raise OutputError(f"{run.traces.path}: nothing is recorded of {name} yet")
    what = (words(record), found.unit)
    if heard.makes_image:
        return traces.image(heard.time, heard.series, points_of(heard.sensor), *what)
    labels = places(heard.sensor, range(heard.series.shape[1]))
    return traces.lines(heard.time, heard.series, labels, *what)


def _records(run: Run) -> dict[str, str]:
    """SENSOR/RECORD, and what it is."""
    sensors = run.traces.sensors.values() if run.traces else []
    return {
        f"{sensor.name}/{record.name}": "traces" if record.is_series else "one value per point"
        for sensor in sensors
        for record in sensor.records
    }


def _history(run: Run) -> Table:
    if run.history is None:
        raise OutputError(f"{run.path / 'history.csv'}: there is no such file yet")
    return run.history


def _list_all(run: Run) -> None:
    """Columns, records of sensors and fields; only a run without fields must have a history."""
    if run.history is not None or not (run.fields() or run.traces):
        _list_columns(_history(run))
    if not (run.fields() or run.traces or run.slices()):
        return
    listing = RichTable("name", "what", title="fields and sensors" if run.traces else "fields")
    for name, what in _records(run).items():
        listing.add_row(name, what)
    for name in run.fields():
        steps = ", ".join(str(step) for step in run.steps_of_field(name))
        listing.add_row(name, f"field at step {steps}")
    for name in run.slices():
        steps = ", ".join(str(step) for step in run.steps_of_slice(name))
        for field in run.slice_fields(name):
            listing.add_row(f"{name}/{field}", f"slice at step {steps}")
    for name in membrane_fields(run):
        known = membranes_of(run.field(name)).values
        listing.add_row(f"{name} --colour", ", ".join(["cell", *known]))
    Console().print(listing)


def _list_columns(history: Table) -> None:
    title = f"{history.path}: {len(history)} rows"
    listing = RichTable("column", "unit", "last value", title=title)
    for name in history.names:
        last = f"{history[name][-1]:.6g}" if len(history) else "–"
        listing.add_row(name, history.unit(name), last)
    Console().print(listing)
