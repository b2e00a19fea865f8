# SPDX-License-Identifier: Apache-2.0
"""Membranes of cells: read, seen, drawn, in movies and on the page."""

import argparse
import io
import os
import shutil
from dataclasses import replace

import h5py
import numpy as np
import pytest
from PIL import Image

from pages import make_page
from synthetic_cells import icosphere, make_blood_output, write_points
from thalweg import OutputError, Run, read_membranes
from thalweg.figures import forms, membranes, view
from thalweg.figures.plane import cut_lines, middle_plane
from thalweg.figures.style import to_png
from thalweg.figures.view import axes_of_view, see
from thalweg.plot import main
from thalweg.plot_membranes import default_file
from thalweg.scenes import Scenes, membrane_fields, scales


def pixels(file) -> np.ndarray:
    """Red, green, blue of a picture, (rows, columns, 3)."""
    return np.asarray(Image.open(file).convert("RGB"), dtype=int)


def picture(run: Run, colour: str | None = None) -> np.ndarray:
    scene = Scenes(run, "cells", colour).at(None)
    return pixels(io.BytesIO(to_png(membranes.membranes(scene, scales([scene])), 80)))


def change(output, name: str, values) -> None:
    """Put values in place of those at the newest time; a function is given the old ones."""
    with h5py.File(output / "fields/cells-000020.vtkhdf", "r+") as file:
        data = file[f"VTKHDF/{name}"]
        data[...] = values(data[()]) if callable(values) else values


def test_membranes_are_read(blood_output):
    cells = read_membranes(blood_output / "fields/cells-000010.vtkhdf")
    assert (cells.count, cells.step, cells.time) == (2, 10, pytest.approx(1e-3))
    assert cells.values["force"].shape == (324, 3) and cells.units["force"] == "N"
    assert np.all(cells.cell[cells.triangles] == cells.cell[cells.triangles[:, :1]])
    np.testing.assert_allclose(cells.shown("velocity"), 1e-3)


def test_what_holds_no_membranes_is_refused(blood_output):
    fields = blood_output / "fields"
    with pytest.raises(OutputError, match="found points without triangles"):
        read_membranes(fields / "plasma-000000.vtkhdf")
    with h5py.File(fields / "cells-000000.vtkhdf", "r+") as file:
        del file["VTKHDF/PointData/cell"]
    with pytest.raises(OutputError, match='found triangles without "cell"'):
        read_membranes(fields / "cells-000000.vtkhdf")
    with pytest.raises(OutputError, match="there is no such file"):
        read_membranes(fields / "cells-000001.vtkhdf")
    with pytest.raises(OutputError, match='Did you mean "tension"'):
        read_membranes(fields / "cells-000010.vtkhdf").shown("tensoin")
    assert membrane_fields(Run(blood_output)) == ["cells"]


def test_cells_in_parts_become_whole(blood_output):
    """Cells far downstream come back, and those across the periodic border are put together."""
    length = 40e-6
    whole = read_membranes(blood_output / "fields/cells-000020.vtkhdf").places
    shift = np.where(np.arange(324) % 3 == 0, 4 * length, 3 * length)
    change(blood_output, "Points", lambda places: places + np.outer(shift, [1, 0, 0]))
    scene = Scenes(Run(blood_output), "cells").at(20)
    np.testing.assert_allclose(scene.membranes.places, whole, atol=1e-18)


def test_a_viewer_sees_the_near_half_of_a_ball():
    places, triangles = icosphere(3)
    ball = np.zeros(len(places))
    seen = see(places, triangles, ball)
    assert len(seen.triangles) == pytest.approx(len(triangles) / 2, rel=0.03)
    depth = seen.places[seen.triangles, 2].mean(axis=1)
    assert depth.min() > -0.1 and np.all(np.diff(depth) >= 0)
    turned = see(places, triangles[:, ::-1], ball)
    assert {tuple(sorted(t)) for t in turned.triangles} == {
        tuple(sorted(t)) for t in seen.triangles
    }


