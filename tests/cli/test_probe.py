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


QUICK = ("probe", "--quick", "--max-bytes", "64KiB")


def test_a_place_that_cannot_be_written_is_refused_before_measuring(thalweg, tmp_path, cache):
    (tmp_path / "afile").write_text("")
    alone = {"THALWEG_RANKS": "1"}
    for arguments, env in (
        (["--out", "afile/p.json"], cache),
        (["--out", "."], cache),
        ([], {"XDG_CACHE_HOME": str(tmp_path / "afile")}),
        ([], {"XDG_CACHE_HOME": "", "HOME": ""}),
    ):
        result = thalweg(*QUICK, *arguments, env={**env, **alone})
        assert result.returncode == 4, result.stderr
        assert "cannot be written" in result.stderr or "no cache folder" in result.stderr
        assert "left" not in result.stdout and "measured" not in result.stdout
    assert not list(tmp_path.glob("cache/thalweg/profile-*.json"))


def test_with_a_copy_elsewhere_the_cache_may_be_missing(thalweg, tmp_path):
    nowhere = {"XDG_CACHE_HOME": "", "HOME": "", "THALWEG_RANKS": "1"}
    result = thalweg(*QUICK, "--out", "p.json", env=nowhere)
    assert result.returncode == 0, result.stderr
    assert "warning: not kept in the cache" in result.stdout and "kept as p.json" in result.stdout
    assert json.loads((tmp_path / "p.json").read_text())["paths"]


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
