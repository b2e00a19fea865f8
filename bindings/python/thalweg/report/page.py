# SPDX-License-Identifier: Apache-2.0
"""The whole page: sections in order, the style sheet inside, nothing from the network."""

from collections.abc import Callable

from thalweg.errors import OutputError
from thalweg.report import flow, html, other, sound, turbulence
from thalweg.report.case import case
from thalweg.report.files import files
from thalweg.report.header import ending, header
from thalweg.report.memory import memory
from thalweg.report.references import references
from thalweg.report.timing import time
from thalweg.report.transport import transport
from thalweg.run import Run
from thalweg.taylor_green import Reference, known_reference

# What each kind of simulation adds: a function of run and reference that lists sections.
KINDS = {"flow": flow.sections, "sound": sound.sections, "turbulence": turbulence.sections}


def report_html(run: Run, reference: Reference | None = None) -> str:
    """The report of a run as one HTML text.

    Parts that are missing or damaged are named in their place; the rest is shown.

    Args:
        run: The output folder.
        reference: A curve to compare with; by default the one known for this case.
    """
    if reference is None:
        reference = known_reference(run)
    wanted = KINDS.get(run.kind, other.sections)(run, reference)
    made = [ending(run), *(_made(*item) for item in wanted)]
    rest = (references, time, transport, memory, case, files)
    sections = [s for s in (*made, *(part(run) for part in rest)) if s is not None]
    return html.document(
        run.title,
        header(run),
        sections,
        "Made by thalweg-report from the output folder alone.",
    )


def _made(anchor: str, heading: str, make: Callable[[], str]) -> html.Section:
    """A section, or in its place what is wrong with the files it needs."""
    try:
        return html.Section(anchor, heading, make())
    except OutputError as error:
        return html.Section(anchor, heading, html.note(f"This cannot be shown. {error}"))
