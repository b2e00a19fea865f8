# SPDX-License-Identifier: Apache-2.0
"""The program under k-Wave's names: its files, flags, log and exit statuses.

What the numbers must be was written by the official program (tests/data/kwave).
"""

import re

import h5py
import numpy as np
import pytest
from kwave_files import DATA, NAMES, SMALL, changed, datasets, difference, flags_of, input_of

from conftest import Program, small_disk_at

TOLERANCE = 2e-5  # of the largest value; single precision, two programs


@pytest.fixture
def kwave(thalweg, tmp_path) -> Program:
    return Program(thalweg.binary.with_name("kspaceFirstOrder-OMP"), tmp_path)


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
def test_moves_velocities_to_the_points_of_the_pressure_about_an_axis(kwave, tmp_path, ranks):
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


@pytest.mark.parametrize("name", ["nonlinear_powerlaw_p_additive", "transducer_corners"])
def test_legs_give_the_same_as_one_run(kwave, tmp_path, name):
    checkpoint = ["--checkpoint_file", "check.h5", "--checkpoint_timesteps", 20]
    arguments = ["-i", input_of(name), *flags_of(name), "--p_rms", "--p_max_all"]
    assert kwave(*arguments, "-o", "whole.h5").returncode == 0
    for leg in range(3):
        done = kwave(*arguments, "-o", "legs.h5", *checkpoint)
        assert done.returncode == 0, done.stderr
        assert (tmp_path / "check.h5").exists() == (leg < 2)
        steps = int(datasets(tmp_path / "legs.h5")["t_index"][1].item())
        assert steps == min(20 * (leg + 1), 50)
    whole, legs = datasets(tmp_path / "whole.h5"), datasets(tmp_path / "legs.h5")
    assert whole.keys() == legs.keys()
    for key, (_, values) in whole.items():
        assert np.array_equal(values, legs[key][1]), key


def test_a_checkpoint_of_another_grid_is_refused(kwave, tmp_path):
    leg = ["--checkpoint_file", "check.h5", "--checkpoint_timesteps", 5, "-o", "out.h5"]
    assert kwave("-i", input_of(SMALL), *leg).returncode == 0
    done = kwave("-i", input_of("nonlinear_powerlaw_p_additive"), *leg)
    assert done.returncode == 1
    assert "another run" in unboxed(done.stderr)
    assert (tmp_path / "check.h5").exists()


def test_benchmark_stops_early(kwave, tmp_path):
    assert kwave("-i", input_of(SMALL), "-o", "out.h5", "--benchmark", 7).returncode == 0
    found = datasets(tmp_path / "out.h5")
    assert found["t_index"][1].item() == 7
    assert found["p"][1].shape == (1, 80, 266) and not found["p"][1][0, 7:].any()


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


def unboxed(text: str) -> str:
    """A boxed message in one line."""
    return " ".join(re.sub(r"[│┌┐└┘├┤─]", " ", text).split())


def refused(kwave, *arguments) -> str:
    done = kwave(*arguments)
    assert done.returncode == 1
    assert "K-Wave experienced a fatal error" in done.stderr
    return unboxed(done.stderr)


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
    assert "unstable" in refused(kwave, "-i", path, "-o", "out.h5")


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


def test_legs_with_other_arguments_are_refused(kwave, tmp_path):
    leg = ["-i", input_of(SMALL), "--checkpoint_file", "check.h5", "--checkpoint_timesteps", 30]
    assert kwave(*leg, "-o", "out.h5").returncode == 0
    message = refused(kwave, *leg, "-o", "out.h5", "-p", "--p_rms")
    assert '"sensor_pressure_rms" is missing' in message
    assert '"ux" is missing' in refused(kwave, *leg, "-o", "out.h5", "-p", "-u")
    assert '"p" has the extents' in refused(kwave, *leg, "-o", "out.h5", "-s", 3)
    assert "there is no such file" in refused(kwave, *leg, "-o", "another.h5")
    assert (tmp_path / "check.h5").exists()
    assert kwave(*leg, "-o", "out.h5").returncode == 0


@pytest.fixture
def small_disk(tmp_path):
    yield from small_disk_at(tmp_path / "disk", "8m")


def test_a_full_disk_is_an_error_and_costs_no_checkpoint(kwave, small_disk):
    name = "nonlinear_powerlaw_p_additive"
    leg = ["-i", input_of(name), *flags_of(name), "-o", small_disk / "out.h5"]
    leg += ["--checkpoint_file", small_disk / "check.h5", "--checkpoint_timesteps", 20]
    assert kwave(*leg).returncode == 0
    checkpoint = (small_disk / "check.h5").read_bytes()
    filling = small_disk / "filling"
    with open(filling, "wb", buffering=0) as file, pytest.raises(OSError, match="No space"):
        while True:
            file.write(bytes(4096))
    done = kwave(*leg)
    assert done.returncode == 1
    assert "No space left on device" in unboxed(done.stderr)
    assert "Signal" not in done.stderr
    assert (small_disk / "check.h5").read_bytes() == checkpoint
    filling.unlink()
    for _ in range(2):
        assert kwave(*leg).returncode == 0
    assert not (small_disk / "check.h5").exists()
    ours, theirs = datasets(small_disk / "out.h5"), datasets(DATA / f"{name}.ref.h5")
    for key, (_, values) in theirs.items():
        assert difference(ours[key][1], values) <= TOLERANCE, key
