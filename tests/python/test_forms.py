# SPDX-License-Identifier: Apache-2.0
"""Fields on blocks and at points, as write_forms_example (or a solver) writes them."""

import os
import subprocess
from pathlib import Path

import h5py
import numpy as np
import pytest

from thalweg import OutputError, Run, plot, read_blocks, read_points
from thalweg.figures import forms
from thalweg.forms import PointSet
from thalweg.report.page import report_html

CELLS = {"inlet": (2, 5, 6), "bend": (4, 3, 4)}


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    """An output folder with a field of each form at steps 0 and 20, written by three ranks."""
    if "THALWEG_BIN" not in os.environ:
        pytest.skip("THALWEG_BIN names no program: it shows where write_forms_example is")
    program = Path(os.environ["THALWEG_BIN"]).resolve().parent / "write_forms_example"
    out = tmp_path_factory.mktemp("forms") / "out"
    launcher = ["mpirun", "--oversubscribe", "--allow-run-as-root", "-n", "3"]
    subprocess.run([*launcher, str(program), str(out)], check=True, timeout=120)
    (out / "case.toml").write_text('[simulation]\nkind = "flow"\n', encoding="utf-8")
    return out


def digits(shape: tuple[int, int, int]) -> np.ndarray:
    """What every cell's value begins with: its indices as digits."""
    k, j, i = np.indices(shape)
    return 100.0 * k + 10 * j + i


@pytest.mark.parametrize("name", ["velocity", "flux"])  # CGNS, VTKHDF
def test_blocks_are_whole_and_have_their_names(folder, name):
    field = Run(folder).field(name)
    assert (field.name, field.unit, field.time, field.step) == (name, "m/s", 0.5, 20)
    assert list(field.blocks) == list(CELLS)
    assert {name: b.values.shape[:3] for name, b in field.blocks.items()} == CELLS
    for number, (name, shape) in enumerate(CELLS.items()):
        block = field.blocks[name]
        for c in range(3):
            wanted = digits(shape) + 10000 * number + 1000 * c
            np.testing.assert_array_equal(block.values[..., c], wanted)
        k, j, i = np.indices([n + 1 for n in shape])
        vertices = np.stack([i + 0.25 * j, j + 10.0 * number, 0.5 * k], axis=-1)
        np.testing.assert_array_equal(block.vertices, vertices)
        np.testing.assert_allclose(block.centres()[0, 0, 0], vertices[0, 0, 0] + [0.625, 0.5, 0.25])


def test_slices_through_blocks_are_cells_of_the_field(folder):
    run = Run(folder)
    assert (run.slices(), run.slice_fields("cut")) == (["cut"], ["velocity"])
    assert run.steps_of_slice("cut") == [0, 20]
    cut = run.slice("cut", "velocity")
    assert (cut.name, cut.unit, cut.time, cut.step) == ("velocity", "m/s", 0.5, 20)
    inlet = run.field("velocity").blocks["inlet"]  # whose rows are those of y, one long
    np.testing.assert_array_equal(cut.values, inlet.values[:, 2].reshape(-1, 3))
    np.testing.assert_allclose(cut.corners.mean(axis=1), inlet.centres()[:, 2].reshape(-1, 3))
    with pytest.raises(OutputError, match=r'no field "velocit"\. .*velocity'):
        run.slice("cut", "velocit")


def test_pictures_show_slices_of_blocks(folder, tmp_path):
    picture = tmp_path / "picture.png"
    assert plot.main([str(folder), "cut/velocity", "--output", str(picture)]) == 0
    assert picture.stat().st_size > 5000
    figure = forms.field(Run(folder).slice("cut", "velocity"), "cut/velocity")
    axes = figure.axes[0]
    assert (axes.get_xlabel(), axes.get_ylabel()) == ("x [L]", "z [L]")
    (cells,) = axes.collections
    seen = np.concatenate([path.vertices for path in cells.get_paths()])
    # Seen along y, in the middle of the sheared row from y = 2 to 3.
    assert (seen.min(axis=0), seen.max(axis=0)) == (
        pytest.approx([0.625, 0]),
        pytest.approx([6.625, 1]),
    )


def test_a_window_shows_a_part(folder, tmp_path):
    picture = tmp_path / "picture.png"
    window = ("--window", "1", "5", "0.2", "0.8")
    assert plot.main([str(folder), "cut/velocity", *window, "--output", str(picture)]) == 0
    assert picture.stat().st_size > 5000
    figure = forms.field(Run(folder).slice("cut", "velocity"), "cut", window=(1, 5, 0.2, 0.8))
    axes = figure.axes[0]
    assert (axes.get_xlim(), axes.get_ylim()) == ((1, 5), (0.2, 0.8))
    whole = forms.field(Run(folder).field("velocity"), "v")
    assert figure.get_figheight() < 2.5 < whole.get_figheight()


