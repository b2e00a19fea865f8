#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Exact Taylor series in time of the Taylor-Green vortex: energy and enstrophy.

The Navier-Stokes equations in rotational form, du/dt = P[u x w] + nu Lap u, are solved by the
ansatz u(x, t) = sum over n, j of t^n nu^j u_nj(x). Each u_nj is a finite Fourier sum with rational
coefficients, so the recursion

    (n + 1) u_{n+1,j} = P sum_{m,i} u_{m,i} x w_{n-m,j-i} + Lap u_{n,j-1}

is done without rounding (Brachet et al. 1983, J. Fluid Mech. 130, 411; first terms already in
Taylor & Green 1937, Proc. R. Soc. A 158, 499). The initial state is
u = (sin x cos y cos z, -cos x sin y cos z, 0) on (2 pi)^3.

    tools/taylor_green_series.py                write the JSON files of the tests and the package
    tools/taylor_green_series.py --print        print the coefficients only

Means over the box: energy = <u.u>/2, enstrophy = <w.w>/2, both with polynomials in nu per power of
t. Brachet et al. write <w.w> = 2 enstrophy, so their first coefficient is 3/4 and ours is 3/8.
"""

from __future__ import annotations

import argparse
import itertools
import json
import math
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[1]
OUTPUTS = (
    ROOT / "tests/data/taylor_green_series.json",
    ROOT / "bindings/python/thalweg/data/taylor_green_series.json",
)
INVISCID_ORDER = 16
VISCOUS_ORDER = 12


@dataclass
class Vector:
    """A vector field by its Fourier modes: integers over one common denominator.

    modes: (3, K+1, K+1, K+1) Python integers, for wave numbers -K, -K+2, ..., K in x, y, z (all
    three have the parity of K, because the initial modes are all odd). A velocity is -i times
    its modes, a vorticity is its modes; both are real numbers for this flow.
    """

    modes: np.ndarray
    denominator: int

    @property
    def largest(self) -> int:
        """The largest wave number K."""
        return self.modes.shape[1] - 1

    def reduced(self) -> Vector:
        """The same field with the smallest denominator."""
        common = math.gcd(self.denominator, *self.modes.flat)
        return Vector(self.modes // common, self.denominator // common)


def wave_numbers(largest: int) -> np.ndarray:
    """Wave vectors (3, K+1, K+1, K+1) of a Vector, as Python integers."""
    k = np.arange(-largest, largest + 1, 2)
    return np.stack(np.meshgrid(k, k, k, indexing="ij")).astype(object)


def initial_velocity() -> Vector:
    """The Taylor-Green state: sin x cos y cos z has the modes sgn(k_x) / 8."""
    k = wave_numbers(1)
    return Vector(np.stack([k[0], -k[1], 0 * k[2]]), 8)


def curl(velocity: Vector) -> Vector:
    """Vorticity of a velocity: i k x (-i v) = k x v."""
    k, v = wave_numbers(velocity.largest), velocity.modes
    turned = [k[1] * v[2] - k[2] * v[1], k[2] * v[0] - k[0] * v[2], k[0] * v[1] - k[1] * v[0]]
    return Vector(np.stack(turned), velocity.denominator)


def add_product(total: np.ndarray, a: np.ndarray, b: np.ndarray, factor: int) -> None:
    """Add factor * (a convolved with b) to total; scalar modes, sizes add up."""
    n = b.shape[0]
    for x, y, z in np.argwhere(a):
        total[x : x + n, y : y + n, z : z + n] += (factor * a[x, y, z]) * b


def cross(velocity: Vector, vorticity: Vector) -> Vector:
    """The product u x w: of -i v and w, so again -i times real modes."""
    v, w = velocity.modes, vorticity.modes
    size = velocity.largest + vorticity.largest + 1
    total = np.zeros((3, size, size, size), dtype=object)
    for c in range(3):
        p, q = (c + 1) % 3, (c + 2) % 3
        add_product(total[c], v[p], w[q], 1)
        add_product(total[c], v[q], w[p], -1)
    return Vector(total, velocity.denominator * vorticity.denominator)


def add(fields: list[Vector]) -> Vector:
    """The sum of fields of equal size."""
    denominator = math.lcm(*(f.denominator for f in fields))
    modes = sum(f.modes * (denominator // f.denominator) for f in fields)
    return Vector(modes, denominator).reduced()


def project(force: Vector) -> Vector:
    """Remove the part along k: f - k (k.f) / k^2."""
    k, f = wave_numbers(force.largest), force.modes
    k2 = (k * k).sum(axis=0)
    k2[k2 == 0] = 1
    common = math.lcm(*k2.flat)
    along = (k * f).sum(axis=0) * (common // k2)
    return Vector(f * common - k * along, force.denominator * common).reduced()


def laplacian(velocity: Vector) -> Vector:
    """-k^2 v."""
    k = wave_numbers(velocity.largest)
    return Vector(-(k * k).sum(axis=0) * velocity.modes, velocity.denominator)


def mean_square(a: Vector, b: Vector) -> Fraction:
    """<a.b> of two velocities or two vorticities; 0 where their modes have no common one."""
    n, m = a.largest, b.largest
    if (n - m) % 2:
        return Fraction(0)
    if n > m:
        return mean_square(b, a)
    inner = slice((m - n) // 2, (m - n) // 2 + n + 1)
    total = (a.modes * b.modes[:, inner, inner, inner]).sum()
    return Fraction(int(total), a.denominator * b.denominator)


Series = dict[tuple[int, int], Vector]  # (power of t, power of nu) -> field


def velocity_series(order: int, viscous: bool) -> tuple[Series, Series]:
    """Velocity and vorticity u_nj, w_nj for n <= order and j <= n (only j = 0 if not viscous)."""
    u: Series = {(0, 0): initial_velocity()}
    w: Series = {(0, 0): curl(u[0, 0])}
    for n in range(order):
        for j in range(n + 2 if viscous else 1):
            terms = [
                cross(u[m, i], w[n - m, j - i]) for (m, i) in u if m <= n and (n - m, j - i) in w
            ]
            rates = [project(add(terms))] if terms else []
            if (n, j - 1) in u:
                rates.append(laplacian(u[n, j - 1]))
            rate = add(rates)
            u[n + 1, j] = Vector(rate.modes, rate.denominator * (n + 1)).reduced()
            w[n + 1, j] = curl(u[n + 1, j])
    return u, w


def half_mean_square(fields: Series, order: int) -> list[list[Fraction]]:
    """<f.f>/2 as coefficients [n][j] of t^n nu^j."""
    total = [[Fraction(0)] * (n + 1) for n in range(order + 1)]
    for (m, i), (n, j) in itertools.product(fields, fields):
        if m + n <= order:
            total[m + n][i + j] += mean_square(fields[m, i], fields[n, j]) / 2
    return total


def coefficients(order: int, viscous: bool) -> dict[str, list[list[Fraction]]]:
    """Energy and enstrophy, each as coefficients [n][j] of t^n nu^j; n <= order."""
    u, w = velocity_series(order, viscous)
    return {"energy": half_mean_square(u, order), "enstrophy": half_mean_square(w, order)}


def document(inviscid_order: int, viscous_order: int) -> dict:
    """What the JSON files hold."""
    inviscid = coefficients(inviscid_order, viscous=False)
    viscous = coefficients(viscous_order, viscous=True)

    def both(values: list[Fraction]) -> dict:
        return {"exact": [str(v) for v in values], "value": [float(v) for v in values]}

    return {
        "about": "Taylor series in time of the Taylor-Green vortex u = (sin x cos y cos z, "
        "-cos x sin y cos z, 0) on (2 pi)^3; energy = <u.u>/2, enstrophy = <w.w>/2. "
        "Made by tools/taylor_green_series.py in rational arithmetic.",
        "inviscid": {
            name: both([row[0] for row in inviscid[name]]) for name in ("energy", "enstrophy")
        },
        "viscous": {
            "layout": "one entry per power of t, in it one coefficient per power of nu",
            "energy": [both(row) for row in viscous["energy"]],
            "enstrophy": [both(row) for row in viscous["enstrophy"]],
        },
    }


def main() -> None:
    """Compute, then write or print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--print", action="store_true", help="print, write nothing")
    parser.add_argument("--inviscid-order", type=int, default=INVISCID_ORDER)
    parser.add_argument("--viscous-order", type=int, default=VISCOUS_ORDER)
    options = parser.parse_args()
    text = json.dumps(document(options.inviscid_order, options.viscous_order), indent=1) + "\n"
    if options.print:
        print(text, end="")
        return
    for file in OUTPUTS:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
        print(f"wrote {file.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
