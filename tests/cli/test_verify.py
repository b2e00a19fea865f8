# SPDX-License-Identifier: Apache-2.0
"""[[check]] entries of cases, and `thalweg verify`, which runs cases and prints their checks."""

import csv
import json
import math

import pytest
from small_cases import SOUND

from conftest import contents, stop, wait_for

# An Arnold-Beltrami-Childress flow decays as exp(-nu k^2 t), whatever the grid and the step.
ENERGY = 1.5 * math.exp(-2 * 0.1)
CASE = """\
[simulation]
kind = "turbulence"
title = "A flow whose decay is known"

[grid]
points = [12, 12, 12]

[turbulence]
viscosity = 0.1

[initial]
kind = "abc"

[time]
end = 1.0
step = 0.1
scheme = "rk3"

[output]
history = { every_steps = 1 }
spectra = { every_time = 1.0 }
"""


def check(quantity: str, more: str, tolerance: float = 1e-9) -> str:
    return f"""
[[check]]
quantity = "{quantity}"
tolerance = {tolerance}
source = "exact"
{more}
"""


HOLDS = check("history.energy.final", f"reference = {ENERGY!r}")
FAILS = check("history.energy.final", f'reference = {1.01 * ENERGY!r}\nname = "too much"')


@pytest.fixture
def decay(tmp_path):
    """Writes the case with what is added to it."""

    def write(more: str, name: str = "decay"):
        file = tmp_path / f"{name}.toml"
        file.write_text(CASE + more)
        return file

    return write


def report(folder):
    return json.loads((folder / "report.json").read_text())


def test_a_run_says_which_checks_hold(thalweg, decay):
    result = thalweg("run", decay(HOLDS + FAILS), "--out", "out")
    assert result.returncode == 0, "a run is done whatever its checks say"
    assert "1 of 2 checks hold" in result.stdout
    assert "too much does not hold: " in result.stdout
    right, wrong = report(thalweg.folder / "out")["checks"]
    assert list(right)[:8] == [
        "name", "quantity", "value", "unit", "reference", "source", "error", "tolerance",
    ]  # fmt: skip
    assert right["holds"] is True and right["error"] < 1e-12
    assert right["unit"] == "velocity^2" and right["source"] == "exact"
    assert wrong["holds"] is False
    assert wrong["error"] == pytest.approx(0.01 / 1.01)


def test_ranks_agree_on_checks(thalweg, decay):
    result = thalweg("run", decay(HOLDS), "--out", "out", ranks=3)
    assert result.returncode == 0, result.stderr
    assert "1 of 1 check holds" in result.stdout
    assert report(thalweg.folder / "out")["checks"][0]["holds"] is True


def test_a_run_that_is_stopped_leaves_checks_undecided(thalweg, decay):
    result = thalweg("run", decay(HOLDS), "--out", "out", "--steps", "3")
    (undecided,) = report(thalweg.folder / "out")["checks"]
    assert undecided["holds"] is None and undecided["value"] is None
    assert undecided["why"] == "the run was stopped at step 3"
    assert "is not decided: the run was stopped at step 3" in result.stdout


def test_mistakes_in_checks_are_found_before_a_run(thalweg, decay):
    file = decay(
        check("history.enrgy.final", "reference = 1")
        + check("history.energy.final", "tolernce = 2")
    )
    for command in ("check", "run"):
        result = thalweg(command, file)
        assert result.returncode == 2
        assert 'decay.toml:24  check.0.quantity = "history.enrgy.final"' in result.stderr
        assert 'Did you mean "energy"?' in result.stderr
        assert 'Did you mean "tolerance"?' in result.stderr
    assert not (thalweg.folder / "out").exists()


def test_the_effective_case_holds_to_the_same(thalweg, decay):
    curve = thalweg.folder / "curve.csv"
    curve.write_text("0 1.5\n1 1.2281\n")
    file = decay(HOLDS + check("history.energy", f'reference_file = "{curve}"', 0.1))
    assert thalweg("run", file, "--out", "out").returncode == 0
    again = thalweg("run", "out/case.toml", "--out", "again")
    assert again.returncode == 0, again.stderr
    assert "2 of 2 checks hold" in again.stdout


def test_force_removes_the_curves_of_checks(thalweg, decay):
    (thalweg.folder / "curve.csv").write_text("0 1.5\n1 1.2281\n")
    curve = check("history.energy", 'reference_file = "curve.csv"', 0.1)
    assert thalweg("run", decay(curve), "--out", "out").returncode == 0
    assert (thalweg.folder / "out/checks/0.csv").exists()
    assert thalweg("run", decay(HOLDS), "--out", "out", "--force").returncode == 0
    assert not (thalweg.folder / "out/checks/0.csv").exists()


