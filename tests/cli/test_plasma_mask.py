# SPDX-License-Identifier: Apache-2.0
"""Vessels in images: formats, what check says, openings, exact flows, mistakes, ranks."""

import re
import struct

import h5py
import numpy as np
import pytest

from conftest import history, refusal

CASE = """\
[simulation]
kind = "blood"

[grid]
spacing = 1e-6

[geometry]
shape = "mask"
path = "mask.npy"
periodic = true
periodic_across = ["y"]

[blood]
relaxation_time = 1.0

[flow]
pressure_gradient = [1e5, 0, 0]

[time]
steps = 1500

[output]
history = { every_steps = 100 }
"""

OPEN = CASE.replace('periodic = true\nperiodic_across = ["y"]\n', "").replace(
    "[flow]\npressure_gradient = [1e5, 0, 0]\n",
    """
[[openings]]
name = "x_low"
kind = "velocity"
flow_rate = 5e-14
ramp_time = 2e-5

[[openings]]
name = "x_high"
kind = "pressure"
pressure = 0

[[openings]]
name = "x_high_2"
kind = "pressure"
pressure = 0
""",
)


def plates(height=10):
    """A channel between walls of one voxel, (z, y, x)."""
    mask = np.zeros((height + 2, 3, 4), bool)
    mask[1:-1] = True
    return mask


def branches():
    """A wide channel along x that parts into two narrow ones."""
    mask = np.zeros((14, 8, 30), bool)
    mask[1:13, 1:7, :10] = True
    mask[1:6, 1:7, 10:] = True
    mask[8:13, 1:7, 10:] = True
    return mask


def write_mrc(file, values, mode, order="<", cell=0.0, extension=0):
    """As the standard says it, with a cell of so many metres along each axis."""
    header = bytearray(1024)
    nz, ny, nx = values.shape
    struct.pack_into(order + "10i", header, 0, nx, ny, nz, mode, 0, 0, 0, nx, ny, nz)
    struct.pack_into(order + "3f", header, 40, *(n * cell * 1e10 for n in (nx, ny, nz)))
    struct.pack_into(order + "3i", header, 64, 1, 2, 3)
    struct.pack_into(order + "i", header, 92, extension)
    header[208:212] = b"MAP "
    header[212:214] = b"\x44\x44" if order == "<" else b"\x11\x11"
    types = {0: "i1", 1: "i2", 2: "f4", 6: "u2", 12: "f2"}
    data = values.astype(order + types[mode]).tobytes()
    file.write_bytes(bytes(header) + bytes(extension) + data)


@pytest.fixture
def masked(tmp_path):
    """A channel in an image."""
    np.save(tmp_path / "mask.npy", plates())
    file = tmp_path / "mask.toml"
    file.write_text(CASE)
    return file


@pytest.fixture
def branched(tmp_path):
    np.save(tmp_path / "mask.npy", branches())
    file = tmp_path / "mask.toml"
    file.write_text(OPEN)
    return file


def test_walls_of_a_mask_stand_half_way(thalweg, masked, tmp_path):
    """Where voxels end, so that the flow between plates is exact: theory (2.5) and (5.1)."""
    assert thalweg("run", masked, "--out", "out").returncode == 0
    last = history(tmp_path / "out")[-1]
    height, viscosity = 10e-6, 1.2e-3
    mean = 1e5 * height**2 / (12 * viscosity)
    # The sum over sites of a parabola is larger than its integral by 1/(2 n^2).
    assert last["mean_velocity"] == pytest.approx(mean * (1 + 0.5 / 10**2), rel=1e-5)
    assert last["mass_change"] == pytest.approx(0, abs=1e-12)


def test_finer_lattices_than_the_image(thalweg, masked, tmp_path):
    settings = ["--set", "geometry.voxel_size=2e-6", "--set", "time.steps=5000"]
    assert thalweg("run", masked, "--out", "out", *settings).returncode == 0
    mean = 1e5 * 20e-6**2 / (12 * 1.2e-3)
    last = history(tmp_path / "out")[-1]
    assert last["mean_velocity"] == pytest.approx(mean * (1 + 0.5 / 20**2), rel=1e-3)


