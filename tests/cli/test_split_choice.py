# SPDX-License-Identifier: Apache-2.0
"""Slabs or pencils by the prices of a profile: in a run, in `check` and in `predict`."""

import json
import shutil

import h5py
import numpy as np
import pytest
from small_cases import TURBULENCE

from conftest import Program
from profiles import profile_of, write_profile

# Slabs of 16^3 take at most 11 ranks; messages of slabs go to all other ranks at once.
COSTLY_MESSAGES = {"latency": 0.0, "gap": 1.0, "bandwidth": 1e12}
SLOW_EXCHANGES = {"latency": 1.0, "gap": 0.0, "bandwidth": 1e12}
SLOW_MEMORY = {"latency": 0.0, "gap": 0.0, "bandwidth": 1e6}


def settings_of(thalweg, case, ranks: int, prices: dict) -> list[str]:
    """A setting that makes a run use a profile of such prices."""
    file = thalweg.folder / "machine.json"
    write_profile(thalweg, case, file, profile_of(**prices), ranks)
    return ["--set", f"transport.profile='{file}'"]


@pytest.fixture
def priced(thalweg, case):
    def settings(ranks: int, **prices) -> list[str]:
        return settings_of(thalweg, case, ranks, prices)

    return settings


def split_of(
    thalweg, case, settings, *arguments, ranks: int, out: str = "out", checked: bool = True
) -> dict:
    """What report.json says of the split of a run, once `check` says the same."""
    result = thalweg("run", case, *settings, *arguments, "--out", out, ranks=ranks)
    assert result.returncode == 0, result.stderr
    split = json.loads((thalweg.folder / out / "report.json").read_text())["decomposition"]
    log = (thalweg.folder / out / "run.log").read_text()
    assert f"{split['name']}: {split['why']}" in log
    if checked:
        result = thalweg("check", case, *settings, "--json", ranks=ranks)
        assert result.returncode == 0, result.stderr
        assert json.loads(result.stdout)["split"] == split
    return split


def assert_cheapest(split: dict, kind: str):
    assert split["name"].split()[0] == kind
    ways = split["candidates"]
    assert split["name"] == min(ways, key=lambda way: way["predicted_seconds"])["name"]
    assert "machine.json" in split["why"]
    assert [way["name"] for way in ways].count("slabs") == 1


@pytest.mark.parametrize(
    ("ranks", "prices", "kind"),
    [
        (2, SLOW_MEMORY, "slabs"),
        (8, COSTLY_MESSAGES, "pencils"),
        (8, SLOW_MEMORY, "slabs"),
    ],
)
def test_a_run_takes_the_cheapest(thalweg, case, priced, ranks, prices, kind):
    """On four ranks: below."""
    split = split_of(thalweg, case, priced(ranks, **prices), "--steps", 2, ranks=ranks)
    assert_cheapest(split, kind)


@pytest.fixture(scope="module")
def on_four(binary, tmp_path_factory):
    """The folder of two runs on four ranks, which no test may change, and their splits."""
    thalweg = Program(binary, tmp_path_factory.mktemp("four"))
    case = thalweg.folder / "small.toml"
    case.write_text(TURBULENCE)
    splits = {}
    for kind, prices in (("slabs", SLOW_EXCHANGES), ("pencils", COSTLY_MESSAGES)):
        settings = settings_of(thalweg, case, 4, prices)
        splits[kind] = split_of(thalweg, case, settings, ranks=4, out=kind)
    return thalweg.folder, splits


def test_four_ranks_take_the_cheapest(on_four):
    for kind, split in on_four[1].items():
        assert_cheapest(split, kind)


def test_what_a_run_carries_leaves_the_choice(thalweg, case, priced):
    settings = priced(4, **COSTLY_MESSAGES)
    settings += ["--set", "averages={from=0}", "--set", "output.statistics={every_steps=2}"]
    settings += ["--set", "particles=[{name='tracers', count=9}]"]
    assert_cheapest(split_of(thalweg, case, settings, ranks=4), "pencils")


def test_all_choices_have_the_same_results(on_four):
    fields = []
    for out in ("slabs", "pencils"):
        with h5py.File(on_four[0] / out / "fields/velocity-000012.vtkhdf") as file:
            fields.append(file["VTKHDF/PointData/velocity"][...])
    assert np.abs(fields[0]).max() > 0.1
    assert np.abs(fields[0] - fields[1]).max() < 1e-13


