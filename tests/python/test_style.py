# SPDX-License-Identifier: Apache-2.0
"""Figures in the text of a page."""

import re

from thalweg.figures.style import figure, plain, style, to_svg


def test_the_factor_of_an_axis_is_a_power_of_ten():
    with style():
        fig = figure()
        fig.subplots().plot([0, 1], [0, 3e-7])
    svg = to_svg(fig, "small", "a line")
    assert ">×10⁻⁷<" in svg and ">1e" not in svg


def test_ids_have_no_characters_that_end_them():
    with style():
        fig = figure()
        fig.subplots().bar([0, 1], [1, 2], hatch="//")
    svg = to_svg(fig, 'a "b" <c>)', "bars")
    used = set(re.findall(r"url\(#([^)]*)\)", svg))
    assert used
    assert used <= set(re.findall(r' id="([^"]*)"', svg))
    assert all(re.fullmatch(r"[\w-]+", one) for one in used)


def test_dollars_in_texts_of_users_are_dollars():
    with style():
        fig = figure()
        fig.subplots().set_title(plain(r"$\nothing$ and $5"))
    assert r"$\nothing$ and $5" in to_svg(fig, "dollars", "a title")
