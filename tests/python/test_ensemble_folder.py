# SPDX-License-Identifier: Apache-2.0
import pytest

import thalweg
from thalweg.report.command import main as report


def test_members_are_runs(ensemble):
    opened = thalweg.Ensemble(ensemble)
    assert [m.number for m in opened.members] == [0, 1, 2]
    assert [m.status for m in opened.members] == ["done", "done", "diverged"]
    assert opened.members[2].message == "it diverged"
    assert opened.members[1].run.setting("turbulence.viscosity") == 0.02


def test_folders_that_are_no_ensemble(ensemble, output, tmp_path):
    with pytest.raises(thalweg.OutputError, match="the folder of a single run"):
        thalweg.Ensemble(output)
    with pytest.raises(thalweg.OutputError, match="missing"):
        thalweg.Ensemble(tmp_path / "nowhere")
    for text in ("{", "[]", '{"members": 3}', '{"members": [{"member": 0}]}'):
        (ensemble / "ensemble.json").write_text(text)
        with pytest.raises(thalweg.OutputError, match=r"ensemble\.json"):
            thalweg.Ensemble(ensemble)


def test_an_ensemble_is_no_single_run(ensemble, capsys):
    (ensemble / "case.toml").write_text("")
    with pytest.raises(thalweg.OutputError, match="members/0000"):
        thalweg.Run(ensemble)
    assert report([str(ensemble)]) != 0
    assert "members/0000" in capsys.readouterr().err
