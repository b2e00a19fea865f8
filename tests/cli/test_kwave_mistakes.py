# SPDX-License-Identifier: Apache-2.0
"""What k-Wave's program says of wrong flags and input files: a message in a box, exit status 1."""

import re

import h5py
import numpy as np
import pytest
from kwave_files import SMALL, changed, datasets, input_of, refused, unboxed


def test_unknown_flag_shows_the_usage(kwave):
    done = kwave("-i", "a", "-o", "b", "--p_mean")
    assert done.returncode == 1
    assert "--p_rms" in done.stdout and "--p_mean" in unboxed(done.stderr)


def test_missing_arguments(kwave):
    assert "-i" in refused(kwave)
    message = refused(kwave, "-i", "a", "-o", "b", "--checkpoint_file", "c")
    assert "needs --checkpoint_interval" in message
    assert "-s 81" in refused(kwave, "-i", input_of(SMALL), "-o", "b", "-s", 81)


def test_no_such_file(kwave, tmp_path):
    assert "there is no such file" in refused(kwave, "-i", "nothing.h5", "-o", "out.h5")
    (tmp_path / "text.h5").write_text("no HDF5 at all")
    assert "not an HDF5 file" in refused(kwave, "-i", "text.h5", "-o", "out.h5")
    assert not (tmp_path / "out.h5").exists()


def with_nan(name: str, key: str):
    values = datasets(input_of(name))[key][1].copy()
    values.flat[17] = np.nan
    return values


FAULTS = [
    (SMALL, {"c0": None}, '"c0" is missing'),
    (SMALL, {"Nx": np.uint64([[[71]]])}, "expected 1, or 4260"),
    (SMALL, {"dt": np.float32([[[0]]])}, '"dt" is 0; expected a number above 0'),
    (SMALL, {"dt": np.float32([1, 2])}, '"dt" has 2 elements; expected 1'),
    (SMALL, {"alpha_power": np.float32([[[1]]])}, "exactly 1"),
    (SMALL, {"rho0": np.float32([[[-1000]]])}, "expected a finite number above 0"),
    (SMALL, {"c0": np.bytes_("fast")}, "holds text; expected numbers"),
    (SMALL, {"absorbing_flag": np.uint64([[[3]]])}, "expected a whole number from 0 to 2"),
    (SMALL, {"sensor_mask_index": np.uint64([[[0]]])}, "expected an index from 1 to 4320"),
    (SMALL, {"pml_x_size": np.uint64([[[40]]])}, "do not fit into 72 points"),
    (
        "nonlinear_powerlaw_p_additive",
        {"BonA": with_nan("nonlinear_powerlaw_p_additive", "BonA")},
        '"BonA" is nan at element 18',
    ),
    (
        "transducer_corners",
        {"sensor_mask_corners": np.uint64([[[1, 1, 1, 50, 2, 2]]])},
        "goes from 1 to 50 along x; expected 1 <= first <= last <= 40",
    ),
    (
        "u_source_many_stokes",
        {"ux_source_input": np.float32([[[1], [2]]])},
        '"ux_source_input" has 2 elements; expected 12600',
    ),
]


@pytest.mark.parametrize(("name", "values", "message"), FAULTS, ids=[str(i) for i in range(13)])
def test_faults_of_the_input(kwave, tmp_path, name, values, message):
    path = changed(tmp_path, name, **values)
    text = refused(kwave, "-i", path, "-o", "out.h5")
    assert message in text
    assert "changed.h5" in text.replace(" ", "")  # the box may break a long path


def test_files_of_another_version_or_type(kwave, tmp_path):
    for key, value, message in (
        ("minor_version", "7", "version 1.7"),
        ("file_type", "output", 'expected "input"'),
    ):
        path = changed(tmp_path)
        with h5py.File(path, "r+") as file:
            file.attrs[key] = np.bytes_(value)
        assert message in refused(kwave, "-i", path, "-o", "out.h5")


