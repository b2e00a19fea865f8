# SPDX-License-Identifier: Apache-2.0
"""From the echoes that an array heard to the brightness along a scan line.

The equations are those of docs/theory/sound.md, section 9.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from thalweg.errors import OutputError
from thalweg.run import Run


@dataclass(frozen=True)
class ScanLine:
    """One firing of an array, and what its elements heard.

    Attributes:
        start: Centre of the elements that sent, (axes,) [m].
        direction: Of the beam, (axes,), of length 1.
        along: From the first element to the last, (axes,), of length 1.
        delay: When the middle of the pulse leaves the start [s].
        frequency: Of the pulse [Hz].
        aperture: From the first to the last sending element [m].
        duration: Of the pulse [s].
        time: Of the samples, (times,) [s].
        elements: Places that heard, (elements, axes) [m].
        heard: Pressure, (times, elements) [Pa].
    """

    start: np.ndarray
    direction: np.ndarray
    along: np.ndarray
    delay: float
    frequency: float
    aperture: float
    duration: float
    time: np.ndarray
    elements: np.ndarray
    heard: np.ndarray

    def places(self, depths: np.ndarray) -> np.ndarray:
        """Places on the line at depths [m] from its start, (depths, axes)."""
        return self.start + depths[:, None] * self.direction


@dataclass(frozen=True)
class Beamformer:
    """How echoes are put together.

    Attributes:
        speed: Of sound, taken to be the same everywhere [m/s].
        f_number: Depth divided by the width of the elements that listen to it.
        window: Weights across them: "none" or "hann".
    """

    speed: float
    f_number: float = 1.0
    window: str = "hann"

    def line(self, line: ScanLine, depths: np.ndarray) -> np.ndarray:
        """Echoes from depths along a line: delayed, weighted and summed. (9.1) to (9.3).

        Args:
            line: What was heard.
            depths: (depths,) [m], above 0.

        Returns:
            (depths,) complex [Pa]; the magnitude is the envelope.
        """
        places = line.places(depths)
        carrier = 2j * np.pi * line.frequency
        # Of a signal without its carrier straight lines between samples are enough.
        base = analytic(line.heard) * np.exp(-carrier * line.time)[:, None]
        total = np.zeros(len(depths), dtype=complex)
        weights = np.zeros(len(depths))
        for place, samples in zip(line.elements, base.T, strict=True):
            back = np.linalg.norm(places - place, axis=1)
            time = line.delay + (depths + back) / self.speed
            weight = self._weights((place - line.start) @ line.along, depths)
            sample = np.interp(time, line.time, samples, left=0, right=0)
            total += weight * sample * np.exp(carrier * time)
            weights += weight
        return total / np.maximum(weights, 1)

    def _weights(self, offset: float, depths: np.ndarray) -> np.ndarray:
        """Of an element so far from the line, for each depth: the aperture grows with it."""
        x = offset / (depths / self.f_number)
        inside = np.abs(x) <= 0.5
        return (
            np.where(inside, np.cos(np.pi * x) ** 2, 0.0) if self.window == "hann" else inside * 1.0
        )


def analytic(signals: np.ndarray) -> np.ndarray:
    """The analytic signal of real signals along the first axis: positive frequencies, doubled.

    Examples:
        >>> t = np.arange(64) / 64
        >>> s = analytic(np.cos(2 * np.pi * 5 * t)[:, None])
        >>> bool(np.allclose(s[:, 0], np.exp(2j * np.pi * 5 * t)))
        True
    """
    n = len(signals)
    gain = np.zeros(n)
    gain[0] = 1
    gain[1 : (n + 1) // 2] = 2
    if n % 2 == 0:
        gain[n // 2] = 1
    return np.fft.ifft(np.fft.fft(signals, axis=0) * gain[:, None], axis=0)


def scan_line(run: Run, sensor: str | None = None) -> ScanLine:
    """What one run of a scan sent and heard.

    Args:
        run: A run of sound with a source of shape "array" that sends a tone burst.
        sensor: The sensor that listens; its only one by default.

    Raises:
        OutputError: The run has no such source or sensor.
    """
    source = _array_source(run)
    signal = source["signal"]
    if signal["kind"] != "tone-burst":
        raise OutputError(f'{run.path}: the array must send a "tone-burst" for a scan')
    if run.traces is None:
        raise OutputError(f"{run.path}: there is no traces.h5, so no sensor has heard anything")
    names = list(run.traces.sensors)
    if sensor is None and len(names) != 1:
        raise OutputError(f"{run.path}: which sensor listens? There are {', '.join(names)}")
    name = sensor or names[0]
    heard = run.traces.read(name, "pressure")
    kept = np.isfinite(heard).all(axis=1)
    elements = run.traces.sensors[name].coordinates
    start, direction, along, delay = _firing(source, elements.shape[1])
    duration = signal["cycles"] / signal["frequency"]
    return ScanLine(
        start=start,
        direction=direction,
        along=along,
        delay=delay + duration / 2,
        frequency=signal["frequency"],
        aperture=(source["elements"] - 1) * source["pitch"],
        duration=duration,
        time=run.traces.time[kept],
        elements=elements,
        heard=heard[kept].astype(float),
    )


def _array_source(run: Run) -> dict[str, Any]:
    for source in run.setting("source", []):
        if source.get("shape") == "array":
            return source
    raise OutputError(f'{run.path}: no source of shape "array", so there is no scan line')


def _firing(source: dict[str, Any], axes: int) -> tuple[np.ndarray, np.ndarray, np.ndarray, float]:
    """Start, direction, the way along the array, and when its middle fires. (4.8) and below it."""
    start = np.asarray(source["center"][:axes], dtype=float)
    along = _unit(source.get("along", [0, 1, 0])[:axes])
    normal = _unit(source.get("direction", [1, 0, 0])[:axes])
    count = source["elements"]
    offsets = source["pitch"] * (np.arange(count) - (count - 1) / 2)
    places = start + offsets[:, None] * along
    if "focus" in source:
        focus = np.asarray(source["focus"][:axes], dtype=float)
        ahead = np.linalg.norm(places - focus, axis=1).max() - np.linalg.norm(start - focus)
        return start, _unit(focus - start), along, ahead / source["sound_speed"]
    angle = np.deg2rad(source.get("steering", 0.0))
    late = np.abs(offsets).max() * abs(np.sin(angle)) / source["sound_speed"]
    return start, np.cos(angle) * normal + np.sin(angle) * along, along, late


def _unit(vector) -> np.ndarray:
    vector = np.asarray(vector, dtype=float)
    return vector / np.linalg.norm(vector)
