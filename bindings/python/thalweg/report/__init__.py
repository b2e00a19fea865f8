# SPDX-License-Identifier: Apache-2.0
"""report.html: one self-contained page about a run.

`page` puts it together. `header`, `references`, `timing`, `transport`, `memory`, `case` and `files`
have what every kind of run gets; `turbulence`, `sound` and `flow` the sections of their solvers;
`html` the pieces that all are made of, report.css the looks.
"""

from thalweg.report.command import main
from thalweg.report.page import report_html

__all__ = ["main", "report_html"]
