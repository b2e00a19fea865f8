# SPDX-License-Identifier: Apache-2.0
"""What a run that goes well does, says and leaves behind, and the commands around it."""

import json
import os
import re
import stat

import pytest

from conftest import checkpoints, contents, history, processes_below, stop, wait_for

REPORT_KEYS = {
    "version", "case", "kind", "device", "ranks", "threads", "precision", "steps",
    "seconds_per_step", "seconds_total", "phases", "transport", "memory", "machine",
    "floor_seconds_per_step", "ratio_to_floor", "changes",
}  # fmt: skip
PHASE_KEYS = {
    "name", "seconds_per_step", "calls_per_step", "bytes_per_step", "flops_per_step",
    "floor_seconds", "ratio_to_floor", "slowest_rank_seconds",
}  # fmt: skip
TRANSPORT_KEYS = {
    "name", "route", "why", "bytes", "messages", "predicted_seconds", "measured_seconds",
    "hidden_fraction", "network_bytes", "network_messages",
    "tried_seconds", "prediction_error", "candidates",
}  # fmt: skip


def test_run_leaves_the_files_of_the_contract(thalweg, case, tmp_path):
    result = thalweg("run", case, "--out", "out")
    assert result.returncode == 0, result.stderr
    files = set(contents(tmp_path / "out"))
    assert {"case.toml", "run.log", "history.csv", "report.json"} <= files
    assert {f"fields/velocity-{step:06}.vtkhdf" for step in (0, 6, 12)} <= files
    assert {f"spectra/spectrum-{step:06}.csv" for step in (0, 6, 12)} <= files
    assert checkpoints(tmp_path / "out") == ["000008.h5", "000012.h5"]
    assert not [name for name in files if name.endswith((".part", ".lock"))]


def test_last_words_name_what_was_written_and_how_to_open_it(thalweg, case):
    out = thalweg("run", case, "--out", "my out").stdout
    for part in ("history.csv", "spectra/", "fields/", "ParaView", "checkpoints/", "report.json"):
        assert part in out
    assert "thalweg report 'my out'" in out


def test_progress_is_one_line_for_each_tenth_without_a_terminal(thalweg, case):
    out = thalweg("run", case, "--set", "time.steps=40").stdout
    lines = re.findall(r"^ *(\d+) %  step (\d+)  t = \S+  \S+ s/step  \d+:\d\d left$", out, re.M)
    assert [int(percent) for percent, _ in lines] == list(range(10, 101, 10))
    assert "\r" not in out


def test_progress_is_a_bar_on_a_terminal(thalweg, case):
    master, terminal = os.openpty()
    arguments = thalweg.command("run", case, "--set", "time.steps=800")
    pid = os.fork()
    if pid == 0:
        os.chdir(thalweg.folder)
        os.dup2(terminal, 2)
        os.dup2(os.open("stdout.txt", os.O_WRONLY | os.O_CREAT), 1)
        os.execve(arguments[0], arguments, thalweg.environment())
    os.close(terminal)
    shown = b""
    try:
        while block := os.read(master, 4096):
            shown += block
    except OSError:  # the terminal's other end was closed
        pass
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0
    text = shown.decode()
    assert "\r" in text and "█" in text and "%" in text and "left" in text
    assert "█" not in (thalweg.folder / "stdout.txt").read_text()
    assert "%" not in (next(thalweg.folder.glob("out/*")) / "run.log").read_text()


def test_one_process_needs_no_folder_for_mpi(thalweg, case, tmp_path):
    # Open MPI's would be one for all processes: the first to end takes it from the others.
    (tmp_path / "file").touch()
    result = thalweg("run", case, "--out", "out", env={"TMPDIR": str(tmp_path / "file/none")})
    assert (result.returncode, result.stderr) == (0, "")


def test_quiet_says_nothing_and_still_writes_the_log(thalweg, case, tmp_path):
    result = thalweg("run", case, "--out", "out", "--quiet")
    assert (result.returncode, result.stdout, result.stderr) == (0, "", "")
    assert "done: step 12" in (tmp_path / "out/run.log").read_text()


def test_default_output_folder_is_named_after_the_case(thalweg, tmp_path, case):
    folder = tmp_path / "vortex"
    folder.mkdir()
    case.rename(folder / "quick.toml")
    assert thalweg("run", "vortex/quick.toml").returncode == 0
    assert (tmp_path / "out/vortex-quick/report.json").exists()


def test_report_has_the_keys_of_the_contract(thalweg, case, tmp_path):
    assert thalweg("run", case, "--out", "out", ranks=2).returncode == 0
    report = json.loads((tmp_path / "out/report.json").read_text())
    assert set(report) >= REPORT_KEYS
    assert (report["kind"], report["steps"], report["ranks"], report["threads"]) == (
        "turbulence", 12, 2, 1)  # fmt: skip
    assert report["precision"] == "double"
    assert report["device"]["kind"] == os.environ.get("TW_TEST_DEVICE", "cpu")
    assert {"median", "p10", "p90", "mean"} == set(report["seconds_per_step"])
    assert report["phases"] and all(set(phase) == PHASE_KEYS for phase in report["phases"])
    whole = sum(phase["seconds_per_step"] for phase in report["phases"])
    assert whole == pytest.approx(report["seconds_per_step"]["mean"], rel=1e-9)
    assert report["transport"] and all(set(t) == TRANSPORT_KEYS for t in report["transport"])
    assert {"estimated_bytes", "peak_bytes_per_rank"} == set(report["memory"])
    machine = {
        "cpu", "kernels_for", "transforms", "cores", "triad_bytes_per_second", "flops_per_second",
        "profile",
    }  # fmt: skip
    assert machine == set(report["machine"])


