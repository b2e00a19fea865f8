# SPDX-License-Identifier: Apache-2.0
import json
import re
import shutil
from importlib import resources

import h5py
import numpy as np
import pytest

from pages import Page, make_page
from synthetic import HISTORY_COLUMNS, history_rows, make_output, write_csv
from thalweg.report import main
from thalweg.report.header import header
from thalweg.run import Run


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """The page of a whole run, with its pictures, and its text."""
    output = make_output(tmp_path_factory.mktemp("whole") / "out")
    page = make_page(output)
    return page, (output / "report.html").read_text(encoding="utf-8")


def test_a_whole_run(whole):
    page, _ = whole
    assert list(page.sections) == [
        "curves", "spectrum", "vorticity", "checks", "time", "transport", "memory", "case", "files",
    ]  # fmt: skip
    assert page.figures == 7
    assert len(page.ids) == len(set(page.ids))
    for text in ("Taylor–Green vortex <quick> & more", "16 × 16 × 16", "2 × 4", "15.5 ms", "done"):
        assert text in page.text
    assert "inverse lines" in page.sections["time"]
    assert "1.21" in page.sections["time"]  # 3.5 ms over 2.9 ms
    assert "75 %" in page.sections["transport"]
    assert "0.950" in page.sections["memory"]
    assert "viscosity = 0.0025" in page.sections["case"]
    assert "pyvista.read" in page.sections["files"]


@pytest.mark.usefixtures("undrawn")
def test_work_that_was_dealt_anew_is_shown(output):
    file = output / "report.json"
    report = json.loads(file.read_text(encoding="utf-8"))
    assert "largest work" not in make_page(output).sections["transport"]
    event = {"step": 400, "imbalance_before": 1.63, "imbalance_expected": 1.04,
             "imbalance_after": 1.07}  # fmt: skip
    report["balance"] = {"imbalance": 1.07, "rebalanced": 1, "rebalancings": [event]}
    file.write_text(json.dumps(report), encoding="utf-8")
    section = make_page(output).sections["transport"]
    for number in ("400", "1.63", "1.04", "1.07 times the mean"):
        assert number in section


@pytest.mark.usefixtures("sketched")
def test_a_forced_flow_has_its_flux_and_compensated_spectrum(output):
    case = output / "case.toml"
    case.write_text(
        case.read_text() + '\n[forcing]\nkind = "linear"\nrate = 0.1\n', encoding="utf-8"
    )
    k = np.arange(0, 12.0)
    units = {"k": "1/length", "transfer": "length^3/time^3", "flux": "length^2/time^3"}
    write_csv(
        output / "spectra/transfer-000020.csv", units, np.stack([k, 0 * k, np.sin(k)], axis=1)
    )
    page = make_page(output)
    assert page.figures == 9
    assert "shoulder" in page.sections["spectrum"]
    assert "Π(k)" in page.sections["spectrum"]
    # The energy of a forced flow may rise.
    assert "growth of energy" not in page.sections["checks"]


def test_nothing_is_fetched(whole):
    page, text = whole
    assert all(s.startswith(("#", "data:image/png;base64,")) for s in page.sources)
    assert "@import" not in text
    assert all(u.startswith("#") for u in re.findall(r"url\(([^)]*)", text))


def test_links_within_the_page_lead_somewhere(whole):
    page, _ = whole
    targets = {s[1:] for s in page.sources if s.startswith("#")}
    assert targets
    assert targets <= set(page.ids)


def test_colours_follow_the_page(whole):
    _, text = whole
    drawn = "".join(re.findall(r"<svg.*?</svg>", text, flags=re.DOTALL))
    assert "var(--series-1)" in drawn
    assert "currentColor" in drawn
    assert "#1f2328" not in drawn
    assert "#0072b2" not in drawn


