# SPDX-License-Identifier: Apache-2.0
"""Whether a sound run can be trusted: resolution, steps, layers, and what the run itself said."""

import re

import numpy as np

from thalweg.acoustics import (
    amplitude_spectrum,
    bandwidth,
    grid_limit,
    sound_speeds,
    source_frequency,
    spacings,
)
from thalweg.heard import hear, known_sensors
from thalweg.report import html
from thalweg.report.checks import Row, check, check_table
from thalweg.run import Run

POINTS_PER_WAVELENGTH = 3.0
LAYER_POINTS = 10
SPECTRA = 32  # traces whose energy is looked at
COURANT = 0.5  # where the medium changes


def checks(run: Run) -> str:
    """The table, and the notes of the run."""
    rows = [_courant(run), _stated(run), _heard(run), _layer(run), _finite(run)]
    rows = [row for row in rows if row is not None]
    if not rows:
        body = html.note("Neither case.toml nor history.csv has what is needed for checks.")
    else:
        body = check_table(rows, "From case.toml, history.csv, the medium and the traces.")
    return body + _notes(run)


def _courant(run: Run) -> Row | None:
    speeds, distance, history = sound_speeds(run), spacings(run), run.history
    step = run.setting("time.step")
    if history is not None and len(history) and history["dt"].max() > 0:
        step = float(history["dt"].max())
    if not (speeds and distance and step):
        return None
    limit = None if speeds[0] == speeds[1] else COURANT
    meaning = ("highest speed of sound × step ÷ spacing; a uniform medium allows any, where it "
               "changes 0.3 is usual")  # fmt: skip
    return check("CFL number", meaning, speeds[1] * step / min(distance), limit)


def _stated(run: Run) -> Row | None:
    limit, frequency = grid_limit(run), source_frequency(run)
    value = 2 * limit / frequency if limit and frequency else None
    meaning = ("at the highest frequency of the sources, where sound is slowest; harmonics need "
               "as many times more")  # fmt: skip
    return check("points per wavelength", meaning, value, POINTS_PER_WAVELENGTH, at_least=True)


def _heard(run: Run) -> Row | None:
    """The resolution of what the sensors heard, which knows of pulses and harmonics."""
    limit = grid_limit(run)
    found = [(s, r) for s in known_sensors(run) for r in s.series if r.name == "pressure"]
    if not limit or not found:
        return None
    heard = hear(run, *found[0])
    if len(heard.time) < 16:
        return None
    series = heard.series[:, :: -(-heard.series.shape[1] // SPECTRA)]
    frequency, amplitude = amplitude_spectrum(series, heard.time[1] - heard.time[0])
    highest = bandwidth(frequency, amplitude)
    value = 2 * limit / highest if highest else None
    meaning = (f"at the frequency below which 99 % of the energy lies that sensor "
               f"“{heard.sensor.name}” heard")  # fmt: skip
    name = "points per wavelength, heard"
    return check(name, meaning, value, POINTS_PER_WAVELENGTH, at_least=True)


def _layer(run: Run) -> Row | None:
    layer = run.setting("sound.absorbing_layer", {})
    points = [n for key in ("points", "low", "high") for n in np.atleast_1d(layer.get(key, []))]
    if not points:
        return None
    thin = [n for n in points if n > 0]
    if not thin:
        return check("absorbing layer", "none: the grid is periodic", 0, None)
    meaning = "points of the thinnest; a thin one reflects sound"
    return check("absorbing layer", meaning, float(min(thin)), LAYER_POINTS, at_least=True)


def _finite(run: Run) -> Row | None:
    history = run.history
    if history is None or not len(history):
        return None
    wrong = int((~np.isfinite(history.values)).any(axis=1).sum())
    return check("rows that are not finite", "of history.csv", wrong, 0)


def _notes(run: Run) -> str:
    """What the run noted at its start, each once."""
    said = list(dict.fromkeys(re.findall(r"^.*?(?:note|warning): (.+)$", run.log, re.MULTILINE)))
    if not said:
        return html.paragraph("The run had nothing to note about its case." if run.log else "")
    rows = [[html.Badge("look", "note"), text] for text in said]
    return html.table(["", "what the run said about its case"], rows, "From run.log.", 2)
