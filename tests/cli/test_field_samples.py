# SPDX-License-Identifier: Apache-2.0
"""Slices, probes, averages and statistics of a turbulence run: files, restarts, mistakes."""

import numpy as np
import pytest

from thalweg import Run

SAMPLES = """
[statistics]
increments = [4]

[averages]
from = 0.05

[[slice]]
name = "side"
axis = "x"
position = 6.1
fields = ["velocity", "pressure"]
every_steps = 6

[[slice]]
name = "floor"
axis = "z"
position = 2.0
fields = ["q_criterion"]
every_time = 0.12

[[probe]]
name = "places"
places = [[1.0, 2.0, -0.3], [0.0, 0.7853981633974483, 0.0]]
fields = ["velocity", "pressure"]
every_steps = 2
"""
FIELDS = ["velocity", "pressure", "q_criterion", "mean_velocity", "reynolds_stress_xy"]


@pytest.fixture
def sampled(case):
    names = ", ".join(f'"{name}"' for name in FIELDS)
    text = case.read_text().replace('names = ["velocity"]', f"names = [{names}]")
    text = text.replace("[output]\n", "[output]\nstatistics = { every_steps = 6 }\n")
    case.write_text(text + SAMPLES)
    return case


def test_samples_are_parts_of_fields(thalweg, sampled, tmp_path):
    assert thalweg("run", sampled, "--out", "out", ranks=2).returncode == 0
    run = Run(tmp_path / "out")
    assert run.slices() == ["floor", "side"]
    assert run.steps_of_slice("side") == run.steps_of_slice("floor") == [0, 6, 12]
    for name in ("velocity", "pressure"):
        side = run.slice("side", name, 6)
        assert side.values.shape[:3] == (16, 16, 1)
        assert side.origin[2] == 0  # the box repeats, and 6.1 lies next to its end
        assert (side.values == run.field(name, 6).values[:, :, :1]).all()
    floor = run.slice("floor", "q_criterion")
    assert floor.origin[0] == pytest.approx(5 * np.pi / 8)
    assert (floor.values == run.field("q_criterion").values[5:6]).all()
    probe = run.probe("places")
    assert probe["step"].tolist() == [0, 2, 4, 6, 8, 10, 12]
    x, y, z = 1.0, 2.0, -0.3
    assert probe["velocity_x_1"][0] == pytest.approx(np.sin(x) * np.cos(y) * np.cos(z), abs=1e-6)
    pressure = (np.cos(2 * x) + np.cos(2 * y)) * (np.cos(2 * z) + 2) / 16
    assert probe["pressure_1"][0] == pytest.approx(pressure, abs=1e-4)
    # On a point of the grid there is nothing to interpolate.
    assert probe["velocity_y_2"][3] == pytest.approx(run.field("velocity", 6).values[0, 2, 0, 1])
    assert np.abs(run.field("mean_velocity").values).max() > 0.5


def test_statistics_are_tables(thalweg, sampled, tmp_path):
    check = '[[check]]\nquantity = "statistics.moments.velocity_x_flatness.final"\n'
    check += 'reference = 3.375\ntolerance = 0.1\nsource = "of three sines: 1.5^3"\n'
    sampled.write_text(sampled.read_text() + check)
    result = thalweg("run", sampled, "--out", "out")
    assert result.returncode == 0 and "1 of 1" in result.stdout
    run = Run(tmp_path / "out")
    structure = run.table("structure_x", 0)
    r = structure["separation"]
    assert structure["longitudinal_2"] == pytest.approx(np.sin(r / 2) ** 2 / 2)
    assert run.table("density_increment_4").names[:3] == ("deviation", "xx", "yx")


def test_restarts_append_without_doubled_rows(thalweg, sampled, tmp_path):
    assert thalweg("run", sampled, "--out", "whole").returncode == 0
    assert thalweg("run", sampled, "--out", "out", "--steps", 9).returncode == 0
    (tmp_path / "out/checkpoints/000009.h5").unlink()
    assert thalweg("run", sampled, "--out", "out", "--restart").returncode == 0
    whole, again = (Run(tmp_path / name) for name in ("whole", "out"))
    assert (again.probe("places").values == whole.probe("places").values).all()
    assert again.steps_of_slice("side") == [0, 6, 12]
    for name in ("mean_velocity", "reynolds_stress_xy"):
        assert (again.field(name).values == whole.field(name).values).all()


def test_two_schedules_are_one_mistake(thalweg, sampled):
    text = sampled.read_text()
    sampled.write_text(text.replace("every_time = 0.12", "every_time = 0.12\nevery_steps = 3"))
    result = thalweg("check", sampled)
    assert result.returncode == 2
    assert "1 error;" in result.stderr, result.stderr


def test_mistakes_are_named(thalweg, sampled):
    text = sampled.read_text()
    text = text.replace('fields = ["q_criterion"]', 'fields = ["potential_vorticity"]')
    text = text.replace('name = "places"', 'name = "Places 1"').replace(
        "[1.0, 2.0, -0.3]", "[1, 2]"
    )
    text = text.replace("every_time = 0.12", "").replace("increments = [4]", "increments = [9]")
    sampled.write_text(text + "[[probe]]\n")
    message = thalweg("run", sampled, "--out", "out")
    assert message.returncode == 2
    for part in (
        'there is no field "potential_vorticity"; the fields are "velocity", "vorticity", ',
        "needs exactly one of slice.1.every_steps, slice.1.every_time",
        'must be of small letters, digits and "_"',
        "probe.0.places",
        "statistics.increments",
        "probe.1.fields",
    ):
        assert part in message.stderr, message.stderr
