#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Hold a Taylor-Green run to a reference curve.

    tools/compare_taylor_green.py OUT [REFERENCE]

prints the largest dissipation, its time, and the relative L2 error of the dissipation,

    sqrt( integral_0^T (e - r)^2 dt / integral_0^T r^2 dt ),    T = min(20, the last common time),

with e the run's 2 nu enstrophy, interpolated linearly to the reference's times, and r the
reference's -dE/dt, by the trapezoidal rule; a second number takes e = -dE/dt from the run's energy.
REFERENCE has columns time, energy, -dE/dt, or is the history.csv of another run; without it the
curve that is known for the run's Reynolds number is taken. Exit status 2: wrong files.
"""

import sys

from scripts import command_line
from thalweg import OutputError, Run
from thalweg.commands import run_command
from thalweg.taylor_green import Comparison, Reference, compare, known_reference, read_reference


def reference_of(run: Run, file: str | None) -> Reference:
    """The named reference, or the known one."""
    reference = read_reference(file) if file else known_reference(run)
    if reference is None:
        raise OutputError(f"{run.path}: no curve is known for this case; name a reference file")
    return reference


def text(run: Run, reference: Reference, c: Comparison) -> str:
    """What is printed."""
    points = " x ".join(str(n) for n in run.setting("grid.points", ["?"]))
    excess, late = c.peak / c.reference_peak - 1, c.peak_time - c.reference_peak_time
    return f"""{run.title} ({points}), against {reference.source}
                        run        reference  difference
largest dissipation     {c.peak:<10.6f} {c.reference_peak:<10.6f} {excess:+.2%}
at time                 {c.peak_time:<10.4f} {c.reference_peak_time:<10.4f} {late:+.4f}
relative L2 error of dissipation over 0 <= t <= {c.end:g}
  from 2 nu enstrophy   {100 * c.relative_l2:.2f} %
  from -dE/dt           {100 * c.relative_l2_from_energy:.2f} %"""


def main(arguments: list[str] | None = None) -> int:
    """Compare and print."""
    parser = command_line(__doc__)
    parser.add_argument("out", metavar="OUT", help="the run's output folder")
    parser.add_argument("reference", metavar="REFERENCE", nargs="?")
    options = parser.parse_args(arguments)

    def compare_run() -> None:
        run = Run(options.out)
        reference = reference_of(run, options.reference)
        if run.history is None:
            raise OutputError(f"{run.path / 'history.csv'}: there is no such file yet")
        print(text(run, reference, compare(run.history, reference)))

    return run_command("compare_taylor_green", compare_run)


if __name__ == "__main__":
    sys.exit(main())
