# SPDX-License-Identifier: Apache-2.0
"""Cells from files of triangles, and their places from tables, datasets and earlier runs."""

import re

import h5py
import numpy as np
import pytest
from small_cases import CELLS

from conftest import history, refusal

MESH = CELLS.replace('shape = "sphere"\nradius = 2.5e-6\nrefinement = 2', "MESH")
MESH = MESH.replace("MESH", 'shape = "mesh"\npath = "cell.obj"\nunit = "um"\nscale = 2.5')

BOTH = CELLS.replace(
    "centres = [[0, 0, 0]]",
    """
[[cells.species]]
name = "platelet"
shape = "ellipsoid"
radii = [1.2e-6, 1.2e-6, 0.7e-6]
refinement = 1
dilatation = 1
shear_modulus = 1e-3
""",
).replace("[cells]", '[cells]\nfile = "cells.csv"')

TABLE = """\
species,x,y,z,axis_x,axis_y,axis_z
1,m,m,m,1,1,1
# the second one lies on its side
capsule,0,0,0,0,0,1
1,-4e-6,3e-6,2e-6,1,0,0
platelet,4.5e-6,0,0,0,1,1
"""


def octahedron(times=2):
    """Corners and triangles on the unit sphere: six vertices have four neighbours."""
    corners = np.array([[1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0], [0, 0, 1], [0, 0, -1]], float)
    triangles = np.array(
        [[0, 2, 4], [2, 1, 4], [1, 3, 4], [3, 0, 4], [2, 0, 5], [1, 2, 5], [3, 1, 5], [0, 3, 5]]
    )
    for _ in range(times):
        corners, triangles = finer(corners, triangles)
    return corners, triangles


def finer(corners, triangles):
    """Each triangle cut in four, on the unit sphere."""
    corners, middles, cut = list(corners), {}, []

    def middle(a, b):
        edge = (min(a, b), max(a, b))
        if edge not in middles:
            middles[edge] = len(corners)
            between = corners[a] + corners[b]
            corners.append(between / np.linalg.norm(between))
        return middles[edge]

    for a, b, c in triangles:
        ab, bc, ca = middle(a, b), middle(b, c), middle(c, a)
        cut += [[a, ab, ca], [ab, b, bc], [ca, bc, c], [bc, ca, ab]]
    return np.array(corners), np.array(cut)


def write_obj(file, corners, triangles):
    lines = ["v {:.9g} {:.9g} {:.9g}".format(*corner) for corner in corners]
    lines += ["f {} {} {}".format(*(triangle + 1)) for triangle in triangles]
    file.write_text("\n".join(lines) + "\n")


def write_stl(file, corners, triangles):
    lines = ["solid cell"]
    for triangle in triangles:
        lines += ["facet normal 0 0 0", "outer loop"]
        lines += ["vertex {:.9g} {:.9g} {:.9g}".format(*corners[k]) for k in triangle]
        lines += ["endloop", "endfacet"]
    file.write_text("\n".join([*lines, "endsolid cell"]) + "\n")


@pytest.fixture
def meshed(tmp_path):
    """A case whose cell is a sphere from a file."""
    write_obj(tmp_path / "cell.obj", *octahedron())
    file = tmp_path / "mesh.toml"
    file.write_text(MESH)
    return file


@pytest.fixture
def filed(tmp_path):
    """A case whose cells are placed by a file."""
    (tmp_path / "cells.csv").write_text(TABLE)
    file = tmp_path / "filed.toml"
    file.write_text(BOTH)
    return file


def test_a_mesh_deforms_as_the_shape_that_it_is_of(thalweg, meshed, tmp_path):
    assert thalweg("run", meshed, "--out", "mesh").returncode == 0
    again = tmp_path / "stl.toml"
    again.write_text(MESH.replace("cell.obj", "cell.stl"))
    write_stl(tmp_path / "cell.stl", *octahedron())
    assert thalweg("run", again, "--out", "stl").returncode == 0
    sphere = tmp_path / "sphere.toml"
    sphere.write_text(CELLS)
    assert thalweg("run", sphere, "--out", "sphere").returncode == 0
    mesh, stl, whole = (history(tmp_path / out) for out in ("mesh", "stl", "sphere"))
    assert mesh == stl
    assert mesh[-1]["deformation"] > 0.015
    assert mesh[-1]["deformation"] == pytest.approx(whole[-1]["deformation"], rel=0.02)
    assert mesh[0]["hematocrit"] == pytest.approx(whole[0]["hematocrit"], rel=0.01)


