# SPDX-License-Identifier: Apache-2.0
"""Folders of results that the READMEs of cases name are those that their commands write."""

import re
from fnmatch import fnmatch
from pathlib import Path

import pytest

CASES = Path(__file__).resolve().parents[2] / "cases"


def folders_of(case: Path) -> list[str]:
    """Where runs of the case's files go: out/FOLDER-FILE."""
    stems = (file.stem for file in case.glob("*.toml"))
    return [stem if stem == case.name else f"{case.name}-{stem}" for stem in stems]


@pytest.mark.parametrize("name", sorted(readme.parent.name for readme in CASES.glob("*/README.md")))
def test_folders_are_those_that_runs_write(name):
    text = (CASES / name / "README.md").read_text()
    written = folders_of(CASES / name) + re.findall(r"--out out/([\w-]+)", text)
    named = set(re.findall(r"\bout/([\w.?*-]+)", text))
    folders = {one for one in named if not one.endswith(".png")}
    assert not [one for one in folders if not any(fnmatch(w, one) for w in written)]
