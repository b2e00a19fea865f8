# SPDX-License-Identifier: Apache-2.0
"""Wrong input: status 2, a message that says what to do, printed once, and nothing written."""

import pytest
from small_cases import NO_DEVICE

from conftest import contents, replaced, stop, wait_for


@pytest.fixture
def refused(thalweg, case, tmp_path):
    """Run with wrong arguments; returns the message."""

    def run(*arguments, ranks: int = 1, env=None) -> str:
        before = contents(tmp_path)
        result = thalweg("run", case, "--out", "out", *arguments, ranks=ranks, env=env)
        assert result.returncode == 2, result.stderr
        assert result.stdout == ""
        assert contents(tmp_path) == before
        return result.stderr

    return run


def line_of(case, text: str) -> int:
    return next(n for n, line in enumerate(case.read_text().splitlines(), 1) if text in line)


def test_misspelt_key_gets_a_suggestion(refused, case):
    replaced(case, "viscosity", "viscocity")
    message = refused()
    assert "turbulence.viscocity" in message and 'Did you mean "viscosity"?' in message
    assert f"{case}:{line_of(case, 'viscocity')}" in message


def test_wrong_type(refused, case):
    replaced(case, "viscosity = 0.01", 'viscosity = "thin"')
    message = refused()
    assert f"{case}:{line_of(case, 'thin')}" in message
    assert "turbulence.viscosity" in message and "number" in message


def test_value_out_of_bounds(refused, case):
    replaced(case, "viscosity = 0.01", "viscosity = -1")
    message = refused()
    assert "turbulence.viscosity = -1" in message and "must be >= 0" in message
    assert "kinematic viscosity" in message


def test_all_mistakes_are_listed_at_once(refused, case):
    replaced(case, "viscosity = 0.01", "viscosity = -1\ndealiass = 1")
    replaced(case, '"taylor-green"', '"taylor-grin"')
    replaced(case, "every_steps = 4", "every_steps = 0")
    message = refused("--set", 'output.fields.names=["velocitee"]')
    for part in ("viscosity = -1", "dealiass", '"taylor-green"', "checkpoint.every_steps = 0",
                 '"velocity"', "5 errors; nothing was run"):  # fmt: skip
        assert part in message, message


def test_end_must_be_given_once(refused, case):
    replaced(case, "steps = 12", "steps = 12\nend = 1.0")
    assert "time.end" in refused()
    replaced(case, "steps = 12\nend = 1.0\n", "")
    assert "time.steps" in refused()


def test_unknown_kind_is_reported_alone(refused, case):
    replaced(case, '"turbulence"', '"turbulense"')
    message = refused()
    assert 'Did you mean "turbulence"?' in message and "1 error" in message


def test_no_toml(refused, case):
    replaced(case, "[grid]", "[grid")
    assert f"{case}:{line_of(case, '[grid')}" in refused()


def test_missing_case_file(thalweg):
    result = thalweg("run", "nowhere.toml")
    assert result.returncode == 2 and "nowhere.toml" in result.stderr


def run_two_different(thalweg, first, second):
    """Two ranks of one job with a case file each."""
    both = thalweg.command("run", first, "--out", "out", ranks=2)
    both[both.index("2")] = "1"
    other = ["-n", "1", str(thalweg.binary), "run", str(second), "--out", "out"]
    return thalweg.run([*both, ":", *other])


def test_ranks_that_read_different_cases(thalweg, case, tmp_path):
    other = tmp_path / "other.toml"
    other.write_text(case.read_text().replace("0.01", "0.02"))
    result = run_two_different(thalweg, case, other)
    assert result.returncode == 2 and "the ranks read different texts" in result.stderr
    assert not (tmp_path / "out").exists()


def test_case_that_one_rank_cannot_read(thalweg, case, tmp_path):
    result = run_two_different(thalweg, case, tmp_path / "nowhere.toml")
    assert result.returncode == 2 and result.stderr.count("no such file") == 1
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("ranks", [1, 2])
def test_a_profile_that_is_not_there(refused, ranks):
    message = refused("--set", "transport.profile=foo", ranks=ranks)
    assert "nothing of that name is shipped" in message


def test_wrong_override_names_the_option(refused):
    assert "--set turbulence.viscosity=-2" in refused("--set", "turbulence.viscosity=-2")


