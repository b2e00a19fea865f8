# SPDX-License-Identifier: Apache-2.0
"""The phases of a step under the roofs of memory and arithmetic."""

import json

import pytest

from pages import make_page
from synthetic import report
from thalweg.figures.roofline import points, roofline, roofs


def test_points_are_operations_over_bytes_and_over_seconds():
    facts = report(20)
    found = points(facts)
    assert [p.name for p in found] == ["inverse_lines", "planes"]  # diagnostics counts nothing
    # 3e8 operations on 1.5e8 bytes, in 3.5 ms and in 11 ms.
    assert [p.intensity for p in found] == [2.0, 2.0]
    assert [p.rate for p in found] == pytest.approx([3e8 / 3.5e-3, 3e8 / 11e-3])
    # Two operations per byte at 44 GB/s would be 88 GF/s: the transforms' 60 GF/s are lower.
    assert found[1].share == pytest.approx(3e8 / 11e-3 / 6e10)


def test_below_the_ridge_memory_is_the_roof():
    roof = roofs(report(20))
    assert roof.at(0.5) == pytest.approx(2.2e10)
    assert roof.at(6e10 / 4.4e10) == pytest.approx(6e10)
    assert roof.at(50) == 6e10


@pytest.mark.parametrize("missing", ["triad_bytes_per_second", "flops_per_second"])
def test_without_a_roof_there_are_no_points(missing):
    facts = report(20)
    facts["machine"][missing] = None
    assert roofs(facts) is None
    assert points(facts) == []


def test_the_picture_has_a_point_for_each_phase():
    facts = report(20)
    axes = roofline(roofs(facts), points(facts)).axes[0]
    marks = [line for line in axes.lines if line.get_marker() == "o"]
    assert [(m.get_xdata()[0], m.get_ydata()[0]) for m in marks] == [
        (p.intensity, p.rate) for p in points(facts)
    ]
    assert axes.get_xscale() == axes.get_yscale() == "log"


@pytest.mark.usefixtures("undrawn")
def test_the_report_has_it_where_both_are_counted(output):
    time = make_page(output).sections["time"]
    for text in ("operations per byte", "85.7 GF/s", "60 GF/s", "45.5 %"):
        assert text in time, text
    file = output / "report.json"
    facts = json.loads(file.read_text(encoding="utf-8"))
    del facts["machine"]["flops_per_second"]
    file.write_text(json.dumps(facts), encoding="utf-8")
    assert "operations per byte" not in make_page(output).sections["time"]
