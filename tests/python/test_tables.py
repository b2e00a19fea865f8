# SPDX-License-Identifier: Apache-2.0
import numpy as np
import pytest

import thalweg


def write(tmp_path, text):
    file = tmp_path / "t.csv"
    file.write_text(text, encoding="utf-8")
    return file


def test_numbers_read_back_to_the_same_bits(tmp_path):
    values = [0.1, 1 / 3, 6.02e23, 5e-324]
    file = write(tmp_path, "a,b\n1,m\n" + "".join(f"{v!r},{-v!r}\n" for v in values))
    table = thalweg.read_table(file)
    assert table["a"].tolist() == values
    assert table["b"].tolist() == [-v for v in values]
    assert table.unit("b") == "m"


def test_not_a_number_and_infinity_are_numbers(tmp_path):
    table = thalweg.read_table(write(tmp_path, "a\n1\nnan\ninf\n-inf\n"))
    assert np.isnan(table["a"][0])
    assert table["a"][1:].tolist() == [np.inf, -np.inf]


def test_a_line_being_written_is_left_out(tmp_path):
    table = thalweg.read_table(write(tmp_path, "a,b\n1,1\n1,2\n3,"))
    assert table.values.tolist() == [[1, 2]]


def test_a_table_without_rows(tmp_path):
    table = thalweg.read_table(write(tmp_path, "a,b\n1,1\n"))
    assert len(table) == 0
    assert table["b"].shape == (0,)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a,b\n1,1\n1,2\n1,x\n", 't.csv:4: "x" is not a number'),
        ("a,b\n1,1\n1\n", "t.csv:3: expected 2 numbers, found 1"),
        ("a,b\n1,1\n1,2\n1,2,3\n", "t.csv:4: expected 2 numbers, found 3"),
        ("a,b\n1\n", "2 names in line 1, but 1 units in line 2"),
        ("a,b", "expected names in line 1 and units in line 2"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(tmp_path, text, message):
    with pytest.raises(thalweg.OutputError, match=message.replace(".", r"\.")):
        thalweg.read_table(write(tmp_path, text))


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(thalweg.OutputError, match=r"none\.csv: cannot be read \(No such file"):
        thalweg.read_table(tmp_path / "none.csv")


def test_a_wrong_column_gets_a_suggestion(output):
    history = thalweg.read_history(output)
    with pytest.raises(thalweg.OutputError, match=r'no column "enrgy"\. Did you mean "energy"\?'):
        history["enrgy"]


def test_a_history_has_step_and_time(tmp_path):
    with pytest.raises(thalweg.OutputError, match='a history has a column "step", found a, b'):
        thalweg.read_history(write(tmp_path, "a,b\n1,1\n"))
