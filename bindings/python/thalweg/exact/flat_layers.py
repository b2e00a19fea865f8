# SPDX-License-Identifier: Apache-2.0
"""Pistons and bowls before flat layers: their waves one by one, summed."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from thalweg.exact.radiators import Medium, Source, bessel_j0, free_field


@dataclass(frozen=True)
class Spectrum:
    """The source's waves exp(i kz x) J0(kr r), to be summed with `weight`.

    exp(ikR)/R = i * integral of J0(kr r) exp(i kz |x|) kr/kz dkr (Sommerfeld; Brekhovskikh & Godin
    1999, Acoustics of Layered Media II, section 1.2), with kr = k sin t here k and k cosh t above.
    """

    kr: np.ndarray
    weight: np.ndarray


def spectrum(source: Source, medium: Medium, reach: float) -> Spectrum:
    """Waves for places that are `reach` [m] and more beyond the source's rim; lossless media."""
    k = medium.wave_number(source.frequency).real
    nodes, weights = np.polynomial.legendre.leggauss(1600)
    angle = np.pi / 4 * (nodes + 1)
    end = np.arcsinh(40 / (k * reach))  # exp(-40) is left there
    decay = end / 2 * (nodes + 1)
    kr = k * np.concatenate([np.sin(angle), np.cosh(decay)])
    steps = k * np.concatenate(
        [np.pi / 4 * weights * np.sin(angle), -1j * end / 2 * weights * np.cosh(decay)]
    )
    kz = vertical(k, kr)
    radiated = np.zeros(kr.shape, dtype=complex)
    for xs, rs, area in zip(*source.surface, strict=True):
        radiated += area * bessel_j0(kr * rs) * np.exp(-1j * kz * xs)
    return Spectrum(kr, source.factor * steps * radiated)


def vertical(k: complex, kr: np.ndarray) -> np.ndarray:
    """Kz = sqrt(k^2 - kr^2), of the waves that go or decay along +x."""
    root = np.sqrt(complex(k) ** 2 - kr.astype(complex) ** 2)
    return np.where(root.imag < 0, -root, root)


def flat_layers(
    source: Source, media: Sequence[Medium], interfaces: Sequence[float],
    x: np.ndarray, r: np.ndarray,
) -> np.ndarray:  # fmt: skip
    """The field at all places (x[i], r[j]) with media[0] around the source up to interfaces[0] etc.

    The amplitudes of each wave in each layer follow from the recursion of reflection coefficients
    from the last interface up (Brekhovskikh & Godin 1990, Acoustics of Layered Media I, section
    2.5): pressure and normal velocity, kz / rho p, are continuous.

    Returns:
        (x, r) complex amplitudes [Pa].
    """
    rim = source.surface[0].max()
    waves = spectrum(source, media[0], interfaces[0] - rim)
    kz = [vertical(m.wave_number(source.frequency), waves.kr) for m in media]
    down, up = wave_amplitudes(waves.weight, kz, [m.density for m in media], interfaces)
    radial = bessel_j0(np.outer(r, waves.kr)).T
    field = np.empty((len(x), len(r)), dtype=complex)
    layer = np.searchsorted(interfaces, x)
    for i in range(len(media)):
        here = layer == i
        part = np.zeros((here.sum(), len(waves.kr)), dtype=complex)
        if i > 0:
            part += down[i] * np.exp(1j * np.outer(x[here] - interfaces[i - 1], kz[i]))
        if i < len(media) - 1:
            part += up[i] * np.exp(1j * np.outer(interfaces[i] - x[here], kz[i]))
        field[here] = part @ radial
        if i == 0:
            field[here] += free_field(source, media[0], x[here, None], r[None, :])
    return field


def wave_amplitudes(
    weight: np.ndarray, kz: list[np.ndarray], density: list[float], interfaces: Sequence[float]
) -> tuple[list[np.ndarray], list[np.ndarray]]:
    """Of the waves along +x at the beginning of each layer and of those along -x at its end.

    In the first layer the former are the source's own, at x = 0.
    """
    thickness = np.diff(interfaces, prepend=0.0)
    passing = [np.exp(1j * k * d) for k, d in zip(kz, thickness, strict=False)]
    echo = _echoes(kz, density, passing)
    down, up = [weight], []
    for i in range(len(interfaces)):
        arriving = down[i] * passing[i]
        up.append(arriving * echo[i])
        top = arriving * (1 + echo[i])
        if i + 1 < len(interfaces):
            top = top / (1 + echo[i + 1] * passing[i + 1] ** 2)
        down.append(top)
    return down, up


def _echoes(
    kz: list[np.ndarray], density: list[float], passing: list[np.ndarray]
) -> list[np.ndarray]:
    """What all beyond each interface sends back of a wave that meets it."""
    echo: list[np.ndarray] = []
    for i in reversed(range(len(kz) - 1)):
        before, beyond = kz[i] / density[i], kz[i + 1] / density[i + 1]
        one = (before - beyond) / (before + beyond)
        back = echo[0] * passing[i + 1] ** 2 if echo else 0
        echo.insert(0, (one + back) / (1 + one * back))
    return echo
