# SPDX-License-Identifier: Apache-2.0
"""`thalweg predict` of flows on more nodes: what they send and do, and those that it refuses."""

import json

import pytest
from small_cases import CASE_ON_SUMMIT, FLOW

from conftest import steps_of

PLATE = """
[simulation]
kind = "flow"
[grid]
kind = "plate"
around = 48
sectors = 6
outwards = 8
layers = 16
blocks_along = 2
first = 0.05
[flow]
viscosity = 0.02
[[boundary]]
family = "plate"
kind = "wall"
[[boundary]]
family = "far"
kind = "far-field"
velocity = [1, 0, 0]
[cycles]
coarsest = 4  # also where the grid grows
[time]
scheme = "steady"
steps = 3
"""


@pytest.fixture
def plate(thalweg):
    file = thalweg.folder / "plate.toml"
    file.write_text(PLATE)
    return file


def test_a_flow_in_blocks_sends_what_a_run_sends_and_grows(thalweg, plate):
    result = thalweg("run", plate, "--out", "measured", "--quiet", ranks=2)
    assert result.returncode == 0, result.stderr
    report = thalweg.folder / "measured" / "report.json"
    arguments = [*CASE_ON_SUMMIT, "--rates", report, "--gpus-per-node", "0"]
    found, _ = steps_of(thalweg, plate, *arguments, "--ranks-per-node", "2", "--nodes", "1,4")
    one, four = found["steps"]
    sent = {movement["name"]: movement for movement in json.loads(report.read_text())["transport"]}
    assert set(sent) == {
        f"cells{of}{what}" for of in ("", " of level 1") for what in ("", ": changes")
    }
    for movement in one["movements"]:
        # A run also exchanges for its rows of history, which are no steps.
        sent_by_run = sent[movement["name"]]
        assert movement["bytes"] == pytest.approx(sent_by_run["bytes"], rel=0.2)
        if movement["name"].endswith("changes"):
            assert movement["bytes"] == pytest.approx(sent_by_run["bytes"])
    assert {"fluxes", "smooth", "ghosts", "boundaries", "coarse levels"} <= {
        phase["name"] for phase in one["phases"]
    }
    assert 0 < four["compute_seconds"] < one["compute_seconds"]
    weak, _ = steps_of(
        thalweg, plate, *arguments, "--ranks-per-node", "2", "--nodes", "1,4", "--weak"
    )
    settings = weak["steps"][1]["settings"]
    assert settings == ["grid.layers=64", "grid.span=4", "grid.blocks_along=8"]
    assert weak["steps"][1]["compute_seconds"] == pytest.approx(weak["steps"][0]["compute_seconds"])


DISC = """
[[immersed]]
name = "disc"
shape = "cylinder"
centre = [0.9, 0.5, 0]
radius = 0.2
amplitude = [0, 0.1, 0]
frequency = 1
"""
EDDIES_AND_DYE = (
    PLATE.replace("[cycles]", "scalars = { dye = 1 }\n[cycles]")
    + """
[turbulence_model]
kind = "wale"
[[scalar]]
name = "dye"
diffusivity = 0.01
"""
)


@pytest.mark.parametrize(
    ("text", "phases", "movements"),
    [
        (EDDIES_AND_DYE, {"eddies", "scalars"}, {"cells: eddies", "scalars of level 1"}),
        (FLOW + DISC, {"bodies", "lists of bodies"}, {"cells", "cells: changes"}),
    ],
)
def test_what_is_in_a_flow_is_priced(thalweg, plate, text, phases, movements):
    plate.write_text(text)
    cells = ["--set", "grid.cells=[64, 32, 1]"] if text.startswith(FLOW) else []
    found, _ = steps_of(
        thalweg, plate, *cells, *CASE_ON_SUMMIT, "--gpus-per-node", "0", "--ranks-per-node", "2",
        "--nodes", "1,2",
    )  # fmt: skip
    one, two = found["steps"]
    seconds = {phase["name"]: phase["seconds"] for phase in two["phases"]}
    assert phases <= {name for name, of_phase in seconds.items() if of_phase > 0}
    assert movements <= {movement["name"] for movement in two["movements"]}
    assert 0 < two["compute_seconds"] < one["compute_seconds"]


@pytest.mark.parametrize(
    ("text", "options", "message"),
    [
        (FLOW + DISC, ["--weak"], "a case with immersed bodies does not grow"),
        (FLOW + DISC.replace("0.2", "0.002"), [], "has no cell whose centre is in it"),
        (
            PLATE.replace("layers = 16\nblocks_along = 2", "layers = 1"),
            ["--weak"],
            "no periodic axis",
        ),
    ],
)
def test_flows_that_cannot_be_predicted_say_why(thalweg, plate, text, options, message):
    plate.write_text(text)
    result = thalweg("predict", plate, *CASE_ON_SUMMIT, "--nodes", "1,2", *options)
    assert result.returncode == 2
    assert message in result.stderr
    assert result.stdout == ""
