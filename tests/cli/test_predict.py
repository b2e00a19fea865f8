# SPDX-License-Identifier: Apache-2.0
"""`thalweg predict`: collectives on more nodes than were measured, and what it refuses."""

import csv
import statistics
from pathlib import Path

import pytest

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
    assert result.stderr.count("the table has no machine") == 1


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
