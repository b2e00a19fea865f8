# SPDX-License-Identifier: Apache-2.0
"""Pages of flows."""

import numpy as np
import pytest

from pages import make_page
from synthetic import write_csv
from thalweg.figures import flows
from thalweg.report import flow
from thalweg.run import Run

COLUMNS = {
    "step": "1",
    "time": "time",
    "dt": "time",
    "residual_continuity": "1/time",
    "residual_momentum": "length/time^2",
    "cycles": "1",
    "wall_force_x": "length^4/time^2",
    "wall_force_y": "length^4/time^2",
    "wall_force_z": "length^4/time^2",
}
BODY = {"drag_cylinder": "1", "lift_cylinder": "1"}


def make_flow(folder, scheme, body):
    """A drag that begins large and settles at 1.3, with a lift that swings by 0.3."""
    folder.mkdir()
    (folder / "case.toml").write_text(
        f'[simulation]\nkind = "flow"\ntitle = "Cylinder"\n[time]\nscheme = "{scheme}"\n'
    )
    time = np.linspace(0, 20, 201)
    lift = 0.3 * np.sin(time)
    drag = np.where(time < 0.15, 1e5, 1.3)
    still = np.zeros_like(time)
    columns = [np.arange(201), time, still + 0.1, 10.0 ** (-time / 4), 10.0 ** (-time / 5),
               still + 7, drag, lift, still]  # fmt: skip
    rows = np.column_stack([*columns, drag, lift] if body else columns)
    write_csv(folder / "history.csv", {**COLUMNS, **(BODY if body else {})}, rows)
    return folder


@pytest.mark.parametrize(("scheme", "cycles"), [("bdf2", "7.0"), ("steady", "1400")])
def test_residuals_and_forces_are_shown(tmp_path, scheme, cycles):
    page = make_page(make_flow(tmp_path / "out", scheme, body=True))
    assert list(page.sections)[:3] == ["convergence", "forces", "fields"]
    assert cycles in page.sections["convergence"]
    assert "1.0e-05 of the first" in page.sections["convergence"]
    assert "drag_cylinder" in page.sections["forces"]
    assert "No field was written yet" in page.sections["fields"]
    assert page.figures == 2


def test_forces_on_walls_stand_in_for_bodies(tmp_path):
    run = Run(make_flow(tmp_path / "out", "bdf2", body=False))
    assert flow.groups_of(run.history) == [["wall_force_x", "wall_force_y"]]
    assert "wall_force_y" in flow.forces(run)


def test_the_beginning_does_not_set_the_scale(tmp_path):
    history = Run(make_flow(tmp_path / "out", "bdf2", body=True)).history
    drawn = flows.forces(history, [["drag_cylinder", "lift_cylinder"]], steady=False)
    low, high = drawn.axes[0].get_ylim()
    assert -0.5 < low < -0.3 and 1.3 < high < 1.5


def test_a_run_without_rows_says_so(tmp_path):
    folder = make_flow(tmp_path / "out", "bdf2", body=True)
    write_csv(folder / "history.csv", COLUMNS, np.zeros((1, len(COLUMNS))))
    page = make_page(folder)
    assert "no history.csv with two rows yet" in page.sections["convergence"]
