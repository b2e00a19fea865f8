# SPDX-License-Identifier: Apache-2.0
"""The vessel of a run of the solver blood, as its case states it."""

from dataclasses import dataclass

import numpy as np

from thalweg.run import Run

# Whether walls bound the fluid along x, y and z; it is periodic else.
_WALLS = {
    "box": (False, False, False),
    "channel": (False, False, True),
    "duct": (False, True, True),
    "tube": (False, True, True),
}


@dataclass(frozen=True)
class Vessel:
    """A vessel along x around the origin.

    Attributes:
        shape: "box", "channel", "duct" or "tube".
        size: Along x, y, z (3,) [m].
        period: Along x, y, z (3,) [m]; infinite between walls.
    """

    shape: str
    size: np.ndarray
    period: np.ndarray


def vessel_of(run: Run) -> Vessel | None:
    """The vessel of a run; None where its case tells none."""
    shape = run.setting("geometry.shape")
    across = ("diameter", "diameter") if shape == "tube" else ("width", "height")
    lengths = [run.setting(f"geometry.{name}") for name in ("length", *across)]
    if shape not in _WALLS or None in lengths:
        return None
    size = np.array(lengths, dtype=float)
    return Vessel(shape, size, np.where(_WALLS[shape], np.inf, size))
