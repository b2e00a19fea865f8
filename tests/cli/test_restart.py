# SPDX-License-Identifier: Apache-2.0
"""Checkpoints that can and cannot be gone on from."""

import pytest

from conftest import Program, checkpoints, contents, history, replaced


@pytest.fixture
def finished(thalweg, case, tmp_path):
    """A finished run with two checkpoints in out."""
    assert thalweg("run", case, "--out", "out").returncode == 0
    return tmp_path / "out"


@pytest.fixture
def refused(thalweg, case, tmp_path):
    def run(*arguments) -> str:
        before = contents(tmp_path)
        result = thalweg("run", case, "--out", "out", "--restart", *arguments)
        assert result.returncode == 2, result.stderr
        assert contents(tmp_path) == before
        return result.stderr

    return run


def test_restart_half_way_equals_the_unbroken_run(thalweg, case, finished, tmp_path):
    capped = ["--out", "half", "--steps", 6, "--set", "checkpoint.every_steps=3"]
    assert thalweg("run", case, *capped).returncode == 0
    assert thalweg("run", case, "--out", "half", "--restart").returncode == 0
    for file in ("history.csv", "spectra/spectrum-000012.csv", "fields/velocity-000012.vtkhdf"):
        assert (tmp_path / "half" / file).read_bytes() == (finished / file).read_bytes()


@pytest.mark.parametrize("ranks", [2, 3])
def test_restart_on_other_ranks_agrees_to_rounding(thalweg, case, finished, tmp_path, ranks):
    assert thalweg("run", case, "--out", "half", "--steps", 6).returncode == 0
    assert thalweg("run", case, "--out", "half", "--restart", ranks=ranks).returncode == 0
    for a, b in zip(history(finished), history(tmp_path / "half"), strict=True):
        assert a["energy"] == pytest.approx(b["energy"], rel=1e-12)


def test_truncated_checkpoint_is_refused_and_the_intact_one_named(finished, refused):
    file = finished / "checkpoints/000012.h5"
    file.write_bytes(file.read_bytes()[:-1000])
    message = refused("out/checkpoints/000012.h5")
    assert "000012.h5" in message and "cut off" in message
    assert "newest intact checkpoint is out/checkpoints/000008.h5" in message


def test_damaged_checkpoint_is_found_by_its_checksum(finished, refused):
    file = finished / "checkpoints/000012.h5"
    data = bytearray(file.read_bytes())
    data[len(data) * 3 // 4] ^= 1
    file.write_bytes(data)
    assert "000008.h5" in refused("out/checkpoints/000012.h5")


def test_force_keeps_the_run_of_a_checkpoint_named_in_its_own_folder(thalweg, case, finished):
    beside = Program(thalweg.binary, finished / "checkpoints")
    longer = ["--set", "time.steps=14", "--restart", "000008.h5", "--force"]
    result = beside("run", case, "--out", finished, *longer)
    assert result.returncode == 0, result.stderr
    assert [row["step"] for row in history(finished)] == list(range(15))
    assert (finished / "superseded/1/checkpoints/000012.h5").exists()


def test_force_keeps_a_superseded_checkpoint_that_is_named(thalweg, case, finished, refused):
    back = ["--out", "out", "--restart", "out/checkpoints/000008.h5", "--force"]
    assert thalweg("run", case, *back).returncode == 0
    superseded = "out/superseded/1/checkpoints/000012.h5"
    message = refused(superseded, "--force", "--set", "time.steps=14")
    assert "--force removes" in message and superseded in message


def test_foreign_files_are_refused(finished, refused, tmp_path):
    (tmp_path / "photo.h5").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(5000))
    message = refused("photo.h5")
    assert "not an HDF5 file" in message and "000012.h5" in message
    message = refused(finished / "fields/velocity-000012.vtkhdf")
    assert "checkpoint" in message


def test_missing_and_unreadable_files(finished, refused):
    assert "no such file" in refused("nowhere.h5")
    (finished / "checkpoints/000012.h5").write_bytes(b"")
    assert "empty" in refused("out/checkpoints/000012.h5")


def test_nothing_to_restart_from(refused):
    assert "no intact checkpoint" in refused()


