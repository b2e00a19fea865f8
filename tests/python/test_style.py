# SPDX-License-Identifier: Apache-2.0
"""Figures in the text of a page."""

from thalweg.figures.style import figure, style, to_svg


def test_the_factor_of_an_axis_is_a_power_of_ten():
    with style():
        fig = figure()
        fig.subplots().plot([0, 1], [0, 3e-7])
    svg = to_svg(fig, "small", "a line")
    assert ">×10⁻⁷<" in svg and ">1e" not in svg
