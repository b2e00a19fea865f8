# SPDX-License-Identifier: Apache-2.0
"""Every example in the package's docstrings is run."""

import doctest
import importlib
import pkgutil

import pytest

import thalweg

MODULES = ["thalweg"] + [m.name for m in pkgutil.walk_packages(thalweg.__path__, "thalweg.")]


@pytest.mark.parametrize("name", MODULES)
def test_examples(name, request):
    module = importlib.import_module(name)
    names = {"getfixture": request.getfixturevalue}
    result = doctest.testmod(module, extraglobs=names, optionflags=doctest.NORMALIZE_WHITESPACE)
    assert result.failed == 0


def test_there_are_examples():
    finder = doctest.DocTestFinder()
    found = [t for m in MODULES for t in finder.find(importlib.import_module(m)) if t.examples]
    assert len(found) >= 8