def test_all_damaged_is_said_of_each(finished, refused):
    for name in checkpoints(finished):
        (finished / "checkpoints" / name).write_bytes(b"rubbish")
    message = refused()
    assert "000012.h5" in message and "000008.h5" in message


def test_restart_passes_over_damaged_checkpoints(thalweg, case, finished):
    (finished / "checkpoints/000012.h5").write_bytes(b"rubbish")
    result = thalweg("run", case, "--out", "out", "--restart")
    assert result.returncode == 0
    assert (
        "not usable" in result.stdout and "going on from out/checkpoints/000008.h5" in result.stdout
    )
    assert history(finished)[-1]["step"] == 12


def test_checkpoint_of_another_grid(finished, refused):
    message = refused("--set", "grid.points=[24,24,24]", "--set", "time.steps=20")
    assert "16" in message and "24" in message


def test_checkpoint_of_another_box(finished, refused):
    message = refused("--set", "grid.length=[1,1,1]", "--set", "time.steps=20")
    assert "length" in message


def test_checkpoint_of_another_truncation(finished, refused):
    message = refused("--set", "turbulence.dealias=none", "--set", "time.steps=20")
    assert "dealias" in message


def test_checkpoint_of_another_ion_inertial_length(thalweg, case, tmp_path):
    hall = ["--set", 'turbulence.equations="hall-mhd"', "--set", "turbulence.resistivity=0.01"]
    of = [f"turbulence.ion_inertial_length={d}" for d in (0.1, 0.2)]
    assert thalweg("run", case, "--out", "out", *hall, "--set", of[0]).returncode == 0
    more = ["--out", "out", "--restart", "--set", "time.steps=14", *hall]
    changed = thalweg("run", case, *more, "--set", of[1])
    assert changed.returncode == 2
    assert "turbulence.ion_inertial_length" in changed.stderr
    assert thalweg("run", case, *more, "--set", of[0]).returncode == 0


def test_the_uniform_magnetic_field_cannot_change(thalweg, case, tmp_path):
    mhd = ["--set", 'turbulence.equations="mhd"', "--set", "turbulence.resistivity=0.01"]
    of = [f"turbulence.magnetic_field=[0,0,{b}]" for b in (0.5, 0.7)]
    assert thalweg("run", case, "--out", "out", *mhd, "--set", of[0]).returncode == 0
    more = ["--out", "out", "--restart", "--set", "time.steps=14", *mhd]
    allow = 'checkpoint.allow_changes=["turbulence.magnetic_field"]'
    changed = thalweg("run", case, *more, "--set", of[1], "--set", allow)
    assert changed.returncode == 2
    assert "turbulence.magnetic_field" in changed.stderr
    assert "no restart can change this" in changed.stderr
    assert thalweg("run", case, *more, "--set", of[0]).returncode == 0


def test_finished_run_says_how_to_extend_it(thalweg, case, finished, refused):
    assert "--set time.steps=24" in refused()
    longer = thalweg("run", case, "--out", "out", "--restart", "--set", "time.steps=14")
    assert longer.returncode == 0 and history(finished)[-1]["step"] == 14


def test_a_change_that_adds_columns_begins_the_history_anew(thalweg, channel, tmp_path):
    settings = ["--out", "out", "--set", "checkpoint.every_steps=2"]
    assert thalweg("run", channel, *settings, "--steps", 4).returncode == 0
    before = (tmp_path / "out/history.csv").read_bytes()
    replaced(channel, "[time]", '[[probe]]\nname = "middle"\npoint = [1, 0.5, 0]\n[time]')
    settings += ["--set", 'checkpoint.allow_changes=["probe"]', "--restart"]
    result = thalweg("run", channel, *settings)
    assert result.returncode == 0, result.stderr
    rows = history(tmp_path / "out")
    assert [row["step"] for row in rows] == [5, 6] and "velocity_middle_x" in rows[0]
    assert (tmp_path / "out/superseded/1/history.csv").read_bytes() == before
    again = thalweg("run", channel, *settings, "--set", "time.steps=8")
    assert again.returncode == 0, again.stderr
    assert [row["step"] for row in history(tmp_path / "out")] == [5, 6, 7, 8]
