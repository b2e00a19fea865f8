# SPDX-License-Identifier: Apache-2.0
"""Steady flow round a ring by Galerkin's method, in one section of it.

    python3 reference.py [--dean 600] [--curvature 0.2] [--degree 16]

Axisymmetric flow (u, v, w) along r, z and the ring obeys, with lengths in radii a of the tube and
velocities in nu / a,

    (u.grad) w + u w / r = lap w - w / r^2 + g R / r
    (u.grad) (u, v) - (w^2 / r, 0) = -grad p + lap (u, v) - (u / r^2, 0)

with g = G a^3 / (mu nu), the number of Dean D = g sqrt(2 a / R) and no slip. w is 1 - x^2 - z^2
times polynomials; u and v are the curl of (1 - x^2 - z^2)^2 times others, and tested by the same,
which leaves out the pressure. Prints the flow rate over that of a straight tube with the same G.
"""

import argparse

import numpy as np
from numpy.polynomial import legendre


def quadrature(points):
    """Places x, z and weights on the unit disc."""
    nodes, weights = legendre.leggauss(points)
    rho, angle = (nodes + 1) / 2, np.pi * np.arange(2 * points) / points
    x, z = np.outer(rho, np.cos(angle)).ravel(), np.outer(rho, np.sin(angle)).ravel()
    return x, z, np.outer(weights / 2 * rho, np.full(2 * points, np.pi / points)).ravel()


def polynomials(values, degree):
    """Legendre polynomials up to a degree, and two derivatives: each (degree + 1, place)."""
    series = [legendre.Legendre.basis(n) for n in range(degree + 1)]
    return [np.array([s.deriv(d)(values) if d else s(values) for s in series]) for d in range(3)]


def products(x, z, degree, odd):
    """Products of degree `degree` or less, even or odd in z: f, f_x, f_z, f_xx, f_xz, f_zz."""
    px, pz = polynomials(x, degree), polynomials(z, degree)
    pairs = [(i, j) for i in range(degree + 1) for j in range(odd, degree + 1 - i, 2)]
    i, j = np.array(pairs).T
    return [px[a][i] * pz[b][j] for a, b in ((0, 0), (1, 0), (0, 1), (2, 0), (1, 1), (0, 2))]


def times(f, g):
    """A product's value and derivatives up to the second, by those of both."""
    return [
        f[0] * g[0],
        f[1] * g[0] + f[0] * g[1],
        f[2] * g[0] + f[0] * g[2],
        f[3] * g[0] + 2 * f[1] * g[1] + f[0] * g[3],
        f[4] * g[0] + f[1] * g[2] + f[2] * g[1] + f[0] * g[4],
        f[5] * g[0] + 2 * f[2] * g[2] + f[0] * g[5],
    ]


class Ring:
    """All that does not depend on how fast the flow is. curvature: a / R."""

    def __init__(self, curvature, degree):
        """Take polynomials up to a degree."""
        x, z, weight = quadrature(degree + 16)
        self.radius, self.r = 1 / curvature, 1 / curvature + x
        self.weight, r = weight * self.r / self.radius, self.r
        rim = [1 - x * x - z * z, -2 * x, -2 * z, 0 * x - 2, 0 * x, 0 * x - 2]
        self.w = times(products(x, z, degree, 0), rim)
        psi = times(products(x, z, degree, 1), times(rim, rim))
        psi = [self.radius * f for f in psi]
        # u = -psi_z / r and v = psi_r / r, with derivatives along r and z.
        self.u = [-psi[2] / r, -psi[4] / r + psi[2] / r**2, -psi[5] / r]
        self.v = [psi[1] / r, psi[3] / r - psi[1] / r**2, psi[4] / r]
        self.plane = weight

    def product(self, test, trial):
        """Integrals over the section of each product."""
        return (test * self.weight) @ trial.T

    def residual_and_jacobian(self, along, across, push):
        """Of both equations, for the coefficients of w and of the stream function."""
        w, wx, wz = (along @ f for f in self.w[:3])
        u, ux, uz = (across @ f for f in self.u)
        v, vx, vz = (across @ f for f in self.v)
        f, fx, fz = self.w[:3]
        (a, ax, az), (b, bx, bz) = self.u, self.v
        r, product = self.r, self.product
        first = f * self.weight @ (u * wx + v * wz + u * w / r + w / r**2 - push * self.radius / r)
        first += fx * self.weight @ wx + fz * self.weight @ wz
        second = a * self.weight @ (u * ux + v * uz - w * w / r + u / r**2)
        second += b * self.weight @ (u * vx + v * vz)
        for test, value in ((ax, ux), (az, uz), (bx, vx), (bz, vz)):
            second += test * self.weight @ value
        by_w = product(f, u * fx + v * fz + (u / r + 1 / r**2) * f)
        by_w += product(fx, fx) + product(fz, fz)
        by_flow = product(f, a * (wx + w / r) + b * wz)
        flow_by_flow = product(a, u * ax + v * az + a * (ux + 1 / r**2) + b * uz)
        flow_by_flow += product(b, u * bx + v * bz + a * vx + b * vz)
        flow_by_flow += product(ax, ax) + product(az, az) + product(bx, bx) + product(bz, bz)
        jacobian = np.block([[by_w, by_flow], [product(a, -2 * w / r * f), flow_by_flow]])
        return np.concatenate([first, second]), jacobian

    def flow_rate(self, dean):
        """Over that of a straight tube."""
        split, state = len(self.w[0]), np.zeros(len(self.w[0]) + len(self.u[0]))
        for part in np.linspace(0.1, 1, 10):  # each flow begins where one that is slower ended
            push = part * dean / np.sqrt(2 / self.radius)
            for _ in range(50):
                residual, jacobian = self.residual_and_jacobian(state[:split], state[split:], push)
                change = np.linalg.lstsq(jacobian, residual, rcond=1e-14)[0]
                state = state - change
                if np.abs(change).max() < 1e-7 * np.abs(state).max():
                    break
            else:
                raise SystemExit("Newton's method did not converge: take another degree")
        return state[:split] @ self.w[0] @ self.plane / (np.pi * push / 8)


def main():
    """Read the options and print the ratio."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--dean", type=float, default=600)
    parser.add_argument("--curvature", type=float, default=0.2)
    parser.add_argument("--degree", type=int, default=16)
    options = parser.parse_args()
    print(f"{Ring(options.curvature, options.degree).flow_rate(options.dean):.8f}")


if __name__ == "__main__":
    main()
