# SPDX-License-Identifier: Apache-2.0
"""Bends, rings and tubes that meet, with openings, from the command line."""

import pytest

from conftest import history, refusal

START = """\
[simulation]
kind = "blood"

[grid]
spacing = 1e-6

[geometry]
"""
TORUS = START + 'shape = "torus"\ndiameter = 8e-6\ncurvature_radius = 8e-6\n'
RING = TORUS + "\n[flow]\naxial_pressure_gradient = 1e6\n"
END = "\n[time]\nsteps = 40\n\n[output]\nhistory = { every_steps = 20 }\n"
FORK = (
    START
    + """\
shape = "junction"

[[geometry.tubes]]
diameter = 10e-6
points = [[-16e-6, 0, 0], [0, 0, 0]]

[[geometry.tubes]]
diameter = 8e-6
points = [[0, 0, 0], [8e-6, 8e-6, 0], [16e-6, 8e-6, 0]]

[[geometry.tubes]]
diameter = 8e-6
points = [[0, 0, 0], [8e-6, -8e-6, 0], [16e-6, -8e-6, 0]]
"""
)


def velocity(name):
    return f'\n[[openings]]\nname = "{name}"\nkind = "velocity"\nflow_rate = 1e-13\n'


def pressure(name):
    return f'\n[[openings]]\nname = "{name}"\nkind = "pressure"\npressure = 0\n'


@pytest.fixture
def write(tmp_path):
    def to_file(text):
        file = tmp_path / "vessel.toml"
        file.write_text(text + END)
        return file

    return to_file


def test_check_tells_what_a_bend_is(thalweg, write):
    case = write(TORUS + "arc = 180\nlegs = 4e-6\n" + velocity("y_low") + pressure("y_low_2"))
    result = thalweg("check", case)
    assert result.returncode == 0, result.stderr
    text = " ".join(result.stdout.split())
    assert "bend by 180 degrees of a tube 8 um wide" in text
    assert "opening y_low_2: 50.27 um^2 about (-8, -4, 0) um, normal (0, -1, 0)" in text
    result = thalweg("check", write(RING))
    assert "ring of a tube 8 um wide, its axis 50.27 um long" in result.stdout
    result = thalweg("check", write(TORUS + "arc = 90\n"))
    assert "both ends are closed by walls" in result.stdout


def test_a_fork_divides_its_flow(thalweg, write, tmp_path):
    case = write(FORK + velocity("x_low") + pressure("x_high") + pressure("x_high_2"))
    for ranks in (1, 2):
        result = thalweg("run", case, "--out", f"on-{ranks}", ranks=ranks)
        assert result.returncode == 0, result.stderr
    one, two = (history(tmp_path / f"on-{ranks}")[-1] for ranks in (1, 2))
    assert one["flow_rate_x_high"] == pytest.approx(one["flow_rate_x_high_2"], rel=1e-9)
    assert one["pressure_x_low"] > 0
    assert two["pressure_x_low"] == pytest.approx(one["pressure_x_low"], rel=1e-9)


def test_blood_goes_round_a_ring(thalweg, write, tmp_path):
    cells = (
        "\n[[cells.species]]\nradius = 2e-6\nrefinement = 1\nshear_modulus = 5e-6\n"
        "volume_modulus = 1e2\nhematocrit = 0.15\n"
    )
    case = write(RING + cells)
    for ranks in (1, 2):
        result = thalweg("run", case, "--out", f"on-{ranks}", ranks=ranks)
        assert result.returncode == 0, result.stderr
    one, two = (history(tmp_path / f"on-{ranks}") for ranks in (1, 2))
    assert one[-1]["flow_rate"] > one[0]["flow_rate"]
    assert one[-1]["cells"] == one[0]["cells"] > 5
    assert two[-1]["flow_rate"] == pytest.approx(one[-1]["flow_rate"], rel=1e-6)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (RING + velocity("y_low") + pressure("x_low"), "a ring has none"),
        (
            TORUS + "arc = 90\n[flow]\naxial_pressure_gradient = 1\n",
            "needs a vessel that closes on itself",
        ),
        (
            RING + '\n[blood]\nviscosity_model = "carreau-yasuda"\n',
            'needs blood.viscosity_model = "newtonian"',
        ),
        (RING + "axial_amplitude = 1\n", "must be given for flow.amplitude and flow.axial"),
        (
            TORUS + "arc = 90\n" + velocity("y_low") + pressure("x_lo"),
            '"x_low"',
        ),
        (
            FORK.replace("[16e-6, 8e-6, 0]]", "[16e-6, 9e-6, 0]]")
            .replace("[16e-6, -8e-6, 0]]", "[16e-6, -9e-6, 0]]")
            .replace("[-16e-6, 0, 0]", "[-16e-6, 1e-6, 0]")
            + velocity("x_low")
            + pressure("x_high"),
            "need tubes that end in a face of the box",
        ),
    ],
)
def test_mistakes_are_refused(thalweg, write, tmp_path, text, expected):
    assert expected in refusal(thalweg, write(text), tmp_path)
