# SPDX-License-Identifier: Apache-2.0
"""The program under k-Wave's names: what it computes, its flags, its log.

What the numbers must be was written by the official program (tests/data/kwave).
"""

import re
import shutil

import h5py
import numpy as np
import pytest
from kwave_files import (
    DATA,
    NAMES,
    SMALL,
    TOLERANCE,
    changed,
    datasets,
    difference,
    flags_of,
    input_of,
)


@pytest.mark.parametrize("ranks", [1, 3])
@pytest.mark.parametrize("name", NAMES)
def test_gives_what_the_official_program_gives(kwave, tmp_path, name, ranks):
    done = kwave("-i", input_of(name), "-o", "out.h5", *flags_of(name), ranks=ranks)
    assert done.returncode == 0, done.stderr
    ours, theirs = datasets(tmp_path / "out.h5"), datasets(DATA / f"{name}.ref.h5")
    assert ours.keys() == theirs.keys()
    for key, (layout, values) in theirs.items():
        assert ours[key][0] == layout, key
        assert difference(ours[key][1], values) <= TOLERANCE, key


def test_writes_the_attributes_of_an_output_file(kwave, tmp_path):
    assert kwave("-i", input_of(SMALL), "-o", "out.h5").returncode == 0
    with h5py.File(tmp_path / "out.h5") as ours, h5py.File(DATA / f"{SMALL}.ref.h5") as theirs:
        assert set(ours.attrs) == set(theirs.attrs)
        for key in ("file_type", "major_version", "minor_version", "created_by"):
            assert bytes(ours.attrs[key]) == bytes(theirs.attrs[key])
        assert bytes(ours.attrs["file_description"]) == SMALL.encode()
        assert re.fullmatch(rb"\d\d/\d\d/\d\d, \d\d:\d\d:\d\d", bytes(ours.attrs["creation_date"]))


