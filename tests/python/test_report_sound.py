# SPDX-License-Identifier: Apache-2.0
import re
import shutil

import h5py
import numpy as np
import pytest

from pages import make_page
from synthetic_sound import make_sound_output, write_record


def test_a_whole_run(sound_output):
    page = make_page(sound_output)
    assert list(page.sections) == [
        "pressure", "maximum", "sensors", "medium", "checks", "time", "transport", "memory",
        "case", "files",
    ]  # fmt: skip
    assert page.figures == 11
    assert "intensity x over the run" in page.sections["sensors"]
    assert len(page.ids) == len(set(page.ids))
    for text in ("A wave <and> its echo", "24 × 16", "200 kPa", "2 MHz", "SI: metres"):
        assert text in page.text
    assert "t = 1 µs" in page.sections["pressure"]
    assert "sensor “line”" in page.sections["checks"]
    assert "the layer is thin" in page.sections["checks"]
    assert 'run.traces.read("line", "pressure")   # (101, 9)' in page.sections["files"]


@pytest.mark.usefixtures("undrawn")
def test_where_the_pressure_is_largest(sound_output):
    found = make_page(sound_output).sections["maximum"]
    assert "x = 1 mm, y = 0 mm" in found
    assert re.search(r"largest pressure\s*3 MPa", found)
    assert re.search(r"lowest pressure there\s*−1.5 MPa", found)
    # exp(-r²/a²) is above a half for r < a √ln 2; drawn through points, not through the curve
    width = re.search(r"\(x × y\)\s*([\d.]+) × ([\d.]+) mm", found)
    assert [float(w) for w in width.groups()] == pytest.approx([0.666, 0.666], rel=0.02)


@pytest.mark.parametrize("points", [(24,), (24, 16), (24, 16, 12)])
@pytest.mark.parametrize("layered", [False, True])
@pytest.mark.usefixtures("sketched")
def test_grids(tmp_path, points, layered):
    page = make_page(make_sound_output(tmp_path / "out", points, layered))
    assert "This cannot be shown" not in page.text
    assert ("no maps" in page.sections["medium"]) != layered
    assert ("z = 0 mm" in page.sections["pressure"]) == (len(points) == 3)
    if len(points) == 3:
        assert "x = 1 mm, y = 0 mm, z = 0 mm" in page.sections["maximum"]


@pytest.mark.usefixtures("undrawn")
def test_the_medium_counts_in_the_checks(tmp_path):
    page = make_page(make_sound_output(tmp_path / "out", layered=True))
    assert re.search(r"≤ 0.5", page.sections["checks"])  # the limit of the CFL number
    assert "0.32" in page.sections["checks"]  # 1600 m/s, 20 ns, 0.1 mm
    assert "7.5" in page.sections["checks"]  # 1500 m/s, 2 MHz, 0.1 mm


@pytest.mark.usefixtures("undrawn")
def test_regions_count_where_no_map_was_written(tmp_path):
    folder = make_sound_output(tmp_path / "out")
    case = (folder / "case.toml").read_text()
    regions = (
        "[[medium.region]]\nshape = 'layer'\naxis = 'x'\nfrom = 0.001\nsound_speed = 3000.0\n"
        "[[medium.region]]\nshape = 'layer'\naxis = 'x'\nfrom = 0.002\nsound_speed = 1000.0\n"
        "sound_speed_deviation = 100.0\n"
    )
    (folder / "case.toml").write_text(case.replace("[time]", regions + "[time]"))
    found = make_page(folder).sections["checks"]
    assert re.search(r"≤ 0.5", found)
    assert "0.6" in found  # 3000 m/s, 20 ns, 0.1 mm
    assert "4.13" in found  # 1000 - √3 100 m/s, 2 MHz, 0.1 mm


