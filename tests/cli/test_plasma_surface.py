# SPDX-License-Identifier: Apache-2.0
"""Vessels read from triangle surfaces: mistakes, what check says, ranks."""

import importlib.util
import re
from pathlib import Path

import h5py
import numpy as np
import pytest
from small_cases import PLASMA

from conftest import history, refusal

STENOSIS = Path(__file__).parents[2] / "cases/stenosis"
GEOMETRY = """\
[geometry]
shape = "surface"
path = "vessel.stl"
unit = "um"
periodic = true
"""


def script():
    """The script of the case, as a module."""
    spec = importlib.util.spec_from_file_location("vessel", STENOSIS / "vessel.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def straight(diameter=12, length=8, around=48, along=4):
    """A tube along x."""
    return script().ring_tube(
        lambda x: diameter / 2 + 0 * x, lambda x: 0 * x, length, around, along
    )


@pytest.fixture
def vessel(tmp_path):
    """A case in a vessel of triangles, and its STL file."""
    file = tmp_path / "vessel.toml"
    file.write_text(re.sub(r"\[geometry\]\n(.+\n)+", GEOMETRY, PLASMA))
    script().write_stl(tmp_path / "vessel.stl", straight())
    return file


@pytest.mark.parametrize(
    ("setting", "expected"),
    [
        ("geometry.path=other.stl", r"geometry\.path = .* there is no file .*other\.stl"),
        ("geometry.path=vessel.toml", r"is no whole STL file|is no STL file"),
        ("geometry.unit=m", r'8 x 12\.0\d x 12\.0\d m large.*With "um" it would be 8 x 12'),
        ("geometry.unit=inch", r'geometry\.unit = "inch"'),
        ("grid.spacing=1e-3", r'0\.008 x 0\.0120\d x \S+ times.*With "mm" it would be 8 x 12'),
        ("grid.spacing=0.9e-6", r"must divide the length of a periodic .*8\.88889e-07 m does"),
        ("geometry.scale=1e-8", r"No other unit helps: see geometry\.scale"),
        ("geometry.rotation=[0, 90, 0]", r"both ends along x; openings found: z_low, z_high"),
        ("geometry.crop.x=[2e-6, 1e-6]", r"geometry\.crop\.x = .*must rise"),
        ("geometry.crop.y=[1, 2]", r"leaves nothing .* from -6\S* to 6\S* m along y"),
        ("geometry.crop.z=1", r"geometry\.crop\.z"),
        ("wall_averages.every_steps=0", r"wall_averages\.every_steps = 0 .*1"),
    ],
)  # fmt: skip
def test_mistakes_are_refused(thalweg, vessel, tmp_path, setting, expected):
    assert re.search(expected, refusal(thalweg, vessel, tmp_path, setting))


def test_a_cropped_tube_is_a_shorter_one(thalweg, vessel, tmp_path):
    """Its own caps are gone, as those of a surface that is open at its ends."""
    triangles = straight(length=14, along=5)
    ends = np.abs(triangles[:, :, 0]).min(axis=1) > 6.9
    script().write_stl(tmp_path / "long.stl", triangles[~ends])
    text = vessel.read_text()
    vessel.write_text(text.replace("vessel.stl", "long.stl"))
    assert "hole" in refusal(thalweg, vessel, tmp_path)
    cropped = tmp_path / "cropped.toml"
    cropped.write_text(
        vessel.read_text().replace("periodic", "crop = { x = [-4e-6, 4e-6] }\nperiodic")
    )
    result = thalweg("check", cropped)
    assert result.returncode == 0, result.stderr
    found = " ".join(result.stdout.split())
    assert re.search(r": 8 x 12\.0\d* x 12\.0\d* um from \(-4,", found)
    assert "about (4, 0, 0) um, normal (1, 0, 0)" in found
    whole = tmp_path / "whole.toml"
    whole.write_text(text)
    flows = []
    for case in (cropped, whole):
        result = thalweg("run", case, "--out", f"out-{case.stem}")
        assert result.returncode == 0, result.stderr
        flows.append(history(tmp_path / f"out-{case.stem}")[-1]["flow_rate"])
    assert flows[0] == pytest.approx(flows[1], rel=1e-6)


def test_a_cut_through_a_body_is_refused(thalweg, vessel, tmp_path):
    body = script().ring_tube(lambda x: 2 + 0 * x, lambda x: 0 * x, 4, 24, 2)[:, ::-1]
    script().write_stl(tmp_path / "vessel.stl", np.concatenate([straight(), body]))
    assert "a body in it" in refusal(thalweg, vessel, tmp_path, "geometry.crop.x=[-3e-6, 1e-6]")


def test_holes_are_refused_with_their_place(thalweg, vessel, tmp_path):
    triangles = straight()
    wall = np.abs(triangles[:, :, 0]).mean(axis=1) < 3.9
    lost = np.flatnonzero(wall)[70]
    script().write_stl(tmp_path / "vessel.stl", np.delete(triangles, lost, axis=0))
    text = refusal(thalweg, vessel, tmp_path)
    found = re.search(r"has 1 hole, it lies about x = (\S+), y = (\S+), z = (\S+) m, (\S+) m", text)
    assert found, text
    corners = triangles[lost] * 1e-6
    middle = (corners.min(axis=0) + corners.max(axis=0)) / 2
    assert [float(x) for x in found.groups()[:3]] == pytest.approx(middle, abs=1e-11)


def test_triangles_that_face_inward_are_refused_or_turned(thalweg, vessel, tmp_path):
    triangles = straight()
    some = triangles.copy()
    some[100] = some[100, ::-1]
    script().write_stl(tmp_path / "vessel.stl", some)
    assert "at 3 edges two triangles face opposite sides" in refusal(thalweg, vessel, tmp_path)
    script().write_stl(tmp_path / "vessel.stl", triangles[:, ::-1])
    assert thalweg("check", vessel).returncode == 0


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (lambda stl: stl[:1000], r"would hold 480 triangles, as byte 80 says.*it has 1000 bytes"),
        (lambda stl: b"", r"is empty"),
        (lambda stl: stl[:96] + b"\xff\xff\xff\x7f" + stl[100:], r"byte 96, in triangle 1 .*nan"),
        (lambda stl: b"solid x\nfacet normal 0 0 1\nouter lop\n", r'vessel\.stl:3 "lop" stands'),
    ],
)  # fmt: skip
def test_broken_files_are_refused(thalweg, vessel, tmp_path, change, expected):
    file = tmp_path / "vessel.stl"
    file.write_bytes(change(file.read_bytes()))
    assert re.search(expected, refusal(thalweg, vessel, tmp_path))


