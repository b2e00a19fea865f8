# SPDX-License-Identifier: Apache-2.0
"""Runs of k-Wave's program in legs, with checkpoints between them."""

import h5py
import numpy as np
import pytest
from kwave_files import (
    DATA,
    SMALL,
    TOLERANCE,
    changed,
    datasets,
    difference,
    flags_of,
    input_of,
    refused,
    unboxed,
)

from conftest import small_disk_at


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


def test_a_leg_takes_a_step_however_short_the_interval(kwave, tmp_path):
    leg = ["-i", input_of(SMALL), "-o", "out.h5", "--benchmark", 2]
    leg += ["--checkpoint_file", "check.h5", "--checkpoint_interval", 1e-6]
    for steps in (1, 2):
        assert kwave(*leg).returncode == 0
        assert datasets(tmp_path / "out.h5")["t_index"][1].item() == steps
    assert not (tmp_path / "check.h5").exists()


def test_a_leg_before_the_recording_leaves_zeros(kwave, tmp_path):
    leg = ["-i", input_of(SMALL), "-o", "out.h5", "-s", 40, "--p_max", "--p_max_all", "--p_min_all"]
    leg += ["--checkpoint_file", "check.h5", "--checkpoint_timesteps", 60]
    early = [*leg[:-1], 20]
    assert kwave(*early).returncode == 0
    names = ("p_max", "p_max_all", "p_min_all")
    found = datasets(tmp_path / "out.h5")
    assert all(not found[name][1].any() for name in names)
    assert kwave(*leg).returncode == 0
    assert kwave(*leg[:-4], "-o", "whole.h5").returncode == 0
    found, whole = datasets(tmp_path / "out.h5"), datasets(tmp_path / "whole.h5")
    for name in names:
        assert whole[name][1].any()
        assert np.array_equal(found[name][1], whole[name][1]), name


def test_times_are_those_of_all_legs(kwave, tmp_path):
    leg = ["-i", input_of(SMALL), "-o", "out.h5"]
    leg += ["--checkpoint_file", "check.h5", "--checkpoint_timesteps", 40]
    keys = ("total_execution_time", "simulation_phase_execution_time")
    assert kwave(*leg).returncode == 0
    with h5py.File(tmp_path / "out.h5", "r+") as file:
        for key in keys:
            file.attrs[key] = np.bytes_("  500.00s")
    assert kwave(*leg).returncode == 0
    with h5py.File(tmp_path / "out.h5") as file:
        for key in keys:
            assert 500 <= float(bytes(file.attrs[key])[:-1]) < 600, key


def test_a_checkpoint_of_another_grid_is_refused(kwave, tmp_path):
    leg = ["--checkpoint_file", "check.h5", "--checkpoint_timesteps", 5, "-o", "out.h5"]
    assert kwave("-i", input_of(SMALL), *leg).returncode == 0
    done = kwave("-i", input_of("nonlinear_powerlaw_p_additive"), *leg)
    assert done.returncode == 1
    assert "another run" in unboxed(done.stderr)
    assert (tmp_path / "check.h5").exists()


def test_a_checkpoint_of_the_official_program_is_refused_by_name(kwave, tmp_path):
    leg = ["-i", input_of(SMALL), "-o", "out.h5"]
    leg += ["--checkpoint_file", "check.h5", "--checkpoint_timesteps", 30]
    assert kwave(*leg).returncode == 0
    with h5py.File(tmp_path / "check.h5", "r+") as file:
        file.attrs["created_by"] = np.bytes_("kspaceFirstOrder-OMP v1.3")
    before = (tmp_path / "check.h5").read_bytes()
    message = refused(kwave, *leg)
    assert 'this checkpoint is of "kspaceFirstOrder-OMP v1.3"' in message
    assert "remove the checkpoint to start anew" in message
    assert (tmp_path / "check.h5").read_bytes() == before


def test_legs_with_other_arguments_are_refused(kwave, tmp_path):
    leg = ["-i", input_of(SMALL), "--checkpoint_file", "check.h5", "--checkpoint_timesteps", 30]
    assert kwave(*leg, "-o", "out.h5").returncode == 0
    message = refused(kwave, *leg, "-o", "out.h5", "-p", "--p_rms")
    assert '"sensor_pressure_rms" is missing' in message
    assert '"ux" is missing' in refused(kwave, *leg, "-o", "out.h5", "-p", "-u")
    message = refused(kwave, *leg, "-o", "out.h5", "-s", 3)
    assert "first_step is 1, but -s is 3: the checkpoint is of another run" in message
    longer = np.float32([[[6e-8]]])
    other = changed(tmp_path, dt=longer)
    message = refused(kwave, "-i", other, *leg[2:], "-o", "out.h5")
    assert f"but the input file has {longer.item():.9g}: the checkpoint is of another" in message
    assert '"p" has the extents' in refused(kwave, *leg, "-o", "out.h5", "--benchmark", 90)
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
