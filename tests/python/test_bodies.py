# SPDX-License-Identifier: Apache-2.0
"""Pictures of flows leave immersed bodies out."""

import numpy as np

from thalweg import Block, BlockField
from thalweg.bodies import without_bodies


def field(name, values):
    vertices = np.zeros((2, 3, 4, 3))
    return BlockField(name, "1", {"block": Block(vertices, np.asarray(values))}, 0.5, 20)


def test_cells_in_bodies_show_nothing():
    distance = field("distance", [[[-0.1, 0.0, 0.2], [0.3, 0.4, 0.5]]])
    velocity = field("velocity", np.ones((1, 2, 3, 3), np.float32))
    shown = without_bodies(velocity, distance)
    hidden = np.isnan(shown.blocks["block"].values).all(axis=-1)
    assert hidden.tolist() == [[[True, True, False], [False, False, False]]]
    assert (shown.name, shown.step) == ("velocity", 20)
    assert not np.isnan(velocity.blocks["block"].values).any()
