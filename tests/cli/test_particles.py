# SPDX-License-Identifier: Apache-2.0
"""Particles that a turbulence run carries: files, restarts, mistakes."""

import numpy as np
import pytest

from conftest import contents, history
from thalweg import Run

PARTICLES = """
[[particles]]
name = "tracers"
count = 50

[[particles]]
name = "drops"
path = "places.csv"
response_time = 0.1
settling_velocity = [0.0, 0.0, -0.5]

[particles.trajectories]
every_steps = 2
"""


@pytest.fixture
def carrying(case):
    text = case.read_text().replace('names = ["velocity"]', 'names = ["velocity", "drops"]')
    case.write_text(text + PARTICLES)
    (case.parent / "places.csv").write_text("x,y,z\n0.1,0.2,0.3\n6.2,3,-1\n1,2,3\n")
    return case


def test_points_means_and_trajectories_are_written(thalweg, carrying, tmp_path):
    result = thalweg("run", carrying, "--out", "out", ranks=2)
    assert result.returncode == 0, result.stderr
    assert "trajectories/" in result.stdout
    run = Run(tmp_path / "out")
    drops = run.field("drops")
    assert drops.places.shape == (3, 3) and (drops.places >= 0).all()
    assert (drops.places < 2 * np.pi).all()
    assert drops.values["velocity"].shape == drops.values["fluid_velocity"].shape == (3, 3)
    paths = run.trajectories("drops")
    assert paths.step.tolist() == [0, 2, 4, 6, 8, 10, 12]
    assert paths.position[:, 0].tolist() == [[0.1, 0.2, 0.3], [6.2, 3, -1], [1, 2, 3]]
    wrapped = np.mod(paths.position[:, -1], 2 * np.pi)
    assert wrapped == pytest.approx(drops.places, abs=1e-12)
    # They begin with the fluid's velocity and the one they settle with.
    assert history(tmp_path / "out")[0]["drops_slip_rms"] == pytest.approx(0.5 / 3**0.5)
    assert history(tmp_path / "out")[-1]["tracers_displacement_rms"] > 0


def test_restarts_go_on_exactly_and_set_later_rows_aside(thalweg, carrying, tmp_path):
    assert thalweg("run", carrying, "--out", "whole").returncode == 0
    assert thalweg("run", carrying, "--out", "out").returncode == 0
    (tmp_path / "out/checkpoints/000012.h5").unlink()
    assert thalweg("run", carrying, "--out", "out", "--restart").returncode == 0
    aside = tmp_path / "out/superseded/1/trajectories"
    assert [file.name for file in aside.iterdir()] == ["drops-000012.h5"]
    whole, again = (Run(tmp_path / name).trajectories("drops") for name in ("whole", "out"))
    assert again.step.tolist() == whole.step.tolist()
    assert (again.position == whole.position).all() and (again.velocity == whole.velocity).all()


def test_other_particles_are_refused(thalweg, carrying, tmp_path):
    assert thalweg("run", carrying, "--out", "out", "--steps", 4).returncode == 0
    before = contents(tmp_path)
    carrying.write_text(carrying.read_text().replace("count = 50", "count = 60"))
    result = thalweg("run", carrying, "--out", "out", "--restart")
    assert result.returncode == 2 and "particles" in result.stderr
    assert {k: v for k, v in contents(tmp_path).items() if k != carrying.name} == {
        k: v for k, v in before.items() if k != carrying.name
    }


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ('name = "tracers"', 'name = "drops"', "is that of another species"),
        ('name = "tracers"', 'name = "my drops"', "small letters"),
        ('name = "tracers"', 'name = "velocity"', "is the name of a field"),
        ("count = 50", "count = 0", "particles.0.count = 0"),
        ("count = 50", "", "particles.0.path"),
        ("count = 50", 'count = 50\npath = "places.csv"', "particles.0"),
        ("response_time = 0.1", "response_time = -1", "particles.1.response_time = -1"),
        ('"places.csv"', '"nowhere.csv"', "nowhere.csv"),
        ('"places.csv"', '"two.csv"', "three columns"),
        ('"places.csv"', '"lost.csv"', 'lost.csv:2: "nan" is no finite number'),
        ("every_steps = 2", "every_steps = 0", "particles.1.trajectories.every_steps"),
        ("response_time", "respond_time", 'Did you mean "response_time"?'),
    ],
)
def test_what_is_wrong_is_said(thalweg, carrying, tmp_path, old, new, expected):
    (tmp_path / "two.csv").write_text("1,2\n")
    (tmp_path / "lost.csv").write_text("1,2,3\n1,nan,3\n")
    text = carrying.read_text()
    head, particles = text.split("[[particles]]", 1)
    assert old in particles
    carrying.write_text(head + "[[particles]]" + particles.replace(old, new, 1))
    before = contents(tmp_path)
    result = thalweg("run", carrying, "--out", "out")
    assert result.returncode == 2 and expected in result.stderr
    assert contents(tmp_path) == before