def test_a_mesh_may_be_refined_turned_and_on_two_ranks(thalweg, meshed, tmp_path):
    settings = ["cells.species.0.refinement=1", "cells.species.0.rotation=[30, 0, 40]"]
    options = [part for setting in settings for part in ("--set", setting)]
    check = thalweg("check", meshed, *options)
    assert check.returncode == 0, check.stderr
    assert "1 capsule of 258 vertices" in check.stdout
    for ranks in (1, 2):
        result = thalweg("run", meshed, "--out", f"on-{ranks}", *options, ranks=ranks)
        assert result.returncode == 0, result.stderr
    one, two = (history(tmp_path / f"on-{ranks}")[-1] for ranks in (1, 2))
    assert two == pytest.approx(one, rel=1e-6, abs=1e-12)


def change(corners, triangles, what):
    """A mesh with a fault."""
    if what == "open":
        return corners, triangles[1:]
    if what == "turned":
        triangles[3] = triangles[3, ::-1]
    if what == "crossing":
        corners[10] *= -1.3
    if what == "two":
        triangles = np.concatenate([triangles, triangles + len(corners)])
        corners = np.concatenate([corners, corners + 5])
    if what == "flat":
        corners[triangles[5, 0]] = (corners[triangles[5, 1]] + corners[triangles[5, 2]]) / 2
    return corners, triangles


@pytest.mark.parametrize(
    ("what", "expected"),
    [
        ("open", r"species\.0\.path = \S+ the surface has 1 hole, it lies about x = .*closed"),
        ("turned", r"at 3 edges two triangles face opposite sides"),
        ("crossing", r"passes through itself at x = \S+, y = \S+, z = \S+ m"),
        ("two", r"is of several surfaces, one with x = .* and one with x = "),
        ("flat", r"has a triangle without area at x = "),
    ],
)  # fmt: skip
def test_faulty_meshes_are_refused_with_the_place(thalweg, meshed, tmp_path, what, expected):
    write_obj(tmp_path / "cell.obj", *change(*octahedron(), what))
    assert re.search(expected, refusal(thalweg, meshed, tmp_path))


def test_a_ring_is_refused_as_a_cell(thalweg, meshed, tmp_path):
    around = np.arange(12) * np.pi / 6
    u, v = (angle.ravel() for angle in np.meshgrid(around, around, indexing="ij"))
    wide = 1 + 0.4 * np.cos(v)
    corners = np.stack([wide * np.cos(u), wide * np.sin(u), 0.4 * np.sin(v)], axis=1)
    number = np.arange(144).reshape(12, 12)
    right, up = np.roll(number, -1, 0), np.roll(number, -1, 1)
    both = np.roll(right, -1, 1)
    triangles = np.concatenate(
        [
            np.stack([corner.ravel() for corner in triangle], axis=1)
            for triangle in ((number, right, both), (number, both, up))
        ]
    )
    write_obj(tmp_path / "cell.obj", corners, triangles)
    assert "has 1 hole through its body" in refusal(thalweg, meshed, tmp_path)


def test_a_mesh_inside_out_is_turned(thalweg, meshed, tmp_path):
    corners, triangles = octahedron()
    write_obj(tmp_path / "cell.obj", corners, triangles[:, ::-1])
    result = thalweg("run", meshed, "--out", "out")
    assert result.returncode == 0, result.stderr
    assert history(tmp_path / "out")[-1]["hematocrit"] > 0


def test_meshes_of_the_wrong_size_are_refused(thalweg, meshed, tmp_path):
    text = refusal(thalweg, meshed, tmp_path, "cells.species.0.unit=mm")
    assert "so that no cell meets itself" in text
    text = refusal(thalweg, meshed, tmp_path, "cells.species.0.path=other.stl")
    assert "there is no file" in text