def test_scalars_on_blocks_have_no_axis_of_components(folder):
    pressure = Run(folder).field("pressure", 0)
    np.testing.assert_array_equal(pressure.blocks["inlet"].values, digits((2, 5, 6)))
    assert (pressure.unit, pressure.time) == ("Pa", 0)


def test_points_are_in_the_order_of_their_identities(folder):
    cells = Run(folder).field("cells")
    assert (cells.time, cells.step) == (0.5, 20)
    np.testing.assert_array_equal(
        cells.identities, [10 * t + v for t in range(5) for v in range(4)]
    )
    np.testing.assert_array_equal(cells.values["speed"], cells.identities / 4)
    np.testing.assert_array_equal(cells.values["force"], np.outer(cells.identities, [1, 2, 3]))
    assert cells.units == {"speed": "m/s", "force": "N", "cell": ""}
    assert cells.triangles.shape == (20, 3)
    corners = cells.identities[cells.triangles]
    assert np.all(corners // 10 == np.repeat(np.arange(5), 4)[:, None])
    np.testing.assert_allclose(cells.places[0], 0.5)


def test_mere_points_have_no_triangles(folder):
    assert len(Run(folder).field("markers").triangles) == 0


def test_triangles_have_values_of_their_own(folder):
    wall = Run(folder).field("wall")
    assert list(wall.triangle_values) == ["stress"]
    np.testing.assert_array_equal(wall.triangle_identities, range(20))
    np.testing.assert_array_equal(wall.triangle_values["stress"], np.outer(range(20), [1, 2, 3]))
    assert wall.units == {"stress": "Pa"}
    assert not Run(folder).field("cells").triangle_values


def test_colours_are_values_that_are_known(folder, tmp_path, capsys):
    picture = tmp_path / "picture.png"
    assert plot.main([str(folder), "wall", "--colour", "stress", "--output", str(picture)]) == 0
    assert plot.main([str(folder), "wall", "--colour", "stres", "--output", str(picture)]) == 2
    assert 'no "stres" is known' in capsys.readouterr().err


def test_points_of_both_signs_are_coloured_about_zero():
    corners = np.array([[0.0, 0, 0], [1, 0, 0], [0.7, 1, 0.2]])
    for triangles in (np.zeros((0, 3), int), np.array([[0, 1, 2]])):
        shown = PointSet(
            corners, np.arange(3), {"strain": np.array([-1.0, 2, 4])}, {"strain": "1"},
            triangles, 0.0, 0,
        )  # fmt: skip
        axes = forms.field(shown, "wall").axes[0]
        (drawn,) = axes.collections
        assert (drawn.get_clim(), drawn.get_cmap().name) == ((-4, 4), "RdBu_r")
        assert (axes.get_xlabel(), axes.get_ylabel()) == ("x [L]", "y [L]")


def test_a_run_knows_fields_of_all_forms(folder):
    run = Run(folder)
    assert run.fields() == ["cells", "flux", "markers", "pressure", "velocity", "wall"]
    assert run.steps_of_field("velocity") == run.steps_of_field("cells") == [0, 20]


@pytest.mark.parametrize("name", ["cells", "flux", "markers", "pressure", "velocity", "wall"])
def test_pictures_show_every_form(folder, tmp_path, name):
    picture = tmp_path / "picture.png"
    assert plot.main([str(folder), name, "--output", str(picture)]) == 0
    assert picture.stat().st_size > 5000


@pytest.mark.usefixtures("sketched")
def test_the_page_shows_every_form(folder):
    page = report_html(Run(folder))
    for name in ("cells", "flux", "markers", "pressure", "velocity"):
        assert f'id="field-{name}' in page or f"{name} at time 0.5 (step 20)" in page
        assert f"run.field(&quot;{name}&quot;)" in page or f'run.field("{name}")' in page


@pytest.mark.parametrize(
    ("field", "grid"),
    [("velocity-000020.cgns", "grid.cgns"), ("flux-000020.vtkhdf", "grid.vtkhdf")],
)
def test_a_missing_grid_is_named(folder, tmp_path, field, grid):
    alone = tmp_path / field
    alone.write_bytes((folder / "fields" / field).read_bytes())
    with pytest.raises(OutputError, match=f"its grid is missing, which the file {grid}"):
        read_blocks(alone)


def test_other_files_are_refused(folder, tmp_path):
    with h5py.File(tmp_path / "f.cgns", "w") as file:
        file["u"] = 1
    with pytest.raises(OutputError, match="expected a CGNS file with a field on blocks"):
        read_blocks(tmp_path / "f.cgns")
    with pytest.raises(OutputError, match="expected VTKHDF of type UnstructuredGrid"):
        read_points(tmp_path / "f.cgns")
    with pytest.raises(OutputError, match="there is no such file"):
        read_points(tmp_path / "g.vtkhdf")