@pytest.mark.usefixtures("undrawn")
def test_checks_can_fail(sound_output):
    case = (sound_output / "case.toml").read_text()
    case = case.replace("2000000.0", "6000000.0").replace("points = [12]", "points = [4]")
    (sound_output / "case.toml").write_text(case)
    history = (sound_output / "history.csv").read_text().splitlines()
    history[-1] = history[-1].rpartition(",")[0] + ",nan"
    (sound_output / "history.csv").write_text("\n".join(history) + "\n")
    assert make_page(sound_output).sections["checks"].count("look at this") == 3


@pytest.mark.parametrize(
    ("missing", "section", "said"),
    [
        ("fields", "pressure", "No pressure field was written yet"),
        ("fields", "maximum", "No largest pressure was written"),
        ("traces.h5", "sensors", "There is no traces.h5"),
        ("history.csv", "pressure", "There is no history.csv with rows yet"),
        ("report.json", "time", "there is none yet"),
    ],
)
@pytest.mark.usefixtures("undrawn")
def test_a_missing_part_is_said(sound_output, missing, section, said):
    path = sound_output / missing
    shutil.rmtree(path) if path.is_dir() else path.unlink()
    assert said in make_page(sound_output).sections[section]


@pytest.mark.parametrize("name", ["traces.h5", "fields/pressure-000101.vtkhdf"])
@pytest.mark.usefixtures("undrawn")
def test_a_damaged_part_is_said_and_the_rest_shown(sound_output, name):
    path = sound_output / name
    path.write_bytes(path.read_bytes()[:3000])
    page = make_page(sound_output)
    section = "sensors" if name == "traces.h5" else "pressure"
    shown = {s for s, text in page.sections.items() if "This cannot be shown" not in text}
    assert set(page.sections) - shown == {section}
    assert path.name in page.sections[section]
    assert "3 MPa" in page.sections["maximum"]


def rewrite(path, name, values):
    with h5py.File(path, "r+") as file:
        group, record = name.split("/")
        unit = file[name].attrs["unit"].decode()
        del file[name]
        write_record(file[group], record, values, unit)


@pytest.mark.usefixtures("sketched")
def test_rows_that_are_not_there_yet(sound_output):
    with h5py.File(sound_output / "traces.h5") as file:
        series = file["line/pressure"][:]
    series[60:] = np.nan
    rewrite(sound_output / "traces.h5", "line/pressure", series)
    for statistic in ("pressure-max", "intensity-x"):
        rewrite(sound_output / "traces.h5", f"line/{statistic}", np.full(9, np.nan))
    sensors = make_page(sound_output).sections["sensors"]
    assert "written at the end of the run" in sensors
    rewrite(sound_output / "traces.h5", "line/pressure", np.full((101, 9), np.nan))
    page = make_page(sound_output)
    assert "Nothing is recorded of line yet" in page.sections["sensors"]
    assert "sensor “line”" not in page.sections["checks"]


@pytest.mark.usefixtures("sketched")
def test_silence(sound_output):
    rewrite(sound_output / "traces.h5", "line/pressure", np.zeros((101, 9)))
    page = make_page(sound_output)
    assert "This cannot be shown" not in page.text


@pytest.mark.usefixtures("undrawn")
def test_many_points_are_thinned_out(sound_output):
    count = 1001
    with h5py.File(sound_output / "traces.h5", "r+") as file:
        del file["line"]
        line = file.create_group("line")
        write_record(line, "pressure", np.ones((101, count)), "Pa")
        line["coordinates"] = np.zeros((count, 2), dtype=np.float32)
    assert "One of every 3 points" in make_page(sound_output).sections["sensors"]


@pytest.mark.usefixtures("sketched")
@pytest.mark.parametrize("value", [0.0, np.nan])
def test_a_largest_pressure_that_was_not_recorded(sound_output, value):
    (file,) = sound_output.glob("fields/pressure-max-*.vtkhdf")
    with h5py.File(file, "r+") as opened:
        opened["VTKHDF/PointData/pressure-max"][...] = value
    assert "is zero or not finite everywhere" in make_page(sound_output).sections["maximum"]