def test_one_process_starts_no_daemon(thalweg, case, tmp_path):
    run = thalweg.start("run", case, "--out", "out", "--set", "time.steps=100000")
    wait_for(lambda: checkpoints(tmp_path / "out"), process=run)
    daemons = processes_below(run.pid, "orted")
    stop(run)
    assert not daemons


def test_ranks_give_the_same_numbers(thalweg, case, tmp_path):
    assert thalweg("run", case, "--out", "one").returncode == 0
    assert thalweg("run", case, "--out", "three", ranks=3).returncode == 0
    for a, b in zip(history(tmp_path / "one"), history(tmp_path / "three"), strict=True):
        assert a["energy"] == pytest.approx(b["energy"], rel=1e-12)
        assert a["enstrophy"] == pytest.approx(b["enstrophy"], rel=1e-12)


def test_effective_case_runs_the_same(thalweg, case, tmp_path):
    assert thalweg("run", case, "--out", "one").returncode == 0
    assert thalweg("run", "one/case.toml", "--out", "two").returncode == 0
    one, two = (tmp_path / name / "history.csv" for name in ("one", "two"))
    assert one.read_bytes() == two.read_bytes()


def test_steps_caps_a_run_that_can_go_on(thalweg, case, tmp_path):
    assert thalweg("run", case, "--out", "out", "--steps", 5).returncode == 0
    assert history(tmp_path / "out")[-1]["step"] == 5
    assert thalweg("run", case, "--out", "out", "--restart").returncode == 0
    assert history(tmp_path / "out")[-1]["step"] == 12


def test_set_overrides_the_case(thalweg, case, tmp_path):
    thalweg("run", case, "--out", "out", "--set", "time.steps=3", "--set", "simulation.title=Other")
    assert history(tmp_path / "out")[-1]["step"] == 3
    assert 'title = "Other"' in (tmp_path / "out/case.toml").read_text()


def test_check_prints_everything_and_writes_nothing(thalweg, case, tmp_path):
    before = contents(tmp_path)
    result = thalweg("check", case, ranks=2)
    assert result.returncode == 0
    for part in ('dealias = "spherical"', "2 ranks", "arrays", "workspace", "baseline", "free"):
        assert part in result.stdout
    assert result.stdout.count("[grid]") == 1, "rank 0 alone prints"
    assert contents(tmp_path) == before


def test_check_output_is_a_case(thalweg, case, tmp_path):
    (tmp_path / "effective.toml").write_text(thalweg("check", case).stdout)
    assert thalweg("check", "effective.toml").returncode == 0


def test_check_predicts_the_peak_memory(thalweg, case, tmp_path):
    settings = ["--set", "grid.points=[128,128,128]", "--set", "time.steps=2"]
    predicted = json.loads(thalweg("check", case, *settings, "--json").stdout)["memory"]
    assert thalweg("run", case, "--out", "out", *settings).returncode == 0
    peak = json.loads((tmp_path / "out/report.json").read_text())["memory"]["peak_bytes_per_rank"]
    assert predicted["estimated_bytes"] == pytest.approx(peak, rel=0.1)


def test_info_and_version(thalweg):
    info = thalweg("info")
    assert info.returncode == 0
    for part in ("compiler", "turbulence", "cores", "MPI", "HDF5", "FFTW", "devices"):
        assert part in info.stdout
    version = thalweg("--version")
    assert version.returncode == 0 and re.match(r"thalweg \d+\.\d+\.\d+ \(", version.stdout)


@pytest.fixture
def tools(tmp_path):
    """A folder for the PATH with programs of ours."""
    folder = tmp_path / "tools"
    folder.mkdir()

    def add(name: str, script: str):
        file = folder / name
        file.write_text("#!/bin/sh\n" + script)
        file.chmod(file.stat().st_mode | stat.S_IXUSR)

    add("thalweg-hello", 'echo "hello $1"; exit 7\n')
    add("thalweg-bench-toy", 'echo "toy $1"\n')
    return {"PATH": f"{folder}:{os.environ['PATH']}"}


def test_other_commands_are_programs_on_the_path(thalweg, tools):
    result = thalweg("hello", "you", env=tools)
    assert (result.returncode, result.stdout) == (7, "hello you\n")


def test_bench_lists_and_runs_benchmarks(thalweg, tools):
    assert "toy" in thalweg("bench", "--list", env=tools).stdout.split()
    assert thalweg("bench", "toy", "--quick", env=tools).stdout == "toy\ntoy --quick\n"
    result = thalweg("bench", "toi", env=tools)
    assert result.returncode == 2 and 'Did you mean "toy"?' in result.stderr
