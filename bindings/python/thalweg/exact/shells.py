# SPDX-License-Identifier: Apache-2.0
"""Pistons and bowls before concentric shells: their spherical waves one by one, summed."""

from collections.abc import Sequence

import numpy as np

from thalweg.exact.radiators import Medium, Source, free_field
from thalweg.exact.spherical_waves import converging, diverging, legendre, regular


def shells(
    source: Source, media: Sequence[Medium], radii: Sequence[float], centre: float,
    x: np.ndarray, r: np.ndarray,
) -> np.ndarray:  # fmt: skip
    """The field at all places (x[i], r[j]) with media[0] outside of radii[0] around (centre, 0).

    The source's field is expanded about the centre (Morse & Ingard 1968, Theoretical Acoustics,
    section 7.2) into j_n P_n = (h1_n + h2_n) P_n / 2. What goes in, h2_n, is matched at all shells
    with all their echoes, passes the centre and goes out; what the far side of the shells would
    send back is left out. (That is the leading term of Debye's series: Nussenzveig 1992,
    Diffraction Effects in Semiclassical Scattering.) So it is the field behind a skull of which
    there is only the near side. Waves that graze the shells or pass them by are not split.

    Returns:
        (x, r) complex amplitudes [Pa].
    """
    match = _Match(source.frequency, media, radii)
    incoming = _incoming(source, match.k[0], centre, match.order) / 2
    field = np.empty((len(x), len(r)), dtype=complex)
    from_centre = np.hypot(x[:, None] - centre, r[None, :])
    cosine = (centre - x[:, None]) / np.maximum(from_centre, 1e-12)
    edges = [np.inf, *radii, -1.0]
    for i in range(len(media)):
        here = (from_centre < edges[i]) & (from_centre >= edges[i + 1])
        terms = match.terms(i, from_centre[here]) * legendre(match.order, cosine[here])
        field[here] = incoming @ terms
        if i == 0:
            at = [np.broadcast_to(a, here.shape)[here] for a in (x[:, None], r)]
            field[here] += free_field(source, media[0], *at)
    return field


def _incoming(source: Source, k: complex, centre: float, order: int) -> np.ndarray:
    """a_n of the source's field, the sum of a_n j_n(k R) P_n."""
    xs, rs, area = source.surface
    distance = np.hypot(xs - centre, rs)
    waves = diverging(order, k * distance)[0] * legendre(order, (centre - xs) / distance)
    return source.factor * k * (2 * np.arange(order + 1) + 1) * (waves @ area)


class _Match:
    """The radial functions `first` f + `second` h1_n in each medium, for all n.

    f stands for h2_n outside of the shells and j_n inside. Inside of all of them only h2_n is
    matched, half of j_n; but the whole of j_n where n is so large that waves merely graze, and
    from one to the other it goes smoothly.
    """

    def __init__(self, frequency: float, media: Sequence[Medium], radii: Sequence[float]):
        self.k = [m.wave_number(frequency) for m in media]
        self.order = int(self.k[0].real * radii[0]) + 30
        self.density = [m.density for m in media]
        self.radii = radii
        inmost = min((self.k[0] * radii[0]).real, (self.k[-1] * radii[-1]).real)
        n = np.arange(self.order + 1)
        rest = np.clip((inmost - 3 * np.cbrt(inmost) - n) / (inmost / 3), 0, 1)
        self.split = rest**2 * (3 - 2 * rest)
        split, grazing = self._matched(n < inmost), self._matched(n < 0)
        mix = [
            [self.split * a + (1 - self.split) * b for a, b in zip(*both, strict=True)]
            for both in zip(split, grazing, strict=True)
        ]
        self.first, self.second = mix

    def _matched(self, split: np.ndarray) -> tuple[list[np.ndarray], list[np.ndarray]]:
        """Amplitudes of f and h1_n in each medium, from the inmost out."""
        echo, steps = [np.zeros(self.order + 1, dtype=complex)], []
        for i in reversed(range(len(self.radii))):
            inner, inner_h1 = self._at(i + 1, self.radii[i], split)
            outer, outer_h1 = self._at(i, self.radii[i], split)
            pressure, flow = inner + echo[0] * inner_h1
            y = flow / pressure
            echo.insert(0, (y * outer[0] - outer[1]) / (outer_h1[1] - y * outer_h1[0]))
            steps.insert(0, (outer[0] + echo[0] * outer_h1[0]) / pressure)
        first = list(np.cumprod([np.ones_like(echo[0]), *steps], axis=0))
        return first, [a * b for a, b in zip(first, echo, strict=True)]

    def _at(self, i: int, radius: float, split: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Both f and h1_n at a radius, each (2, order + 1): values, and slopes over the density."""
        z = np.array([self.k[i] * radius])
        scale = np.array([1, self.k[i] / self.density[i]])[:, None]
        f = 2 * np.array(regular(self.order, z))[..., 0]
        if i in (0, len(self.k) - 1):
            f = np.where(split, np.array(converging(self.order, z))[..., 0], f)
        return scale * f, scale * np.array(diverging(self.order, z))[..., 0]

    def terms(self, i: int, radius: np.ndarray) -> np.ndarray:
        """The radial functions of medium i; outside, without what comes in."""
        z = self.k[i] * radius
        field = np.zeros((self.order + 1, len(radius)), dtype=complex)
        if i > 0:
            field += self.first[i][:, None] * 2 * regular(self.order, z)[0]
        if i < len(self.k) - 1:
            field += self.second[i][:, None] * diverging(self.order, z)[0]
        return field
