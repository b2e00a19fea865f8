# SPDX-License-Identifier: Apache-2.0
"""`thalweg predict`: collectives and cases on more nodes than were measured, what it refuses."""

import csv
import json
import re
import statistics
from pathlib import Path

import pytest
from small_cases import CASE_ON_SUMMIT

from conftest import steps_of

PUBLISHED = Path(__file__).parents[1] / "data" / "transport" / "gpu_alltoall_published.csv"
COLUMNS = ["machine", "operation", "route", "implementation", "nodes", "bytes", "predicted_seconds"]


def rows_of(file: Path) -> list[dict]:
    lines = [line for line in file.read_text().splitlines() if not line.startswith("#")]
    return list(csv.DictReader(lines))


def write(file: Path, rows: list[dict]) -> Path:
    with file.open("w", newline="") as out:
        writer = csv.DictWriter(out, rows[0].keys())
        writer.writeheader()
        writer.writerows(rows)
    return file


def key(row: dict) -> tuple:
    return tuple(row[name] for name in COLUMNS[:-1])


@pytest.fixture
def predictions(thalweg, tmp_path):
    """Predict from a table; returns what was written by key, and the terminal's text."""

    def run(table: Path, machine: str, nodes: str, ranks: int = 1):
        out = tmp_path / "predicted.csv"
        arguments = ["--measured", table, "--machine", machine, "--nodes", nodes, "--out", out]
        result = thalweg("predict", *arguments, ranks=ranks)
        assert result.returncode == 0, result.stderr
        rows = rows_of(out)
        assert list(rows[0])[: len(COLUMNS)] == COLUMNS
        return {key(row): float(row["predicted_seconds"]) for row in rows}, result.stdout

    return run


def test_nodes_that_were_not_seen_are_predicted(predictions, tmp_path):
    rows = rows_of(PUBLISHED)
    hidden = [row for row in rows if row["machine"] == "summit" and row["nodes"] == "8"]
    seen = write(tmp_path / "seen.csv", [row for row in rows if row not in hidden])
    found, _ = predictions(seen, "summit", "8")
    errors = [
        abs(found[key(row)] / float(row["seconds"]) - 1) for row in hidden if row["valid"] == "1"
    ]
    assert len(errors) > 150
    assert statistics.median(errors) < 0.10
    assert statistics.quantiles(errors, n=20)[-1] < 0.50


def test_rows_on_the_nodes_asked_for_are_not_learned_from(predictions, tmp_path):
    rows = rows_of(PUBLISHED)
    seen = write(tmp_path / "seen.csv", [row for row in rows if row["nodes"] != "8"])
    with_them, text = predictions(PUBLISHED, "summit", "8")
    without_them, silence = predictions(seen, "summit", "8")
    assert with_them == without_them
    assert "alltoallv" in text and "Relative errors" in text
    assert "Relative errors" not in silence


def test_tables_without_the_column_valid_and_with_other_names(predictions, tmp_path):
    rows = [row for row in rows_of(PUBLISHED) if row["valid"] == "1" and row["machine"] == "summit"]
    for row in rows:
        del row["valid"]
        row.update(machine="another", operation=row["operation"] + "-twice")
    found, _ = predictions(write(tmp_path / "other.csv", rows), "another", "16,32")
    assert {name[4] for name in found} == {"16", "32"}
    assert {name[1] for name in found} == {"alltoall-twice", "alltoallv-twice"}
    for name, seconds in found.items():
        if name[4] == "32":
            assert seconds > found[(*name[:4], "16", name[5])]


def test_several_ranks_predict_once(predictions):
    alone, _ = predictions(PUBLISHED, "summit", "16")
    together, text = predictions(PUBLISHED, "summit", "16", ranks=2)
    assert alone == together
    assert text.count("predictions for summit") == 1


def test_a_workload_on_a_shipped_profile(thalweg, tmp_path):
    out = tmp_path / "steps.csv"
    arguments = ["--workload", "blood-weak-scaling", "--profile", "summit-spectrum"]
    result = thalweg("predict", *arguments, "--nodes", "1,2,8,32", "--out", out)
    assert result.returncode == 0, result.stderr
    for text in ("published", "Not known, and assumed:", "vertices_per_cell = 642"):
        assert text in result.stdout
    rows = rows_of(out)
    assert [row["nodes"] for row in rows] == ["1", "2", "8", "32"]
    for row in rows:
        parts = [float(row[name]) for name in ("compute", "copies", "within_node", "network")]
        assert sum(parts) == pytest.approx(float(row["seconds_per_step"]), rel=1e-4)
        assert float(row["moving_share"]) == pytest.approx(1 - parts[0] / sum(parts), abs=1e-3)
    efficiencies = [float(row["efficiency"]) for row in rows]
    assert efficiencies[0] == 1 and efficiencies == sorted(efficiencies, reverse=True)


