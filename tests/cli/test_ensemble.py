# SPDX-License-Identifier: Apache-2.0
"""Ensembles: many runs of one case by one command."""

import json
import re
import signal
from pathlib import Path

import pytest
from small_cases import TURBULENCE

from conftest import TEST_DEVICE, Program, contents, history, wait_for

VARY = """
[ensemble]
vary = [
  { key = "turbulence.viscosity", from = 0.01, to = 0.06, count = 6 },
  { key = "initial.amplitude", values = [1.0, 1.1, 1.2, 1.3, 1.4, 1.5] },
]
"""


@pytest.fixture
def ensemble(case) -> Path:
    """Six members of the small case."""
    case.write_text(case.read_text() + VARY)
    return case


# Long enough to be stopped in the middle, without files that cost time. An emulated device is slow.
LONGER = [
    *("--set", f"time.steps={100 if TEST_DEVICE else 400}"),
    *("--set", "checkpoint.every_steps=50"),
    *("--set", "output.fields.every_steps=1000", "--set", "output.spectra.every_steps=1000"),
]


def members(folder: Path) -> list[dict]:
    return json.loads((folder / "ensemble.json").read_text())["members"]


def finished(folder: Path) -> list[Path]:
    """The reports of members that are done."""
    return sorted(
        file
        for file in folder.glob("members/*/report.json")
        if json.loads(file.read_text())["status"] == "done"
    )


def test_ranks_share_the_members_and_get_the_same_numbers(thalweg, ensemble, tmp_path):
    one = thalweg("run", ensemble, "--out", "one")
    devices = {"EMULATED_DEVICES": "3"}  # a device computes one member at a time
    three = thalweg("run", ensemble, "--out", "three", ranks=3, env=devices)
    assert one.returncode == 0 and three.returncode == 0, one.stderr + three.stderr
    assert "6 members, 3 at a time" in three.stdout and "6 of 6 members are done" in three.stdout
    for pattern in ("history.csv", "spectra/*.csv", "fields/*.vtkhdf"):
        files = sorted((tmp_path / "one").glob(f"members/*/{pattern}"))
        assert len(files) >= 6
        for file in files:
            other = tmp_path / "three" / file.relative_to(tmp_path / "one")
            assert other.read_bytes() == file.read_bytes(), other
    energies = [
        history(tmp_path / "one" / m["folder"])[0]["energy"] for m in members(tmp_path / "one")
    ]
    assert energies == pytest.approx([0.125 * (1 + 0.1 * m) ** 2 for m in range(6)], rel=1e-12)


@pytest.fixture(scope="module")
def unbroken(binary, tmp_path_factory) -> Path:
    """The longer run of all members, which no test may change."""
    thalweg = Program(binary, tmp_path_factory.mktemp("unbroken"))
    (thalweg.folder / "small.toml").write_text(TURBULENCE + VARY)
    result = thalweg("run", "small.toml", "--out", "out", *LONGER)
    assert result.returncode == 0, result.stderr
    return thalweg.folder / "out"


@pytest.mark.parametrize("ranks", [1, 2])
def test_stopped_half_way_it_does_the_rest_and_no_more(
    thalweg, ensemble, unbroken, tmp_path, ranks
):
    run = thalweg.start("run", ensemble, "--out", "out", *LONGER, ranks=ranks)
    wait_for(lambda: finished(tmp_path / "out"), process=run)
    # mpirun kills its ranks after passing on SIGTERM, but not after SIGUSR1.
    run.send_signal(signal.SIGTERM if ranks == 1 else signal.SIGUSR1)
    output, errors = run.communicate(timeout=120)
    assert run.returncode == 143, errors
    assert "Stopped by SIGTERM" in output and "--restart" in output
    done = finished(tmp_path / "out")
    assert 1 <= len(done) < 6
    before = {file: file.read_bytes() for file in done}
    again = thalweg("run", ensemble, "--out", "out", *LONGER, "--restart", ranks=ranks)
    assert again.returncode == 0, again.stderr
    assert f"{len(done)} member" in again.stdout and "6 of 6 members are done" in again.stdout
    assert {file: file.read_bytes() for file in done} == before
    histories = sorted(unbroken.glob("members/*/history.csv"))
    assert len(histories) == 6
    for file in histories:
        other = tmp_path / "out" / file.relative_to(unbroken)
        assert other.read_bytes() == file.read_bytes(), other


