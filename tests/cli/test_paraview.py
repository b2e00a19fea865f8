# SPDX-License-Identifier: Apache-2.0
"""Fields open as they are in ParaView (Debian's python3-paraview) and in pyvista.

The files are written by write_image_example, which stands beside the program: its values are known.
"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

PVPYTHON = shutil.which("pvpython")
needs_paraview = pytest.mark.skipif(
    PVPYTHON is None, reason="ParaView is not installed: apt-get install python3-paraview"
)

# The grid of write_image_example: x, y, z.
DIMENSIONS = [4, 5, 6]
SPACING = [0.1, 0.2, 0.3]
ORIGIN = [1.0, 2.0, 3.0]

VERTEX, TRIANGLE, HEXAHEDRON = 1, 5, 12  # VTK's numbers

# Runs in ParaView's own Python; prints what the reader of each argument gives.
IN_PARAVIEW = """
import json, sys
from paraview import simple
from vtkmodules.util.numpy_support import vtk_to_numpy

def described(reader):
    reader.UpdatePipeline()
    image = simple.servermanager.Fetch(reader)
    points = image.GetPointData()
    arrays = [points.GetArray(n) for n in range(points.GetNumberOfArrays())]
    return {
        "type": image.GetClassName(),
        "dimensions": image.GetDimensions(),
        "extent": image.GetExtent(),
        "spacing": image.GetSpacing(),
        "origin": image.GetOrigin(),
        "arrays": {a.GetName(): vtk_to_numpy(a).tolist() for a in arrays},
        "types": {a.GetName(): a.GetDataTypeAsString() for a in arrays},
        "times": list(reader.TimestepValues) if reader.TimestepValues else [],
    }

def opened(file):
    if file.endswith(".vtkhdf"):
        return simple.VTKHDFReader(FileName=[file])
    return simple.OpenDataFile(file)

print(json.dumps([described(opened(file)) for file in sys.argv[1:]]))
"""


# The same of blocks and points: prints the parts of all files, those of one form at both times.
FORMS_IN_PARAVIEW = """
import json, sys
from paraview import simple
from vtkmodules.util.numpy_support import vtk_to_numpy

def leaves(data, name=""):
    if not data.IsA("vtkMultiBlockDataSet"):
        return [(name, data)]
    parts = range(data.GetNumberOfBlocks())
    names = [data.GetMetaData(n).Get(data.NAME()) if data.HasMetaData(n) else "" for n in parts]
    return [leaf for n in parts for leaf in leaves(data.GetBlock(n), names[n])]

def listed(data):
    arrays = [data.GetArray(n) for n in range(data.GetNumberOfArrays())]
    return {a.GetName(): vtk_to_numpy(a).tolist() for a in arrays}

def described(name, data):
    is_block = data.IsA("vtkStructuredGrid")
    return {
        "name": name,
        "type": data.GetClassName(),
        "bounds": data.GetBounds(),
        "points": data.GetNumberOfPoints(),
        "cell type": data.GetCellType(0),
        "arrays": listed(data.GetCellData() if is_block else data.GetPointData()),
        "of cells": listed(data.GetCellData()),
    }

def opened(files, time):
    reader = simple.OpenDataFile(files)
    reader.UpdatePipelineInformation()
    if hasattr(reader, "CellArrayStatus"):  # what "Cell Arrays" shows: of CGNS nothing is on
        reader.CellArrayStatus = list(reader.CellArrayStatus.Available)
    times = list(reader.TimestepValues)
    simple.UpdatePipeline(time, reader)
    found = leaves(simple.servermanager.Fetch(reader))
    return {"times": times, "parts": [described(*leaf) for leaf in found]}

fields = sys.argv[1] + "/fields/"
blocks = [f"{fields}velocity-0000{step}.cgns" for step in ("00", "20")]
print(json.dumps([opened(blocks, 0.5), opened(fields + "cells.hdf.series", 0.5),
                  opened(fields + "markers.hdf.series", 0),
                  opened(fields + "wall.hdf.series", 0.5),
                  opened(fields + "flux.hdf.series", 0.5),
                  opened(sys.argv[1] + "/slices/cut.hdf.series", 0.5)]))
