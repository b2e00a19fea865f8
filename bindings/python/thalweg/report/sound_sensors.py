# SPDX-License-Identifier: Apache-2.0
"""What the sensors of a sound run heard."""

import numpy as np
from matplotlib.figure import Figure

from thalweg.acoustics import amplitude_spectrum, grid_limit
from thalweg.figures import maps, traces
from thalweg.figures.cuts import sensor_plane
from thalweg.figures.traces import place_text, places, points_of
from thalweg.heard import Heard, hear, words
from thalweg.report import html
from thalweg.run import Run
from thalweg.traces import Sensor

SENSORS = 4  # shown with pictures


def sensors(run: Run) -> str:
    """A table of the sensors, and pictures of the first ones."""
    if run.traces is None:
        return html.note("There is no traces.h5: the case has no sensors but those of the grid.")
    there = list(run.traces.sensors.values())
    if not there:
        return html.note("traces.h5 has no sensors.")
    body = _table(there)
    for number, sensor in enumerate(there[:SENSORS], start=1):
        body += _pictures(run, sensor, f"sensor-{number}")
    if len(there) > SENSORS:
        body += html.note(f"Pictures are shown of the first {SENSORS} sensors.")
    return body


def _table(there: list[Sensor]) -> str:
    rows = []
    for sensor in there:
        ends = sensor.coordinates[0], sensor.coordinates[-1]
        span = " … ".join(place_text(end) for end in ends[: min(2, len(sensor.coordinates))])
        names = ", ".join(record.name for record in sensor.records)
        rows.append([sensor.name, names, span, str(len(sensor.coordinates))])
    caption = "Groups of traces.h5; coordinates of the first and the last point."
    return html.table(["sensor", "records", "where", "points"], rows, caption, 3)


def _pictures(run: Run, sensor: Sensor, anchor: str) -> str:
    items = []
    for record in sensor.series[:1]:
        heard = hear(run, sensor, record)
        if not len(heard.time):
            items.append(html.note(f"Nothing is recorded of {sensor.name} yet."))
            continue
        if heard.makes_image:
            items.insert(0, _image(heard, anchor))
        items.append(html.figures(_lines(run, heard, anchor)))
    if len(sensor.series) > 1:
        names = ", ".join(f"{sensor.name}/{record.name}" for record in sensor.series[1:])
        items.append(html.paragraph(f"Also recorded: {names}; drawn by thalweg-plot OUT NAME."))
    statistics = _statistics(run, sensor, anchor)
    return "".join(items) + (html.figures(statistics) if statistics else "")


def _image(heard: Heard, anchor: str) -> str:
    name, what = heard.sensor.name, words(heard.record.name)
    part = f" One of every {heard.every} points." if heard.every > 1 else ""
    return html.figure(
        traces.image(heard.time, heard.series, points_of(heard.sensor), what, heard.record.unit),
        f"{anchor}-image",
        f"All traces of {name} against time.",
        f"Sensor “{name}”: {what} at all its points against time.{part}",
        wide=True,
    )


def _lines(run: Run, heard: Heard, anchor: str) -> list[str]:
    chosen = heard.strongest_and_others()
    labels, series = places(heard.sensor, chosen), heard.series[:, chosen]
    name, record = heard.sensor.name, heard.record
    items = [
        html.figure(
            traces.lines(heard.time, series, labels, words(record.name), record.unit),
            f"{anchor}-lines",
            f"Traces of {name} at {'; '.join(labels)}.",
            f"Sensor “{name}”: {words(record.name)} at a few of its points, among them the one "
            "where most is heard.",
        )
    ]
    if len(heard.time) < 16:
        return items
    frequency, amplitude = amplitude_spectrum(series, heard.time[1] - heard.time[0])
    items.append(
        html.figure(
            traces.spectra(frequency, amplitude, labels, grid_limit(run)),
            f"{anchor}-spectra",
            f"Spectra of the same traces of {name}.",
            "Spectra of these traces; through a Hann window where a trace does not begin and end "
            "in silence. Dotted: the highest frequency that the grid carries everywhere, two "
            "points per wavelength.",
        )
    )
    return items


def _statistics(run: Run, sensor: Sensor, anchor: str) -> list[str]:
    """Maximum, minimum and rms, mean intensity: of each unit maps of a plane, else curves."""
    found = [(r, run.traces.read(sensor.name, r.name)) for r in sensor.statistics]
    found = [(record, values) for record, values in found if np.isfinite(values).any()]
    if sensor.statistics and not found:
        return [html.note("Maxima and the like are written at the end of the run.")]
    drawn = []
    for unit in sorted({record.unit for record, _ in found}, key=lambda u: (u != "Pa", u)):
        curves = [(words(record.name), values) for record, values in found if record.unit == unit]
        drawn += _statistic_figures(sensor, curves, unit)
    return [
        html.figure(
            figure,
            f"{anchor}-statistics-{number}",
            f"{names} at the points of {sensor.name}.",
            f"Sensor “{sensor.name}”: {names} over the run at each point.",
        )
        for number, (names, figure) in enumerate(drawn, start=1)
    ]


def _statistic_figures(
    sensor: Sensor, curves: list[tuple[str, np.ndarray]], unit: str
) -> list[tuple[str, Figure]]:
    """Statistics of one unit with what they are called: a map each, or all in one figure."""
    planes = [(name, sensor_plane(sensor.coordinates, values, unit)) for name, values in curves]
    if planes[0][1] is not None:
        return [(name, maps.field(plane, name)) for name, plane in planes]
    names = ", ".join(name for name, _ in curves)
    return [(names, traces.statistics(points_of(sensor), curves, unit))]