def test_message_is_printed_once_under_mpirun(refused, case):
    replaced(case, "viscosity = 0.01", "viscosity = -1")
    message = refused(ranks=3)
    assert message.count("must be >= 0") == 1


def test_grid_that_the_ranks_cannot_split(refused):
    slabs = ("--set", "decomposition.kind='slab'", "--set", "turbulence.dealias='per-direction'")
    message = refused("--set", "grid.points=[4,4,4]", *slabs, ranks=4)
    assert "grid.points" in message and "4 ranks" in message and "at most 3" in message


def test_box_that_memory_cannot_hold(refused):
    message = refused("--set", "grid.points=[8192,8192,8192]")
    assert "TiB" in message and "free" in message and "does not fit" in message


def test_check_shows_what_does_not_fit(thalweg, case):
    result = thalweg("check", case, "--set", "grid.points=[8192,8192,8192]")
    assert result.returncode == 2
    assert "memory per rank" in result.stdout and "does not fit" in result.stderr


def test_device_that_is_not_there(refused):
    assert "--device cuda" in refused("--device", "cuda", env=NO_DEVICE)


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        ((), "a command is missing"),
        (("runn", "x.toml"), 'Did you mean "run"?'),
        (("run",), "case file is missing"),
        (("run", "x.toml", "--ot", "a"), 'Did you mean "--out"?'),
        (("run", "x.toml", "--steps", "-3"), "--steps: expected a whole number, 0 or more, not -3"),
        (("run", "x.toml", "--steps", "abc"), "expected a whole number, 0 or more, not abc"),
        (("run", "x.toml", "--member", "1.5"), "expected a whole number, 0 or more, not 1.5"),
        (("run", "x.toml", "--device", "gpu"), "--device"),
        (("run", "x.toml", "--threads", "0"), "--threads"),
    ],
)
def test_wrong_command_line(thalweg, arguments, part):
    result = thalweg(*arguments)
    assert result.returncode == 2
    assert part in result.stderr and "Nothing was run" in result.stderr


def test_wrong_command_line_is_said_once_under_mpirun(thalweg):
    result = thalweg("run", "--nonsense", ranks=3)
    assert result.returncode == 2 and result.stderr.count("--nonsense") == 1


@pytest.mark.parametrize("command", [("run", "--nonsense"), ("bench", "nothing")])
def test_silent_rank_ends_no_rank_that_has_still_to_speak(thalweg, command):
    # A launcher ends all ranks at the first one that fails.
    silent = thalweg(*command, env={"OMPI_COMM_WORLD_RANK": "1"})
    assert silent.returncode == 0 and not silent.stderr


def test_folder_in_use_is_left_alone(thalweg, case, tmp_path):
    assert thalweg("run", case, "--out", "out").returncode == 0
    before = contents(tmp_path)
    result = thalweg("run", case, "--out", "out", "--set", "turbulence.viscosity=0.1")
    assert result.returncode == 2
    for part in ("out", "--force", "--restart", "--out"):
        assert part in result.stderr
    assert contents(tmp_path) == before
    assert thalweg("run", case, "--out", "out", "--force").returncode == 0


def test_force_with_a_wrong_case_removes_nothing(thalweg, case, tmp_path):
    assert thalweg("run", case, "--out", "out").returncode == 0
    before = contents(tmp_path)
    result = thalweg("run", case, "--out", "out", "--force", "--set", "turbulence.viscosity=-1")
    assert result.returncode == 2 and contents(tmp_path) == before


def test_two_runs_do_not_share_a_folder(thalweg, case, tmp_path):
    first = thalweg.start("run", case, "--out", "out", "--set", "time.steps=1000000")
    wait_for((tmp_path / "out/.lock").exists, process=first)
    wait_for((tmp_path / "out/checkpoints/000004.h5").exists, process=first)
    second = thalweg("run", case, "--out", "out", "--force")
    assert second.returncode == 2 and "another run" in second.stderr
    status, _, _ = stop(first)
    assert status == 143


