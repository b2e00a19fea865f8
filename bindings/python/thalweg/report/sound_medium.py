# SPDX-License-Identifier: Apache-2.0
"""The medium of a sound run: maps where it varies, numbers where it does not."""

import numpy as np

from thalweg.figures import maps
from thalweg.figures.cuts import Cut, cut
from thalweg.heard import known_sensors
from thalweg.report import html
from thalweg.run import Run

MAPS = (("sound-speed", "speed of sound"), ("density", "density"))


def medium(run: Run) -> str:
    """Maps of the medium, where it varies."""
    mapped = [(name, label) for name, label in MAPS if run.steps_of_field(name)]
    head = html.facts(_uniform(run, [name for name, _ in mapped]))
    if not mapped:
        return head + html.note(
            "Speed of sound and density are the same everywhere: there are no maps."
        )
    pairs = [(label, cut(run.field_path(name), name)) for name, label in mapped]
    one = pairs[0][1]
    points = _sensor_points(run, one)
    where = f"The plane {one.place}, the middle of the grid." if one.place else "The whole grid."
    dots = " Dots: points of sensors near this plane." if points is not None and one.up else ""
    return head + html.figure(
        maps.medium(pairs, points),
        "medium-figure",
        " and ".join(f"{label} from {c.values.min():.4g} to {c.values.max():.4g}"
                     for label, c in pairs) + ".",
        where + dots,
        wide=True,
    )  # fmt: skip


def _uniform(run: Run, mapped: list[str]) -> list[tuple[str, str]]:
    """What the case says of the medium and no map shows."""
    units = {"sound_speed": "m/s", "density": "kg/m³", "nonlinearity": "(B/A)",
             "absorption": "dB/(MHz^y cm)"}  # fmt: skip
    regions = run.setting("medium.region", [])
    items = []
    for key, unit in units.items():
        value = run.setting(f"medium.{key}")
        if value is not None and key.replace("_", "-") not in mapped:
            more = any(key in region for region in regions)
            tail = " outside of the regions" if more else ""
            items.append((key.replace("_", " "), f"{value:g} {unit}{tail}"))
    power = run.setting("sound.absorption_power")
    if power is not None:
        items.append(("absorption grows with frequency as", f"f^{power:g}"))
    return items


def _sensor_points(run: Run, one: Cut) -> np.ndarray | None:
    """Points (across, up) in mm of sensors on the middle plane; none where nothing tells."""
    sensors = known_sensors(run)
    if not one.up or not sensors:
        return None
    at = np.concatenate([sensor.coordinates for sensor in sensors])
    if at.shape[1] == 3:
        spacing = (one.extent[1] - one.extent[0]) / one.values.shape[1] / 1e3
        middle = float(one.place.split()[2]) / 1e3
        at = at[np.abs(at[:, 2] - middle) < 0.6 * spacing]
    return 1e3 * at[:: max(1, len(at) // 2000), :2]