@pytest.mark.usefixtures("undrawn")
def test_the_published_curve_is_shown_for_re_1600(tmp_path):
    out = make_output(tmp_path / "out", viscosity=1 / 1600, end=20.0)
    file = resources.files("thalweg") / "data/spectral_Re1600_512.txt"
    time, energy, rate = np.loadtxt(str(file), usecols=(0, 1, 2)).T
    rows = history_rows(time[::10], energy[::10], 1.02 * rate[::10], 1 / 1600)
    write_csv(out / "history.csv", HISTORY_COLUMNS, rows)
    curves = make_page(out).sections["curves"]
    assert "van Rees" in curves
    assert re.search(r"relative L2 error, from 2ν · enstrophy\s*2 %", curves)


@pytest.mark.usefixtures("undrawn")
def test_our_own_curve_is_named_as_such(output):
    assert "our own run at" in make_page(output).sections["curves"]


@pytest.mark.usefixtures("undrawn")
def test_without_a_known_curve_that_is_said(tmp_path):
    out = make_output(tmp_path / "out", viscosity=0.01)
    assert "No reference curve is at hand for Re = 100" in make_page(out).sections["curves"]


@pytest.mark.usefixtures("undrawn")
def test_a_reference_can_be_given(output):
    curves = make_page(output, "--reference", str(output / "history.csv")).sections["curves"]
    assert re.search(r"relative L2 error, from 2ν · enstrophy\s*0 %", curves)


@pytest.mark.parametrize(
    "missing", ["fields", "spectra", "report.json", "history.csv", "case.toml"]
)
@pytest.mark.usefixtures("undrawn")
def test_a_missing_part_is_said(output, missing):
    path = output / missing
    shutil.rmtree(path) if path.is_dir() else path.unlink()
    page = make_page(output)
    said = {
        "fields": ("vorticity", "No vorticity field was written yet"),
        "spectra": ("spectrum", "No spectrum was written yet"),
        "report.json": ("time", "there is none yet"),
        "history.csv": ("curves", "There is no history.csv with rows yet"),
        "case.toml": ("case", "The folder has no case.toml"),
    }
    section, text = said[missing]
    assert text in page.sections[section]


@pytest.mark.usefixtures("undrawn")
def test_only_a_case(output):
    for name in ("fields", "spectra", "checkpoints"):
        shutil.rmtree(output / name)
    for name in ("history.csv", "report.json", "run.log"):
        (output / name).unlink()
    assert "no report.json" in make_page(output).text


@pytest.mark.parametrize("text", ["", "step,time\nx,y,z\n"])
@pytest.mark.usefixtures("undrawn")
def test_a_damaged_history_is_said_and_the_rest_shown(output, text):
    (output / "history.csv").write_text(text)
    page = make_page(output)
    assert "history.csv" in page.sections["curves"]
    assert "step 20, time 20" in page.text, "of the report"
    assert "Shell spectrum" in page.sections["spectrum"]
    assert "Magnitude of the vorticity" in page.sections["vorticity"]
    assert "thalweg.Run" in page.sections["files"]
    assert "run.history" not in page.sections["files"]
    (output / "report.json").unlink()
    assert re.search(r"not known: \S*history\.csv", make_page(output).text)


def test_the_header_tells_how_far_a_run_came_and_on_which_grid(output):
    rows = (output / "history.csv").read_text().splitlines()
    (output / "history.csv").write_text("\n".join(rows[:-3]) + "\n")
    assert "step 20, time 20" in header(Run(output)), "its last row was due earlier"
    (output / "report.json").unlink()
    assert "step 17, time 8.5 of 10" in header(Run(output)), "it still goes on"
    case = output / "case.toml"
    points = "points = [16, 16, 16]"
    text = case.read_text()
    case.write_text(text.replace(points, "cells = [8, 4, 2]"))
    assert "8 × 4 × 2" in header(Run(output))
    case.write_text(text.replace(points, ""))
    assert "grid" not in header(Run(output)) and "not known" not in header(Run(output))