FORCED = '[forcing]\nkind = "random"\nenergy_input = 0.1\n'


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ('"random"', '"randon"', 'Did you mean "random"?'),
        ("energy_input = 0.1", "", "forcing.energy_input"),
        ("energy_input", "k_min = 3\nenergy_input", "must be >= forcing.k_min = 3"),
        ("energy_input", "k_max = 6\nenergy_input", "must be <= 5.33333: beyond it, modes"),
        ("energy_input", "k_min = 1.1\nk_max = 1.2\nenergy_input", "must leave a mode"),
        ("energy_input", "helicity = 2\nenergy_input", "must be >= -1 and <= 1"),
        ("energy_input", "correlation_time = 0.01\nenergy_input", "or >= time.step = 0.02"),
        ('"random"', '"linear"', "forcing.energy_input: unknown key"),
        ('"random"\nenergy_input = 0.1', '"constant"\nshape = "abcd"\namplitude = 1', '"abc"'),
        ('"random"\nenergy_input = 0.1', '"constant"\nshape = "taylor-green"\nwavenumber = 5\n'
         "amplitude = 1", "must be one whose modes grid.points and turbulence.dealias keep"),
    ],
)  # fmt: skip
def test_mistakes_of_forcing(refused, case, old, new, expected):
    case.write_text(case.read_text() + FORCED.replace(old, new))
    assert expected in refused()


def test_mistake_in_a_formula_has_a_caret_at_its_column(refused, case):
    formulas = 'velocity = ["U*sin(x)*coz(y)", "0", "0"]\nconstants = { U = 2 }'
    replaced(case, 'kind = "taylor-green"', 'kind = "formula"\n' + formulas)
    lines = refused().splitlines()
    at = next(n for n, line in enumerate(lines) if '"coz" is not known here (column 10)' in line)
    assert lines[at + 1].endswith("U*sin(x)*coz(y)")
    assert lines[at + 2].index("^") == lines[at + 1].index("coz")


@pytest.mark.parametrize(
    ("keys", "expected"),
    [
        ('velocity = ["0", "0"]', "must be 3 formulas"),
        ("", "initial.velocity: must be 3 formulas"),
        ('velocity = ["k", "0", "0"]\nconstants = { k = 1, m = 2 }', "constants.m: unknown key"),
        ('velocity = ["0", "0", "0"]\nconstants = { pi = 3 }', "initial.constants: unknown key"),
        ('velocity = ["0", "0", "0"]\nscalar = "1"', "initial.scalar: unknown key"),
    ],
)
def test_mistakes_of_formulas(refused, case, keys, expected):
    replaced(case, 'kind = "taylor-green"', 'kind = "formula"\n' + keys)
    assert expected in refused()


def test_superfluid_with_keys_of_a_viscous_flow(refused, case):
    replaced(case, "[turbulence]\n", '[turbulence]\nequations = "gross-pitaevskii"\n')
    message = refused("--set", "turbulence.rotation=[0,0,1]", "--set",
                      "turbulence.scalar=[{diffusivity=1}]")  # fmt: skip
    for part in ("turbulence.sound_speed: missing", "turbulence.healing_length: missing",
                 "turbulence.viscosity = 0.01", "turbulence.rotation", "turbulence.scalar",
                 'is no key of turbulence.equations = "gross-pitaevskii"',
                 'there is no field "velocity"', "6 errors; nothing was run"):  # fmt: skip
        assert part in message, message


@pytest.mark.parametrize("ranks", [1, 2])
def test_flow_at_rest_without_an_end_in_time(thalweg, case, ranks):
    replaced(case, "step = 0.02", "cfl = 0.5")
    replaced(case, 'kind = "taylor-green"', 'kind = "taylor-green"\namplitude = 0')
    result = thalweg("run", case, "--out", "out", ranks=ranks)
    assert result.returncode == 2, result.stderr
    for part in ("time.cfl", "at rest", "time.step", "time.end"):
        assert part in result.stderr
    assert result.stderr.count("at rest") == 1


def test_superfluid_starts(refused, case):
    text = case.read_text().replace("viscosity = 0.01", 'equations = "gross-pitaevskii"\n'
                                    "sound_speed = 2.0\nhealing_length = 0.1")  # fmt: skip
    case.write_text(text.replace('["velocity"]', '["density"]'))
    assert "healing_length = 0.1125" in refused()
    message = refused("--set", 'initial.kind="vortex-rings"')
    assert "[[initial.ring]]" in message
    assert '"vortex-lines"' in refused("--set", 'initial.kind="abc"')