def test_a_table_places_cells_of_several_species(thalweg, filed, tmp_path):
    for ranks in (1, 2, 4):
        result = thalweg("run", filed, "--out", f"on-{ranks}", ranks=ranks)
        assert result.returncode == 0, result.stderr
    rows = [history(tmp_path / f"on-{ranks}")[-1] for ranks in (1, 2, 4)]
    for row in rows[1:]:
        assert row == pytest.approx(rows[0], rel=1e-6, abs=1e-12)
    assert rows[0]["cells"] == 3
    table = np.loadtxt(tmp_path / "on-1/tables/cells-000000.csv", delimiter=",", skiprows=2)
    assert table[:, 1] == pytest.approx([0, 1, 1])
    assert table[:, 2:5] == pytest.approx(
        np.array([[0, 0, 0], [-4e-6, 3e-6, 2e-6], [4.5e-6, 0, 0]]), abs=1e-12
    )
    with h5py.File(tmp_path / "on-1/fields/cells-000000.vtkhdf") as file:
        places = file["VTKHDF/Points"][:][file["VTKHDF/PointData/cell"][:] == 1]
    # An axis along x: thin along x. Vertices lie outside of the surface that they are the net of.
    extent = np.ptp(places, axis=0)
    assert extent / extent[1] == pytest.approx([1.4 / 2.4, 1, 1], rel=1e-3)
    assert extent[1] == pytest.approx(2.4e-6, rel=0.11)


OUTSIDE = (
    r"cells\.csv: the cell of line 4 \(capsule\) lies outside of the vessel, "
    r"at x = 0, y = 0, z = 7e-06 m"
)
OVERLAP = r"the cells of line 4 \(capsule\) and line 5 \(platelet\) overlap near"


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("capsule,0,0,0", "capsule,0,0,7e-6", OUTSIDE),
        ("capsule,0,0,0", "capsule,0,0,4e-6", r"\(capsule\) reaches through the wall at x = "),
        ("1,-4e-6,3e-6,2e-6", "1,-2e-6,1e-6,1e-6", OVERLAP),
        ("1,-4e-6,3e-6,2e-6", "1,0,0,0", OVERLAP),
        ("1,-4e-6", "tumour,-4e-6", r'csv:5: there is no species "tumour": the case has caps'),
        ("1,-4e-6", "2,-4e-6", r'cells\.csv:5: there is no species "2"'),
        (",1,0,0\n", ",1,0\n", r"cells\.csv:5: has 6 values, but the first line names 7 columns"),
        (",1,0,0\n", ",1,0,0,3\n", r"cells\.csv:5: has 8 values"),
        (",1,0,0\n", ",0,0,0\n", r"cells\.csv:5: the axis \(0, 0, 0\) has no direction"),
        ("3e-6", "wide", r'cells\.csv:5: "wide" is no finite number, for y'),
        ("axis_z", "axis_q", r'cells\.csv:1: "axis_q" is no column of cells'),
        (",axis_z\n", "\n", r'cells\.csv:1: has no column "axis_z"'),
        ("species,x", "x,x", r'cells\.csv:1: "x" stands twice'),
        ("1,m,m,m,1,1,1", "capsule", r"cells\.csv:2: has 1 values, but the first line names 7"),
        ("1,m,m,m", "1,um,um,um", r'csv:2: "um" stands where a number or the unit of x, m, should'),
    ],
)  # fmt: skip
def test_wrong_tables_are_refused_with_their_line(thalweg, filed, tmp_path, old, new, expected):
    (tmp_path / "cells.csv").write_text(TABLE.replace(old, new, 1))
    assert re.search(expected, refusal(thalweg, filed, tmp_path))


@pytest.mark.parametrize(
    ("setting", "expected"),
    [
        ("cells.file=none.csv", "there is no file"),
        ("cells.file=filed.toml", r"files that end in \.csv or \.txt"),
        ("cells.species.0.centres=[[0, 0, 0]]", "does not go with cells.file"),
        ("cells.species.1.hematocrit=0.1", "does not go with cells.file"),
        ("cells.growth={ from = 0.8, time = 1e-5 }", "whose cells have their size"),
        ("cells.species.1.stretching_force=1e-12", "begin at rest and all lie the same way"),
        ("cells.species.1.name=capsule", r"species\.1\.name .* is the name of cells\.species\.0"),
    ],
)
def test_wrong_cases_are_refused(thalweg, filed, tmp_path, setting, expected):
    assert re.search(expected, refusal(thalweg, filed, tmp_path, setting))


