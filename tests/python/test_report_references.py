# SPDX-License-Identifier: Apache-2.0
"""The section of a page that shows what a case is held to."""

import json

import numpy as np
import pytest

from pages import make_page
from synthetic import make_output
from thalweg.figures.references import against_reference
from thalweg.tables import Table

CHECKS = [
    {"name": "peak", "quantity": "history.dissipation.maximum", "value": 0.0131,
     "unit": "velocity^2/time", "reference": 0.012858, "source": "van Rees 2011", "error": 0.0188,
     "tolerance": 0.03, "absolute": False, "holds": True},
    {"name": "place of the focus", "quantity": "traces.a.b.place-of-maximum", "value": 0.062,
     "unit": "m", "reference": 0.055, "source": "O'Neil", "error": 0.007, "tolerance": 0.001,
     "absolute": True, "holds": False},
    {"name": "order", "quantity": "order.history.energy.final", "value": None, "unit": "1",
     "reference": 3, "source": "a book", "error": None, "tolerance": 0.1, "absolute": False,
     "holds": None, "why": "it takes several runs"},
    {"name": "dissipation", "quantity": "history.dissipation", "value": None,
     "unit": "velocity^2/time", "reference": "curve.txt", "source": "512³", "error": 0.01,
     "tolerance": 0.02, "absolute": False, "holds": True, "curve": "checks/3.csv"},
]  # fmt: skip


@pytest.fixture
def held(tmp_path):
    out = make_output(tmp_path / "out")
    report = json.loads((out / "report.json").read_text())
    (out / "report.json").write_text(json.dumps({**report, "checks": CHECKS}))
    (out / "checks").mkdir()
    (out / "checks/3.csv").write_text(
        "place,value,reference\ntime,velocity^2/time,velocity^2/time\n0,1,1\n1,2,2.1\n2,1,0.9\n"
    )
    return out


@pytest.mark.usefixtures("undrawn")
def test_the_table_has_signs_values_and_sources(held):
    section = make_page(held).sections["references"]
    assert "2 of 4 hold, 1 not decided" in section
    assert "✓ holds" in section and "! does not hold" in section
    assert "not decided: it takes several runs" in section
    for part in ("0.0131 L²/T³", "0.012858 L²/T³", "1.88 %", "van Rees 2011", "0.007 m", "0.001 m"):
        assert part in section, part


@pytest.mark.usefixtures("sketched")
def test_a_curve_is_drawn_over_its_reference(held):
    page = make_page(held)
    assert "dissipation, history.dissipation. Dotted: 512³." in page.sections["references"]
    assert page.figures == make_page_without(held).figures + 1


@pytest.mark.parametrize(
    ("unit", "axis"), [("length", "place [L]"), ("time", "time [T]"), ("1", "place [–]")]
)
def test_the_axis_of_a_curve_has_a_name(tmp_path, unit, axis):
    names, units = ("place", "value", "reference"), (unit, "velocity", "velocity")
    curve = Table(tmp_path, names, units, np.ones((3, 3)))
    assert against_reference(curve, "u").axes[0].get_xlabel() == axis


def make_page_without(held):
    report = json.loads((held / "report.json").read_text())
    del report["checks"]
    (held / "report.json").write_text(json.dumps(report))
    return make_page(held)


@pytest.mark.usefixtures("undrawn")
def test_times_of_runs_in_si_units_are_in_seconds(sound_output):
    report = json.loads((sound_output / "report.json").read_text())
    check = {**CHECKS[0], "quantity": "history.pressure_max.time-of-maximum", "unit": "time"}
    often = {**check, "name": "often", "unit": "1/time"}
    (sound_output / "report.json").write_text(json.dumps({**report, "checks": [check, often]}))
    section = make_page(sound_output).sections["references"]
    assert "0.0131 s" in section and "0.0131 1/s" in section


@pytest.mark.usefixtures("undrawn")
def test_a_missing_curve_is_said_and_the_table_shown(held):
    (held / "checks/3.csv").unlink()
    section = make_page(held).sections["references"]
    assert "The curve of “dissipation” cannot be shown" in section
    assert "✓ holds" in section


@pytest.mark.usefixtures("undrawn")
def test_a_run_without_checks_has_no_such_section(held):
    assert "references" not in make_page_without(held).sections


@pytest.mark.usefixtures("sketched")
def test_a_name_with_dollars_is_no_formula(held):
    report = json.loads((held / "report.json").read_text())
    report["checks"][3]["name"] = r"cost in $ or in \frac$"
    (held / "report.json").write_text(json.dumps(report))
    assert r"cost in $ or in \frac$, history.dissipation" in make_page(held).sections["references"]