def test_unequal_ends_are_no_period(thalweg, vessel, tmp_path):
    triangles = straight()
    triangles[..., 1:] *= 1 + 0.005 * triangles[..., :1]
    script().write_stl(tmp_path / "vessel.stl", triangles)
    text = refusal(thalweg, vessel, tmp_path)
    assert re.search(r"rims differ by \S+ m, 0\.2\d* times grid\.spacing", text)


def test_a_vessel_without_sites_is_refused(thalweg, vessel, tmp_path):
    # A sheet, far thinner than the spacing, across the box.
    triangles = straight(length=80, along=1)
    triangles[..., 2] = triangles[..., 2] * 1e-3 + 0.3 * triangles[..., 0] + 0.03
    script().write_stl(tmp_path / "vessel.stl", triangles)
    text = refusal(thalweg, vessel, tmp_path, "geometry.periodic=false")
    assert "no lattice site lies inside the vessel: take a smaller grid.spacing" in text


def test_check_reports_openings_volume_and_passage(thalweg):
    result = thalweg("check", STENOSIS / "case.toml")
    assert result.returncode == 0, result.stderr
    text = result.stdout
    assert "3936 triangles" in text
    assert "opening x_low: 314.2 um^2 about (-80, 0, 0) um, normal (-1, 0, 0)" in text
    assert "opening x_high: 314.2 um^2" in text
    assert re.search(r"a ball of 1[34]\S* um .* passes between all openings", text)
    assert "closed by walls" not in text


