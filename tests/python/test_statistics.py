# SPDX-License-Identifier: Apache-2.0
"""Statistics at points, slices and probes of a turbulence run."""

import numpy as np
import pytest

from pages import make_page
from synthetic import write_csv, write_field
from thalweg import Run
from thalweg.errors import OutputError
from thalweg.figures import forms
from thalweg.plot import main


def write_statistics(output):
    r = np.array([0.1, 0.2, 0.4])
    columns = ("separation", "longitudinal_2", "longitudinal_3", "transverse_2")
    units = ("length", "length^2/time^2", "length^3/time^3", "length^2/time^2")
    structure = dict(zip(columns, units, strict=True))
    rows = np.stack([r, r**2, -0.1 * r**3, 2 * r**2], axis=1)
    for axis in "xyz":
        write_csv(output / f"statistics/structure_{axis}-000020.csv", structure, rows)
    deviation = np.linspace(-5, 5, 21)
    gauss = np.exp(-(deviation**2) / 2) / np.sqrt(2 * np.pi)
    gradient = ["deviation", *(a + b for b in "xyz" for a in "xyz")]
    write_csv(output / "statistics/density_gradient-000020.csv", dict.fromkeys(gradient, "1"),
              np.stack([deviation, *[gauss] * 9], axis=1))  # fmt: skip
    moments = ["time", *(f"gradient_xx_{m}" for m in ("mean", "variance", "skewness", "flatness"))]
    write_csv(output / "statistics/moments-000020.csv", dict.fromkeys(moments, "1"),
              [[20, 0, 1.5, -0.53, 4.25]])  # fmt: skip


@pytest.mark.usefixtures("sketched")
def test_the_report_shows_them(output):
    figures = make_page(output).figures
    write_statistics(output)
    page = make_page(output)
    assert page.figures == figures + 2
    section = page.sections["statistics"]
    for text in ("Structure functions", "level in an inertial range", "Gaussian", "-0.53", "4.25"):
        assert text.replace("-", "−") in section or text in section
    assert Run(output).table("structure_z")["transverse_2"][1] == pytest.approx(0.08)


@pytest.mark.usefixtures("undrawn")
def test_a_report_without_them_says_nothing(output):
    assert "statistics" not in make_page(output).sections


def test_slices_are_read_and_drawn(output, tmp_path):
    values = np.arange(12.0).reshape(4, 3, 1)
    write_field(output / "slices/side-000007.vtkhdf", "pressure", values, 0.5, 7,
                origin=(1.5, 0, 0), spacing=(0.1, 0.2, 0.3))  # fmt: skip
    run = Run(output)
    assert run.slices() == ["side"] and run.steps_of_slice("side") == [7]
    assert run.slice_fields("side") == ["pressure"]
    side = run.slice("side", "pressure")
    assert (side.values == values).all() and side.origin == (0, 0, 1.5)
    axes = forms.field(side, "side").axes[0]
    assert (axes.get_xlabel(), axes.get_ylabel()) == ("y [L]", "z [L]")
    assert axes.get_xlim() == pytest.approx((-0.1, 0.5))
    file = tmp_path / "side.png"
    assert main([str(output), "side/pressure", "--output", str(file)]) == 0
    assert file.read_bytes().startswith(b"\x89PNG")
    assert main([str(output), "side"]) == 2


def test_probes_are_tables(output):
    write_csv(output / "probes/wake.csv", {"step": "1", "time": "time", "velocity_x_1": "1"},
              [[0, 0, 0.5], [2, 0.1, 0.25]])  # fmt: skip
    assert Run(output).probe("wake")["velocity_x_1"].tolist() == [0.5, 0.25]
    with pytest.raises(OutputError, match="wake"):
        Run(output).probe("wak")
