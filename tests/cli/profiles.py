# SPDX-License-Identifier: Apache-2.0
"""Profiles of this machine that say what a test wants."""

import json
import re
from pathlib import Path

NOTHING = {"min": [], "p10": [], "median": [], "p90": [], "n": []}


def path_of(locality: str, latency: float) -> dict:
    """A path on which every message takes its latency."""
    segment = {"from_bytes": 0, "to_bytes": 1 << 30, "alpha": latency, "beta": 0,
               "alpha_interval": [0, 0], "beta_interval": [0, 0]}  # fmt: skip
    return {"name": "messages", "locality": locality, "memory": ["host", "host"], "processes": 1,
            "bytes": [], "seconds": NOTHING, "segments": [segment]}  # fmt: skip


def gap_of(locality: str, seconds: float) -> dict:
    return {"locality": locality, "memory": "host", "seconds": seconds, "interval": [0, 0]}


def profile_of(latency: float, gap: float, bandwidth: float) -> dict:
    """A machine whose messages cost a latency, and each further one a gap [s]."""
    places = ("socket", "node", "network")
    return {
        "version": 1, "checksum": "", "fingerprint": {}, "provenance": {}, "warnings": [],
        "node": {"ranks": 1, "sockets": 1, "devices": 0, "triad_bytes_per_second": bandwidth,
                 "device_bytes_per_second": 0},
        "paths": [path_of(place, latency) for place in places],
        "injection": [], "gap": [gap_of(place, gap) for place in places],
        "exchanges": [], "trials": [],
    }  # fmt: skip


def refused(thalweg, case: Path, file: Path, ranks: int = 2) -> str:
    """What `check` says against a profile, as one line; one rank would not read it."""
    setting = f"transport.profile='{file}'"
    return " ".join(thalweg("check", case, "--set", setting, ranks=ranks).stderr.split())


FINGERPRINTS: dict[int, dict[str, str]] = {}  # of this machine, by the number of ranks


def write_profile(thalweg, case: Path, file: Path, profile: dict, ranks: int):
    """Make it a profile of this machine with so many ranks.

    What is refused of a profile is said with what it should be, so the program itself tells the
    checksum, the same on any ranks, and the fingerprint.
    """

    def write_with_checksum():
        file.write_text(json.dumps(profile))
        (profile["checksum"],) = re.findall(
            r"the contents give (\w+)", refused(thalweg, case, file)
        )
        file.write_text(json.dumps(profile))

    if ranks not in FINGERPRINTS:
        write_with_checksum()
        here = r"(\w+) \(profile: nothing; here: (.*?)\)(?=, \w+ \(profile: |\. Measure)"
        said = refused(thalweg, case, file, ranks)
        FINGERPRINTS[ranks] = dict(re.findall(here, said))
        assert FINGERPRINTS[ranks], said
    profile["fingerprint"] = FINGERPRINTS[ranks]
    write_with_checksum()