def test_what_is_hidden_is_not_drawn(monkeypatch):
    monkeypatch.setattr(view, "MANY", 0)
    places, triangles = icosphere(3)
    n, towards = len(places), axes_of_view()[2]
    both = np.concatenate([places, 0.5 * places - 3 * towards])
    body = np.repeat([0, 1], n)
    seen = see(both, np.concatenate([triangles, triangles + n]), body)
    alone = len(see(places, triangles, body[:n]).triangles)
    assert np.sum(seen.triangles[:, 0] < n) == alone
    assert np.sum(seen.triangles[:, 0] >= n) < 0.65 * alone
    beside = np.concatenate([places, places - 3 * towards + 2.5 * axes_of_view()[0]])
    seen = see(beside, np.concatenate([triangles, triangles + n]), body)
    assert np.sum(seen.triangles >= n) > 0.9 * np.sum(seen.triangles < n)


def test_a_plane_meets_a_ball_in_a_circle():
    places, triangles = icosphere(3)
    lines = cut_lines(places, triangles, 0.6)
    radius = np.linalg.norm(lines, axis=2)
    np.testing.assert_allclose(radius, 0.8, atol=0.01)
    length = np.linalg.norm(lines[:, 1] - lines[:, 0], axis=1).sum()
    assert length == pytest.approx(2 * np.pi * 0.8, rel=0.01)


def test_the_middle_plane_of_the_plasma(blood_output):
    plane = middle_plane(Run(blood_output).field("plasma", 0), "velocity")
    assert plane.values.shape == (20, 40)
    assert plane.extent == pytest.approx((-20e-6, 20e-6, -10e-6, 10e-6))
    assert plane.place == pytest.approx(-0.5e-6)
    assert np.nanmax(plane.values) == pytest.approx(2e-3, rel=0.01)
    cells = Run(blood_output).field("cells")
    assert middle_plane(cells, "velocity") is None  # no lattice


def test_colours_follow_the_scalar(blood_output):
    run = Run(blood_output)
    assert Scenes(run, "cells").colour == "area_strain"
    change(blood_output, "PointData/area_strain", lambda old: np.where(np.arange(324) < 162, -1, 1))
    red, _, blue = np.moveaxis(picture(run)[:, :300], -1, 0)  # left of the bar of colours
    across = np.arange(red.shape[1])
    blueish, reddish = ((blue - red) > 40).sum(axis=0), ((red - blue) > 40).sum(axis=0)
    assert blueish.sum() > 100 and reddish.sum() > 100
    # The first cell is the one upstream.
    assert np.average(across, weights=blueish) < np.average(across, weights=reddish) - 20


@pytest.mark.parametrize("colour", ["tension", "cell", "species", "velocity"])
def test_pictures_of_other_values(blood_output, colour):
    file = blood_output / "p.png"
    assert main([str(blood_output), "cells", "--colour", colour, "--output", str(file)]) == 0
    shown = pixels(file)
    assert np.ptp(shown, axis=-1).max() > 100  # there are colours
    assert 0.3 < np.mean(shown.min(axis=-1) == 255) < 0.95  # on white


def test_species_have_their_names_below_the_view(blood_output):
    case = blood_output / "case.toml"
    names = '[[cells.species]]\nname = "red cell"\n[[cells.species]]\nname = "platelet"\n'
    case.write_text(case.read_text(encoding="utf-8") + names, encoding="utf-8")
    scene = Scenes(Run(blood_output), "cells", "species").at(None)
    axes = membranes.membranes(scene, scales([scene])).axes[0]
    key = axes.get_legend()
    assert [text.get_text() for text in key.get_texts()] == ["red cell", "platelet"]
    axes.figure.draw_without_rendering()
    assert key.get_window_extent().y1 <= axes.get_window_extent().y0 + 1


def test_without_names_membranes_are_listed_and_drawn(blood_output, capsys):
    assert main([str(blood_output)]) == 0
    said = capsys.readouterr().out
    assert "area_strain" in said
    assert f"wrote {blood_output / 'plot-cells.png'}" in said


@pytest.mark.parametrize(
    ("asked", "file"),
    [
        ({"names": ["cells"]}, "plot-cells.png"),
        ({"names": ["cells"], "colour": "tension"}, "plot-cells-tension.png"),
        ({"names": ["cells"], "colour": "cell", "step": 20}, "plot-cells-cell-000020.png"),
        ({"names": ["middle/velocity"], "step": 20}, "plot-middle-velocity-000020.png"),
    ],
)
def test_pictures_are_named_after_what_they_show(blood_output, asked, file):
    options = argparse.Namespace(**{"colour": None, "step": None, **asked})
    assert default_file(Run(blood_output), options, ".png") == blood_output / file


