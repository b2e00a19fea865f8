# SPDX-License-Identifier: Apache-2.0
import pytest

from thalweg.plot import main

PNG = b"\x89PNG\r\n\x1a\n"


def test_columns_are_drawn(output, capsys):
    assert main([str(output), "energy", "dissipation"]) == 0
    file = output / "plot-energy-dissipation.png"
    assert file.read_bytes().startswith(PNG)
    assert f"wrote {file}" in capsys.readouterr().out


def test_options(output, tmp_path):
    file = tmp_path / "e.png"
    assert main([str(output), "energy", "--against", "step", "--log", "--output", str(file)]) == 0
    assert file.read_bytes().startswith(PNG)


def test_without_names_columns_are_listed(output, capsys):
    assert main([str(output)]) == 0
    listed = capsys.readouterr().out
    assert "enstrophy" in listed
    assert "velocity^2/time" in listed


@pytest.mark.parametrize("names", [["enrgy"], ["energy", "--against", "tim"]])
def test_a_wrong_name_gets_a_suggestion(output, names, capsys):
    assert main([str(output), *names]) == 2
    assert "Did you mean" in capsys.readouterr().err
    assert not list(output.glob("*.png"))


def test_no_history_yet(output, capsys):
    (output / "history.csv").unlink()
    assert main([str(output), "energy"]) == 2
    assert "there is no such file yet" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("pressure", "plot-pressure.png"),
        ("pressure-max", "plot-pressure-max.png"),
        ("pressure_max", "plot-pressure_max.png"),
        ("line/pressure", "plot-line-pressure.png"),
        ("line/pressure-max", "plot-line-pressure-max.png"),
        ("sensor-2/velocity-x", "plot-sensor-2-velocity-x.png"),
    ],
)
def test_a_sound_run(sound_output, name, file):
    assert main([str(sound_output), name]) == 0
    assert (sound_output / file).read_bytes().startswith(PNG)


def test_a_sound_run_is_listed(sound_output, capsys):
    assert main([str(sound_output)]) == 0
    listed = capsys.readouterr().out
    for text in ("pressure_rms", "line/pressure-max", "field at step 0, 51, 101"):
        assert text in listed


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["presure-max"], 'Did you mean "pressure-max"?'),
        (["line/presure"], 'Did you mean "pressure"?'),
        (["pressure", "--step", "7"], "only at 0, 51, 101"),
    ],
)
def test_wrong_names_in_a_sound_run(sound_output, arguments, said, capsys):
    assert main([str(sound_output), *arguments]) == 2
    assert said in capsys.readouterr().err