def test_species_without_names_are_told_apart(thalweg, filed, tmp_path):
    filed.write_text(re.sub('name = "(capsule|platelet)"', "", filed.read_text()))
    table = TABLE.replace("capsule", "cells").replace("platelet", "cells 2")
    (tmp_path / "cells.csv").write_text(table)
    result = thalweg("check", filed)
    assert result.returncode == 0, result.stderr
    assert "# 2 cells 2 of 42 vertices" in result.stdout


def test_datasets_place_cells_as_a_table_does(thalweg, filed, tmp_path):
    assert thalweg("run", filed, "--out", "table").returncode == 0
    half = np.sqrt(0.5)
    with h5py.File(tmp_path / "cells.h5", "w") as file:
        file["centres"] = np.array([[0, 0, 0], [-4e-6, 3e-6, 2e-6], [4.5e-6, 0, 0]])
        file["species"] = np.array([0, 1, 1])
        # Turns of z: none, to x about y, and to (0, 1, 1) about x.
        eighth = np.array([np.cos(np.pi / 8), -np.sin(np.pi / 8), 0, 0])
        file["orientations"] = np.array([[1, 0, 0, 0], [half, 0, half, 0], eighth])
    assert thalweg("run", filed, "--out", "h5", "--set", "cells.file=cells.h5").returncode == 0
    for one, other in zip(history(tmp_path / "table"), history(tmp_path / "h5"), strict=True):
        assert one == pytest.approx(other, rel=1e-6, abs=1e-12)


@pytest.mark.parametrize(
    ("name", "values", "expected"),
    [
        ("centres", np.zeros((3, 2)), r'"centres" has extents \(3, 2\), expected are \(3, 3\)'),
        ("species", np.zeros(4, int), r'"species" has extents \(4\), expected are \(3\)'),
        ("species", np.array([0, 1, 5]), r"row 2 is of species 5, but the case has 2"),
        ("orientations", np.ones((3, 4)), r"row 0: the orientation .* no quaternion"),
        ("axes", np.zeros((3, 3)), r"row 0: the axis \(0, 0, 0\) has no direction"),
    ],
)  # fmt: skip
def test_wrong_datasets_are_refused(thalweg, filed, tmp_path, name, values, expected):
    with h5py.File(tmp_path / "cells.h5", "w") as file:
        file["centres"] = np.array([[0, 0, 0], [-4e-6, 3e-6, 2e-6], [4.5e-6, 0, 0]])
        file["species"] = np.array([0, 1, 1])
        if name in file:
            del file[name]
        file[name] = values
    assert re.search(expected, refusal(thalweg, filed, tmp_path, "cells.file=cells.h5"))


def test_a_run_begins_with_the_membranes_that_another_left(thalweg, filed, tmp_path):
    assert thalweg("run", filed, "--out", "first").returncode == 0
    settings = ["--set", "cells.file=first/fields/cells-000040.vtkhdf"]
    for ranks in (1, 3):
        result = thalweg("run", filed, "--out", f"then-{ranks}", *settings, ranks=ranks)
        assert result.returncode == 0, result.stderr
        before = history(tmp_path / "first")[-1]
        after = history(tmp_path / f"then-{ranks}")[0]
        for column in ("deformation", "inclination", "hematocrit", "area_strain", "extent_x"):
            assert after[column] == pytest.approx(before[column], rel=1e-9)
    other = [*settings, "--set", "cells.species.0.refinement=3"]
    result = thalweg("check", filed, *other)
    assert result.returncode == 2
    text = " ".join(result.stderr.split())
    assert "cell 0 has 162 vertices, but cells of species 0 have 642 in the case" in text


def test_a_run_begins_with_the_table_that_another_left(thalweg, filed, tmp_path):
    assert thalweg("run", filed, "--out", "first").returncode == 0
    settings = ["--set", "cells.file=first/tables/cells-000040.csv"]
    assert thalweg("run", filed, "--out", "then", *settings).returncode == 0
    before, after = (
        np.loadtxt(tmp_path / file, delimiter=",", skiprows=2)
        for file in ("first/tables/cells-000040.csv", "then/tables/cells-000000.csv")
    )
    assert after[:, 2:5] == pytest.approx(before[:, 2:5], abs=1e-9)
