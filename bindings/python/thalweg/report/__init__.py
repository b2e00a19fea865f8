# SPDX-License-Identifier: Apache-2.0
"""report.html: one self-contained page about a run.

`page` puts it together, `general` has the sections that every kind of run gets, `turbulence` those
of the turbulence solver, `html` the pieces they are made of, report.css the looks.
"""

from thalweg.report.command import main
from thalweg.report.page import report_html

__all__ = ["main", "report_html"]