def test_fields_may_have_any_name(output):
    """Of a kind without pictures of its own, in pages that are well formed."""
    case = (output / "case.toml").read_text().replace('"turbulence"', '"heat"', 1)
    (output / "case.toml").write_text(case)
    for file in (output / "fields").glob("vorticity-*"):
        with h5py.File(file, "r+") as data:
            data.move("VTKHDF/PointData/vorticity", 'VTKHDF/PointData/$a$ (b)"<')
        file.rename(file.with_name(file.name.replace("vorticity", '$a$ (b)"<')))
    (output / "fields/vorticity-000020-old.vtkhdf").touch()
    page = make_page(output)
    assert '$a$ (b)"< at time' in page.sections["fields"]
    assert "cannot be shown" not in page.sections["fields"]
    assert r'run.field("$a$ (b)\"<").values' in page.sections["files"]
    assert all(re.fullmatch(r"[\w-]+", one) for one in page.ids)


@pytest.mark.parametrize("rows", [0, 1, 2, 3])
@pytest.mark.usefixtures("sketched")
def test_the_first_rows_of_a_run(output, rows):
    lines = (output / "history.csv").read_text().splitlines(keepends=True)
    (output / "history.csv").write_text("".join(lines[: 2 + rows]) + "4,0.")
    (output / "report.json").unlink()
    page = make_page(output)
    assert "no report.json: still going on" in page.text
    assert "done: step 20" in page.sections["log"]


@pytest.mark.usefixtures("undrawn")
def test_a_damaged_field_is_said_and_the_rest_shown(output):
    path = output / "fields/vorticity-000000.vtkhdf"
    path.write_bytes(path.read_bytes()[:5000])
    page = make_page(output)
    assert "This cannot be shown" in page.sections["vorticity"]
    assert "vorticity-000000.vtkhdf" in page.sections["vorticity"]
    assert "held" in page.sections["checks"]


@pytest.mark.usefixtures("sketched")
def test_values_that_are_not_finite(output):
    history = (output / "history.csv").read_text().splitlines()
    history[-1] = ",".join(history[-1].split(",")[:3] + ["nan"] * 12)
    (output / "history.csv").write_text("\n".join(history) + "\n")
    assert "Checks" in make_page(output).text


@pytest.mark.usefixtures("undrawn")
def test_a_run_that_stopped(output):
    report = json.loads((output / "report.json").read_text())
    report["status"] = "stopped by signal 15"
    (output / "report.json").write_text(json.dumps(report))
    page = make_page(output)
    assert "stopped by signal 15" in page.text
    assert "log" in page.sections


@pytest.mark.usefixtures("undrawn")
def test_checks_can_fail(output):
    rows = np.loadtxt(output / "history.csv", delimiter=",", skiprows=2)
    names = list(HISTORY_COLUMNS)
    rows[3, names.index("divergence_max")] = 1.0
    rows[4, names.index("kmax_eta")] = 0.5
    rows[5:, names.index("energy")] += 1.0
    write_csv(output / "history.csv", HISTORY_COLUMNS, rows)
    verdicts = make_page(output).sections["checks"]
    assert verdicts.count("look at this") >= 3


@pytest.mark.usefixtures("undrawn")
def test_a_superfluid_has_sections_of_its_own(output):
    case = output / "case.toml"
    case.write_text(case.read_text(encoding="utf-8").replace("navier-stokes", "gross-pitaevskii"),
                    encoding="utf-8")  # fmt: skip
    parts = ["incompressible", "compressible", "quantum", "internal"]
    names = ["step", "time", "mass", "energy", *(f"energy_{part}" for part in parts),
             "vortex_length", "cfl"]  # fmt: skip
    rows = np.ones((5, len(names)))
    rows[:, 1] = np.arange(5)
    rows[4, names.index("energy")] = 1.1
    write_csv(output / "history.csv", dict.fromkeys(names, "1"), rows)
    for file in (output / "spectra").iterdir():
        file.unlink()
    k = np.arange(0, 12.0)
    write_csv(output / "spectra/spectrum-000004.csv", dict.fromkeys(["k", *parts], "1"),
              np.stack([k, np.exp(-k), np.exp(-k), np.exp(-k), np.exp(-k)], axis=1))  # fmt: skip
    page = make_page(output)
    assert list(page.sections)[:4] == ["curves", "spectrum", "fields", "checks"]
    assert "Length of all vortex lines" in page.sections["curves"]
    assert "incompressible energy" in page.sections["spectrum"]
    assert page.sections["checks"].count("look at this") == 1  # the energy; the mass is kept
    write_csv(output / "history.csv", dict.fromkeys(names, "1"), rows[:0])
    assert "no curves" in make_page(output).sections["curves"]


