# SPDX-License-Identifier: Apache-2.0
import numpy as np
import pytest

import thalweg
from synthetic import HISTORY_COLUMNS, history_rows, write_csv


@pytest.fixture
def smooth(output):
    """A history with a smooth curve at uneven times."""
    time = np.linspace(0, 1, 201) ** 1.5 * 4
    rows = history_rows(time, 0.125 - 0.01 * np.sin(time), 0.01 + 0.005 * np.sin(time), 1 / 400)
    write_csv(output / "history.csv", HISTORY_COLUMNS, rows)
    return output


def test_a_curve_at_equal_times(smooth, tool, tmp_path):
    file = tmp_path / "curve.csv"
    main = tool("taylor_green_reference").main
    assert main([str(smooth), str(file), "--every", "0.1"]) == 0
    table = thalweg.read_table(file)
    np.testing.assert_allclose(table["time"], np.arange(41) * 0.1, atol=1e-12)
    exact = 0.01 + 0.005 * np.sin(table["time"])
    np.testing.assert_allclose(table["dissipation"], exact, rtol=1e-6)
    assert table.unit("dissipation") == "velocity^2/time"


def test_too_few_rows(output, tool, tmp_path, capsys):
    lines = (output / "history.csv").read_text().splitlines(keepends=True)
    (output / "history.csv").write_text("".join(lines[:4]))
    assert tool("taylor_green_reference").main([str(output), str(tmp_path / "c.csv")]) == 2
    assert "at least 3 rows are needed" in capsys.readouterr().err
