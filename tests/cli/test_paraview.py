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


@pytest.fixture(scope="module")
def example() -> Path:
    """The program that writes the example."""
    program = Path(os.environ["THALWEG_BIN"]).resolve().parent / "write_image_example"
    if not program.is_file():
        pytest.fail(f"{program} is missing: build the target write_image_example")
    return program


def write(example: Path, file: Path, ranks: int) -> Path:
    launcher = ["mpirun", "--oversubscribe", "--allow-run-as-root", "-n", str(ranks)]
    subprocess.run([*launcher, str(example), str(file)], check=True, timeout=120)
    return file


def in_paraview(*files: Path) -> list[dict]:
    result = subprocess.run(
        [PVPYTHON, "-c", IN_PARAVIEW, *map(str, files)],
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
@pytest.mark.parametrize("ranks", [1, 3])
def test_paraview_reads_extents_and_values(example, tmp_path, ranks):
    (found,) = in_paraview(write(example, tmp_path / "example-000007.vtkhdf", ranks))
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


@pytest.mark.parametrize("ranks", [1, 3])
def test_pyvista_reads_extents_and_values(example, tmp_path, ranks):
    # In a process of its own: VTK brings an HDF5 library along.
    file = write(example, tmp_path / "example-000007.vtkhdf", ranks)
    script = """if True:
        import json, pyvista, sys
        image = pyvista.read(sys.argv[1])
        arrays = image.point_data
        print(json.dumps({
            "type": "vtkImageData" if isinstance(image, pyvista.ImageData) else str(type(image)),
            "dimensions": list(image.dimensions), "extent": list(image.extent),
            "spacing": list(image.spacing), "origin": list(image.origin),
            "types": {n: {"float32": "float", "float64": "double"}[str(a.dtype)]
                      for n, a in arrays.items()},
            "arrays": {n: a.tolist() for n, a in arrays.items()}}))
    """
    result = subprocess.run(
        [sys.executable, "-c", script, str(file)],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    assert_is_example(json.loads(result.stdout.splitlines()[-1]))
