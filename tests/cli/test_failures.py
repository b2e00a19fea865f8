# SPDX-License-Identifier: Apache-2.0
"""What goes wrong while a run goes on: divergence, a full disk, a killed rank, signals."""

import os
import resource
import signal
import time

import pytest

from conftest import (
    checkpoints,
    contents,
    history,
    processes_below,
    small_disk_at,
    stop,
    wait_for,
)

ENDLESS = ["--set", "time.steps=1000000"]


def finish_both(thalweg, case, tmp_path, steps: int, ranks: int = 1):
    """Go on with the run in out up to a step, and run unbroken to the same step in unbroken."""
    settings = ["--set", f"time.steps={steps}"]
    resumed = thalweg("run", case, "--out", "out", "--restart", *settings, ranks=ranks)
    assert resumed.returncode == 0, resumed.stderr
    whole = thalweg("run", case, "--out", "unbroken", *settings, ranks=ranks)
    assert whole.returncode == 0, whole.stderr
    return resumed


def assert_same_results(tmp_path):
    """Bitwise: all rows of the history, the last spectra and the last field."""
    for pattern in ("history.csv", "spectra/*.csv", "fields/*.vtkhdf"):
        files = sorted((tmp_path / "unbroken").glob(pattern))
        assert files
        for file in files:
            other = tmp_path / "out" / file.relative_to(tmp_path / "unbroken")
            assert other.read_bytes() == file.read_bytes(), other


@pytest.mark.parametrize(("how", "status"), [(signal.SIGTERM, 143), (signal.SIGINT, 130)])
def test_signal_saves_and_restart_equals_the_unbroken_run(thalweg, case, tmp_path, how, status):
    run = thalweg.start(
        "run", case, "--out", "out", *ENDLESS, "--set", "checkpoint.every_steps=1000000"
    )
    wait_for(lambda: len((tmp_path / "out/history.csv").read_text().splitlines()) > 9
             if (tmp_path / "out/history.csv").exists() else False, process=run)  # fmt: skip
    code, output, errors = stop(run, how)
    assert code == status, errors
    last = int(history(tmp_path / "out")[-1]["step"])
    assert checkpoints(tmp_path / "out") == [f"{last:06}.h5"]
    assert "--restart" in output and f"{last:06}.h5" in output
    finish_both(thalweg, case, tmp_path, last + 9)
    assert_same_results(tmp_path)


def test_signal_to_one_rank_stops_all_in_order(thalweg, case, tmp_path):
    run = thalweg.start("run", case, "--out", "out", *ENDLESS, ranks=3)
    wait_for((tmp_path / "out/checkpoints/000004.h5").exists, process=run)
    os.kill(processes_below(run.pid, "thalweg")[1], signal.SIGTERM)
    output, errors = run.communicate(timeout=120)
    assert run.returncode == 143, errors
    assert output.count("stopped by SIGTERM") == 1
    last = int(history(tmp_path / "out")[-1]["step"])
    finish_both(thalweg, case, tmp_path, last + 5, ranks=3)
    assert_same_results(tmp_path)


def test_second_signal_ends_at_once(thalweg, case, tmp_path):
    # 96^3 steps take long enough for both signals to fall into one.
    run = thalweg.start("run", case, "--out", "out", *ENDLESS, "--set", "grid.points=[96,96,96]",
                        "--set", "output.history.every_steps=1")  # fmt: skip
    wait_for((tmp_path / "out/history.csv").exists, process=run)
    run.send_signal(signal.SIGINT)
    time.sleep(0.001)
    code, _, _ = stop(run, signal.SIGTERM)
    assert code in (-signal.SIGTERM, 130)  # 130: the step was over before the second came


def test_divergence_says_where_and_writes_nothing_of_it(thalweg, case, tmp_path):
    result = thalweg("run", case, "--out", "out", *ENDLESS, "--set", "time.step=1.5",
                     "--set", "turbulence.viscous=explicit", "--set", "turbulence.viscosity=0.0",
                     "--set", "checkpoint.every_steps=1")  # fmt: skip
    assert result.returncode == 3, result.stdout + result.stderr
    for part in ("diverged at step", "time ", "CFL number", "velocity", "x = ", "checkpoint",
                 "use a smaller time.cfl", "--restart --set time.cfl=0.4"):  # fmt: skip
        assert part in result.stderr, result.stderr
    assert "nan" not in [
        value for row in history(tmp_path / "out") for value in map(str, (row["energy"],))
    ]
    assert not (tmp_path / "out/report.json").exists()
    step = int(result.stderr.split("at step ")[1].split(",")[0])
    assert checkpoints(tmp_path / "out")[-1] == f"{step - 1:06}.h5"
    assert f"{step - 1:06}.h5" in result.stderr


