# SPDX-License-Identifier: Apache-2.0
"""The command thalweg-report."""

import argparse
import os
import tempfile
from pathlib import Path

from thalweg.commands import run_command, say, writing
from thalweg.errors import OutputError
from thalweg.machine import MachineProfile
from thalweg.prediction import Prediction, is_prediction
from thalweg.report.page import report_html
from thalweg.report.prediction import prediction_html
from thalweg.report.profile import profile_html
from thalweg.report.text import size
from thalweg.run import Run
from thalweg.taylor_green import read_reference


def main(arguments: list[str] | None = None) -> int:
    """Write a page about an output folder, a machine's profile or a prediction.

    Returns:
        0, or 2 where the folder or a file in it is not what it should be, 4 where the page cannot
        be written.
    """
    options = _parser().parse_args(arguments)
    return run_command("thalweg-report", lambda: _report(options))


def _report(options: argparse.Namespace) -> None:
    default, page = _page(Path(options.out), options.reference)
    file = options.output or default
    with writing(file):
        _write(file, page)
    say(f"wrote {file} ({size(len(page.encode()))}); open it in any browser")


def _page(out: Path, reference: str | None) -> tuple[Path, str]:
    """Where the page goes by default, and its text."""
    if out.suffix == ".json" and out.is_file():
        if reference:
            raise OutputError(
                "--reference goes with an output folder, not with a profile or a prediction"
            )
        if is_prediction(out):
            return out.with_suffix(".html"), prediction_html(Prediction(out))
        return out.with_suffix(".html"), profile_html(MachineProfile(out))
    run = Run(out)
    return run.path / "report.html", report_html(
        run, read_reference(reference) if reference else None
    )


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="thalweg-report",
        description="Write a page with pictures, curves and timings about a run, which may still "
        "be going on, about what was measured of a machine, or about a prediction. The page needs "
        "no network.",
    )
    parser.add_argument(
        "out",
        metavar="OUT",
        help="the run's output folder, a profile (PROFILE.json) or a prediction (PRED.json)",
    )
    parser.add_argument(
        "--output", type=Path, metavar="FILE", help="default: OUT/report.html, PROFILE.html"
    )
    parser.add_argument(
        "--reference",
        metavar="FILE",
        help="a curve to compare with: columns time, energy, -dE/dt, or a history.csv; by default "
        "the one that is known for the case",
    )
    return parser


def _write(file: Path, page: str) -> None:
    """Write under another name first, so that a reader never sees half a page."""
    handle, temporary = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name}-")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as out:
            out.write(page)
        umask = os.umask(0)
        os.umask(umask)
        os.chmod(temporary, 0o666 & ~umask)
        os.replace(temporary, file)
    except OSError:
        os.unlink(temporary)
        raise