def test_divergence_stops_with_the_step(kwave, tmp_path):
    # With a reference speed far below the medium's, the k-space correction stabilises nothing.
    path = changed(tmp_path, dt=np.float32([[[4e-7]]]), c_ref=np.float32([[[300]]]))
    # Not only where a line of progress is due.
    message = refused(kwave, "-i", path, "-o", "out.h5", "-r", 100)
    assert "unstable" in message
    assert int(re.search(r"At step (\d+) ", message)[1]) < 80


def test_more_ranks_than_the_grid_can_have(kwave, tmp_path):
    path = changed(tmp_path)
    with h5py.File(path, "r+") as file:
        for key in ("p0_source_input", "sensor_mask_index", "Ny", "pml_y_size"):
            del file[key]
        file["Ny"], file["pml_y_size"] = np.uint64([[[2]]]), np.uint64([[[0]]])
        file["p0_source_input"] = np.ones((1, 2, 72), np.float32)
        file["sensor_mask_index"] = np.uint64([[[1]]])
    done = kwave("-i", path, "-o", "out.h5", ranks=3)
    assert done.returncode == 1
    assert "at most 2 can be used" in unboxed(done.stderr)


def test_plain_numbers_are_scalars(kwave, tmp_path):
    """h5py writes a number without dimensions."""
    path = changed(tmp_path, Nx=np.uint64(72), dt=np.float32(3.125e-8))
    assert kwave("-i", path, "-o", "out.h5").returncode == 0


def test_datasets_without_values(kwave, tmp_path):
    path = changed(tmp_path, Nx=h5py.Empty("f"))
    assert '"Nx" has 0 elements; expected 1' in refused(kwave, "-i", path, "-o", "out.h5")


def test_a_fault_of_the_medium_leaves_no_output(kwave, tmp_path):
    speed = np.full((1, 60, 72), 1500, np.float32)
    speed[0, 20, 30] = np.nan
    path = changed(tmp_path, c0=speed)
    for ranks in (1, 2):
        done = kwave("-i", path, "-o", "out.h5", ranks=ranks)
        assert done.returncode == 1
        assert '"c0" is nan at element 1471' in unboxed(done.stderr)
        assert not (tmp_path / "out.h5").exists()


def test_does_not_overwrite_its_input(kwave, tmp_path):
    path = changed(tmp_path)
    before = path.read_bytes()
    assert "would be overwritten" in refused(kwave, "-i", path, "-o", "changed.h5")
    assert path.read_bytes() == before
    message = refused(kwave, "-i", path, "-o", "nowhere/out.h5")
    assert "there is no folder" in message


def test_does_not_overwrite_its_output(kwave, tmp_path):
    (tmp_path / "folder").mkdir()
    arguments = ["-i", input_of(SMALL), "-o", "out.h5", "--checkpoint_timesteps", 30]
    for same in ("out.h5", "folder/../out.h5", tmp_path / "out.h5"):
        message = refused(kwave, *arguments, "--checkpoint_file", same)
        assert "cannot be the same file" in message
        assert not (tmp_path / "out.h5").exists()


def test_a_grid_beyond_memory_is_refused(kwave, tmp_path):
    path = changed(tmp_path, Nz=np.uint64(1 << 20), Ny=np.uint64(1 << 20))
    three = ("uz_source_flag", "dz", "pml_z_size", "pml_z_alpha", "rho0_sgz")
    uniform = ("c0", "rho0", "rho0_sgx", "rho0_sgy", "alpha_coeff")
    with h5py.File(path, "r+") as file:
        for name in (*three, *uniform, "p0_source_flag"):
            if name in file:
                del file[name]
            file[name] = np.float32(0 if name.endswith(("flag", "size")) else 1000)
    assert "does not fit into memory" in refused(kwave, "-i", path, "-o", "out.h5")
