# SPDX-License-Identifier: Apache-2.0
"""Images of point scatterers: where they are and how wide."""

import json
import re

import numpy as np
import pytest
from synthetic_scan import ELEMENTS, FOCUS, FREQUENCY, PITCH, SPEED, Scan, make_scan

import thalweg
from thalweg.beamforming import scan_line
from thalweg.bmode import main

LENGTH = SPEED / FREQUENCY
LINE = 3e-4  # between scan lines
LINES = Scan(across=tuple(LINE * np.arange(-12, 13)))


def image(folder):
    """Depths, places and envelope as they are written."""
    with np.load(folder / "b-mode.npz") as file:
        return file["depths"], file["places"], file["envelope"]


def peak(folder, near=None):
    """The brightest place (across, depth) and its envelope; near: within 2 mm of a place."""
    _, places, envelope = image(folder)
    if near is not None:
        far = np.linalg.norm(places - np.asarray(near), axis=2) > 2e-3
        envelope = np.where(far, 0, envelope)
    at = np.unravel_index(envelope.argmax(), envelope.shape)
    return places[at], envelope[at]


@pytest.fixture(scope="module")
def focused(tmp_path_factory):
    """The scan of one point at the focus."""
    return make_scan(tmp_path_factory.mktemp("focused") / "scan", np.array([[FOCUS, 0.0]]), LINES)


@pytest.mark.parametrize("point", [(FOCUS, 1.2e-3), (12e-3, -0.6e-3), (26.3e-3, 0.9e-3)])
def test_a_point_is_where_it_is(tmp_path, point):
    folder = make_scan(tmp_path / "scan", np.array([point]), LINES)
    assert main([str(folder), "--from", "8"]) == 0
    depths, _, _ = image(folder)
    (across, depth), _ = peak(folder)
    assert abs(across - point[1]) <= LINE / 2
    assert abs(depth - point[0]) <= (depths[1] - depths[0]) / 2
    assert (folder / "b-mode.png").read_bytes().startswith(b"\x89PNG")


def test_a_point_at_the_focus_is_as_wide_as_the_aperture_allows(focused, capsys):
    # Both ways through a rectangular aperture L the amplitude is sinc^2(x L / (wavelength z)), and
    # 1/2 at x = 0.443 wavelength z / L (9.6). A pulse of 3 cycles, not one frequency, and chords
    # in place of small angles make a few percent.
    width = 2 * 0.4429 * LENGTH * FOCUS / (ELEMENTS * PITCH)
    listening = FOCUS / (ELEMENTS * PITCH)
    at = ["--point", "0", str(1e3 * FOCUS)]
    assert main([str(focused), "--apodisation", "none", "--f-number", str(listening), *at]) == 0
    said = re.search(r"([\d.]+) mm across, ([\d.]+) mm along", capsys.readouterr().out)
    (across, depth), _ = peak(focused)
    depths, _, _ = image(focused)
    assert abs(across) <= LINE / 2
    assert abs(depth - FOCUS) <= (depths[1] - depths[0]) / 2
    assert 1e-3 * float(said[1]) == pytest.approx(width, rel=0.08)
    # Along the line: the envelope of the pulse itself, exp(-x^2 / 2) with 6 x per pulse.
    pulse = 3 / FREQUENCY * SPEED / 2
    assert 1e-3 * float(said[2]) == pytest.approx(2 * np.sqrt(2 * np.log(2)) / 6 * pulse, rel=0.08)


def test_a_window_widens_the_point_and_lowers_its_sides(focused, capsys):
    widths, sides = {}, {}
    for window in ("none", "hann"):
        assert main([str(focused), "--apodisation", window, "--point", "0", "20"]) == 0
        widths[window] = float(re.search(r"([\d.]+) mm across", capsys.readouterr().out)[1])
        depths, places, envelope = image(focused)
        row = envelope[np.abs(depths - FOCUS).argmin()]
        sides[window] = row[np.abs(places[0, :, 0]) > 2e-3].max() / row.max()
    assert widths["hann"] > 1.05 * widths["none"]
    assert sides["hann"] < 0.8 * sides["none"]