@pytest.mark.parametrize("case", [CASE + "[checkpoint]\n", SOUND], ids=["turbulence", "sound"])
def test_checks_know_every_name_that_is_written(thalweg, case):
    """What a solver says that its runs write is what they write."""
    file = thalweg.folder / "case.toml"
    file.write_text(case)
    result = thalweg("run", file, "--out", "out")
    assert result.returncode == 0, result.stderr
    quantities = [f"history.{c}.final" for c in columns(thalweg.folder / "out/history.csv")]
    tables = sorted((thalweg.folder / "out").glob("spectra/*-000000.csv"))
    for table in tables:
        name = table.stem.rpartition("-")[0]
        quantities += [f"spectra.{name}.{c}.final" for c in columns(table)]
    if (thalweg.folder / "out/traces.h5").exists():
        quantities += sensor_quantities(thalweg.folder / "out/traces.h5")
    file.write_text(case + "".join(check(q, "reference = 1") for q in quantities))
    result = thalweg("check", file)
    assert result.returncode == 0, result.stderr
    assert len(quantities) > (30 if tables else 8)
    decided = thalweg("run", file, "--out", "decided")
    assert "not decided" not in decided.stdout, decided.stdout


def columns(table):
    with open(table, newline="") as file:
        return next(csv.reader(file))


def sensor_quantities(traces):
    import h5py

    with h5py.File(traces) as file:
        return [
            f"traces.{group}.{name}.maximum"
            for group in file
            if isinstance(file[group], h5py.Group)
            for name in file[group]
            if name not in ("points", "coordinates")
        ]


def test_verify_ends_with_0_where_all_holds(thalweg, decay):
    result = thalweg("verify", decay(HOLDS))
    assert result.returncode == 0, result.stderr
    table = result.stdout.splitlines()
    head = next(line for line in table if line.startswith("case "))
    assert head.split() == [
        "case", "check", "value", "reference", "unit", "error", "tolerance", "verdict",
    ]  # fmt: skip
    row = table[table.index(head) + 1]
    assert "history.energy.final" in row and row.endswith("holds")
    assert table[-1] == "1 of 1 checks hold"


def test_verify_ends_with_1_where_a_check_does_not_hold(thalweg, decay):
    result = thalweg("verify", decay(HOLDS), decay(FAILS, "other"), "--out", "all")
    assert result.returncode == 1, result.stderr
    assert "DOES NOT HOLD" in result.stdout and "1 of 2 checks hold" in result.stdout
    assert (thalweg.folder / "all/verify.log").exists()
    folders = [f for f in (thalweg.folder / "all").iterdir() if f.is_dir()]
    assert len(folders) == 2 and all((f / "report.json").exists() for f in folders)


def test_verify_ends_with_1_where_a_check_cannot_be_decided(thalweg, decay):
    late = check("history.energy.at", "at = 2.0\nreference = 1")
    result = thalweg("verify", decay(late))
    assert result.returncode == 1
    assert "NOT DECIDED" in result.stdout and "not to 2" in result.stdout


def test_verify_does_not_overwrite_results(thalweg, decay):
    file = decay(HOLDS)
    assert thalweg("verify", file, "--out", "all").returncode == 0
    before = contents(thalweg.folder / "all" / f"{thalweg.folder.name}-decay")
    refused = thalweg("verify", file, "--out", "all")
    assert refused.returncode == 2 and "--force" in refused.stdout
    assert contents(thalweg.folder / "all" / f"{thalweg.folder.name}-decay") == before
    assert thalweg("verify", file, "--out", "all", "--force").returncode == 0


def test_verify_again_with_fewer_members(thalweg, decay):
    vary = '[ensemble]\nvary = [{{ key = "simulation.title", values = {} }}]\n'
    for titles, count in ('["a", "b"]', 2), ('["a"]', 1):
        file = decay(HOLDS + vary.format(titles))
        result = thalweg("verify", file, "--out", "all", "--force")
        assert result.returncode == 0, result.stdout + result.stderr
        assert f"{count} of {count} checks hold" in result.stdout
        assert f"history.energy.final (member {count - 1})" in result.stdout


def test_verify_gives_each_case_its_own_folder(thalweg, decay):
    for folder in ("a/t", "b/t"):
        (thalweg.folder / folder).mkdir(parents=True)
        decay(HOLDS, f"{folder}/my")
    result = thalweg("verify", "a/t/my.toml", "b/t/my.toml", "--out", "all")
    assert result.returncode == 2
    assert "a/t/my.toml and b/t/my.toml would both" in " ".join(result.stderr.split())
    assert not (thalweg.folder / "all").exists()


def test_verify_says_that_its_folder_cannot_be_made(thalweg, decay):
    (thalweg.folder / "file").touch()
    result = thalweg("verify", decay(HOLDS), "--out", "file/results")
    assert result.returncode == 4
    assert "making the output folder file/results failed" in result.stderr


def test_verify_on_several_ranks(thalweg, decay):
    result = thalweg("verify", decay(HOLDS), "--out", "all", ranks=2)
    assert result.returncode == 0, result.stderr
    assert "1 of 1 checks hold" in result.stdout


