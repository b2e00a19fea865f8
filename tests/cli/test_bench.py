# SPDX-License-Identifier: Apache-2.0
"""Benchmarks leave results that scripts can read."""

import json


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
