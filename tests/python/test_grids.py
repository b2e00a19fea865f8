# SPDX-License-Identifier: Apache-2.0
"""Grids as `thalweg grid --write` leaves them, read and drawn."""

import h5py
import numpy as np
import pytest
from matplotlib.image import imread

from thalweg.errors import OutputError
from thalweg.grids import read_grid
from thalweg.plot_grid import main


def write_grid(path, layers=1):
    """One block of 4 x 3 cells and some layers, with the family "floor" below."""
    axes = [np.arange(n + 1.0) for n in (layers, 3, 4)]
    z, y, x = np.meshgrid(*axes, indexing="ij")
    with h5py.File(path, "w") as file:
        zone = file.create_group("Base/only")
        zone.attrs["label"] = np.bytes_("Zone_t")
        for axis, values in zip("XYZ", (x, y, z), strict=True):
            zone[f"GridCoordinates/Coordinate{axis}/ data"] = values
        part = zone.create_group("ZoneBC/part 1")
        part.attrs["label"] = np.bytes_("BC_t")
        part["PointRange/ data"] = np.int32([[1, 1, 1], [5, 1, layers + 1]])
        part["FamilyName/ data"] = np.frombuffer(b"floor", dtype=np.int8)
    return path


def test_blocks_and_families_are_read(tmp_path):
    (block,) = read_grid(write_grid(tmp_path / "grid.cgns"))
    assert block.name == "only" and block.is_flat
    assert block.vertices.shape == (2, 4, 5, 3)
    (part,) = block.parts
    assert part.family == "floor" and part.vertices.shape == (2, 5, 3)
    np.testing.assert_array_equal(part.vertices[..., 1], 0)


@pytest.mark.parametrize("layers", [1, 3])
def test_pictures_show_families_in_colours(tmp_path, layers):
    file = write_grid(tmp_path / "grid.cgns", layers)
    picture = tmp_path / "grid.png"
    assert main([str(file), "--output", str(picture), "--remove"]) == 0
    assert not file.exists()
    pixels = imread(picture)[..., :3]
    blue = np.array([0x00, 0x72, 0xB2]) / 255
    assert (np.abs(pixels - blue).max(axis=-1) < 0.02).sum() > 100


def test_pictures_of_other_forms(tmp_path, capsys):
    file = write_grid(tmp_path / "grid.cgns", 1)
    assert main([str(file), "--output", str(tmp_path / "grid.svg")]) == 0
    assert "<svg" in (tmp_path / "grid.svg").read_text()
    assert main([str(file), "--output", str(tmp_path / "grid.foo"), "--remove"]) == 2
    assert "a picture ends in .png, .pdf or .svg" in capsys.readouterr().err
    assert not (tmp_path / "grid.foo").exists() and not file.exists()


def test_a_file_that_is_no_grid(tmp_path, capsys):
    file = tmp_path / "none.cgns"
    file.write_text("nothing")
    with pytest.raises(OutputError):
        read_grid(file)
    assert main([str(file)]) == 2
    assert "not a grid that thalweg wrote" in capsys.readouterr().err