WORKLOAD = ["--workload", "blood-weak-scaling", "--nodes", "2"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "nothing to predict from"),
        (WORKLOAD, "--workload needs --profile"),
        ([*WORKLOAD, "--profile", "sumit-spectrum"], 'Did you mean "summit-spectrum"?'),
        ([*WORKLOAD, "--profile", "lassen-spectrum"], "it knows: duke, summit-spectrum"),
        ([*WORKLOAD, "--measured", PUBLISHED], "do not go together"),
        (["--measured", PUBLISHED, "--nodes", "4"], "--measured needs --machine"),
        (["--measured", PUBLISHED, "--machine", "summit"], "--nodes is missing"),
        (["--measured", PUBLISHED, "--machine", "sumit", "--nodes", "4"], 'mean "summit"?'),
        (["--measured", PUBLISHED, "--machine", "summit", "--nodes", "0"], "not in range"),
        (["--measured", "none.csv", "--machine", "summit", "--nodes", "4"], "no such file"),
        (
            ["--measured", PUBLISHED, "--machine", "lassen/spectrum", "--nodes", "32"],
            "no other numbers of nodes than 32",
        ),
    ],
)
def test_mistakes_say_what_to_do(thalweg, arguments, message):
    result = thalweg("predict", *arguments)
    assert result.returncode == 2
    assert message in result.stderr
    assert result.stdout == ""


def test_several_ranks_complain_once(thalweg):
    arguments = ["--measured", PUBLISHED, "--machine", "sumit", "--nodes", "4"]
    result = thalweg("predict", *arguments, ranks=2)
    assert result.returncode == 2
    assert result.stderr.count("the table has no measured row of machine") == 1


def test_mistakes_in_a_table_have_their_lines(thalweg, tmp_path):
    table = tmp_path / "table.csv"
    table.write_text(
        "machine,operation,nodes,route,implementation,bytes,seconds\n"
        "m,alltoall,two,direct,library,8,1e-5\n"
        "m,alltoall,4,direct,library,8,-1e-5\n"
    )
    result = thalweg("predict", "--measured", table, "--machine", "m", "--nodes", "8")
    assert result.returncode == 2
    assert f"{table}:2  nodes = two" in result.stderr
    assert f"{table}:3  seconds = -1e-5" in result.stderr


@pytest.fixture
def report(thalweg, case):
    """The report of a run of the small case on two ranks."""
    result = thalweg("run", case, "--out", "measured", "--quiet", ranks=2)
    assert result.returncode == 0, result.stderr
    return thalweg.folder / "measured" / "report.json"


def test_a_case_by_the_rates_of_a_report(thalweg, case, report):
    arguments = [*CASE_ON_SUMMIT, "--rates", report, "--gpus-per-node", "0"]
    found, text = steps_of(
        thalweg, case, *arguments, "--ranks-per-node", "2", "--nodes", "1,2,4,8,16"
    )
    assert "no kernel was measured there" in text
    rows = found["steps"]
    assert [row["nodes"] for row in rows] == [1, 2, 4, 8, 16]
    for row in rows:
        parts = sum(movement["exposed_seconds"] for movement in row["movements"])
        parts += row["compute_seconds"] + row["reduction_seconds"]
        assert row["seconds_per_step"] == pytest.approx(parts)
        assert row["low"] <= row["seconds_per_step"] <= row["high"]
        movements = 2 if row["split"] == "slabs" else 4
        assert [movement["basis"] for movement in row["movements"]] == ["composed"] * movements
        ways = {way["name"]: way["seconds_per_step"] for way in row["splits"]}
        assert ways[row["split"]] == min(ways.values()) == row["seconds_per_step"]
    # Slabs take at most 11 ranks.
    assert [row["splits"][0]["name"] == "slabs" for row in rows] == [True] * 3 + [False] * 2
    assert all(row["split"].startswith("pencils") for row in rows[3:])
    assert "   16 ranks: pencils" in text
    # More ranks compute less each; pencils begin with more than slabs.
    for same_way in (rows[:3], rows[3:]):
        compute = [row["compute_seconds"] for row in same_way]
        assert compute == sorted(compute, reverse=True)
    assert rows[0]["efficiency"] == 1


def test_a_case_in_slabs_has_no_more_ranks_than_these(thalweg, case, report):
    arguments = [*CASE_ON_SUMMIT, "--rates", report, "--gpus-per-node", "0"]
    arguments += ["--ranks-per-node", "2", "--nodes", "1,8", "--set", "decomposition.kind='slab'"]
    found, _ = steps_of(thalweg, case, *arguments)
    one, eight = found["steps"]
    assert [way["name"] for way in one["splits"]] == ["slabs"]
    assert "slabs take at most 11" in eight["note"] and "11 ranks can be used" in eight["note"]


