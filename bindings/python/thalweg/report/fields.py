# SPDX-License-Identifier: Apache-2.0
"""Pictures of the fields of a run, of whatever form."""

from thalweg.bodies import shown_field
from thalweg.errors import OutputError
from thalweg.figures import forms, membranes
from thalweg.report import html
from thalweg.run import Run
from thalweg.scenes import Scenes, membrane_fields, scales
from thalweg.units import moment


def pictures(run: Run) -> str:
    """The newest of every field."""
    names = run.fields()
    if not names:
        return html.note("No field was written yet: output.fields in the case says when.")
    return "".join(_picture(run, name) for name in names)


def _picture(run: Run, name: str) -> str:
    step = run.steps_of_field(name)[-1]
    try:
        if name in membrane_fields(run):
            return _membranes(run, name)
        shown = shown_field(run, name, step)
    except OutputError as error:
        return html.note(f"This cannot be shown. {error}")
    file, when = run.field_path(name, step).name, moment(shown.time, run.kind)
    return html.figure(
        forms.field(shown, name, kind=run.kind),
        f"field-{name}",
        f"{name} at {when}.",
        f"{name} at {when} (step {step}): the plane in the middle of the grid, of "
        f"the lattice or of each block, or all points. From {file}.",
    )


def _membranes(run: Run, name: str) -> str:
    scene = Scenes(run, name).at(None)
    cells, colour = scene.membranes, scene.colour.replace("_", " ")
    when = moment(cells.time, run.kind)
    what = f"{name} at {when} (step {cells.step}), coloured by {colour}"
    plane = (
        " Curves: where membranes meet the plane in the middle, on the plasma's speed there."
        if scene.plasma is not None
        else ""
    )
    return html.figure(
        membranes.membranes(scene, scales([scene])),
        f"field-{name}",
        f"{what}, seen from the side.",
        f"{what}.{plane} From {run.field_path(name, cells.step).name}.",
        wide=True,
    )
