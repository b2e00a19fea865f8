# SPDX-License-Identifier: Apache-2.0
"""What thalweg-plot does with membranes: a picture of one time, a movie of all."""

import argparse
from functools import partial
from pathlib import Path

from matplotlib.figure import Figure

from thalweg.commands import writing
from thalweg.errors import OutputError, suggestion
from thalweg.figures import membranes
from thalweg.movie import best_ending, write_movie
from thalweg.run import Run
from thalweg.scenes import Scenes, membrane_fields, scales


def default_file(run: Run, options: argparse.Namespace, ending: str) -> Path:
    """Where a picture goes unless another file is named: after what the options ask for."""
    words = [*options.names]
    if options.colour:
        words.append(options.colour)
    if options.step is not None:
        words.append(f"{options.step:06}")
    return run.path / f"plot-{'-'.join(words).replace('/', '-')}{ending}"


def picture(run: Run, options: argparse.Namespace) -> Figure:
    """Draw the membranes that the options of thalweg-plot name, at one time.

    Raises:
        OutputError: There are no such membranes, values or step.
    """
    scene = _scenes(run, options).at(options.step)
    return membranes.membranes(scene, scales([scene]))


def movie(run: Run, options: argparse.Namespace) -> str:
    """Write a movie of all times; the words to say about it.

    Raises:
        OutputError: There are no such membranes or values, fewer than two times, or no such movie
            can be written here.
        WriteError: The file cannot be written.
    """
    scenes = _scenes(run, options)
    if options.step is not None:
        raise OutputError("a movie shows all times: leave out --step")
    steps = run.steps_of_field(scenes.name)
    if len(steps) < 2:
        raise OutputError(
            f"{run.path}: a movie needs two times of {scenes.name} at least, and there is one"
        )
    file = options.output or default_file(run, options, best_ending())
    shared = scales(scenes.all(steps))
    frames = (partial(membranes.draw, scene=s, scales=shared) for s in scenes.all(steps))
    fig = membranes.empty(scenes.at(steps[0]), shared)
    with writing(file):
        rate = write_movie(file, fig, frames, len(steps))
    return f"wrote {file} ({len(steps)} frames, {rate} per second)"


def _scenes(run: Run, options: argparse.Namespace) -> Scenes:
    """The membranes that are named.

    Raises:
        OutputError: Something else is named, or there are none.
    """
    if not options.names:
        raise OutputError(f"{run.path}: there are no membranes to draw; is output.fields set?")
    if len(options.names) > 1 or options.names[0] not in membrane_fields(run):
        known = suggestion(options.names[0], membrane_fields(run))
        raise OutputError(
            f"{run.path}: --movie and --colour are for membranes, not for "
            f"{', '.join(options.names)}. {known}"
        )
    return Scenes(run, options.names[0], options.colour)