def test_messages_are_those_that_a_run_sends(thalweg, case, report):
    run = json.loads(report.read_text())
    arguments = [*CASE_ON_SUMMIT, "--rates", report, "--gpus-per-node", "0"]
    found, _ = steps_of(thalweg, case, *arguments, "--ranks-per-node", "2", "--nodes", "1")
    for sent, predicted in zip(
        run["transport"], found["steps"][0]["movements"], strict=True
    ):  # fmt: skip
        for key in ("name", "bytes", "messages"):
            assert predicted[key] == sent[key]


def test_the_published_vortex_on_summit(thalweg, report):
    case = Path(__file__).parents[2] / "cases" / "taylor-green" / "re1600-256.toml"
    arguments = [*CASE_ON_SUMMIT, "--rates", report, "--ranks-per-node", "2"]
    found, _ = steps_of(thalweg, case, *arguments, "--nodes", "1,2,4,8,16,32,64")
    assert len(found["steps"]) == 7 and not any("note" in row for row in found["steps"])
    assert {m["route"] for row in found["steps"] for m in row["movements"]} == {"staged"}
    efficiencies = [row["efficiency"] for row in found["steps"]]
    # Copies to and from devices divide as computing does, so two nodes may do twice what one does.
    assert efficiencies[0] == 1 and max(efficiencies) < 1.2
    assert efficiencies[-1] < 0.8


def test_direct_messages_between_devices_have_no_copies(thalweg, case, report):
    """By the published paths of Summit, on one node, where no whole exchange was measured."""
    arguments = [*CASE_ON_SUMMIT, "--rates", report, "--ranks-per-node", "2", "--nodes", "1"]
    staged, _ = steps_of(thalweg, case, *arguments)
    text = case.read_text() + '\n[transport]\nroute = "direct"\n'
    asked = case.with_name("direct.toml")
    asked.write_text(text)
    direct, _ = steps_of(thalweg, asked, *arguments)
    for a, b in zip(
        staged["steps"][0]["movements"], direct["steps"][0]["movements"], strict=True
    ):  # fmt: skip
        assert (a["route"], b["route"]) == ("staged", "direct")
        assert (a["bytes"], a["messages"]) == (b["bytes"], b["messages"])
        assert a["copy_seconds"] > 0 and b["copy_seconds"] == 0
        assert 0 < b["seconds"] != a["seconds"]


def test_a_case_by_rates_measured_now(thalweg, case):
    arguments = [*CASE_ON_SUMMIT, "--gpus-per-node", "0", "--ranks-per-node", "1"]
    found, text = steps_of(thalweg, case, *arguments, "--nodes", "1,2", "--overlap", "0.5")
    assert "measured now on 1 rank x 1 thread" in text
    assert found["hidden_fraction"] == 0.5
    there, back = found["steps"][1]["movements"]
    assert 0 < there["hidden_seconds"] <= there["seconds"] / 2
    assert 0 < back["hidden_seconds"] <= back["seconds"] / 2


def test_several_ranks_measure_and_predict_once(thalweg, case):
    arguments = [*CASE_ON_SUMMIT, "--ranks-per-node", "2", "--nodes", "1,2"]
    found, text = steps_of(thalweg, case, *arguments, ranks=2)
    assert text.count("measured now on 2 ranks x 1 thread") == 1
    assert set(found["hidden_fraction"]) == {"rows to planes", "planes to rows"}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--nodes", "2"], "--profile is missing"),
        ([*CASE_ON_SUMMIT], "--nodes is missing"),
        ([*CASE_ON_SUMMIT, "--nodes", "1", "--measured", "t.csv"], "do not go together"),
        ([*CASE_ON_SUMMIT, "--nodes", "1", "--ranks-per-node", "13"], "slabs take at most 11"),
        ([*CASE_ON_SUMMIT, "--nodes", "1", "--gpus-per-node", "7"], "a node of summit-spectrum"),
        ([*CASE_ON_SUMMIT, "--nodes", "1", "--rates", "none.json"], "there is no such file"),
        (
            [*CASE_ON_SUMMIT, "--nodes", "10000000", "--ranks-per-node", "100000"],
            "--nodes 10000000 and --ranks-per-node 100000",
        ),
        ([*CASE_ON_SUMMIT, "--nodes", "1", "--rates", "small.toml"], "this is no report.json"),
        ([*CASE_ON_SUMMIT, "--nodes", "1", "--set", "turbulence.viscosity=-1"], "viscosity"),
        (["--profile", "old.json", "--nodes", "1"], "version"),
    ],
)
def test_mistakes_about_a_case(thalweg, case, arguments, message):
    (thalweg.folder / "old.json").write_text('{"version": 0}')
    nowhere = {"XDG_CACHE_HOME": str(thalweg.folder)}
    result = thalweg("predict", case, *arguments, env=nowhere)
    assert result.returncode == 2
    assert message in result.stderr
    assert result.stdout == ""


