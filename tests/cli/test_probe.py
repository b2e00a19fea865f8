# SPDX-License-Identifier: Apache-2.0
"""`thalweg probe`: the profile that it leaves, what it prints, and how it starts itself."""

import json
import os

import pytest

QUANTILES = ("min", "p10", "median", "p90", "n")


@pytest.fixture
def cache(tmp_path) -> dict[str, str]:
    """An environment in which the user's cache is empty."""
    return {"XDG_CACHE_HOME": str(tmp_path / "cache")}


def check_path(path: dict):
    assert {"name", "locality", "memory", "bytes", "seconds", "segments", "heldout"} <= path.keys()
    assert path["bytes"] == sorted(set(path["bytes"]))
    columns = [path["seconds"][name] for name in QUANTILES]
    for low, p10, median, p90, count in zip(*columns, strict=True):
        assert 0 < low <= p10 <= median <= p90
        assert count > 0
    assert len(columns[0]) == len(path["bytes"])
    assert path["segments"][0]["from_bytes"] == path["bytes"][0]
    assert path["segments"][-1]["to_bytes"] == path["bytes"][-1]


def test_probe_writes_a_profile_and_prints_it(thalweg, tmp_path, cache):
    result = thalweg(
        "probe", "--quick", "--max-bytes", "64KiB", "--out", "p.json", ranks=2, env=cache
    )
    assert result.returncode == 0, result.stderr
    text = (tmp_path / "p.json").read_text()
    (kept,) = (tmp_path / "cache/thalweg").glob("profile-*.json")
    assert kept.read_text() == text
    assert str(kept) in result.stdout

    profile = json.loads(text)
    assert profile["fingerprint"]["ranks_per_node"] == "2"
    assert profile["provenance"]["method"] == "quick probe"
    paths = {(p["name"], p["processes"]): p for p in profile["paths"]}
    for path in paths.values():
        check_path(path)
        assert path["bytes"][-1] <= 65536
        assert path["name"] in result.stdout
    for name in ("message, cold buffers", "message, warm buffers", "read of shared memory"):
        assert (name, 1) in paths
    assert paths["copy, warm buffers", 2]["locality"] == "self"
    assert profile["gap"][0]["seconds"] > 0
    # Where other programs disturb it, fewer sizes are measured, maybe too few for this fit. A rate
    # is part of the model only where the measurements call for it.
    assert profile["injection"] or profile["provenance"]["noisy"] == "yes"
    rates = [fit["rank_rate"] for fit in profile["injection"]]
    assert all(rate is None or rate > 0 for rate in rates)
    exchanges = {(e["movement"], e["route"], e["ranks"]) for e in profile["exchanges"]}
    assert {("transpose", "direct", 2), ("halo", "window", 2)} <= exchanges
    # Ranks of these tests are not bound, and the probe must say so.
    assert any("not bound to cores" in warning for warning in profile["warnings"])
    assert "warning: ranks 0 and 1 are not bound to cores" in result.stdout


@pytest.mark.parametrize("size", ["3", "1GiB", "many"])
def test_sizes_out_of_range_are_refused(thalweg, size, cache, tmp_path):
    result = thalweg("probe", "--max-bytes", size, env=cache)
    assert result.returncode == 2
    assert "--max-bytes" in result.stderr and "Nothing was run" in result.stderr
    assert not (tmp_path / "cache").exists()


def test_without_a_launcher_it_starts_itself_on_all_cores(thalweg, tmp_path):
    launcher = tmp_path / "bin/mpirun"
    launcher.parent.mkdir()
    launcher.write_text('#!/bin/sh\necho "$THALWEG_RANKS: $@"\n')
    launcher.chmod(0o755)
    path = f"{launcher.parent}:{os.environ['PATH']}"
    result = thalweg("probe", "--quick", env={"PATH": path})
    cores = len(os.sched_getaffinity(0))
    if cores == 1:
        assert "One process measures copies alone" in result.stdout
    else:
        ranks, *words = result.stdout.split()
        assert words == ["-n", ranks[:-1], "--bind-to", "core", str(thalweg.binary), "probe",
                         "--quick"]  # fmt: skip
        assert 2 <= int(ranks[:-1]) <= cores


def test_a_foreign_mpirun_is_noticed(thalweg, cache):
    result = thalweg("probe", "--quick", env={**cache, "THALWEG_RANKS": "3"})
    assert result.returncode == 2
    assert "another MPI library" in result.stderr
