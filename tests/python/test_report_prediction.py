# SPDX-License-Identifier: Apache-2.0
"""The page about a prediction, and what is refused."""

import json

import pytest
from matplotlib.container import BarContainer, ErrorbarContainer

from pages import Page
from thalweg.errors import OutputError
from thalweg.figures.scaling import step_parts
from thalweg.prediction import Prediction
from thalweg.report import main


def movement(name: str, exposed: float) -> dict:
    return {
        "name": name, "behind": "planes", "route": "direct", "basis": "fitted",
        "seconds": 2 * exposed, "low": exposed, "high": 3 * exposed, "hidden_seconds": exposed,
        "exposed_seconds": exposed, "copy_seconds": 0.0, "latency_seconds": 0.0, "bytes": 1e6,
        "messages": 12.0,
    }  # fmt: skip


def step(nodes: int, compute: float, moved: float) -> dict:
    seconds = compute + 3 * moved + 1e-6
    return {
        "nodes": nodes, "ranks": 2 * nodes, "seconds_per_step": seconds, "low": 0.9 * seconds,
        "high": 1.5 * seconds, "compute_seconds": compute, "phases": [],
        "movements": [movement("there", moved), movement("back", moved), movement("there", moved)],
        "reduction_seconds": 1e-6, "efficiency": 1 / nodes, "limit": "there: bandwidth",
    }  # fmt: skip


@pytest.fixture
def facts() -> dict:
    return {
        "version": 1, "kind": "prediction", "case": "c.toml", "title": "A vortex <32>",
        "solver": "turbulence", "precision": "double", "profile": "summit-spectrum",
        "ranks_per_node": 2, "gpus_per_node": 0, "assumptions": ["compute: scaled from here"],
        "steps": [step(4, 0.002, 0.001), step(1, 0.008, 0.0005), {"nodes": 8, "note": "too many"}],
    }  # fmt: skip


def written(tmp_path, facts: dict):
    file = tmp_path / "pred.json"
    file.write_text(json.dumps(facts))
    return file


def test_parts_add_up_to_the_step(tmp_path, facts):
    prediction = Prediction(written(tmp_path, facts))
    assert prediction.nodes == [1, 4]
    assert prediction.notes == [(8, "too many")]
    parts = prediction.parts()
    assert list(parts) == ["compute", "there", "back", "reductions"]
    for n, row in enumerate(prediction.steps):
        assert sum(values[n] for values in parts.values()) == pytest.approx(row["seconds_per_step"])


def test_a_prediction_is_drawn(tmp_path, facts):
    assert main([str(written(tmp_path, facts))]) == 0
    page = Page((tmp_path / "pred.html").read_text(encoding="utf-8"))
    assert page.figures == 2
    assert "A vortex <32>: predicted" in page.text
    assert "8 nodes: too many" in page.sections["steps"]
    assert "scaled from here" in page.sections["basis"]
    assert "there: bandwidth" in page.sections["steps"]


def test_all_parts_of_a_step_are_drawn(tmp_path, facts):
    names = [f"movement {n}" for n in range(8)]
    for row in facts["steps"][:2]:
        row["movements"] = [movement(name, 1e-3) for name in names]
        row["seconds_per_step"] = row["compute_seconds"] + 8e-3 + 1e-6
    prediction = Prediction(written(tmp_path, facts))
    axes = step_parts(prediction).axes[0]
    bars = [drawn for drawn in axes.containers if isinstance(drawn, BarContainer)]
    assert [drawn.get_label() for drawn in bars] == ["compute", *names, "reductions"]
    looks = {(drawn[0].get_facecolor(), drawn[0].get_hatch()) for drawn in bars}
    assert len(looks) == 10
    tops = [bar.get_y() + bar.get_height() for bar in bars[-1]]
    assert tops == pytest.approx([1e3 * row["seconds_per_step"] for row in prediction.steps])


def test_the_interval_stands_around_the_predicted_step(tmp_path, facts):
    prediction = Prediction(written(tmp_path, facts))
    for row in prediction.steps:
        row["compute_seconds"] /= 2  # parts need not add up
    axes = step_parts(prediction).axes[0]
    (interval,) = (drawn for drawn in axes.containers if isinstance(drawn, ErrorbarContainer))
    ends = [[1e3 * row["low"], 1e3 * row["high"]] for row in prediction.steps]
    drawn = [list(line[:, 1]) for line in interval[2][0].get_segments()]
    assert drawn == [pytest.approx(pair) for pair in ends]


def test_what_is_no_prediction_is_refused(tmp_path, facts):
    with pytest.raises(OutputError, match="version 2"):
        Prediction(written(tmp_path, {**facts, "version": 2}))
    with pytest.raises(OutputError, match="no number of nodes"):
        Prediction(written(tmp_path, {**facts, "steps": facts["steps"][2:]}))
    with pytest.raises(OutputError, match="not whole"):
        Prediction(written(tmp_path, {k: v for k, v in facts.items() if k != "title"}))
    with pytest.raises(OutputError, match="no prediction"):
        Prediction(written(tmp_path, {"kind": "profile"}))
