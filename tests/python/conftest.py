# SPDX-License-Identifier: Apache-2.0
"""What the tests of the Python package share. They run with the package installed or not."""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "bindings/python"), str(ROOT / "tools")]

from synthetic import make_ensemble, make_output, write_csv  # noqa: E402
from synthetic_cells import make_blood_output  # noqa: E402
from synthetic_sound import make_sound_output  # noqa: E402
from thalweg.figures.style import style  # noqa: E402


@pytest.fixture
def output(tmp_path: Path) -> Path:
    """The folder of a Taylor-Green run at Re = 400 that is done."""
    return make_output(tmp_path / "out")


@pytest.fixture
def ensemble(tmp_path: Path) -> Path:
    """The folder of an ensemble of three runs, the last of which has diverged."""
    return make_ensemble(tmp_path / "ensemble")


@pytest.fixture
def sound_output(tmp_path: Path) -> Path:
    """The folder of a sound run in two dimensions that is done."""
    return make_sound_output(tmp_path / "sound")


@pytest.fixture
def blood_output(tmp_path: Path) -> Path:
    """The folder of a run with two red cells in a tube, at three times."""
    return make_blood_output(tmp_path / "blood")


@pytest.fixture
def energy_table(tmp_path: Path) -> Path:
    file = tmp_path / "table.csv"
    write_csv(file, {"time": "time", "energy": "velocity^2"}, [[0, 0.125], [0.5, 0.1249]])
    return file


@pytest.fixture
def undrawn(monkeypatch):
    """Pages have empty pictures: for tests of their text, as drawing takes most of the time."""

    def empty(fig, name, description):
        return f'<svg role="img" aria-label="{name}"></svg>'

    monkeypatch.setattr("thalweg.report.html.to_svg", empty)


@pytest.fixture
def sketched(monkeypatch):
    """Pages have empty pictures, but every picture is gone through as if it were drawn.

    For tests of whether data can be drawn at all: a third of the time, as nothing is laid out.
    """

    def sketch(fig, name, description):
        fig.set_layout_engine("none")
        with style():
            fig.draw_without_rendering()
        return f'<svg role="img" aria-label="{name}"></svg>'

    monkeypatch.setattr("thalweg.report.html.to_svg", sketch)


@pytest.fixture(scope="session")
def tool():
    """A function that loads a script of tools/ by its name as a module."""

    def load(name: str) -> ModuleType:
        spec = importlib.util.spec_from_file_location(name, ROOT / "tools" / f"{name}.py")
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module
        spec.loader.exec_module(module)
        return module

    return load
