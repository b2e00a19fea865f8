# SPDX-License-Identifier: Apache-2.0
"""Immersed bodies in pictures of flows: cells in them show nothing."""

from dataclasses import replace

import numpy as np

from thalweg.fields import Field
from thalweg.forms import Block, BlockField, PointSet
from thalweg.run import Run

DISTANCE = "distance"  # from the nearest surface, below 0 in bodies


def shown_field(run: Run, name: str, step: int | None = None) -> Field | BlockField | PointSet:
    """A field of a run as `Run.field` gives it, without what bodies hide.

    Args:
        run: Where the field was written.
        name: Its name.
        step: The newest by default.

    Raises:
        OutputError: There is no such field or step.
    """
    found = run.field(name, step)
    if name == DISTANCE or not isinstance(found, BlockField):
        return found
    if found.step not in run.steps_of_field(DISTANCE):
        return found
    distance = run.field(DISTANCE, found.step)
    return without_bodies(found, distance) if isinstance(distance, BlockField) else found


def without_bodies(shown: BlockField, distance: BlockField) -> BlockField:
    """The same field with NaN in cells whose distance is not above 0.

    Args:
        shown: On blocks.
        distance: On the same blocks.
    """
    blocks = {}
    for name, block in shown.blocks.items():
        values = np.array(block.values, dtype=float)
        values[distance.blocks[name].values <= 0] = np.nan
        blocks[name] = Block(block.vertices, values)
    return replace(shown, blocks=blocks)
