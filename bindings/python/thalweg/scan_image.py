# SPDX-License-Identifier: Apache-2.0
"""A brightness (B-mode) image from the scan lines of an ensemble."""

from dataclasses import dataclass

import numpy as np

from thalweg.beamforming import Beamformer, ScanLine
from thalweg.errors import OutputError


@dataclass(frozen=True)
class ScanImage:
    """Echoes along scan lines.

    Attributes:
        depths: Along the lines [m], (depths,).
        places: Of the pixels, across the array and away from it [m], (depths, lines, 2).
        envelope: Strength of the echoes [Pa], (depths, lines).
    """

    depths: np.ndarray
    places: np.ndarray
    envelope: np.ndarray

    def decibels(self) -> np.ndarray:
        """20 log10 of the envelope over its largest value; -inf where nothing is heard. (9.5)."""
        with np.errstate(divide="ignore"):
            return 20 * np.log10(self.envelope / self.envelope.max())

    def brightest(self, place: tuple[float, float], within: float) -> tuple[int, int]:
        """The brightest pixel near a place (across, away) [m], as (depth, line)."""
        far = np.linalg.norm(self.places - np.asarray(place), axis=2) > within
        if far.all():
            raise OutputError(f"the image has no pixel within {1e3 * within:.3g} mm of {place} m")
        return np.unravel_index(np.where(far, -1, self.envelope).argmax(), far.shape)

    def widths(self, pixel: tuple[int, int]) -> tuple[float, float]:
        """How wide the image of a point is at half its height (-6 dB) [m]: across, along the line.

        Straight lines between pixels; NaN where it does not fall to half inside of the image.
        """
        depth, line = pixel
        return (
            _width(_lengths(self.places[depth]), self.envelope[depth], line),
            _width(self.depths, self.envelope[:, line], depth),
        )


def scan_image(
    lines: list[ScanLine], depths: np.ndarray, beamformer: Beamformer, gain: float = 0.0
) -> ScanImage:
    """Put the lines of a scan together.

    Args:
        lines: In the order in which they lie.
        depths: Along each line [m].
        beamformer: How echoes are put together.
        gain: Against absorption [dB/m of depth]. (9.4)
    """
    away = lines[0].direction - (lines[0].direction @ lines[0].along) * lines[0].along
    axes = np.stack([lines[0].along, away / np.linalg.norm(away)], axis=1)
    rise = 10 ** (gain * depths / 20)
    envelope = [np.abs(beamformer.line(line, depths)) * rise for line in lines]
    places = [line.places(depths) @ axes for line in lines]
    return ScanImage(depths, np.stack(places, axis=1), np.stack(envelope, axis=1))


def _lengths(places: np.ndarray) -> np.ndarray:
    """Along a row of places, from the first."""
    return np.concatenate([[0], np.cumsum(np.linalg.norm(np.diff(places, axis=0), axis=1))])


def _width(at: np.ndarray, values: np.ndarray, peak: int) -> float:
    half = values[peak] / 2

    def crossing(step: int) -> float:
        i = peak
        while 0 <= i + step < len(values) and values[i + step] > half:
            i += step
        if not 0 <= i + step < len(values):
            return np.nan
        part = (values[i] - half) / (values[i] - values[i + step])
        return at[i] + part * (at[i + step] - at[i])

    return float(crossing(1) - crossing(-1))
