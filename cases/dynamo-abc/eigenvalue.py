#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The growth rate of a weak magnetic field in the ABC flow with A = B = C = 1, for the case.

An independent way to the reference: the induction equation on the modes |m| <= K, of which each is
coupled to six by the flow, b' = i k x (u x b) - k^2 b / R_m, taken as far in time as the fastest
growing pair of modes needs to be left alone. Its growth is the mean over whole half-periods.

    python3 cases/dynamo-abc/eigenvalue.py 12 10      # R_m and K; needs numpy
"""

import argparse

import numpy as np


def modes(reach: int) -> np.ndarray:
    """(modes, 3) whole numbers, without 0."""
    axis = np.arange(-reach, reach + 1)
    m = np.stack(np.meshgrid(axis, axis, axis, indexing="ij"), axis=-1).reshape(-1, 3)
    square = (m**2).sum(axis=1)
    return m[(square > 0) & (square <= reach**2)]


def flow() -> list[tuple[np.ndarray, np.ndarray]]:
    """The six modes of (sin z + cos y, sin x + cos z, sin y + cos x)."""
    list_of = []
    for axis, (sine, cosine) in enumerate(((1, 2), (2, 0), (0, 1))):
        for sign in (1, -1):
            u = np.zeros(3, complex)
            u[sine], u[cosine] = -0.5j * sign, 0.5
            list_of.append((sign * np.eye(3, dtype=int)[axis], u))
    return list_of


def growth(magnetic_reynolds: float, reach: int) -> tuple[float, float]:
    """Growth rate and frequency of the fastest growing field."""
    m = modes(reach)
    place = {tuple(row): n for n, row in enumerate(m)}
    waves = flow()
    # The last row stands for modes that are truncated.
    sources = [np.array([place.get(tuple(row - q), len(m)) for row in m]) for q, _ in waves]
    square = (m**2).sum(axis=1)[:, None]

    def rate(b: np.ndarray) -> np.ndarray:
        padded = np.vstack([b, np.zeros(3)])
        electric = sum(np.cross(u, padded[at]) for (_, u), at in zip(waves, sources, strict=True))
        return 1j * np.cross(m, electric) - square * b / magnetic_reynolds

    step = 0.5 / (reach**2 / magnetic_reynolds / 2.5 + reach)
    random = np.random.default_rng(1)
    b = np.cross(m, random.normal(size=m.shape)) / square**2 + 0j
    time, log, logs = 0.0, 0.0, []
    while time < 180:
        k1 = rate(b)
        k2 = rate(b + step / 2 * k1)
        k3 = rate(b + step / 2 * k2)
        b = b + step / 6 * (k1 + 2 * k2 + 2 * k3 + rate(b + step * k3))
        time += step
        size = np.linalg.norm(b)
        log, b = log + np.log(size), b / size
        logs.append((time, log))
    t, values = np.array(logs).T
    late = t > 100
    # ln |b| is a line and what has half the period of the pair: find both by least squares.
    best = None
    for frequency in np.linspace(0.4, 0.8, 4001):
        waves = [f(n * frequency * t[late]) for n in (2, 4) for f in (np.cos, np.sin)]
        columns = [t[late] ** 0, t[late], *waves]
        fit, left, *_ = np.linalg.lstsq(np.stack(columns, axis=1), values[late], rcond=None)
        if best is None or left[0] < best[0]:
            best = (left[0], fit[1], frequency)
    return float(best[1]), float(best[2])


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("reynolds", type=float, help="the magnetic Reynolds number R_m")
    parser.add_argument("reach", type=int, help="the largest wave number K")
    options = parser.parse_args()
    rate, frequency = growth(options.reynolds, options.reach)
    print(f"growth rate {rate:.6f}, frequency {frequency:.4f}")