def test_killed_outright_it_does_the_rest(thalweg, ensemble, tmp_path):
    run = thalweg.start("run", ensemble, "--out", "out", *LONGER)
    wait_for(lambda: finished(tmp_path / "out"), process=run)
    run.kill()
    run.communicate(timeout=120)
    done = {file: file.read_bytes() for file in finished(tmp_path / "out")}
    again = thalweg("run", ensemble, "--out", "out", *LONGER, "--restart")
    assert again.returncode == 0, again.stderr
    assert len(finished(tmp_path / "out")) == 6
    assert {file: file.read_bytes() for file in done} == done


@pytest.mark.parametrize("ranks", [1, 2])
def test_a_member_that_diverges_is_named_and_the_others_go_on(thalweg, case, tmp_path, ranks):
    case.write_text(
        case.read_text() + '\n[[ensemble.vary]]\nkey = "time.step"\nvalues = [0.02, 50.0, 0.01]\n'
    )
    result = thalweg("run", case, "--out", "out", ranks=ranks)
    assert result.returncode == 3, result.stderr
    assert "1 of 3 members failed" in result.stderr
    assert "member 1 (time.step = 50.0): The simulation diverged at step 1" in result.stderr
    assert [m["status"] for m in members(tmp_path / "out")] == ["done", "diverged", "done"]
    assert "diverged" in (tmp_path / "out/members/0001/run.log").read_text()


def test_check_shows_the_members_and_writes_nothing(thalweg, ensemble, tmp_path):
    before = contents(tmp_path)
    result = thalweg("check", ensemble)
    assert result.returncode == 0, result.stderr
    assert "# ensemble: 6 members, 1 at a time on 1 rank each" in result.stdout
    assert "# first: turbulence.viscosity = 0.01, initial.amplitude = 1.0" in result.stdout
    assert "# last:  turbulence.viscosity = 0.06, initial.amplitude = 1.5" in result.stdout
    described = json.loads(thalweg("check", ensemble, "--json").stdout)
    assert described["ensemble"]["members"] == 6
    one = thalweg("check", ensemble, "--member", 5)
    assert "viscosity = 0.06" in one.stdout and "ensemble" not in one.stdout
    assert contents(tmp_path) == before


@pytest.mark.parametrize(
    ("line", "message", "ranks"),
    [
        ("values = [0.1, -0.2]", "member 1 (turbulence.viscosity = -0.2):", 1),
        ("values = [0.1, -0.2]", "member 1 (turbulence.viscosity = -0.2):", 2),
        ("values = []", "is empty; expected a list of values", 1),
        ("from = 0.1\nto = 0.2", "ensemble.vary.0.count: missing", 1),
        ("from = 0.1\nto = 0.2\ncount = 1", "must be >= 2", 1),
        ("valuse = [0.1, 0.2]", 'Did you mean "values"?', 2),
    ],
)
def test_mistakes_stop_before_the_first_member(thalweg, case, tmp_path, line, message, ranks):
    text = case.read_text() + '\n[[ensemble.vary]]\nkey = "turbulence.viscosity"\n' + line + "\n"
    case.write_text(text)
    result = thalweg("run", case, "--out", "out", ranks=ranks)
    assert result.returncode == 2, result.stderr
    assert message in result.stderr and result.stderr.count("nothing was run") == 1
    section = text.splitlines().index("[[ensemble.vary]]") + 1
    assert int(re.search(rf"{case.name}:(\d+)  ", result.stderr)[1]) >= section
    assert not (tmp_path / "out").exists()


def test_a_misspelt_key_is_found_at_its_line(thalweg, case):
    text = case.read_text() + '\n[[ensemble.vary]]\nkey = "turbulence.viscosty"\nvalues = [1, 2]\n'
    case.write_text(text)
    result = thalweg("run", case, "--out", "out")
    assert result.returncode == 2
    line = text.splitlines().index("values = [1, 2]") + 1
    assert f"{case.name}:{line}  turbulence.viscosty: unknown key" in result.stderr
    assert 'Did you mean "viscosity"?' in result.stderr


def test_one_member_of_none(thalweg, case):
    result = thalweg("run", case, "--member", 2)
    assert result.returncode == 2 and "has no section [ensemble]" in result.stderr


def test_ranks_without_a_member_wait_longer_than_their_patience(thalweg, case, tmp_path):
    # 8000 steps take some seconds; patience is the least that is allowed.
    case.write_text(
        case.read_text() + '\n[[ensemble.vary]]\nkey = "time.steps"\nvalues = [8000, 1]\n'
    )
    rarely = ("output.history", "output.fields", "output.spectra", "checkpoint")
    quiet = [word for key in rarely for word in ("--set", f"{key}.every_steps=8000")]
    result = thalweg("run", case, "--out", "out", *quiet, "--set", "transport.patience=1", ranks=2)
    assert result.returncode == 0, result.stderr
    assert [member["status"] for member in members(tmp_path / "out")] == ["done", "done"]
