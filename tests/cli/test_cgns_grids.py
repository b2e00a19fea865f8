# SPDX-License-Identifier: Apache-2.0
"""CGNS grids of other programs: what is read of them, and what is said of those that are wrong."""

import itertools

import cgns_files as cgns
import h5py
import numpy as np
import pytest

NX, NY = 6, 4  # cells of each of two zones, side by side


def told(thalweg, file, *options):
    result = thalweg("grid", file, *options)
    assert result.returncode == 0, result.stderr
    return result.stdout


def refused(thalweg, file, *options):
    result = thalweg("grid", file, *options)
    assert result.returncode == 2, result.stdout + result.stderr
    return result.stderr


def turned(values, axes, signs):
    """Vertices (y, x) of a zone stored with its axes in another order and sense."""
    values = values[:: signs[1], :: signs[0]]
    return values.T if axes == (1, 0) else values


def second_zone_points(axes, signs):
    """The vertices of the left face of the second zone, from bottom to top, as stored."""
    i = 1 if signs[0] > 0 else NX + 1
    ends = [1, NY + 1] if signs[1] > 0 else [NY + 1, 1]
    points = [[i, j] for j in ends]
    return [p[::-1] for p in points] if axes == (1, 0) else points


def two_zones(path, axes=(0, 1), signs=(1, 1), precision=np.float64, transform=None):
    """Zones beside each other, of which the second is stored in any of the 8 orientations."""
    file, base = cgns.start(path)
    left = cgns.zone(base, "left", cgns.rectangle(NX, NY, precision=precision))
    right = [turned(v, axes, signs) for v in cgns.rectangle(NX, NY, NX, precision)]
    cgns.zone(base, "right", right)
    if transform is None:
        transform = [signs[d] * (axes[d] + 1) for d in range(2)]
    points = [[NX + 1, 1], [NX + 1, NY + 1]]
    cgns.connect(left, "middle", "right", points, second_zone_points(axes, signs), transform)
    cgns.family(left, "floor", [[1, 1], [NX + 1, 1]], "bottom")
    return file, left


@pytest.mark.parametrize(
    ("axes", "signs"),
    list(itertools.product([(0, 1), (1, 0)], itertools.product([1, -1], repeat=2))),
)
def test_transforms_of_all_kinds(thalweg, tmp_path, axes, signs):
    two_zones(tmp_path / "grid.cgns", axes, signs)[0].close()
    text = told(thalweg, "grid.cgns")
    assert "2 blocks, 48 cells, flat" in text
    assert '"left" x+ to "right"' in text and "1 connection\n" in text
    assert "where points coincide" not in text
    is_mirrored = (axes == (1, 0)) != (signs[0] * signs[1] < 0)
    assert ('"right" is left-handed' in text) == is_mirrored
    assert '"bottom": 6 faces' in text
    assert 'not connected: "left" x-, cells 0..1, 0..4, 0..1' in text


def test_a_transform_may_be_0_across_the_face(thalweg, tmp_path):
    two_zones(tmp_path / "grid.cgns", transform=[0, 2])[0].close()
    assert '"left" x+ to "right" x-' in told(thalweg, "grid.cgns")


def test_ranges_may_run_backwards(thalweg, tmp_path):
    file, left = two_zones(tmp_path / "grid.cgns", (1, 0), (1, -1))
    for name in ("PointRange", "PointRangeDonor"):
        points = left[f"ZoneGridConnectivity/middle/{name}/ data"]
        points[...] = points[()][::-1]
    file.close()
    assert '"left" x+ to "right"' in told(thalweg, "grid.cgns")


def test_single_precision_is_enough_for_points_to_coincide(thalweg, tmp_path):
    file, left = two_zones(tmp_path / "grid.cgns", precision=np.float32)
    del left["ZoneGridConnectivity/middle"]
    file["Base/right/GridCoordinates/CoordinateX/ data"][...] += np.float32(1e-5)
    file.close()
    assert "1 connection was found where points coincide" in told(thalweg, "grid.cgns")


def test_periodic_connections_and_families_by_type_and_by_faces(thalweg, tmp_path):
    file, base = cgns.start(tmp_path / "grid.cgns", 2, 3)
    x, y = cgns.rectangle(NX, NY)
    own = cgns.zone(base, "own", [x, y, 0 * x + 3])
    left, right = [[1, 1], [1, NY + 1]], [[NX + 1, 1], [NX + 1, NY + 1]]
    cgns.connect(own, "round", "own", right, left, [1, 2], [-NX, 0, 0])
    cgns.family(own, "a", [[1, 1], [3, 1]], kind="BCWallViscous")
    cgns.family(own, "b", [[3, 1], [6, 1]], "rest", location="FaceCenter")
    cgns.family(own, "c", [[1, NY + 1], [NX + 1, NY + 1]], kind="BCFarfield")
    file.close()
    text = told(thalweg, "grid.cgns")
    assert '"own" x- to "own" x+' in text
    assert '"BCWallViscous": 2 faces' in text and '"rest": 4 faces' in text
    assert '"BCFarfield": 6 faces' in text
    assert "all faces are connected or have a family" in text


