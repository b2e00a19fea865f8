# SPDX-License-Identifier: Apache-2.0
"""Spherical Bessel, Hankel and Legendre functions of all orders up to one, of complex numbers.

By the recurrence that all of them share (Abramowitz & Stegun 1964, 10.1.19 to 10.1.22),

    f_{n-1}(z) + f_{n+1}(z) = (2n + 1) / z f_n(z),    f_n'(z) = f_{n-1}(z) - (n + 1) / z f_n(z),

which is stable upward for the Hankel functions and downward for j_n.
"""

import numpy as np


def diverging(order: int, z: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """h1_n(z) and its slope.

    Args:
        order: The highest n.
        z: (places,), complex.

    Returns:
        Two arrays (order + 1, places).

    Examples:
        >>> h, slope = diverging(2, np.array([3.0]))
        >>> np.round(h[2, 0], 6), np.round(slope[0, 0], 6)
        (np.complex128(0.298637-0.267038j), np.complex128(-0.345677-0.062959j))
    """
    return _hankel(order, np.asarray(z, dtype=complex), 1)


def converging(order: int, z: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """h2_n(z) and its slope, as `diverging`."""
    return _hankel(order, np.asarray(z, dtype=complex), -1)


def _hankel(order: int, z: np.ndarray, sign: int) -> tuple[np.ndarray, np.ndarray]:
    h = np.empty((order + 2, *z.shape), dtype=complex)
    h[0] = np.exp(sign * 1j * z) / (sign * 1j * z)
    h[1] = h[0] * (1 / z - sign * 1j)
    for n in range(1, order + 1):
        h[n + 1] = (2 * n + 1) / z * h[n] - h[n - 1]
    return h[:-1], _slope(h, z)


def _slope(f: np.ndarray, z: np.ndarray) -> np.ndarray:
    """All n f_n / z - f_{n+1}, of all but the last order."""
    n = np.arange(len(f) - 1).reshape(-1, *([1] * z.ndim))
    return n / z * f[:-1] - f[1:]


def regular(order: int, z: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """j_n(z) and its slope, by Miller's downward recurrence, scaled by j_0 or j_1.

    Args:
        order: The highest n.
        z: (places,), complex; 0 is allowed.

    Returns:
        Two arrays (order + 1, places).

    Examples:
        >>> np.round(regular(3, np.array([2.0]))[0][:, 0].real, 6).tolist()
        [0.454649, 0.435398, 0.198448, 0.060722]
        >>> np.round(regular(2, np.array([0.0]))[0][:, 0].real, 8).tolist()
        [1.0, 0.0, 0.0]
    """
    z = np.asarray(z, dtype=complex)
    z = np.where(np.abs(z) < 1e-8, 1e-8, z)
    first = int(max(order, np.max(np.abs(z), initial=0))) + 60
    after, here = np.zeros_like(z), np.full_like(z, 1e-30)
    j = np.zeros((order + 2, *z.shape), dtype=complex)
    for n in range(first, -1, -1):
        if n < len(j):
            j[n] = here
        before = (2 * n + 1) / z * here - after
        scale = np.where(np.abs(before) > 1e100, 1e-100, 1.0)
        if (scale < 1).any():
            before, here, j = before * scale, here * scale, j * scale
        after, here = here, before
    exact = np.stack([np.sin(z) / z, np.sin(z) / z**2 - np.cos(z) / z])
    first_order = (np.abs(exact[1]) > np.abs(exact[0])) & (np.abs(z) > 0.1)
    j = j * np.where(first_order, exact[1], exact[0]) / np.where(first_order, j[1], j[0])
    return j[:-1], _slope(j, z)


def legendre(order: int, cosine: np.ndarray) -> np.ndarray:
    """P_n (order + 1, places).

    >>> legendre(2, np.array([0.5]))[:, 0].tolist()
    [1.0, 0.5, -0.125]
    """
    p = np.ones((order + 2, *np.shape(cosine)))
    p[1] = cosine
    for n in range(1, order + 1):
        p[n + 1] = ((2 * n + 1) * cosine * p[n] - n * p[n - 1]) / (n + 1)
    return p[:-1]
