# SPDX-License-Identifier: Apache-2.0
"""Figures of a run, each a function that returns a Matplotlib figure.

`style` has the colours and turns figures into SVG that follows a page's light or dark theme.
"""