def test_three_dimensions(thalweg, tmp_path):
    file, base = cgns.start(tmp_path / "grid.cgns", 3, 3)
    z, y, x = np.meshgrid(*(np.arange(n + 1.0) for n in (3, 4, 5)), indexing="ij")
    own = cgns.zone(base, "own", [x, y, z])
    cgns.family(own, "top", [[1, 1, 4], [6, 5, 4]], "lid")
    file.close()
    text = told(thalweg, "grid.cgns")
    assert '"own": 5 x 4 x 3' in text and '"lid": 20 faces' in text


def one_layer(path, families):
    """A grid of one cell along k, with parts of faces given by their cells."""
    file, base = cgns.start(path, 3, 3)
    z, y, x = np.meshgrid(*(np.arange(n + 1.0) for n in (1, NY, NX)), indexing="ij")
    own = cgns.zone(base, "own", [x, y, z])
    for name, points in families.items():
        cgns.family(own, name, points, name, location="FaceCenter")
    file.close()


def test_faces_by_their_cells_on_one_layer_and_one_cell_wide(thalweg, tmp_path):
    parts = {
        "floor": [[1, 1, 1], [NX, 1, 1]],
        "left": [[1, 1, 1], [1, NY, 1]],
        "right": [[NX + 1, 1, 1], [NX + 1, NY, 1]],
        "slot": [[3, NY + 1, 1], [3, NY + 1, 1]],
        "back": [[1, 1, 1], [NX, NY, 1]],
    }
    one_layer(tmp_path / "grid.cgns", parts)
    text = told(thalweg, "grid.cgns")
    for name, faces in {"floor": "6 faces", "left": "4 faces", "right": "4 faces"}.items():
        assert f'"{name}": {faces}' in text
    assert '"slot": 1 face' in text and '"back"' not in text


def test_faces_by_their_cells_that_may_lie_across_several_axes(thalweg, tmp_path):
    one_layer(tmp_path / "grid.cgns", {"corner": [[1, 1, 1], [1, 1, 1]]})
    assert "may lie across i or j: state IFaceCenter" in refused(thalweg, "grid.cgns")


CASE = """
[simulation]
kind = "flow"
[grid]
file = "grid.cgns"
[flow]
viscosity = 0.1
[[boundary]]
family = "walls"
kind = "wall"
[[boundary]]
family = "{lid}"
kind = "wall"
velocity = [1, 0, 0]
[time]
scheme = "steady"
steps = 3
"""


def cavity(folder, lid):
    """A case on a square whose upper side is a family of this name."""
    file, base = cgns.start(folder / "grid.cgns")
    own = cgns.zone(base, "own", cgns.rectangle(8, 8))
    for name, points in {
        "floor": [[1, 1], [9, 1]],
        "lid": [[1, 9], [9, 9]],
        "left": [[1, 1], [1, 9]],
        "right": [[9, 1], [9, 9]],
    }.items():
        cgns.family(own, name, points, lid if name == "lid" else "walls")
    file.close()
    (folder / "case.toml").write_text(CASE.format(lid=lid))


def test_a_grid_that_a_case_runs_on(thalweg, tmp_path):
    cavity(tmp_path, "upper lid")
    result = thalweg("run", "case.toml", "--out", "out", "--set", "output.fields.every_steps=3")
    assert result.returncode == 0, result.stderr
    with h5py.File(tmp_path / "out/fields/velocity-000003.cgns") as fields:
        assert fields["Base/own/FlowSolution/velocityX/ data"][:].max() > 0.05


@pytest.mark.parametrize("lid", ["lid, upper", "upper/lid"])
def test_families_whose_names_no_column_can_have(thalweg, tmp_path, lid):
    cavity(tmp_path, lid)
    result = thalweg("check", "case.toml")
    assert result.returncode == 2
    assert f'the family of faces "{lid}" has a name with' in " ".join(result.stderr.split())


def write(path, **changes):
    file, left = two_zones(path)
    for name, change in changes.items():
        change(file if name == "file" else left)
    file.close()


def replace(path, value):
    def change(group):
        del group[path]
        group[path] = value

    return change


def drop(path):
    return lambda group: group.__delitem__(path)