"""


def built(name: str) -> Path:
    """A program that writes an example."""
    program = Path(os.environ["THALWEG_BIN"]).resolve().parent / name
    if not program.is_file():
        pytest.fail(f"{program} is missing: build the target {name}")
    return program


@pytest.fixture(scope="module")
def example() -> Path:
    """The program that writes the example of an image."""
    return built("write_image_example")


def write(example: Path, file: Path, ranks: int) -> Path:
    launcher = ["mpirun", "--oversubscribe", "--allow-run-as-root", "-n", str(ranks)]
    subprocess.run([*launcher, str(example), str(file)], check=True, timeout=120)
    return file


@pytest.fixture(scope="module")
def written(example, tmp_path_factory) -> list[Path]:
    """The example as one rank and as three write it: started once to read both."""
    folder = tmp_path_factory.mktemp("written")
    return [write(example, folder / f"on-{ranks}-000007.vtkhdf", ranks) for ranks in (1, 3)]


def in_paraview(*files: Path, script: str = IN_PARAVIEW) -> list[dict]:
    result = subprocess.run(
        [PVPYTHON, "-c", script, *map(str, files)],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    assert "ERR|" not in result.stderr + result.stdout, result.stderr
    return json.loads(result.stdout.splitlines()[-1])


def expected() -> tuple[np.ndarray, np.ndarray]:
    """Velocity (z, y, x, 3) and pressure (z, y, x) of write_image_example."""
    k, j, i = np.meshgrid(*(np.arange(n) for n in reversed(DIMENSIONS)), indexing="ij")
    return np.stack([i, j, k], axis=-1).astype(np.float32), 100.0 * k + 10 * j + i + 1 / 3


def assert_is_example(found: dict) -> None:
    velocity, pressure = expected()
    assert found["type"] == "vtkImageData"
    assert found["dimensions"] == DIMENSIONS
    assert found["extent"] == [0, 3, 0, 4, 0, 5]
    assert found["spacing"] == SPACING
    assert found["origin"] == ORIGIN
    assert found["types"] == {"velocity": "float", "pressure": "double"}
    np.testing.assert_array_equal(found["arrays"]["velocity"], velocity.reshape(-1, 3))
    np.testing.assert_array_equal(found["arrays"]["pressure"], pressure.ravel())


@needs_paraview
def test_paraview_reads_extents_and_values(written):
    for found in in_paraview(*written):
        assert_is_example(found)


@needs_paraview
def test_paraview_opens_the_series_of_a_run_with_its_times(thalweg, case, tmp_path):
    result = thalweg("run", case, "--out", "out")
    assert result.returncode == 0, result.stderr
    (found,) = in_paraview(tmp_path / "out/fields/velocity.hdf.series")
    assert found["type"] == "vtkImageData"
    assert found["dimensions"] == [16, 16, 16]
    assert list(found["arrays"]) == ["velocity"]
    np.testing.assert_allclose(found["times"], [0, 0.12, 0.24])
    np.testing.assert_allclose(found["spacing"], 2 * np.pi / 16)


@needs_paraview
def test_paraview_opens_blocks_and_points_with_their_times(tmp_path):
    blocks, cells, markers, wall, hexahedra, cut = in_paraview(
        write(built("write_forms_example"), tmp_path, 3), script=FORMS_IN_PARAVIEW
    )
    assert blocks["times"] == cells["times"] == hexahedra["times"] == [0, 0.5]
    assert [part["name"] for part in blocks["parts"]] == ["inlet", "bend"]
    for number, (part, shape) in enumerate(
        zip(blocks["parts"], ((2, 5, 6), (4, 3, 4)), strict=True)
    ):
        nz, ny, nx = shape
        low = 10.0 * number
        assert part["type"] == "vtkStructuredGrid"
        assert part["bounds"] == [0, nx + 0.25 * ny, low, low + ny, 0, 0.5 * nz]
        k, j, i = np.indices(shape)
        first = 100.0 * k + 10 * j + i + 10000 * number
        wanted = np.stack([first, first + 1000, first + 2000], axis=-1)
        np.testing.assert_array_equal(part["arrays"]["velocity"], wanted.reshape(-1, 3))
    identities = [10 * t + v for t in range(5) for v in range(4)]
    for (part,), cell_type, bounds in (
        (cells["parts"], TRIANGLE, [0.5, 9.5] * 3),
        (markers["parts"], VERTEX, [0, 9] * 3),
    ):
        assert (part["type"], part["points"]) == ("vtkUnstructuredGrid", 20)
        assert (part["cell type"], part["bounds"]) == (cell_type, bounds)
        assert part["arrays"]["identity"] == identities
        np.testing.assert_array_equal(part["arrays"]["speed"], np.array(identities) / 4)
        np.testing.assert_array_equal(part["arrays"]["force"], np.outer(identities, [1, 2, 3]))
    of_triangles = wall["parts"][0]["of cells"]
    assert of_triangles["identity"] == list(range(20))
    np.testing.assert_array_equal(of_triangles["stress"], np.outer(range(20), [1, 2, 3]))
    (whole,) = hexahedra["parts"]
    assert (whole["type"], whole["cell type"]) == ("vtkUnstructuredGrid", HEXAHEDRON)
    assert (whole["points"], whole["bounds"]) == (126 + 100, [0, 7.25, 0, 13, 0, 2])
    assert whole["of cells"]["block"] == 60 * [0] + 48 * [1]
    of_blocks = np.concatenate([part["arrays"]["velocity"] for part in blocks["parts"]])
    np.testing.assert_array_equal(whole["of cells"]["flux"], of_blocks)
    (layer,) = cut["parts"]
    assert (layer["cell type"], layer["bounds"]) == (HEXAHEDRON, [0.5, 6.75, 2, 3, 0, 1])
    of_inlet = np.reshape(blocks["parts"][0]["arrays"]["velocity"], (2, 5, 6, 3))
    np.testing.assert_array_equal(layer["of cells"]["velocity"], of_inlet[:, 2].reshape(-1, 3))


def test_pyvista_reads_extents_and_values(written):
    # In a process of its own: VTK brings an HDF5 library along.
    script = """if True:
        import json, pyvista, sys
        def described(image):
            arrays = image.point_data
            return {
                "type": "vtkImageData" if isinstance(image, pyvista.ImageData)
                        else str(type(image)),
                "dimensions": list(image.dimensions), "extent": list(image.extent),
                "spacing": list(image.spacing), "origin": list(image.origin),
                "types": {n: {"float32": "float", "float64": "double"}[str(a.dtype)]
                          for n, a in arrays.items()},
                "arrays": {n: a.tolist() for n, a in arrays.items()}}
        print(json.dumps([described(pyvista.read(file)) for file in sys.argv[1:]]))
    """
    result = subprocess.run(
        [sys.executable, "-c", script, *map(str, written)],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    images = json.loads(result.stdout.splitlines()[-1])
    assert len(images) == 2
    for found in images:
        assert_is_example(found)