@pytest.mark.usefixtures("undrawn")
def test_a_kind_without_pictures(output):
    case = (output / "case.toml").read_text().replace('"turbulence"', '"heat"', 1)
    (output / "case.toml").write_text(case)
    page = make_page(output)
    assert "vorticity at time" in page.text  # fields of any kind can be shown
    assert "energy, enstrophy, helicity" in page.sections["history"]
    assert re.search(r"kmax_eta\s*–", page.sections["history"])  # in the table of all columns
    for file in (output / "fields").iterdir():
        file.unlink()
    assert "No field was written yet" in make_page(output).sections["fields"]


@pytest.mark.usefixtures("undrawn")
def test_another_output_file(output, tmp_path, capsys):
    file = tmp_path / "page.html"
    assert main([str(output), "--output", str(file)]) == 0
    assert f"wrote {file}" in capsys.readouterr().out
    assert not (output / "report.html").exists()
    Page(file.read_text(encoding="utf-8"))


def test_no_output_folder(tmp_path, capsys):
    (tmp_path / "notes.txt").touch()
    assert main([str(tmp_path)]) == 2
    error = capsys.readouterr().err
    assert "expected  case.toml, history.csv, report.json" in error
    assert "found     notes.txt" in error


@pytest.mark.usefixtures("undrawn")
def test_the_page_cannot_be_written(output, capsys):
    assert main([str(output), "--output", str(output / "none/page.html")]) == 4
    assert "cannot be written (No such file or directory)" in capsys.readouterr().err


@pytest.mark.usefixtures("sketched")
def test_the_first_rows_do_not_reach_into_the_reference(output):
    """Curves are drawn before there is anything to compare."""
    rows = history_rows(np.array([0, 1e-3, 2e-3]), np.full(3, 0.125), np.full(3, 1e-3), 1 / 400)
    write_csv(output / "history.csv", HISTORY_COLUMNS, rows)
    curves = make_page(output).sections["curves"]
    assert "Energy per mass against time" in curves
    assert "not yet got far enough" in curves


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("r.csv", "time,energy,dissipation\ntime,1,1\n"),
        ("r.csv", "time,energy,dissipation\ntime,1,1\n0,1,1\n"),
        ("r.txt", "# time energy -dE/dt\n"),
    ],
)
@pytest.mark.filterwarnings("error")
def test_a_reference_without_rows(output, name, text, capsys):
    file = output / name
    file.write_text(text)
    assert main([str(output), "--reference", str(file)]) == 2
    assert f"{name}: a reference has two times at least" in capsys.readouterr().err


def test_a_reference_that_is_none(output, capsys):
    assert main([str(output), "--reference", str(output / "case.toml")]) == 2
    assert "expected columns time, energy, -dE/dt" in capsys.readouterr().err


@pytest.mark.usefixtures("undrawn")
def test_phases_add_up_to_the_mean_step_and_name_the_slowest_rank(output):
    time = make_page(output).sections["time"]
    for text in ("whole step (mean)", "15.6 ms", "on the slowest rank", "12.1 ms", "add up"):
        assert text in time, text


@pytest.mark.usefixtures("undrawn")
def test_changes_at_restarts_are_shown(output):
    file = output / "report.json"
    report = json.loads(file.read_text(encoding="utf-8"))
    report["changes"] = [
        {"step": 40, "key": "turbulence.viscosity", "before": "0.01", "now": "0.02"}
    ]
    file.write_text(json.dumps(report), encoding="utf-8")
    case = make_page(output).sections["case"]
    for text in ("turbulence.viscosity", "0.01", "0.02", "40", "allow_changes"):
        assert text in case, text
