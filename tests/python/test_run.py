# SPDX-License-Identifier: Apache-2.0
import pytest

import thalweg


def test_parts_are_found(output):
    run = thalweg.Run(output)
    assert run.setting("turbulence.viscosity") == 1 / 400
    assert run.setting("output.fields.names") == ["velocity", "vorticity"]
    assert run.setting("time.steps", 5) == 5
    assert run.report["ranks"] == 2
    assert [f.name for f in run.checkpoints()] == ["000020.h5"]
    assert run.field("vorticity", 0).step == 0
    assert run.table("spectrum").path.name == "spectrum-000020.csv"


def test_steps_beyond_six_digits_are_newest(output):
    for name in ("1234567.h5", "999999.h5", "notes.h5"):
        (output / "checkpoints" / name).touch()
    checkpoints = [f.name for f in thalweg.Run(output).checkpoints()]
    assert checkpoints == ["000020.h5", "999999.h5", "1234567.h5"]
    old = output / "spectra/spectrum-000020.csv"
    old.rename(output / "spectra/spectrum-1234567.csv")
    assert thalweg.Run(output).steps_of_table("spectrum") == [0, 1234567]


def test_names_that_begin_alike_are_kept_apart(output):
    old = output / "spectra/spectrum-000020.csv"
    old.rename(output / "spectra/spectrum_parallel-000020.csv")
    run = thalweg.Run(output)
    assert run.steps_of_table("spectrum") == [0]
    assert run.steps_of_table("spectrum_parallel") == [20]


def test_wrong_names_and_steps_are_explained(output):
    run = thalweg.Run(output)
    with pytest.raises(thalweg.OutputError, match=r'no "vortcity"\. Did you mean "vorticity"\?'):
        run.field("vortcity")
    with pytest.raises(thalweg.OutputError, match="at step 7, only at 0, 20"):
        run.table("spectrum", 7)


def test_a_folder_that_is_no_output_folder(tmp_path, output):
    (tmp_path / "elsewhere").mkdir()
    with pytest.raises(thalweg.OutputError, match="found     an empty folder"):
        thalweg.Run(tmp_path / "elsewhere")
    with pytest.raises(thalweg.OutputError, match="there is no such folder"):
        thalweg.Run(tmp_path / "nowhere")
    with pytest.raises(thalweg.OutputError, match="this is a file"):
        thalweg.Run(output / "history.csv")
    with pytest.raises(thalweg.OutputError, match=f"Did you mean {output}?"):
        thalweg.Run(tmp_path)


def test_a_run_in_progress(output):
    (output / "report.json").unlink()
    run = thalweg.Run(output)
    assert run.report is None
    assert run.status is None
    assert run.kind == "turbulence"


@pytest.mark.parametrize(("name", "part"), [("report.json", "report"), ("case.toml", "case")])
def test_damaged_parts_are_named(output, name, part):
    (output / name).write_text("{ [")
    with pytest.raises(thalweg.OutputError, match=name):
        getattr(thalweg.Run(output), part)


def test_a_case_that_is_no_text(output):
    with (output / "case.toml").open("ab") as file:
        file.write(b"# \xff\xfe")
    with pytest.raises(thalweg.OutputError, match=r"case\.toml: this is no text in UTF-8"):
        thalweg.Run(output).setting("grid.points")


def test_tables_may_be_other_than_spectra(output):
    (output / "tables").mkdir()
    (output / "tables/profile-000020.csv").write_text("y,u\nm,m/s\n0.5,2\n", encoding="utf-8")
    run = thalweg.Run(output)
    assert "profile" in run.tables()
    assert "spectrum" in run.tables()
    assert run.steps_of_table("profile") == [20]
    assert run.table("profile")["u"] == [2]
    assert run.table("spectrum").names[0] == "k"


def test_files_between_that_are_of_no_step_are_left_out(output):
    for folder, ending in (("fields", "vtkhdf"), ("spectra", "csv"), ("slices", "vtkhdf")):
        (output / folder).mkdir(exist_ok=True)
        for stem in ("vorticity-000020-old", "a-copy", "-000020", "b-²"):
            (output / folder / f"{stem}.{ending}").touch()
    run = thalweg.Run(output)
    assert run.fields() == ["vorticity"]
    assert run.steps_of_field("vorticity") == [0, 20]
    assert run.tables() == ["spectrum"]
    assert run.slices() == []
    with pytest.raises(thalweg.OutputError, match="There is: vorticity"):
        run.field("a")


@pytest.mark.parametrize("name", ["/vorticity", "**x", "vortic*", "[", "vorticit?"])
def test_names_are_no_patterns(output, name):
    run = thalweg.Run(output)
    assert run.steps_of_field(name) == run.steps_of_table(name) == run.steps_of_slice(name) == []
    with pytest.raises(thalweg.OutputError, match="no "):
        run.field(name)
    with pytest.raises(thalweg.OutputError, match="no "):
        run.trajectories(name)