def test_a_file_that_cannot_be_written_is_refused_before_measuring(thalweg, case):
    place = ["--out", "small.toml/step.json"]
    result = thalweg("predict", case, *CASE_ON_SUMMIT, "--nodes", "1", *place)
    assert result.returncode == 4
    assert "small.toml/step.json: cannot be written" in result.stderr
    assert result.stdout == ""


def test_a_damaged_profile_of_this_machine_is_named(thalweg, case):
    # Where it is kept, the refusal of a folder that is a file tells.
    refused = thalweg("probe", ranks=2, env={"XDG_CACHE_HOME": str(case)})
    profile = thalweg.folder / "thalweg" / re.findall(r"profile-\w+\.json", refused.stderr)[0]
    profile.parent.mkdir()
    profile.write_text("{")
    kept = {"XDG_CACHE_HOME": str(thalweg.folder)}
    result = thalweg("predict", case, "--nodes", "1", ranks=2, env=kept)
    assert result.returncode == 2
    assert f"{profile}: this is no whole profile" in result.stderr


def test_a_mistake_in_the_case_has_its_line(thalweg, case):
    case.write_text(case.read_text().replace("viscosity", "viscosty"))
    result = thalweg("predict", case, *CASE_ON_SUMMIT, "--nodes", "1")
    assert result.returncode == 2
    line = case.read_text().splitlines().index("viscosty = 0.01") + 1
    assert f"small.toml:{line}" in result.stderr and 'Did you mean "viscosity"?' in result.stderr


def test_a_report_of_another_solver_is_refused(thalweg, case, report):
    text = report.read_text().replace('"kind": "turbulence"', '"kind": "sound"')
    report.write_text(text)
    result = thalweg("predict", case, *CASE_ON_SUMMIT, "--rates", report, "--nodes", "1")
    assert result.returncode == 2
    assert 'this run was of the solver "sound"' in result.stderr


CUBE = """
[simulation]
kind = "blood"
[grid]
spacing = 1e-6
[geometry]
shape = "box"
length = 20e-6
width = 20e-6
height = 20e-6
[[cells.species]]
refinement = 2
shear_modulus = 5e-6
hematocrit = 0.3
[time]
steps = 4
"""


@pytest.fixture
def cube(thalweg):
    file = thalweg.folder / "cube.toml"
    file.write_text(CUBE)
    return file


def test_cells_that_grow_with_the_nodes(thalweg, cube):
    arguments = [*CASE_ON_SUMMIT, "--ranks-per-node", "4", "--nodes", "1,8", "--weak"]
    found, text = steps_of(thalweg, cube, *arguments)
    one, eight = found["steps"]
    assert found["weak"] and "weak scaling" in text and "cells change hands every" in text
    assert "settings" not in one
    assert dict(word.split("=") for word in eight["settings"])["geometry.length"] == "4e-05"
    assert eight["efficiency"] == pytest.approx(
        one["seconds_per_step"] / eight["seconds_per_step"], rel=1e-9
    )
    moved = {m["name"]: m["bytes"] for m in eight["movements"]}
    assert moved["cells: places and forces"] == 2 * moved["cells: velocities"] > 0
    phases = {phase["name"] for phase in eight["phases"]}
    assert {"elastic forces", "spread", "interpolate", "move", "relocate cells"} <= phases


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("hematocrit = 0.3", "centres = [[0, 0, 0]]"), "placed one by one"),
        (('shape = "box"', 'shape = "tube"\ndiameter = 20e-6'), "cannot grow"),
    ],
)
def test_cases_that_cannot_grow_say_why(thalweg, cube, change, message):
    text = CUBE.replace(*change)
    if "tube" in text:
        text = text.replace("width = 20e-6\nheight = 20e-6\n", "")
        text += '[[openings]]\nname = "x_low"\nkind = "pressure"\npressure = 1\n'
        text += '[[openings]]\nname = "x_high"\nkind = "pressure"\npressure = 0\n'
    cube.write_text(text)
    result = thalweg("predict", cube, *CASE_ON_SUMMIT, "--nodes", "1,2", "--weak")
    assert result.returncode == 2
    assert message in result.stderr
    assert result.stdout == ""


def test_other_solvers_do_not_grow(thalweg, case):
    result = thalweg("predict", case, *CASE_ON_SUMMIT, "--nodes", "1,2", "--weak")
    assert result.returncode == 2
    assert "do not grow by themselves" in result.stderr
    no_case = thalweg("predict", *WORKLOAD, "--weak", "--profile", "summit-spectrum")
    assert no_case.returncode == 2 and "--weak needs a case" in no_case.stderr