def formats(folder):
    """The same image in every format, each with the keys that it needs."""
    mask = plates()
    numbers = np.where(mask, 3, 1)
    np.save(folder / "numbers.npy", numbers.astype(np.uint8))
    np.save(folder / "inverse.npy", (~mask).astype(np.float32))
    with h5py.File(folder / "mask.h5", "w") as file:
        file["mask"] = mask
        file["image/labels"] = numbers
    for mode in (0, 1, 2, 6, 12):
        write_mrc(folder / f"mode-{mode}.mrc", numbers, mode)
    write_mrc(folder / "turned.map", numbers, 2, order=">")
    write_mrc(folder / "cell.rec", numbers, 1, cell=1e-6, extension=512)
    value = ["geometry.value=3"]
    yield "numbers.npy", value
    yield "numbers.npy", ["geometry.threshold=2.5"]
    yield "inverse.npy", ["geometry.invert=true"]
    yield "mask.h5", []
    yield "mask.h5", ["geometry.dataset=image/labels", *value]
    for mode in (0, 1, 2, 6, 12):
        yield f"mode-{mode}.mrc", ["geometry.voxel_size=1e-6", *value]
    yield "turned.map", value
    yield "cell.rec", value


def test_all_formats_give_the_same_vessel(thalweg, masked, tmp_path):
    expected = "mask of 4 x 3 x 12 voxels of 1 x 1 x 1 um: 4 x 3 x 12 um, 120 um^3 with fluid, "
    for file, settings in [("mask.npy", []), *formats(tmp_path)]:
        options = [part for setting in settings for part in ("--set", setting)]
        result = thalweg("check", masked, "--set", f"geometry.path={file}", *options)
        assert result.returncode == 0, (file, result.stderr)
        assert expected in result.stdout, (file, result.stdout)
        area = float(re.search(r"walls of about (\S+) um\^2", result.stdout)[1])
        assert area == pytest.approx(24, rel=0.08)


def test_check_reports_openings_volume_and_passage(thalweg, branched):
    result = thalweg("check", branched)
    assert result.returncode == 0, result.stderr
    text = result.stdout
    volume = branches().sum()
    assert f"{volume} um^3 with fluid, {volume / branches().size:.3g} of its box" in text
    assert "opening x_low: 72 um^2 about (-15, 0, 0) um, normal (-1, 0, 0)" in text
    assert "opening x_high: 30 um^2 about (15, 0, -3.5) um" in text
    assert "opening x_high_2: 30 um^2 about (15, 0, 3.5) um" in text
    ball = re.search(r"a ball of (\S+) um .* passes between all openings", text)
    assert float(ball[1]) == pytest.approx(5, abs=0.6)
    assert "warning" not in text.split("passes between")[0]
    branched.write_text(OPEN[: OPEN.index("[[openings]]")] + OPEN[OPEN.index("[time]") :])
    whole = thalweg("check", branched, "--set", "geometry.openings_by=face")
    assert "warning: all openings are closed by walls" in whole.stdout
    assert "opening x_high: 60 um^2 about (15, 0, 0) um" in whole.stdout
    assert "x_high_2" not in whole.stdout.split("# mask of")[1]


def test_flow_parts_evenly_whatever_the_ranks(thalweg, branched, tmp_path):
    for ranks in (1, 2, 4):
        result = thalweg("run", branched, "--out", f"on-{ranks}", ranks=ranks)
        assert result.returncode == 0, result.stderr
    rows = [history(tmp_path / f"on-{ranks}")[-1] for ranks in (1, 2, 4)]
    assert rows[0]["flow_rate_x_low"] == pytest.approx(5e-14, rel=1e-3)
    for name in ("x_high", "x_high_2"):
        assert rows[0][f"flow_rate_{name}"] == pytest.approx(-2.5e-14, rel=0.01)
    assert rows[0]["pressure_x_low"] > 0
    for row in rows[1:]:
        assert row == pytest.approx(rows[0], rel=1e-6, abs=1e-24)


def test_a_mask_gives_the_same_flow_as_the_shape_that_it_is_of(thalweg, masked, tmp_path):
    """A duct, whose walls stand half-way in both."""
    mask = np.zeros((10, 8, 6), bool)
    mask[1:-1, 1:-1] = True
    np.save(tmp_path / "mask.npy", mask)
    steps = ["--set", "time.steps=300", "--set", "geometry.periodic_across=[]"]
    assert thalweg("run", masked, "--out", "mask", *steps).returncode == 0
    duct = tmp_path / "duct.toml"
    duct.write_text(
        re.sub(
            r"\[geometry\]\n(.+\n)+",
            '[geometry]\nshape = "duct"\nlength = 6e-6\nwidth = 6e-6\nheight = 8e-6\n',
            CASE,
        ).replace("[blood]", '[blood]\nwalls = "half-way"')
    )
    assert thalweg("run", duct, "--out", "duct", "--set", "time.steps=300").returncode == 0
    for one, other in zip(history(tmp_path / "mask"), history(tmp_path / "duct"), strict=True):
        for column in ("flow_rate", "largest_velocity", "kinetic_energy"):
            assert one[column] == pytest.approx(other[column], rel=1e-12)