def test_two_points_two_widths_apart_are_told_apart(tmp_path):
    apart = 1.8e-3
    points = np.array([[FOCUS, -apart / 2], [FOCUS, apart / 2]])
    folder = make_scan(tmp_path / "scan", points, LINES)
    assert main([str(folder)]) == 0
    depths, places, envelope = image(folder)
    row = envelope[np.abs(depths - FOCUS).argmin()]
    middle = row[np.abs(places[0, :, 0]).argmin()]
    assert middle < 0.5 * row.max()


def test_steered_lines_lie_at_their_angles(tmp_path):
    angle = np.deg2rad(10)
    point = 20e-3 * np.array([[np.cos(angle), np.sin(angle)]])
    folder = make_scan(tmp_path / "scan", point, Scan(angles=tuple(np.arange(-14, 15, 2.0))))
    assert main([str(folder)]) == 0
    (across, depth), _ = peak(folder)
    assert abs(np.hypot(across, depth) - 20e-3) <= LENGTH / 8
    assert np.arctan2(across, depth) == pytest.approx(angle, abs=np.deg2rad(1))


def test_no_line_goes_deeper_than_it_was_heard(tmp_path):
    # The first line fires its middle at once, the last long after its first element.
    point = np.array([[20e-3, 0.0]])
    folder = make_scan(tmp_path / "scan", point, Scan(angles=(0.0, 15.0, 30.0)))
    assert main([str(folder)]) == 0
    depths, _, _ = image(folder)
    lines = [scan_line(member.run) for member in thalweg.Ensemble(folder).members]
    latest = min(line.time[-1] - line.delay for line in lines)
    step = SPEED / FREQUENCY / 8
    assert SPEED * latest / 2 - step <= depths[-1] < SPEED * latest / 2


def test_gain_makes_up_for_the_absorption(tmp_path):
    points = np.array([[14e-3, 0.0], [24e-3, 0.0]])
    brightness = {}
    for absorption in (0.0, 0.5):
        scan = Scan(across=(-LINE, 0.0, LINE), absorption=absorption)
        folder = make_scan(tmp_path / f"scan{absorption}", points, scan)
        assert main([str(folder)]) == 0
        brightness[absorption] = [peak(folder, near=(0, p[0]))[1] for p in points]
    rise = 20 * np.log10(np.divide(*brightness[0.5][::-1]) / np.divide(*brightness[0.0][::-1]))
    assert rise == pytest.approx(2 * 0.5 * 3**1.5 * 1.0, rel=1e-2)  # 10 mm apart, there and back


def test_the_first_line_knows_when_its_pulse_leaves(tmp_path):
    folder = make_scan(tmp_path / "scan", np.array([[FOCUS, 0.0]]), Scan(across=(0.0,)))
    line = scan_line(thalweg.Ensemble(folder).members[0].run)
    outer = np.hypot(FOCUS, PITCH * (ELEMENTS - 1) / 2)
    assert line.delay == pytest.approx((outer - FOCUS) / SPEED + 1.5 / FREQUENCY)


def test_what_cannot_be_imaged_is_refused(tmp_path, capsys, output, ensemble):
    folder = make_scan(tmp_path / "scan", np.array([[FOCUS, 0.0]]), Scan(across=(0.0, LINE)))

    def refused(*arguments) -> str:
        assert main([str(argument) for argument in arguments]) == 2
        return capsys.readouterr().err

    assert "single run" in refused(output)
    assert "not done" in refused(ensemble)
    assert "Did you mean" in refused(folder, "--sensor", "aray")
    assert "nothing between" in refused(folder, "--from", "90")
    assert "no pixel" in refused(folder, "--point", "50", "20")
    case = folder / "members/0001/case.toml"
    case.write_text(case.read_text().replace('"tone-burst"', '"sine"'))
    assert "tone-burst" in refused(folder)
    case.write_text(case.read_text().replace('shape = "array"\ncenter', 'shape = "disc"\ncenter'))
    assert 'no source of shape "array"' in refused(folder)
    (folder / "members/0000/traces.h5").unlink()
    assert "no sensor has heard" in refused(folder)


def test_a_picture_that_cannot_be_written_is_status_4(tmp_path):
    folder = make_scan(tmp_path / "scan", np.array([[FOCUS, 0.0]]), Scan(across=(0.0, LINE)))
    assert main([str(folder), "--output", str(tmp_path / "nowhere/image.png")]) == 4
    assert json.loads((folder / "ensemble.json").read_text())["members"]
