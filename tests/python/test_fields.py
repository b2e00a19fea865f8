# SPDX-License-Identifier: Apache-2.0
import h5py
import numpy as np
import pytest

import thalweg
from synthetic import write_field


def test_axes_are_z_y_x(tmp_path):
    values = np.arange(2 * 3 * 4, dtype=np.float32).reshape(2, 3, 4)
    write_field(tmp_path / "s.vtkhdf", "s", values, 0.5, 7)
    field = thalweg.read_field(tmp_path / "s.vtkhdf")
    assert field.values.dtype == np.float32
    np.testing.assert_array_equal(field.values, values)
    np.testing.assert_allclose(field.spacing, [np.pi, 2 * np.pi / 3, np.pi / 2])
    assert (field.time, field.step, field.unit) == (0.5, 7, "1/time")


def test_time_and_step_as_field_data(tmp_path):
    write_field(tmp_path / "s.vtkhdf", "s", np.zeros((2, 2, 2)), 0.5, 7)
    with h5py.File(tmp_path / "s.vtkhdf", "r+") as file:
        for name in ("time", "step"):
            file[f"VTKHDF/FieldData/{name}"] = file["VTKHDF"].attrs.pop(name)
    field = thalweg.read_field(tmp_path / "s.vtkhdf")
    assert (field.time, field.step) == (0.5, 7)


def test_planes_and_magnitude(output):
    path = output / "fields/vorticity-000000.vtkhdf"
    whole = thalweg.read_field(path, "vorticity")
    part = thalweg.read_field(path, "vorticity", slice(3, 5))
    np.testing.assert_array_equal(part.values, whole.values[3:5])
    np.testing.assert_allclose(whole.magnitude().max(), 2.0, rtol=1e-12)


def test_pyvista_agrees(output):
    pyvista = pytest.importorskip("pyvista")
    path = output / "fields/vorticity-000020.vtkhdf"
    mesh = pyvista.read(path)
    field = thalweg.read_field(path)
    assert mesh.dimensions == field.values.shape[2::-1]
    np.testing.assert_array_equal(mesh["vorticity"], field.values.reshape(-1, 3))


def test_wrong_files_are_explained(tmp_path, output):
    (tmp_path / "text.vtkhdf").write_text("no")
    with h5py.File(tmp_path / "plain.h5", "w") as file:
        file["a"] = 1
    with h5py.File(tmp_path / "mesh.vtkhdf", "w") as file:
        file.create_group("VTKHDF").attrs["Type"] = np.bytes_("UnstructuredGrid")
    for name, message in [
        ("text.vtkhdf", "not an HDF5 file, or cut off"),
        ("plain.h5", "found no group VTKHDF"),
        ("mesh.vtkhdf", "found VTKHDF of type UnstructuredGrid"),
        ("none.vtkhdf", "there is no such file"),
    ]:
        with pytest.raises(thalweg.OutputError, match=message):
            thalweg.read_field(tmp_path / name)
    with pytest.raises(
        thalweg.OutputError, match=r'no field "vortcity"\. Did you mean "vorticity"\?'
    ):
        thalweg.read_field(output / "fields/vorticity-000000.vtkhdf", "vortcity")


def test_a_file_cut_off(output):
    path = output / "fields/vorticity-000000.vtkhdf"
    path.write_bytes(path.read_bytes()[:5000])
    with pytest.raises(thalweg.OutputError, match="not an HDF5 file, or cut off"):
        thalweg.read_field(path)