def test_verify_measures_the_order_of_convergence(thalweg, decay):
    # The energy falls exactly, so the distance to E(0) (1 - 2 nu t) is of second order in the end.
    order = check(
        "order.history.energy.final",
        "reference = 1\nexact = 1.5\n[[check.vary]]\nkey = \"time.end\"\nvalues = [0.04, 0.02]\n"
        "[[check.vary]]\nkey = \"time.step\"\nvalues = [0.02, 0.02]",
        0.02,
    )  # fmt: skip
    file = decay(order)
    plain = thalweg("run", file, "--out", "plain")
    assert "thalweg verify makes them" in plain.stdout
    result = thalweg("verify", file, "--out", "all")
    assert result.returncode == 0, result.stdout + result.stderr
    (one,) = report(thalweg.folder / "all" / f"{thalweg.folder.name}-decay")["checks"]
    wanted = math.log2(-math.expm1(-0.2 * 0.04) / -math.expm1(-0.2 * 0.02))
    assert one["value"] == pytest.approx(wanted, rel=1e-9)
    assert one["holds"] is True


def test_an_order_of_errors_that_are_0_is_not_decided(thalweg, decay):
    order = check(
        "order.history.energy.at",
        'at = 0\nreference = 3\n[[check.vary]]\nkey = "time.step"\nvalues = [0.4, 0.2, 0.1]',
    )
    result = thalweg("verify", decay(order))
    assert result.returncode == 1, result.stdout + result.stderr
    assert "is not decided: the error of a run is 0 or no number" in result.stdout


def test_mistakes_in_what_an_order_varies_are_found_before_a_run(thalweg, decay):
    order = check(
        "order.history.energy.final",
        'reference = 3\n[[check.vary]]\nkey = "time.stp"\nvalues = [0.4, 0.2, 0.1]',
    )
    result = thalweg("verify", decay(order), "--out", "out")
    assert result.returncode == 2, result.stdout + result.stderr
    assert "decay.toml: a run of [[check.vary]]:" in result.stderr
    assert 'time.stp: unknown key. Did you mean "step"?' in result.stderr
    assert not (thalweg.folder / "out").exists()


def test_verify_runs_what_a_case_needs_first(thalweg, tmp_path):
    (tmp_path / "first.toml").write_text(SOUND)
    second = SOUND[: SOUND.index("[[initial")] + SOUND[SOUND.index("[time]") :]
    second += """
[[source]]
shape = "traces"
path = "nowhere/traces.h5"
sensors = ["line"]
mode = "dirichlet"

[[check]]
quantity = "history.pressure_max.maximum"
reference = 1.0
tolerance = 10.0
absolute = true
source = "sound is heard"

[[verify.needs]]
case = "first.toml"
key = "source.0.path"
file = "traces.h5"
"""
    (tmp_path / "second.toml").write_text(second)
    result = thalweg("verify", "second.toml")
    assert result.returncode == 0, result.stdout + result.stderr
    assert result.stdout.index("-first") < result.stdout.index("-second")
    assert "1 of 1 checks hold" in result.stdout, "the first has none of its own"


def test_verify_goes_on_after_a_case_that_fails(thalweg, decay):
    wild = decay(HOLDS, "wild")
    wild.write_text(wild.read_text().replace("step = 0.1", "step = 0.1 # wild").replace(
        'kind = "abc"', 'kind = "random"\nenergy = 1e6\npeak_wavenumber = 2'
    ))  # fmt: skip
    result = thalweg("verify", wild, decay(HOLDS))
    assert result.returncode == 3, result.stdout + result.stderr
    assert "diverged" in result.stdout
    assert "1 of 1 checks hold; 1 case failed" in result.stdout


def test_verify_checks_all_cases_before_it_runs_one(thalweg, decay):
    result = thalweg("verify", decay(HOLDS), decay(HOLDS + "[tyme]\nx = 1\n", "b"), "--out", "all")
    assert result.returncode == 2
    assert "Did you mean [time]?" in result.stderr
    assert not (thalweg.folder / "all").exists()


def test_verify_names_what_it_does_not_know(thalweg, decay):
    unknown = thalweg("verify", "turbulense")
    assert unknown.returncode == 2 and 'Did you mean "turbulence"?' in unknown.stderr
    nothing = thalweg("verify", decay(""))
    assert nothing.returncode == 2 and "has no [[check]]" in nothing.stderr
    slow = thalweg("verify", "--quick", decay(HOLDS + "[verify]\nseconds = 100\n"))
    assert slow.returncode == 2 and "--quick leaves no case" in slow.stderr


def test_verify_takes_folders(thalweg, decay, tmp_path):
    decay(HOLDS)
    decay("", "unchecked")
    (tmp_path / "ruff.toml").write_text("line-length = 100\n")
    result = thalweg("verify", ".")
    assert result.returncode == 0, result.stderr
    assert "[1/1]" in result.stdout


def test_verify_stops_at_a_signal(thalweg, decay):
    long = decay(HOLDS).read_text().replace("end = 1.0", "end = 1e6")
    (thalweg.folder / "long.toml").write_text(long)
    process = thalweg.start("verify", "long.toml", "--out", "all")
    folder = thalweg.folder / "all" / f"{thalweg.folder.name}-long"
    wait_for(lambda: (folder / "history.csv").exists(), process=process)
    status, output, errors = stop(process)
    assert status == 143, output + errors
