# SPDX-License-Identifier: Apache-2.0
"""The whole page: sections in order, the style sheet inside, nothing from the network."""

from collections.abc import Callable

from thalweg.errors import OutputError
from thalweg.report import fields, flow, general, html, sound, turbulence
from thalweg.report.references import references
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
    wanted = KINDS.get(run.kind, lambda *_: [])(run, reference)
    made = [general.ending(run), *(_made(*item) for item in wanted)]
    rest = (
        references,
        general.time,
        general.transport,
        general.memory,
        general.case,
        general.files,
    )
    sections = [s for s in (*made, *(part(run) for part in rest)) if s is not None]
    if not wanted:
        sections[:0] = fields.sections(run) or [_unknown_kind(run)]
    return html.document(
        run.title,
        general.header(run),
        sections,
        "Made by thalweg-report from the output folder alone.",
    )


def _made(anchor: str, heading: str, make: Callable[[], str]) -> html.Section:
    """A section, or in its place what is wrong with the files it needs."""
    try:
        return html.Section(anchor, heading, make())
    except OutputError as error:
        return html.Section(anchor, heading, html.note(f"This cannot be shown. {error}"))


def _unknown_kind(run: Run) -> html.Section:
    kind = f'of the kind "{run.kind}"' if run.kind else "of unknown kind (there is no case.toml)"
    message = f"There are no pictures for a run {kind}; history.csv can be drawn with thalweg-plot."
    return html.Section("results", "Results", html.note(message))
