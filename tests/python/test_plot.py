# SPDX-License-Identifier: Apache-2.0
import pytest

from thalweg import Run
from thalweg.figures import maps
from thalweg.figures.cuts import cut
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


@pytest.mark.parametrize(
    ("name", "begins"), [("e.pdf", b"%PDF"), ("e.svg", b"<?xml"), ("e.PNG", PNG)]
)
def test_the_ending_of_the_file_tells_its_form(output, tmp_path, name, begins):
    file = tmp_path / name
    assert main([str(output), "energy", "--output", str(file)]) == 0
    assert file.read_bytes().startswith(begins)


@pytest.mark.parametrize("name", ["e.jpg", "e"])
def test_other_endings_are_refused(output, tmp_path, name, capsys):
    assert main([str(output), "energy", "--output", str(tmp_path / name)]) == 2
    assert "a picture ends in .png, .pdf or .svg" in capsys.readouterr().err
    assert not (tmp_path / name).exists()


def test_options_of_something_else_are_refused(output, sound_output, blood_output, capsys):
    axes, step = "--log and --against are for columns", "--step is for fields and slices"
    for out, arguments, said in (
        (output, ["energy", "--step", "20"], step),
        (output, ["vorticity", "--log"], axes),
        (output, ["--against", "step"], axes),
        (sound_output, ["pressure", "--log"], axes),
        (sound_output, ["line/pressure", "--step", "51"], step),
        (sound_output, ["line/pressure", "--against", "time"], axes),
        (sound_output, ["pressure_max", "--step", "51"], step),
        (sound_output, ["pressure", "--colour", "speed"], "--colour are for membranes"),
        (blood_output, ["cells", "--log"], axes),
        (blood_output, ["cells", "--movie", "--log"], axes),
    ):
        assert main([str(out), *arguments]) == 2
        assert said in capsys.readouterr().err
        assert not list(out.glob("plot-*"))


def test_no_logarithm_of_what_is_not_above_zero(output, capsys):
    assert main([str(output), "helicity", "--log"]) == 2
    assert "no value of helicity is above 0" in capsys.readouterr().err


WINDOW = ["--window", "0", "1e-3", "0", "5e-4"]


def test_a_window_shows_a_part_of_a_sound_field(sound_output, tmp_path):
    file = tmp_path / "p.png"
    assert main([str(sound_output), "pressure-max", *WINDOW, "--output", str(file)]) == 0
    assert file.read_bytes().startswith(PNG)
    plane = cut(Run(sound_output).field_path("pressure-max"), "pressure-max")
    axes = maps.field(plane, "pressure", (0, 1e-3, 0, 5e-4)).axes[0]
    assert (axes.get_xlim(), axes.get_ylim()) == ((0, 1), (0, 0.5))


def test_a_window_of_what_is_no_plane(output, sound_output, blood_output, capsys):
    for out, names in (
        (output, ["energy"]),
        (sound_output, ["pressure_max"]),
        (sound_output, ["line/pressure"]),
        (blood_output, ["cells"]),
        (blood_output, ["cells", "--movie"]),
    ):
        assert main([str(out), *names, *WINDOW]) == 2
        said = capsys.readouterr().err
        assert f"--window is for fields and slices with two axes: not for {names[0]}" in said


def test_a_window_without_a_name(sound_output, capsys):
    assert main([str(sound_output), *WINDOW]) == 2
    assert "fields and slices with two axes: name one of them" in capsys.readouterr().err


@pytest.mark.parametrize("window", ["nan 1 0 1", "0 inf 0 1", "1 0 0 1", "0 1 1 1"])
def test_a_window_that_is_none(sound_output, window, capsys):
    assert main([str(sound_output), "pressure-max", "--window", *window.split()]) == 2
    assert "expected numbers with FROM below TO" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["/pressure", "**x", "vortic*", "[", "../vorticity", ""])
def test_a_name_is_no_pattern(output, name, capsys):
    assert main([str(output), name]) == 2
    assert f'no column "{name}"' in capsys.readouterr().err