def test_without_plasma_vessel_and_values(blood_output):
    """Only what every file of membranes has."""
    (blood_output / "case.toml").write_text('[simulation]\nkind = "other"\n', encoding="utf-8")
    for file in (blood_output / "fields").glob("plasma-*"):
        file.unlink()
    places, triangles = icosphere(2)
    values = {"cell": (np.zeros(len(places), dtype=np.int64), "")}
    write_points(blood_output / "fields/cells-000020.vtkhdf", places, values, triangles, 2.5, 20)
    scene = Scenes(Run(blood_output), "cells").at(None)
    assert (scene.colour, scene.plasma, scene.vessel) == ("cell", None, None)
    fig = membranes.membranes(scene, scales([scene]))
    assert len(fig.axes) == 1 and fig.axes[0].get_title() == "1 cell, t = 2.5 T"


def test_the_number_of_triangles_is_limited(blood_output, monkeypatch):
    monkeypatch.setattr(membranes, "TRIANGLE_LIMIT", 100)
    scene = Scenes(Run(blood_output), "cells").at(None)
    title = membranes.membranes(scene, scales([scene])).axes[0].get_title()
    assert "the nearest 100 of" in title


def without_cells(output, step: int):
    """The file of a step, at which there are no cells now."""
    none = {"cell": (np.zeros(0, dtype=np.int32), ""), "area_strain": (np.zeros(0), "")}
    file = output / f"fields/cells-{step:06d}.vtkhdf"
    write_points(file, np.zeros((0, 3)), none, np.zeros((0, 3), dtype=int), 1e-4 * step, step)
    return file


def test_a_movie_may_begin_before_cells_have_entered(blood_output, capsys):
    file = without_cells(blood_output, 0)
    movie = blood_output / "movie.gif"
    assert main([str(blood_output), "--movie", "--output", str(movie)]) == 0
    assert "3 frames" in capsys.readouterr().out
    assert main([str(blood_output), "cells", "--step", "0"]) == 2
    assert "there are no cells to draw" in capsys.readouterr().err
    assert read_membranes(file).count == 0


def test_a_movie_may_end_after_cells_have_left(blood_output, capsys):
    without_cells(blood_output, 20)
    assert main([str(blood_output), "--movie", "--output", str(blood_output / "m.gif")]) == 0
    assert main([str(blood_output), "cells", "--step", "10"]) == 0
    assert main([str(blood_output), "cells"]) == 2
    assert "choose another with --step" in capsys.readouterr().err


@pytest.mark.parametrize("ending", [".gif", ".mp4"])
def test_a_movie_has_a_frame_for_each_time(blood_output, ending, capsys):
    if ending == ".mp4" and not shutil.which("ffmpeg"):
        pytest.skip("there is no ffmpeg")
    file = blood_output / f"movie{ending}"
    assert main([str(blood_output), "--movie", "--output", str(file)]) == 0
    assert f"wrote {file} (3 frames, 2 per second)" in capsys.readouterr().out
    if ending == ".gif":
        with Image.open(file) as movie:
            assert getattr(movie, "n_frames", 0) == 3
            frames = [
                np.asarray(movie.convert("RGB"), dtype=int) for _ in map(movie.seek, range(3))
            ]
        assert np.abs(frames[2] - frames[0]).max() > 100
    else:
        assert b"ftyp" in file.read_bytes()[:16]


def test_all_frames_have_one_scale(blood_output):
    change(blood_output, "PointData/area_strain", 7.0)
    scenes = Scenes(Run(blood_output), "cells")
    shared = scales(scenes.all([0, 20]))
    assert shared.colours[0] < 0 and shared.colours[1] == 7
    np.testing.assert_allclose(shared.corners[1], [20e-6, 10e-6, 10e-6])


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["plasma", "--movie"], "are for membranes, not for plasma. There is: cells."),
        (["cells", "--movie", "--step", "10"], "leave out --step"),
        (["cells", "--movie", "--output", "m.avi"], "a movie ends in .mp4 or .gif"),
        (["cells", "--colour", "tensoin"], 'Did you mean "tension"?'),
        (["cells", "--step", "7"], "only at 0, 10, 20"),
    ],
)
def test_wrong_choices(blood_output, arguments, said, capsys):
    assert main([str(blood_output), *arguments]) == 2
    assert said in capsys.readouterr().err


