# SPDX-License-Identifier: Apache-2.0
"""Media, pistons and bowls, and their field where nothing is in its way.

The source is a sheet that radiates as its surface would if it moved with the velocity u in a rigid
wall, and lets pass what comes back to it:

    p(x) = -i k0 P / (2 pi) * integral of exp(i k R) / R over its surface,    P = rho c u,  (1)

Rayleigh's integral (Pierce 1989, Acoustics, section 5-2; O'Neil 1949, J. Acoust. Soc. Am. 21, 516).
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np


@dataclass(frozen=True)
class Medium:
    """A fluid.

    Attributes:
        speed: Phase speed at the frequency in question [m/s].
        density: [kg/m^3].
        absorption: Of plane waves at that frequency [dB/cm].
    """

    speed: float
    density: float
    absorption: float = 0.0

    def wave_number(self, frequency: float) -> complex:
        """K [1/m].

        >>> f"{Medium(1500, 1000, 1.0).wave_number(5e5):.2f}"
        '2094.40+11.51j'
        """
        nepers = 100 * self.absorption / (20 * np.log10(np.e))
        return complex(2 * np.pi * frequency / self.speed, nepers)


@dataclass(frozen=True)
class Source:
    """A piston (`focus` 0) or a bowl about the x axis, its deepest point at x = 0, facing +x.

    Attributes:
        aperture: Diameter of the rim [m].
        focus: Radius of curvature [m]; 0 for a flat one.
        pressure: P of (1) [Pa].
        frequency: [Hz].
        speed: c of (1) [m/s]: k0 = omega / c.
        rings: Into how many the surface is cut.
    """

    aperture: float
    focus: float = 0.0
    pressure: float = 6.0e4
    frequency: float = 5.0e5
    speed: float = 1500.0
    rings: int = 96

    @property
    def factor(self) -> float:
        """k0 P / (2 pi) [Pa/m]."""
        return self.pressure * self.frequency / self.speed

    @cached_property
    def surface(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Rings: x, r and area, by Gauss's rule along the surface (`rings`,) each."""
        nodes, weights = np.polynomial.legendre.leggauss(self.rings)
        s, ds = (nodes + 1) / 2, weights / 2
        rim = self.aperture / 2
        if self.focus == 0:
            return np.zeros_like(s), rim * s, 2 * np.pi * rim**2 * s * ds
        angle = np.arcsin(rim / self.focus)
        x = self.focus * (1 - np.cos(angle * s))
        r = self.focus * np.sin(angle * s)
        return x, r, 2 * np.pi * self.focus * r * angle * ds


def bessel_j0(argument: np.ndarray) -> np.ndarray:
    """J0 of real numbers, as the mean of cos(a sin t) over a quarter turn.

    The mean of n values is exact but for J_4n(a).

    >>> np.round(bessel_j0(np.array([0.0, 1.0, 100.0])), 10).tolist()
    [1.0, 0.7651976866, 0.0199858503]
    """
    argument = np.asarray(argument, dtype=float)
    count = 16 + int(np.max(np.abs(argument), initial=0) / 2)
    total = np.zeros_like(argument)
    for j in range(count):
        total += np.cos(argument * np.sin(np.pi / 2 * (j + 0.5) / count))
    return total / count


def free_field(source: Source, medium: Medium, x: np.ndarray, r: np.ndarray) -> np.ndarray:
    """(1) at places (x, r) [m], by rings and, around each, the midpoint rule.

    Places should be a millimetre and more off the surface.
    """
    k = medium.wave_number(source.frequency)
    field = np.zeros(np.broadcast(x, r).shape, dtype=complex)
    for xs, rs, area in zip(*source.surface, strict=True):
        near = (x - xs) ** 2 + r**2 + rs**2
        turn = int(1.4 * abs(k) * rs) + 40
        for c in np.cos(np.pi * (np.arange(turn) + 0.5) / turn):
            distance = np.sqrt(near - 2 * r * rs * c)
            field += area / turn * np.exp(1j * k * distance) / distance
    return -1j * source.factor * field
