# SPDX-License-Identifier: Apache-2.0
"""Pages of runs whose kind has no sections of its own, and what all pages show of time."""

import json

import pytest

from pages import make_page
from synthetic import report
from thalweg.figures.phases import phases


@pytest.mark.usefixtures("sketched")
def test_a_stopped_run_of_blood(blood_output):
    facts = report(20, kind="blood", status="stopped by SIGTERM", time=2.5e-5)
    (blood_output / "report.json").write_text(json.dumps(facts), encoding="utf-8")
    (blood_output / "run.log").write_text("the last words\n", encoding="utf-8")
    page = make_page(blood_output)
    assert list(page.sections)[:3] == ["log", "history", "fields"]
    assert "step 20, time 25 µs" in page.text


def test_times_of_phases_have_units_that_fit():
    rows = [{"name": "long", "seconds_per_step": 1.28}, {"name": "short", "seconds_per_step": 3e-7}]
    axes = phases(rows).axes[0]
    assert [text.get_text() for text in axes.texts] == ["1.28 s", "300 ns"]
    assert axes.get_xlabel() == "time per step [s]"