def test_places_that_are_not_finite(blood_output, capsys):
    change(blood_output, "Points", np.nan)
    assert main([str(blood_output), "cells"]) == 2
    assert "some places are not finite" in capsys.readouterr().err


def test_cells_and_plasma_at_rest(blood_output):
    change(blood_output, "PointData/area_strain", 0.0)
    with h5py.File(blood_output / "fields/plasma-000020.vtkhdf", "r+") as file:
        file["VTKHDF/PointData/velocity"][...] = 0
    assert picture(Run(blood_output)).min() < 200


def test_too_little_for_a_movie(blood_output, output, capsys):
    for step in (0, 10):
        (blood_output / f"fields/cells-{step:06d}.vtkhdf").unlink()
    assert main([str(blood_output), "--movie"]) == 2
    assert "needs two times of cells at least, and there is one" in capsys.readouterr().err
    assert main([str(output), "--movie"]) == 2
    assert "there are no membranes" in capsys.readouterr().err


def test_mp4_needs_ffmpeg(blood_output, monkeypatch, capsys):
    monkeypatch.setenv("PATH", "")
    assert main([str(blood_output), "--movie", "--output", str(blood_output / "m.mp4")]) == 2
    assert "MP4 needs ffmpeg" in capsys.readouterr().err
    assert main([str(blood_output), "--movie"]) == 0
    assert (blood_output / "plot-cells.gif").is_file()


def test_mp4_has_even_sizes_and_a_failure_leaves_no_file(
    blood_output, tmp_path, monkeypatch, capsys
):
    """libx264 refuses odd sizes in yuv420p."""
    (tmp_path / "ffmpeg").write_text(
        f'#!/bin/sh\necho "$@" > {tmp_path}/asked\ncat > {tmp_path}/frames\nexit 1\n'
    )
    (tmp_path / "ffmpeg").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    file = tmp_path / "m.mp4"
    assert main([str(blood_output), "--movie", "--output", str(file)]) == 4
    assert "ffmpeg fails" in capsys.readouterr().err
    assert "-vf pad=ceil(iw/2)*2:ceil(ih/2)*2" in (tmp_path / "asked").read_text()
    assert not file.exists()


def test_the_page_shows_membranes(tmp_path):
    page = make_page(make_blood_output(tmp_path / "out"))
    assert page.figures == 2
    fields = page.sections["fields"]
    assert "cells at t = 2 ms (step 20), coloured by area strain." in fields
    assert "plasma at t = " in fields
    assert "SI: metres, seconds, pascals" in page.text


def test_plasma_is_drawn_in_the_middle_plane_in_micrometres(blood_output):
    plasma = Run(blood_output).field("plasma")
    below = -1.0 - np.arange(len(plasma.places))
    signed = replace(plasma, values={"pressure": below}, units={"pressure": "Pa"})
    axes = forms.field(signed, "plasma", kind="blood").axes[0]
    assert (axes.get_xlabel(), axes.get_ylabel()) == ("x [µm]", "z [µm]")
    assert axes.get_title() == "plasma, t = 2 ms"
    (cells,) = axes.collections
    shown = np.ma.filled(cells.get_array(), np.nan)
    assert set(shown[np.isfinite(shown)]) < set(below)
    ends = axes.get_xlim()
    assert (ends[1] - ends[0]) == pytest.approx(40e-6, rel=0.1)
    assert axes.xaxis.get_major_formatter()(1e-5, 0) == "10"


def test_points_that_are_no_lattice_are_all_drawn(blood_output):
    plasma = Run(blood_output).field("plasma")
    moved = plasma.places + 3e-7 * np.sin(np.arange(len(plasma.places)))[:, None]
    axes = forms.field(replace(plasma, places=moved), "plasma", kind="blood").axes[0]
    assert len(axes.collections[0].get_offsets()) == len(moved)