def half_a_cell_back(lines):
    """The last axis moved by its spectrum, without the Nyquist mode."""
    k = 2 * np.pi * np.fft.fftfreq(lines.shape[-1])
    shift = np.exp(-0.5j * k)
    if lines.shape[-1] % 2 == 0:
        shift[lines.shape[-1] // 2] = 0
    return np.fft.ifft(np.fft.fft(lines) * shift).real


@pytest.mark.parametrize("ranks", [1, 3])
def test_moves_velocities_to_the_points_of_the_pressure_if_axisymmetric(kwave, tmp_path, ranks):
    name = "axisymmetric_u_stokes"
    with h5py.File(input_of(name)) as file:
        nx, nr, steps = (int(file[key][0, 0, 0]) for key in ("Nx", "Ny", "Nt"))
    everywhere = np.arange(1, nx * nr + 1, dtype=np.uint64).reshape(1, 1, -1)
    path = changed(tmp_path, name, sensor_mask_index=everywhere)
    flags = ["--u_raw", "--u_non_staggered_raw"]
    done = kwave("-i", path, "-o", "out.h5", *flags, ranks=ranks)
    assert done.returncode == 0, done.stderr
    with h5py.File(tmp_path / "out.h5") as file:
        found = {
            key: file[key][0].reshape(steps, nr, nx).astype(float)
            for key in file
            if "u" in key and file[key].ndim == 3 and file[key].shape[1] == steps
        }
    radial = found["uy"].transpose(0, 2, 1)  # odd about the axis, even about the last radius
    whole = np.concatenate([radial, radial[..., ::-1], -radial, -radial[..., ::-1]], axis=-1)
    expected = {
        "x": half_a_cell_back(found["ux"]),
        "y": half_a_cell_back(whole)[..., :nr].transpose(0, 2, 1),
    }
    for axis, values in expected.items():
        assert difference(found[f"u{axis}_non_staggered"], values) < 3e-7
    assert np.abs(found["uy_non_staggered"][:, 0]).max() < 1e-6 * np.abs(found["uy"]).max()


def test_records_the_pressure_if_nothing_is_asked_for(kwave, tmp_path):
    assert kwave("-i", input_of(SMALL), "-o", "out.h5").returncode == 0
    with h5py.File(tmp_path / "out.h5") as file:
        assert "p" in file and "ux" not in file and "p_final" not in file


def test_threads_do_not_change_a_bit(kwave, tmp_path):
    for threads in (1, 4):
        out = f"{threads}.h5"
        assert kwave("-i", input_of(SMALL), "-o", out, "-t", threads).returncode == 0
    one, four = (datasets(tmp_path / f"{threads}.h5")["p"][1] for threads in (1, 4))
    assert np.array_equal(one, four)


@pytest.mark.parametrize("steps", [7, 90])
def test_benchmark_sets_the_number_of_steps(kwave, tmp_path, steps):
    assert kwave("-i", input_of(SMALL), "-o", "all.h5").returncode == 0
    assert kwave("-i", input_of(SMALL), "-o", "out.h5", "--bench", steps).returncode == 0
    found, whole = datasets(tmp_path / "out.h5"), datasets(tmp_path / "all.h5")["p"][1]
    assert found["t_index"][1].item() == found["Nt"][1].item() == steps
    assert found["p"][1].shape == (1, steps, 266)
    both = min(steps, whole.shape[1])
    assert np.array_equal(found["p"][1][0, :both], whole[0, :both])
    assert found["p"][1][0, -1].any()


@pytest.mark.parametrize("minor", ["0", "1"])
def test_older_inputs_give_the_flags_that_readers_ask_for(kwave, tmp_path, minor):
    shutil.copy(input_of(SMALL), tmp_path / "old.h5")
    with h5py.File(tmp_path / "old.h5", "r+") as file:
        file.attrs.modify("minor_version", np.bytes_(minor))
        for name in ("axisymmetric_flag", "nonuniform_grid_flag"):
            file.pop(name, None)
    done = kwave("-i", "old.h5", "-o", "out.h5")
    assert done.returncode == 0, done.stderr
    found = datasets(tmp_path / "out.h5")
    assert found["axisymmetric_flag"][1].item() == found["nonuniform_grid_flag"][1].item() == 0


def test_copies_the_sensor_mask(kwave, tmp_path):
    for name, key in ((SMALL, "sensor_mask_index"), ("transducer_corners", "sensor_mask_corners")):
        arguments = ["-i", input_of(name), "-o", "out.h5", "--copy_sensor_mask", "--benchmark", 2]
        assert kwave(*arguments).returncode == 0
        ours, given = datasets(tmp_path / "out.h5"), datasets(input_of(name))
        assert np.array_equal(ours[key][1], given[key][1])
        assert ours["sensor_mask_type"][1].item() == given["sensor_mask_type"][1].item()


def test_compresses(kwave, tmp_path):
    for level in (0, 9):
        out = f"{level}.h5"
        assert kwave("-i", input_of(SMALL), "-o", out, "-c", level, "--p_final").returncode == 0
    plain, packed = tmp_path / "0.h5", tmp_path / "9.h5"
    assert packed.stat().st_size < plain.stat().st_size
    assert np.array_equal(datasets(plain)["p_final"][1], datasets(packed)["p_final"][1])


def test_log_is_a_table_of_65_columns(kwave):
    done = kwave("-i", input_of(SMALL), "-o", "out.h5", "-r", 25, "--verbose", 2)
    lines = done.stdout.splitlines()
    assert {len(line) for line in lines} == {65}
    assert lines[0].startswith("┌") and lines[-1].startswith("└")
    row = re.compile(r"│ +(\d+)%   │ +\d+\.\d{3}s  │ +\d+\.\d{3}s  │  [\d/]{8} [\d:]{8} │")
    percents = [int(match[1]) for line in lines if (match := row.fullmatch(line))]
    assert percents == [1, 25, 50, 75, 100]
    assert "End of computation" in lines[-2]


def test_version_and_help(kwave):
    assert kwave("--version").returncode == 0
    help_text = kwave("-h")
    assert help_text.returncode == 0
    flags = ("-i", "-o", "-t", "-g", "-r", "-c", "-s", "--benchmark", "--verbose", "--p_min_all")
    for flag in (*flags, "--u_non_staggered_raw", "--checkpoint_interval", "--copy_sensor_mask"):
        assert flag in help_text.stdout


def test_is_also_a_command_of_thalweg(thalweg, tmp_path):
    assert thalweg("kwave", "-i", input_of(SMALL), "-o", "out.h5").returncode == 0
    assert (tmp_path / "out.h5").exists()
