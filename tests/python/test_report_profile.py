# SPDX-License-Identifier: Apache-2.0
"""The page about a machine's profile, and where its routes cross."""

import json
import shutil
from pathlib import Path

import numpy as np
import pytest

from pages import Page
from thalweg.errors import OutputError
from thalweg.machine import MachineProfile, Timed, crossings
from thalweg.report import main

PROFILES = Path(__file__).resolve().parents[2] / "profiles"


def quantiles(seconds) -> dict:
    values = list(map(float, seconds))
    return {
        "min": values, "p10": [0.9 * v for v in values], "median": values,
        "p90": [1.2 * v for v in values], "n": [9] * len(values),
    }  # fmt: skip


def route(name: str, sizes, seconds) -> Timed:
    return Timed(
        {"route": name, "movement": "halo", "ranks": 4, "nodes": 1, "bytes": list(sizes),
         "seconds": quantiles(seconds)}
    )  # fmt: skip


@pytest.mark.parametrize("name", sorted(file.stem for file in PROFILES.glob("*.json")))
@pytest.mark.usefixtures("sketched")
def test_every_shipped_profile_is_drawn(name, tmp_path):
    file = shutil.copy(PROFILES / f"{name}.json", tmp_path)
    assert main([str(file)]) == 0
    page = Page((tmp_path / f"{name}.html").read_text(encoding="utf-8"))
    assert len(page.ids) == len(set(page.ids))
    profile = MachineProfile(file)
    memories = {tuple(path["memory"]) for path in profile.paths}
    assert page.figures == len(memories) + len(profile.groups())
    for path in profile.paths:
        assert path["name"] in page.sections["paths"]
        assert path["source"] in page.sections["provenance"]
    assert "11.8 GB/s" in page.sections["paths"] or name != "summit-spectrum"  # 1 / 8.51e-11


def test_measured_points_and_fits_are_drawn(tmp_path):
    facts = json.loads((PROFILES / "duke.json").read_text(encoding="utf-8"))
    sizes = [2**n for n in range(3, 24)]
    path = facts["paths"][0]
    path["bytes"] = sizes
    path["seconds"] = quantiles(1e-6 + 1e-10 * np.array(sizes))
    path["heldout"] = {"median": 0.034, "p95": 0.21}
    file = tmp_path / "measured.json"
    file.write_text(json.dumps(facts), encoding="utf-8")
    page_file = tmp_path / "page.html"
    assert main([str(file), "--output", str(page_file)]) == 0
    page = Page(page_file.read_text(encoding="utf-8"))
    assert "3.4 %, 21 %" in page.sections["paths"]
    assert page_file.read_text(encoding="utf-8").count("<use ") >= len(sizes)
    assert page.sources and all(s.startswith("#") for s in page.sources)


def test_routes_cross_where_their_times_are_equal():
    sizes = 2.0 ** np.arange(3, 21)
    low_latency = route("eager", sizes, 1e-6 + 1e-9 * sizes)
    high_rate = route("staged", sizes, 1e-5 + 1e-10 * sizes)
    (crossing,) = crossings([low_latency, high_rate])
    assert crossing.size == pytest.approx(1e4, rel=0.05)  # 9e-6 s / 9e-10 s/B
    assert (crossing.below, crossing.above) == ("eager", "staged")


def test_crossings_of_slower_routes_do_not_count():
    sizes = 2.0 ** np.arange(3, 21)
    routes = [
        route("a", sizes, 1e-6 + 1e-9 * sizes),
        route("b", sizes, 1e-5 + 1e-10 * sizes),
        route("best", sizes, 1e-7 + 1e-11 * sizes),
    ]
    assert crossings(routes) == []


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "this is no profile"),
        ('{"version": 0}', "version 0"),
        ('{"version": 1}', "'paths'"),
        ('{"version": 1, "paths": [{"name": "x"}], "exchanges": []}', "'bytes'"),
    ],
)
def test_what_is_no_profile_is_refused(text, message, tmp_path, capsys):
    file = tmp_path / "wrong.json"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(OutputError, match=message):
        MachineProfile(file)
    assert main([str(file)]) == 2
    assert "wrong.json" in capsys.readouterr().err
    assert not (tmp_path / "wrong.html").exists()


def test_a_reference_does_not_go_with_a_profile(capsys):
    assert main([str(PROFILES / "duke.json"), "--reference", "curve.csv"]) == 2
    assert "not with a profile" in capsys.readouterr().err
