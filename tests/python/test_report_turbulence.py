# SPDX-License-Identifier: Apache-2.0
"""Pages of turbulence runs that are not the plain decay of a vortex."""

import re

import numpy as np
import pytest

from pages import make_page
from synthetic import HISTORY_COLUMNS, history_rows, write_csv
from thalweg import Run
from thalweg.figures import curves, roofline
from thalweg.figures.roofline import Point, Roofs


@pytest.mark.usefixtures("undrawn")
@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('equations = "navier-stokes"', 'equations = "mhd"'),
        ("[initial]", '[forcing]\nkind = "linear"\nrate = 0.1\n[initial]'),
        ("[initial]", "rotation = [0.0, 0.0, 5.0]\n[initial]"),
    ],
)
def test_a_vortex_on_which_more_than_viscosity_acts_has_no_reference(output, before, after):
    case = output / "case.toml"
    case.write_text(case.read_text(encoding="utf-8").replace(before, after), encoding="utf-8")
    page = make_page(output)
    assert "There is no reference curve" in page.sections["curves"]
    assert "short times" not in page.sections["checks"]


@pytest.mark.usefixtures("sketched")
@pytest.mark.filterwarnings("error::RuntimeWarning")
def test_a_state_at_rest(output):
    time = np.linspace(0, 1, 5)
    rows = history_rows(time, 0 * time, np.full(5, 1e-300), 0.0025)
    write_csv(output / "history.csv", HISTORY_COLUMNS, rows)
    page = make_page(output)
    assert "growth of energy" not in page.sections["checks"]
    assert "Courant number" in page.sections["checks"]


@pytest.mark.usefixtures("sketched")
@pytest.mark.filterwarnings("error::RuntimeWarning")
@pytest.mark.parametrize("value", [np.nan, np.inf])
def test_what_is_not_finite_is_not_held(output, value):
    time = np.linspace(0, 1, 5)
    rows = history_rows(time, 0.125 - 0.01 * time, np.full(5, 0.01), 0.0025)
    rows[-1, 3:] = value
    write_csv(output / "history.csv", HISTORY_COLUMNS, rows)
    checks = make_page(output).sections["checks"]
    for name in ("divergence", "growth of energy"):
        assert re.search(rf"{name}[^✓!]*! look at this\s*nan", checks)


def test_curves_begin_at_zero_and_leave_room(output):
    history = Run(output).history
    axes = curves.energy(history, None, None).axes[0]
    assert axes.get_ylim() == pytest.approx((0, 1.08 * history["energy"].max()))


def test_what_falls_below_zero_is_seen(output):
    time = np.linspace(0, 1, 5)
    rows = history_rows(time, 0.1 + 0.01 * time**2, np.full(5, 0.001), 0.0025)
    write_csv(output / "history.csv", HISTORY_COLUMNS, rows)
    axes = curves.dissipation(Run(output).history, None, None).axes[0]
    assert axes.get_ylim()[0] < -0.02


def test_phases_of_one_colour_have_other_marks():
    fig = roofline.roofline(Roofs(1e10, 1e9), [Point(f"p{n}", 1, 1e8, 0.1) for n in range(8)])
    looks = [(line.get_color(), line.get_marker()) for line in fig.axes[0].lines[1:]]
    assert len(set(looks)) == 8
