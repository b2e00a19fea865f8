# SPDX-License-Identifier: Apache-2.0
"""A small case that the program runs itself: what it writes is what is read here."""

import os
import shutil
import subprocess

import numpy as np
import pytest

from pages import make_page
from thalweg import Run
from thalweg.plot import main as plot

CASE = """
[simulation]
kind = "sound"
title = "A pulse before a layer"
precision = "single"

[grid]
points = [48, 32]
spacing = 1e-4
origin = [0.0, -1.6e-3]

[sound]
absorbing_layer = { points = 4 }

[medium]
sound_speed = 1500
density = 1000

[[medium.region]]
shape = "layer"
axis = "x"
from = 3e-3
sound_speed = 1800
density = 1200

[[source]]
shape = "line"
from = [1e-3, -5e-4]
to = [1e-3, 5e-4]
signal = { kind = "tone-burst", frequency = 2e6, amplitude = 1e4, cycles = 2 }

[time]
cfl = 0.3
end = 1.5e-6

[[sensor]]
name = "ahead"
shape = "line"
from = [2e-3, 0.0]
to = [4e-3, 0.0]
record = ["pressure", "pressure-max"]

[[sensor]]
name = "beside"
shape = "points"
positions = [[2e-3, 8e-4]]
record = ["velocity"]

[[sensor]]
shape = "grid"
record = ["pressure-max", "pressure-min"]

[output]
history = { every_steps = 5 }
fields = { every_time = 5e-7, names = ["pressure", "velocity"] }
"""


@pytest.fixture(scope="module")
def sound_run(tmp_path_factory):
    """The output folder; skipped where there is no program, or one without this solver."""
    binary = os.environ.get("THALWEG_BIN") or shutil.which("thalweg")
    if not binary:
        pytest.skip("THALWEG_BIN does not name the program")
    folder = tmp_path_factory.mktemp("run")
    (folder / "case.toml").write_text(CASE, encoding="utf-8")
    command = [binary, "run", str(folder / "case.toml"), "--out", str(folder / "out")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    if 'must be one of "turbulence"' in done.stderr:
        pytest.skip("the program has no sound solver")
    assert done.returncode == 0, done.stderr
    return folder / "out"


@pytest.mark.usefixtures("sketched")
def test_the_page(sound_run):
    page = make_page(sound_run)
    assert "This cannot be shown" not in page.text
    assert page.figures == 11  # pressure 2, maximum, sensors 4 and 2, medium, time
    for section, text in [
        ("maximum", "extent above half of it"),
        ("sensors", "Sensor “ahead”"),
        ("sensors", "Also recorded: beside/velocity-y"),
        ("medium", "The whole grid"),
        ("checks", "4 points thick"),
        ("checks", "points per wavelength, heard"),
    ]:
        assert text in page.sections[section]


def test_the_numbers(sound_run):
    run = Run(sound_run)
    ahead = run.traces.sensors["ahead"]
    np.testing.assert_allclose(ahead.coordinates[0], [2e-3, 0], atol=1e-9)
    series = run.traces.read("ahead", "pressure")
    largest = run.traces.read("ahead", "pressure-max")
    np.testing.assert_allclose(series.max(axis=0), largest, rtol=1e-6)
    assert run.traces.time[0] == 0
    field = run.field("pressure-max")
    column = round((ahead.coordinates[0, 0] - field.origin[2]) / field.spacing[2])
    assert field.values[0, 16, column] == pytest.approx(largest[0], rel=1e-6)


def test_pictures(sound_run):
    for name in ("pressure", "velocity", "ahead/pressure", "beside/velocity-y", "pressure_rms"):
        assert plot([str(sound_run), name]) == 0