def test_cells_lie_in_a_mask(thalweg, masked, tmp_path):
    np.save(tmp_path / "mask.npy", np.pad(np.ones((10, 12, 12), bool), ((1, 1), (0, 0), (0, 0))))
    species = (
        'cells.species=[{ name = "ball", shape = "sphere", radius = 2e-6, refinement = 2, '
        "shear_modulus = 1e-4, centres = [[0, 0, 0]] }]"
    )
    settings = ["--set", species, "--set", "time.steps=20"]
    for ranks in (1, 2):
        result = thalweg("run", masked, "--out", f"on-{ranks}", *settings, ranks=ranks)
        assert result.returncode == 0, result.stderr
    one, two = (history(tmp_path / f"on-{ranks}")[-1] for ranks in (1, 2))
    assert one["cells"] == 1
    assert two == pytest.approx(one, rel=1e-6, abs=1e-12)


@pytest.mark.parametrize(
    ("setting", "expected"),
    [
        ("geometry.path=other.npy", r"there is no file .*other\.npy"),
        ("geometry.path=mask.toml", r"images are read from files that end in \.npy"),
        ("geometry.threshold=2", r"no voxel has fluid: values lie between 0 and 1"),
        ("geometry.value=7", r"no voxel has fluid"),
        ('geometry.periodic_across=["x"]', r'must be "y", "z" or both'),
        ("geometry.voxel_size=[1e-6, 2e-6]", r"must be one number, or three"),
        ("geometry.voxel_size=1", r"is geometry\.voxel_size in metres\?"),
        ("geometry.voxel_size=1.3e-6", r"along x, which is periodic, it must be a whole number"),
        ("blood.walls=interpolated", r'must be "half-way" for geometry\.shape = "mask"'),
        ("geometry.openings_by=hole", r"openings_by"),
    ],
)
def test_mistakes_are_refused(thalweg, masked, tmp_path, setting, expected):
    assert re.search(expected, refusal(thalweg, masked, tmp_path, setting))


def test_threshold_and_value_exclude_each_other(thalweg, masked, tmp_path):
    text = refusal(thalweg, masked, tmp_path, "geometry.threshold=2", "geometry.value=1")
    assert "geometry.threshold" in text and "geometry.value" in text


@pytest.mark.parametrize(
    ("name", "content", "expected"),
    [
        ("a.npy", lambda f: np.save(f, np.ones((3, 4))), r"extents \(3, 4\), expected are three"),
        ("a.npy", lambda f: np.save(f, np.ones((3, 3, 3), complex)), r'values of type "<c16"'),
        ("a.mrc", lambda f: f.write_bytes(b"MAP"), r"less than the 1024 bytes"),
        ("a.mrc", lambda f: f.write_bytes(bytes(1024)), r"gives 0 voxels along x"),
        ("a.mrc", lambda f: cut(f), r"is cut off: it should hold 144 values"),
        ("a.mrc", lambda f: complex_mode(f), r"holds values of mode 4"),
        ("a.h5", lambda f: h5py.File(f, "w").close(), r'no numbers in a dataset "mask"'),
        ("a.npy", lambda f: np.save(f, with_one(np.nan)),
         r"a\.npy has the value NaN at \(z, y, x\) = \(5, 1, 2\).*must be finite"),
        ("a.mrc", lambda f: write_mrc(f, with_one(np.inf), 2), r"has the value infinity at"),
    ],
)  # fmt: skip
def test_broken_images_are_refused(thalweg, masked, tmp_path, name, content, expected):
    content(tmp_path / name)
    assert re.search(expected, refusal(thalweg, masked, tmp_path, f"geometry.path={name}"))


def with_one(value):
    """The channel with another value at one voxel."""
    image = plates().astype(np.float32)
    image[5, 1, 2] = value
    return image


def cut(file):
    write_mrc(file, plates(), 2)
    file.write_bytes(file.read_bytes()[:-1])


def complex_mode(file):
    write_mrc(file, plates(), 2)
    data = bytearray(file.read_bytes())
    struct.pack_into("<i", data, 12, 4)
    file.write_bytes(bytes(data))
