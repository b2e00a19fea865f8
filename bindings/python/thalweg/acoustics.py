# SPDX-License-Identifier: Apache-2.0
"""Numbers about a sound run: resolution, spectra of traces, the focus."""

from dataclasses import dataclass

import numpy as np

from thalweg.fields import FieldFile
from thalweg.run import Run

READ_BYTES = 2 << 30  # above this a whole field is not read for a few numbers


@dataclass(frozen=True)
class Focus:
    """Where a field is largest.

    Attributes:
        value: The largest value.
        index: Its point (z, y, x).
        place: The same in metres.
        width: Extent along z, y, x in metres over which the field is above half the value (-6 dB
            of a pressure); 0 along axes that the grid does not have.
    """

    value: float
    index: tuple[int, int, int]
    place: tuple[float, float, float]
    width: tuple[float, float, float]


def dimensions(shape: tuple[int, ...]) -> int:
    """1 to 3: how many axes of a grid (z, y, x) there are.

    >>> dimensions((1, 64, 64)), dimensions((1, 1, 64))
    (2, 1)
    """
    return 3 if shape[0] > 1 else 2 if shape[1] > 1 else 1


def sound_speeds(run: Run) -> tuple[float, float] | None:
    """The lowest and highest speed of sound in the medium; None where not known."""
    steps = run.steps_of_field("sound-speed")
    if not steps:
        return _stated_speeds(run)
    with FieldFile(run.field_path("sound-speed", steps[0])) as file:
        if file.bytes_of("sound-speed") > READ_BYTES:
            return None
        parts = [field.values for _, field in file.parts("sound-speed")]
    return float(min(p.min() for p in parts)), float(max(p.max() for p in parts))


def _stated_speeds(run: Run) -> tuple[float, float] | None:
    """What the case says of them; None where a file does."""
    speed = run.setting("medium.sound_speed")
    if not speed:
        return None
    regions = [r for r in run.setting("medium.region", []) if "sound_speed" in r]
    # Uniform from point to point: it reaches sqrt(3) standard deviations to both sides.
    spread = [(r["sound_speed"], 3**0.5 * r.get("sound_speed_deviation", 0)) for r in regions]
    return (
        min([speed, *(value - width for value, width in spread)]),
        max([speed, *(value + width for value, width in spread)]),
    )


def spacings(run: Run) -> list[float]:
    """Distances of grid points along the axes that the grid has [m]; empty where not known."""
    points, spacing = run.setting("grid.points", []), run.setting("grid.spacing", [])
    spacing = spacing if isinstance(spacing, list) else [spacing]
    spacing = spacing * len(points) if len(spacing) == 1 else spacing
    return [h for n, h in zip(points, spacing, strict=False) if n > 1]


def grid_limit(run: Run) -> float | None:
    """The highest frequency that the grid carries everywhere [Hz]: two points per wavelength."""
    speeds, distance = sound_speeds(run), spacings(run)
    return speeds[0] / (2 * max(distance)) if speeds and distance else None


def source_frequency(run: Run) -> float | None:
    """The highest frequency of the sources [Hz]; None where none is named."""
    signals = [s.get("signal", {}) for s in run.setting("source", [])]
    return max((s["frequency"] for s in signals if "frequency" in s), default=None)


def amplitude_spectrum(series: np.ndarray, step: float) -> tuple[np.ndarray, np.ndarray]:
    """Amplitudes against frequency, scaled so that a sine shows its amplitude.

    Series that do not begin and end in silence are seen through a Hann window.

    Args:
        series: (times, points).
        step: Time between two rows [s].

    Returns:
        Frequencies (n,) [Hz] and amplitudes (n, points).

    Examples:
        >>> time = np.arange(1000) * 1e-3
        >>> frequency, a = amplitude_spectrum(3 * np.sin(2 * np.pi * 50 * time)[:, None], 1e-3)
        >>> print(f"{frequency[np.argmax(a)]:.1f} {a.max():.2f}")
        50.0 3.00
    """
    rows = len(series)
    edge = max(1, rows // 20)
    ends = np.abs(np.concatenate([series[:edge], series[-edge:]])).max(axis=0)
    sounding = ends > 0.05 * np.abs(series).max(axis=0)
    hann = np.where(sounding, 0.5 - 0.5 * np.cos(2 * np.pi * np.arange(rows) / rows)[:, None], 1.0)
    padded = 4 * rows  # draws the curve between the bins
    spectrum = np.abs(np.fft.rfft(series * hann, padded, axis=0)) * 2 / hann.sum(axis=0)
    return np.fft.rfftfreq(padded, step), spectrum


def bandwidth(frequency: np.ndarray, amplitude: np.ndarray, part: float = 0.99) -> float | None:
    """The frequency below which this part of the energy of all series lies; None for silence.

    >>> bandwidth(np.array([0.0, 1, 2, 3]), np.array([[0.0], [10], [0.5], [0.5]]))
    1.0
    """
    energy = np.cumsum((amplitude**2).sum(axis=1))
    if not energy[-1] > 0:
        return None
    return float(frequency[np.searchsorted(energy, part * energy[-1])])


def focus(run: Run, name: str) -> Focus | None:
    """Where the newest field of this name is largest.

    None where it is too large to read, or nowhere above zero: all silent, or not finite.
    """
    with FieldFile(run.field_path(name)) as file:
        if file.bytes_of(name) > READ_BYTES:
            return None
        best, index = 0.0, (0, 0, 0)
        for first, part in file.parts(name):
            known = np.where(np.isfinite(part.values), part.values, -np.inf)
            at = np.unravel_index(np.argmax(known), known.shape)
            if known[at] > best:
                best, index = float(part.values[at]), (int(at[0]) + first, int(at[1]), int(at[2]))
        if best == 0:
            return None
        z, y, x = (slice(i, i + 1) for i in index)
        whole = slice(None)
        ranges = (whole, y, x), (z, whole, x), (z, y, whole)
        lines = [file.read(name, at).values.ravel() for at in ranges]
    place = [o + i * h for o, i, h in zip(part.origin, index, part.spacing, strict=True)]
    width = [width_at_half(*a) for a in zip(lines, index, part.spacing, strict=True)]
    return Focus(best, index, tuple(place), tuple(width))


def width_at_half(line: np.ndarray, at: int, spacing: float) -> float:
    """Length of the part around a point that is above half its value, by linear interpolation.

    >>> f"{width_at_half(np.array([0.0, 1.0, 4.0, 3.0, 1.0]), 2, 0.5):.4f}"
    '1.0833'
    """
    if len(line) == 1:
        return 0.0
    half = line[at] / 2

    def reach(values: np.ndarray) -> float:
        below = np.flatnonzero(values < half)
        if not len(below):
            return len(values) - 1.0
        n = below[0]
        return n - 1 + (values[n - 1] - half) / (values[n - 1] - values[n])

    return spacing * float(reach(line[at:]) + reach(line[at::-1]))
