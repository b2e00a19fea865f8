# SPDX-License-Identifier: Apache-2.0
"""Benchmarks leave results that scripts can read."""

import json

from conftest import Program


def test_comparison_of_transforms_leaves_results(thalweg):
    result = thalweg("bench", "fft-peers", "--quick")
    assert result.returncode == 0, result.stderr
    found = json.loads((thalweg.folder / "out/bench/fft-peers.json").read_text())
    ours = [row for row in found["results"] if row["library"] == "thalweg"]
    assert {(row["job"], row["variant"], row["precision"]) for row in ours} == {
        (job, variant, precision)
        for job, variant in (
            ("all modes", "stored"),
            ("all modes", "passing"),
            ("dealiased", "dealiased"),
        )
        for precision in ("single", "double")
    }
    for row in found["results"]:
        assert 0 < row["seconds_per_pair"]["best"] <= row["seconds_per_pair"]["median"]
        assert 0 < row["error"] < (1e-5 if row["precision"] == "single" else 1e-13)


def test_the_parts_of_a_run_of_sound_make_its_whole_time(thalweg):
    result = thalweg("bench", "run_sound", "--quick")
    assert result.returncode == 0, result.stderr
    found = json.loads((thalweg.folder / "out/bench/run_sound.json").read_text())
    assert [row["case"] for row in found["results"]] == [
        "128^2 photoacoustic",
        "64^3 nonlinear absorbing",
    ]
    for row in found["results"]:
        seconds = row["seconds"]
        parts = [seconds[part] for part in ("load", "prepare", "steps", "output", "start_and_exit")]
        assert all(part >= 0 for part in parts) and seconds["steps"] > 0
        assert abs(sum(parts) - seconds["total"]) < 1e-6 * seconds["total"]


def test_routes_are_compared_with_the_one_that_reads_in_place(thalweg):
    bench = Program(thalweg.binary.parent / "thalweg-bench-transport", thalweg.folder)
    result = bench("--quick", "--profile", "none")
    assert result.returncode == 0, result.stderr
    found = json.loads((thalweg.folder / "out/bench/transport.json").read_text())
    assert found["model_error"] is None and found["predictions"] == 0
    regrets = [case["regret"]["median"] for case in found["cases"]]
    assert abs(found["regret"]["mean"] - sum(regrets) / len(regrets)) < 1e-12
    assert found["regret"]["worst"] == max(regrets)
    movements = [case["movement"] for case in found["cases"]]
    assert movements == 3 * ["transpose"] + 3 * ["transpose in use"] + 3 * ["halo"]
    for case in found["cases"]:
        seconds = {row["route"]: row["seconds"] for row in case["routes"]}
        assert case["chosen"] in seconds
        assert case["best"] == min(seconds, key=seconds.get)
        in_use = case["movement"] == "transpose in use"
        assert ("in-place" in seconds) == in_use
        if in_use:
            assert case["chosen"] == "in-place"
            assert case["use_alone_seconds"] > 0
        else:
            assert case["use_alone_seconds"] is None