def test_a_restart_may_take_another_way(thalweg, case, priced, tmp_path):
    assert thalweg("run", case, "--out", "one").returncode == 0

    def run(*arguments, **prices) -> dict:
        settings = priced(4, **prices)
        return split_of(thalweg, case, settings, *arguments, ranks=4, checked=False)

    begin = run("--steps", 6, **COSTLY_MESSAGES)
    assert begin["name"].startswith("pencils")
    rest = run("--restart", **SLOW_EXCHANGES)
    assert rest["name"] == "slabs"
    one, four = (tmp_path / name / "fields/velocity-000012.vtkhdf" for name in ("one", "out"))
    with h5py.File(one) as a, h5py.File(four) as b:
        a, b = (file["VTKHDF/PointData/velocity"][...] for file in (a, b))
    assert np.abs(a - b).max() < 1e-13


@pytest.mark.parametrize(
    ("settings", "ranks", "name", "why"),
    [
        (["transport.profile='none'"], 4, "slabs", "no profile of this machine is known"),
        (["transport.profile='none'"], 12, "pencils 4 x 3", "no profile of this machine is known"),
        (["decomposition.kind='slab'"], 4, "slabs", "asked for by the case"),
        (
            ["decomposition={kind='pencil', ranks_per_plane=2}"],
            4,
            "pencils 2 x 2",
            "asked for by the case",
        ),
        (["device.residence='host'"], 4, "slabs", 'with device.residence = "host" needs'),
    ],
)
def test_what_leaves_no_choice_is_said(thalweg, case, tmp_path, settings, ranks, name, why):
    changes = [word for setting in settings for word in ("--set", setting)]
    nowhere = {"XDG_CACHE_HOME": str(tmp_path)}
    result = thalweg("check", case, *changes, ranks=ranks, env=nowhere)
    assert result.returncode == 0, result.stderr
    assert f"# {name}: " in result.stdout and why in result.stdout


def test_a_profile_without_a_path_decides_nothing(thalweg, case, tmp_path):
    file = tmp_path / "machine.json"
    profile = profile_of(**SLOW_MEMORY)
    profile["node"]["triad_bytes_per_second"] = 0
    write_profile(thalweg, case, file, profile, ranks=4)
    result = thalweg("check", case, "--set", f"transport.profile='{file}'", ranks=4)
    assert result.returncode == 0, result.stderr
    assert "slabs: the usual way, without prices: " in result.stdout
    assert "does not say how fast the memory of nodes is" in result.stdout


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (None, "there is no such file"),
        ("{", "machine.json"),
        ('{"version": 0}', "version 0"),
    ],
)
def test_a_profile_that_cannot_be_used_is_a_mistake_of_the_case(
    thalweg, case, tmp_path, text, message
):
    if text is not None:
        (tmp_path / "machine.json").write_text(text)
    case.write_text(case.read_text() + '\n[transport]\nprofile = "machine.json"\n')
    for command in ("check", "run"):
        result = thalweg(command, case, ranks=2)
        assert result.returncode == 2
        error = " ".join(result.stderr.split())
        line = case.read_text().splitlines().index('profile = "machine.json"') + 1
        assert f"small.toml:{line}" in error and "transport.profile" in error
        assert message in error
    assert not (tmp_path / "out").exists()


def test_a_prediction_marks_what_a_run_would_take(thalweg, case, tmp_path):
    result = thalweg("run", case, "--out", "measured", "--quiet", "--steps", 2, ranks=2)
    assert result.returncode == 0, result.stderr
    arguments = ["--profile", "summit-spectrum", "--rates", "measured/report.json",
                 "--nodes", "1,4", "--gpus-per-node", "0", "--ranks-per-node", "2"]  # fmt: skip
    result = thalweg("predict", case, *arguments, "--out", "step.json")
    assert result.returncode == 0, result.stderr
    for row in json.loads((tmp_path / "step.json").read_text())["steps"]:
        assert row["split_of_run"] in [way["name"] for way in row["splits"]]
        marks = {"fastest": row["split"], "auto": row["split_of_run"]}
        for mark, name in marks.items():
            assert any(mark in line and name in line for line in result.stdout.splitlines())


def test_rates_are_of_the_split_that_was_measured(thalweg, case, on_four, tmp_path):
    """A step of pencils has more bytes; taken for one of slabs, it seems to be slower."""
    folder, splits = on_four
    name = splits["pencils"]["name"]
    assert name == "pencils 2 x 2"
    report = shutil.copytree(folder / "pencils", tmp_path / "out") / "report.json"
    arguments = ["--rates", report, "--nodes", "1", "--gpus-per-node", "0",
                 "--ranks-per-node", "4", "--profile", "summit-spectrum"]  # fmt: skip

    def predicted() -> float:
        result = thalweg("predict", case, *arguments, "--out", "step.json")
        assert result.returncode == 0, result.stderr
        (row,) = json.loads((tmp_path / "step.json").read_text())["steps"]
        return next(way["seconds_per_step"] for way in row["splits"] if way["name"] == name)

    as_it_was = predicted()
    report.write_text(report.read_text().replace(f'"name": "{name}"', '"name": "slabs"', 1))
    assert predicted() > 1.1 * as_it_was