MISTAKES = {
    "unstructured": (
        {"left": replace("ZoneType/ data", np.frombuffer(b"Unstructured", np.int8))},
        'zone "left": it is Unstructured, where structured zones are expected',
    ),
    "no y": (
        {"left": drop("GridCoordinates/CoordinateY")},
        'zone "left": it has no CoordinateY',
    ),
    "no coordinates": (
        {"left": drop("GridCoordinates")},
        'zone "left": it has no node GridCoordinates',
    ),
    "other sizes": (
        {"left": replace("GridCoordinates/CoordinateY/ data", np.zeros((5, 6)))},
        "CoordinateY has 30 values, where the zone has 35 vertices",
    ),
    "not a number": (
        {"left": replace("GridCoordinates/CoordinateY/ data", np.full((5, 7), np.nan))},
        "CoordinateY has values that are not finite",
    ),
    "no donor": (
        {"left": replace("ZoneGridConnectivity/middle/ data", np.frombuffer(b"up", np.int8))},
        'it is connected to a zone "up", which there is not',
    ),
    "range too long": (
        {
            "left": replace(
                "ZoneGridConnectivity/middle/PointRange/ data", np.int32([[7, 1], [7, 6]])
            )
        },
        "reaches vertex 6 of j, of 5",
    ),
    "ranges do not fit": (
        {
            "left": replace(
                "ZoneGridConnectivity/middle/PointRangeDonor/ data", np.int32([[1, 1], [1, 4]])
            )
        },
        "does not bring the end of the range to the end of the donor's",
    ),
    "points apart": (
        {
            "left": replace(
                "ZoneGridConnectivity/middle/PointRangeDonor/ data", np.int32([[7, 1], [7, 5]])
            )
        },
        "6 spacings apart",
    ),
    "lists of points": (
        {"left": drop("ZoneBC/floor/PointRange")},
        '"floor" has no PointRange (lists of points are not read)',
    ),
    "condition inside": (
        {"left": replace("ZoneBC/floor/PointRange/ data", np.int32([[1, 2], [7, 2]]))},
        'the range of "floor", (1, 2, 1) to (7, 2, 2) of i, j, k, is no part of a face',
    ),
    "no zones": (
        {"file": lambda file: [file["Base"].pop(n) for n in ("left", "right")]},
        "no zones",
    ),
    "no base": ({"file": drop("Base")}, "not a CGNS file: it has no base"),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_mistakes_are_named(thalweg, tmp_path, mistake):
    changes, expected = MISTAKES[mistake]
    write(tmp_path / "grid.cgns", **changes)
    message = refused(thalweg, "grid.cgns")
    assert "grid.cgns: " in message and expected in message


def test_points_of_connections_must_coincide(thalweg, tmp_path):
    write(tmp_path / "grid.cgns", file=lambda file: move(file, 0.25))
    message = refused(thalweg, "grid.cgns")
    assert 'face x+ of block "left" to face x- of block "right"' in message
    assert "0.25 spacings apart" in message


def move(file, by):
    file["Base/right/GridCoordinates/CoordinateX/ data"][...] += by


def test_files_that_are_none(thalweg, tmp_path):
    write(tmp_path / "grid.cgns")
    whole = (tmp_path / "grid.cgns").read_bytes()
    (tmp_path / "short.cgns").write_bytes(whole[:5000])
    assert "cut off" in refused(thalweg, "short.cgns")
    (tmp_path / "text.cgns").write_text("not a grid")
    assert "not an HDF5 file" in refused(thalweg, "text.cgns")
    (tmp_path / "old.cgns").write_bytes(b"@(#)ADF Database Version A02011>" + bytes(500))
    assert "older form ADF" in refused(thalweg, "old.cgns")
    assert "no such file" in refused(thalweg, "none.cgns")


def test_planes_where_three_dimensions_are_asked_for(thalweg, tmp_path):
    write(tmp_path / "grid.cgns")
    message = refused(thalweg, "grid.cgns", "--set", "grid.dimensions=3")
    assert "grid.dimensions = 3 asks for three dimensions" in message


def test_what_is_written_is_read_as_it_was(thalweg, tmp_path):
    (tmp_path / "case.toml").write_text(
        '[simulation]\nkind = "flow"\n[grid]\nkind = "step"\nstep_cells = 8\nlayers = 4\n'
        'height_cells = 8\ninlet_cells = 8\noutlet_cells = 16\nperiodic = ["z"]\n'
    )
    first = told(thalweg, "case.toml", "--write", "grid.cgns")
    again = told(thalweg, "grid.cgns")
    for line in first.splitlines():
        if " volume: " in line or " skewness" in line or "faces" in line or "multigrid" in line:
            assert line.split(" in block")[0] in again
    assert "where points coincide" not in again and "3 connections\n" in again


def test_a_picture_needs_its_program(thalweg, tmp_path):
    write(tmp_path / "grid.cgns")
    result = thalweg("grid", "grid.cgns", "--plot", "grid.png", env={"PATH": "/usr/bin:/bin"})
    assert result.returncode == 4 and "install the Python package" in result.stderr
    assert (tmp_path / "grid.png.cgns").exists()


def test_other_solvers_have_no_grids_of_blocks(thalweg, tmp_path):
    (tmp_path / "case.toml").write_text('[simulation]\nkind = "turbulence"\n')
    assert refused(thalweg, "case.toml")