def test_divergence_is_said_once_under_mpirun(thalweg, case):
    result = thalweg("run", case, "--out", "out", *ENDLESS, "--set", "time.step=1.5",
                     "--set", "turbulence.viscosity=0.0", ranks=2)  # fmt: skip
    assert result.returncode == 3, result.stdout + result.stderr
    assert result.stderr.count("diverged") == 1


@pytest.fixture
def small_disk(tmp_path):
    yield from small_disk_at(tmp_path / "disk", "4m")


def assert_stopped_by_a_full_disk(result, folder):
    assert result.returncode == 4, result.stdout + result.stderr
    intact = checkpoints(folder)
    assert intact, "there was space for some"
    assert intact[-1] in result.stderr and "--restart" in result.stderr
    assert not list(folder.rglob("*.part"))


@pytest.mark.parametrize("ranks", [1, 2])
def test_full_disk_leaves_the_last_checkpoint_intact(thalweg, case, tmp_path, small_disk, ranks):
    full = thalweg("run", case, "--out", small_disk / "out", *ENDLESS,
                   "--set", "grid.points=[32,32,32]", ranks=ranks)  # fmt: skip
    assert_stopped_by_a_full_disk(full, small_disk / "out")
    for file in (small_disk / "out/fields").iterdir():
        file.unlink()
    last = int(checkpoints(small_disk / "out")[-1][:6])
    again = thalweg("run", case, "--out", small_disk / "out", "--restart",
                    "--set", f"time.steps={last + 2}", "--set", "grid.points=[32,32,32]",
                    "--set", "output.fields.every_steps=1000000", ranks=ranks)  # fmt: skip
    assert again.returncode == 0, again.stderr


def test_file_size_limit_ends_like_a_full_disk(thalweg, case, tmp_path):
    run = thalweg.start("run", case, "--out", "out", *ENDLESS)
    wait_for((tmp_path / "out/checkpoints/000008.h5").exists, process=run)
    resource.prlimit(run.pid, resource.RLIMIT_FSIZE, (1000, 1000))
    output, errors = run.communicate(timeout=120)
    assert run.returncode == 4, output + errors
    assert "File too large" in errors and "--restart" in errors
    assert checkpoints(tmp_path / "out")[-1] in errors
    assert thalweg("run", case, "--out", "out", "--restart", *ENDLESS, "--steps", 2).returncode == 0


@pytest.mark.parametrize("victim", [0, 1])
def test_kill_in_the_middle_of_a_checkpoint(thalweg, case, tmp_path, victim):
    grid = ["--set", "grid.points=[48,48,48]", "--set", "checkpoint.every_steps=1"]
    run = thalweg.start("run", case, "--out", "out", *ENDLESS, *grid, ranks=2)
    folder = tmp_path / "out/checkpoints"
    wait_for((folder / "000003.h5").exists, process=run)
    ranks = processes_below(run.pid, "thalweg")
    wait_for(lambda: list(folder.glob("*.part")), process=run)
    os.kill(ranks[victim], signal.SIGKILL)
    run.communicate(timeout=120)
    assert run.returncode != 0
    last = int(checkpoints(tmp_path / "out")[-1][:6])
    case.write_text(case.read_text().replace("[16, 16, 16]", "[48, 48, 48]")
                    .replace("every_steps = 4", "every_steps = 1"))  # fmt: skip
    resumed = finish_both(thalweg, case, tmp_path, last + 3, ranks=2)
    assert f"going on from out/checkpoints/{last:06}.h5" in resumed.stdout
    assert_same_results(tmp_path)
    assert not [name for name in contents(tmp_path / "out") if name.endswith(".part")]


def test_a_rank_that_stops_answering_ends_the_others_and_is_named(thalweg, case, tmp_path):
    run = thalweg.start(
        "run", case, "--out", "out", *ENDLESS, "--set", "transport.patience=5", ranks=3
    )
    wait_for(lambda: (tmp_path / "out/history.csv").exists(), process=run)
    victim = processes_below(run.pid, "thalweg")[1]
    os.kill(victim, signal.SIGSTOP)
    try:
        output, errors = run.communicate(timeout=60)
    finally:
        os.kill(victim, signal.SIGKILL)
    assert run.returncode == 4, output + errors
    assert "waited 5 s for rank" in errors and "--restart" in errors, errors
