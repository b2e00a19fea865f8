# SPDX-License-Identifier: Apache-2.0
from synthetic_sound import make_sound_output
from thalweg import Run
from thalweg.figures.style import figure


def test_the_picture_of_the_readme(output, tool, tmp_path, capsys):
    file = tmp_path / "pictures/p.png"
    assert tool("picture_taylor_green").main([str(output), str(file)]) == 0
    assert file.read_bytes().startswith(b"\x89PNG")
    assert f"wrote {file}" in capsys.readouterr().out


def test_only_a_published_curve_is_drawn(output, tool):
    picture = tool("picture_taylor_green")
    axes = figure().subplots()
    picture.draw_curve(axes, Run(output), 1.0)
    assert axes.lines[0].get_label() == "Thalweg, 16³"


def test_without_fields_it_says_so(output, tool, tmp_path, capsys):
    for field in (output / "fields").iterdir():
        field.unlink()
    assert tool("picture_taylor_green").main([str(output), str(tmp_path / "p.png")]) == 2
    assert 'no "vorticity"' in capsys.readouterr().err


def test_the_picture_of_a_bowl(tool, tmp_path, capsys):
    out = make_sound_output(tmp_path / "out", (24, 16, 12), layered=True)
    file = tmp_path / "pictures/p.png"
    assert tool("picture_focused_bowl").main([str(out), str(file)]) == 0
    assert file.read_bytes().startswith(b"\x89PNG")
    assert tool("picture_focused_bowl").first_wave(Run(out)) == 51
    for field in (out / "fields").glob("pressure-max*"):
        field.unlink()
    assert tool("picture_focused_bowl").main([str(out), str(file)]) == 2
    assert 'no "pressure-max"' in capsys.readouterr().err
