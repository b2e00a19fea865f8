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
