# SPDX-License-Identifier: Apache-2.0
"""The comparison with a reference: definition and command."""

from importlib import resources

import numpy as np
import pytest

from synthetic import HISTORY_COLUMNS, history_rows, make_output, write_csv
from thalweg import OutputError, Run, read_history
from thalweg.taylor_green import compare, known_reference, read_reference

REFERENCE = str(resources.files("thalweg") / "data/spectral_Re1600_512.txt")


@pytest.fixture
def out(tmp_path):
    """A run whose dissipation is the reference's, times 1.02, a fifth of a unit late."""
    folder = make_output(tmp_path / "out", viscosity=1 / 1600, end=20.0)
    time, energy, rate = np.loadtxt(REFERENCE, usecols=(0, 1, 2)).T
    rows = history_rows(time, energy, 1.02 * rate, 1 / 1600)
    write_csv(folder / "history.csv", HISTORY_COLUMNS, rows)
    return folder


def test_numbers(out):
    c = compare(read_history(out), read_reference(REFERENCE))
    assert c.relative_l2 == pytest.approx(0.02, rel=1e-9)
    assert c.relative_l2_from_energy < 1e-6  # its -dE/dt was made from its energy
    assert c.reference_peak == pytest.approx(0.01287, rel=2e-3)
    assert c.reference_peak_time == pytest.approx(8.98, abs=0.02)
    assert c.peak == pytest.approx(1.02 * c.reference_peak, rel=1e-9)
    assert c.peak_time == pytest.approx(c.reference_peak_time, abs=1e-6)
    assert c.end == 19.99  # the reference's last time


def test_a_run_that_is_not_at_the_end_is_compared_as_far_as_it_got(out):
    lines = (out / "history.csv").read_text().splitlines(keepends=True)
    (out / "history.csv").write_text("".join(lines[:503]))
    assert compare(read_history(out), read_reference(REFERENCE)).end == 5.0


def test_nothing_in_common(out):
    lines = (out / "history.csv").read_text().splitlines(keepends=True)
    (out / "history.csv").write_text("".join(lines[:3]))
    with pytest.raises(OutputError, match="does not reach"):
        compare(read_history(out), read_reference(REFERENCE))


def test_the_known_curve_is_taken_only_where_it_belongs(out):
    reference = known_reference(Run(out))
    assert reference.published
    assert reference.label.startswith("van Rees")
    case = (out / "case.toml").read_text()
    for old, new in [
        ("amplitude = 1.0", "amplitude = 2.0"),
        ('kind = "taylor-green"', 'kind = "abc"'),
        ("viscosity = 0.000625", "viscosity = 0.0006"),
        ("length = [6.28", "length = [3.14"),
    ]:
        assert old in case
        (out / "case.toml").write_text(case.replace(old, new))
        assert known_reference(Run(out)) is None


def test_the_command(out, tool, capsys):
    main = tool("compare_taylor_green").main
    assert main([str(out), REFERENCE]) == 0
    printed = capsys.readouterr().out
    assert "relative L2 error" in printed
    assert "2.00 %" in printed
    assert main([str(out)]) == 0  # the known curve by itself
    assert "van Rees" in capsys.readouterr().out


def test_the_command_explains(out, tool, tmp_path, capsys):
    main = tool("compare_taylor_green").main
    assert main([str(tmp_path)]) == 2
    assert "Did you mean" in capsys.readouterr().err
    other = make_output(tmp_path / "re100", viscosity=0.01)
    assert main([str(other)]) == 2
    assert "name a reference file" in capsys.readouterr().err