def test_the_wall_has_stress_and_its_averages_on_triangles(thalweg, vessel, tmp_path):
    fields = 'output.fields={ every_steps = 20, names = ["wall_shear_stress"] }'
    options = ["--set", fields, "--set", "wall_averages.from=1e-7", "--steps", "20"]
    result = thalweg("run", vessel, "--out", "out", *options)
    assert result.returncode == 0, result.stderr
    with h5py.File(tmp_path / "out/fields/wall-000020.vtkhdf") as file:
        data = {name: values[()] for name, values in file["VTKHDF/CellData"].items()}
    wall = np.flatnonzero(np.ptp(straight()[:, :, 0], axis=1) > 0)  # without caps
    assert data["identity"].tolist() == wall.tolist()
    size = np.linalg.norm(data["wall_shear_stress"], axis=1)
    np.testing.assert_allclose(data["wall_shear_stress_magnitude"], size, rtol=1e-12)
    # The flow begins: the stress grows, and keeps its direction.
    assert np.all(data["time_averaged_wall_shear_stress"] < size)
    assert np.all(data["time_averaged_wall_shear_stress"] > 0)
    assert np.all(data["oscillatory_shear_index"] < 1e-3)
    row = history(tmp_path / "out")[-1]
    assert row["largest_wall_shear_stress"] == pytest.approx(size.max())


def test_averages_of_a_vessel_without_triangles_are_refused(thalweg, tmp_path):
    (tmp_path / "tube.toml").write_text(PLASMA)
    text = refusal(thalweg, tmp_path / "tube.toml", tmp_path, "wall_averages.from=0")
    assert 'needs geometry.shape = "surface"' in text
    assert 'not "tube": leave the section out' in text


def test_a_bifurcation_has_three_openings(thalweg, vessel, tmp_path):
    triangles = script().bifurcation(diameter=12, length=60, angle=20, cell=1.5)
    script().write_stl(tmp_path / "vessel.stl", triangles)
    result = thalweg("check", vessel, "--set", "geometry.periodic=false")
    assert result.returncode == 0, result.stderr
    for name in ("x_low", "x_high", "x_high_2"):
        assert f"opening {name}:" in result.stdout
    # Murray's law: the branches are 12 um / 2^(1/3) wide.
    ball = re.search(r"a ball of (\S+) um .* passes between all openings", result.stdout)
    assert float(ball[1]) == pytest.approx(12 / 2 ** (1 / 3), abs=1)
    assert "closed by walls" in result.stdout


def test_ranks_agree(thalweg, vessel, tmp_path):
    for ranks in (1, 2, 4):
        assert thalweg("run", vessel, "--out", f"on-{ranks}", ranks=ranks).returncode == 0
    rows = [history(tmp_path / f"on-{ranks}")[-1] for ranks in (1, 2, 4)]
    assert rows[0]["flow_rate"] > 0
    for row in rows[1:]:
        assert row["flow_rate"] == pytest.approx(rows[0]["flow_rate"], rel=1e-12)
        assert row["largest_velocity"] == rows[0]["largest_velocity"]


def test_the_script_writes_the_surface_of_the_case(tmp_path):
    module = script()
    assert module.__doc__.startswith("Writes vessels as STL files")
    triangles = module.ring_tube(
        lambda x: 10 - 3 * (1 + np.cos(2 * np.pi * x / 160)) / 2, lambda x: 0 * x, 160, 48, 40
    )
    module.write_stl(tmp_path / "again.stl", triangles)
    again = np.frombuffer((tmp_path / "again.stl").read_bytes()[84:], np.uint8)
    there = np.frombuffer((STENOSIS / "stenosis.stl").read_bytes()[84:], np.uint8)
    record = np.dtype([("normal", "<f4", 3), ("corners", "<f4", 9), ("attribute", "<u2")])
    # Other processors may round sines otherwise.
    assert again.view(record)["corners"] == pytest.approx(there.view(record)["corners"], abs=1e-5)
