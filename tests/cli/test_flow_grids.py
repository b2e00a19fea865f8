# SPDX-License-Identifier: Apache-2.0
"""Grids of the solver flow: those that cases describe, and what is said of them."""

import pytest

from conftest import history, refusal

CASE = """
[simulation]
kind = "flow"
[flow]
viscosity = 0.05
[initial]
kind = "uniform"
velocity = [1, 0, 0]
[time]
scheme = "steady"
steps = {steps}
[grid]
{grid}
"""
GRIDS = {
    "cylinder-channel": ("quarter = 8", ["inflow", "outflow", "walls", "cylinder"]),
    "cylinder": ("around = 32\noutwards = 16", ["cylinder", "far"]),
    "step": (
        "step_cells = 8\nheight_cells = 8\ninlet_cells = 16\noutlet_cells = 32\noutlet_length = 20",
        ["inflow", "outflow", "top", "bottom"],
    ),
    "sphere": ("side = 8\noutwards = 8\nfar = 5", ["sphere", "far"]),
    "plate": (
        "around = 152\noutwards = 8\nsectors = 19\nlayers = 8\nblocks_along = 2",
        ["plate", "far"],
    ),
}
KINDS = {"inflow": "inflow", "outflow": "outflow", "far": "inflow"}


def boundary(family):
    kind = KINDS.get(family, "wall")
    velocity = "velocity = [1, 0, 0]\n" if kind == "inflow" else ""
    return f'[[boundary]]\nfamily = "{family}"\nkind = "{kind}"\n{velocity}'


def write_case(folder, kind, extra="", steps=10, **changes):
    grid, families = GRIDS[kind]
    lines = [f'kind = "{kind}"', *grid.split("\n"), *extra.split("\n")]
    kept = [line for line in lines if line.split(" =")[0] not in changes]
    kept += [f"{key} = {value}" for key, value in changes.items()]
    text = CASE.format(grid="\n".join(kept), steps=steps)
    file = folder / "grid.toml"
    file.write_text(text + "".join(boundary(family) for family in families))
    return file


@pytest.mark.parametrize("kind", GRIDS)
def test_a_few_cycles_bring_residuals_down(thalweg, tmp_path, kind):
    case = write_case(tmp_path, kind)
    result = thalweg("run", case, "--out", "out", "--set", "output.history.every_steps=1")
    assert result.returncode == 0, result.stderr
    rows = history(tmp_path / "out")
    assert len(rows) == 11
    assert rows[-1]["residual_momentum"] < 0.2 * rows[1]["residual_momentum"]


@pytest.mark.parametrize("kind", ["cylinder-channel", "sphere"])
def test_residuals_do_not_depend_on_ranks(thalweg, tmp_path, kind):
    case = write_case(tmp_path, kind, steps=3)
    for ranks in (1, 3):
        assert thalweg("run", case, "--out", f"on{ranks}", ranks=ranks).returncode == 0
    one, three = (history(tmp_path / out)[-1] for out in ("on1", "on3"))
    assert three["kinetic_energy"] == pytest.approx(one["kinetic_energy"], rel=1e-9)
    assert three["residual_momentum"] == pytest.approx(one["residual_momentum"], rel=1e-5)


@pytest.mark.parametrize("kind", GRIDS)
def test_the_case_that_a_run_leaves_has_the_same_grid(thalweg, tmp_path, kind):
    result = thalweg("run", write_case(tmp_path, kind, steps=1), "--out", "out")
    assert result.returncode == 0, result.stderr
    told = [thalweg("grid", tmp_path / case).stdout for case in ("grid.toml", "out/case.toml")]
    assert told[0] == told[1] != ""


def test_a_look_at_a_grid_refuses_keys_that_it_does_not_have(thalweg, tmp_path):
    case = write_case(tmp_path, "cylinder")
    result = thalweg("grid", case, "--set", "grid.arund=64")
    assert result.returncode == 2, result.stdout
    assert 'grid.arund: unknown key. Did you mean "around"?' in result.stderr
    assert thalweg("grid", case, "--set", "grid.around=64").returncode == 0


def test_a_check_says_how_blocks_were_connected(thalweg, tmp_path):
    result = thalweg("check", write_case(tmp_path, "sphere"))
    assert result.returncode == 0, result.stderr
    assert "12 connections were found where points coincide" in result.stdout
    assert "3072 cells, 6 blocks as made" in result.stdout


@pytest.mark.parametrize(
    ("kind", "changes", "expected"),
    [
        ("cylinder", {"far": 0.4}, "must be above grid.radius"),
        ("sphere", {"wake": 0}, "grid.wake"),
        ("cylinder-channel", {"quarter": 9}, "must be even"),
        ("cylinder", {"sectors": 16}, "has 2 cells along y, where 4 are needed"),
        ("cylinder", {"sectors": 40}, "grid.sectors"),
        ("plate", {"blocks_along": 9}, "must be at most grid.layers"),
        ("step", {"slope": 25}, "must be below grid.outlet_length"),
        ("plate", {"thickness": 1}, "must be below grid.chord"),
        ("cylinder-channel", {"periodic": '["x"]'}, 'may only be ["z"]'),
        ("cylinder-channel", {"periodic": '["z"]'}, "has no meaning in a grid of one cell"),
        ("sphere", {"layers": 4}, "unknown key"),
    ],
)
def test_wrong_values_are_explained(thalweg, tmp_path, kind, changes, expected):
    assert expected in refusal(thalweg, write_case(tmp_path, kind, **changes), tmp_path)
