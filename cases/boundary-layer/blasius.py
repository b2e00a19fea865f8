# SPDX-License-Identifier: Apache-2.0
"""Write the solution of Blasius at a place as a table for an inflow.

python3 blasius.py 1 1e-4 > inflow.csv
"""

import argparse
import math

SLOPE = 0.332057336215196  # f'' at the wall: f''' + f f''/2 = 0, f = f' = 0 there, f' = 1 far away


def derivative(f: tuple[float, float, float]) -> tuple[float, float, float]:
    """Return f', f'' and f'''."""
    return f[1], f[2], -f[0] * f[2] / 2


def moved(f, d, step):
    """Return f a step along d."""
    return tuple(a + step * b for a, b in zip(f, d, strict=True))


def solution(far: float = 12.0, steps: int = 2400):
    """Rows of eta, f, f' by Runge and Kutta's method of the fourth order."""
    h, f = far / steps, (0.0, 0.0, SLOPE)
    for n in range(steps + 1):
        yield n * h, f[0], f[1]
        k1 = derivative(f)
        k2 = derivative(moved(f, k1, h / 2))
        k3 = derivative(moved(f, k2, h / 2))
        k4 = derivative(moved(f, k3, h))
        f = tuple(
            a + h / 6 * (b + 2 * c + 2 * d + e)
            for a, b, c, d, e in zip(f, k1, k2, k3, k4, strict=True)
        )


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("x", type=float, help="distance from the edge of the plate")
    parser.add_argument("viscosity", type=float, help="kinematic, at a velocity of 1")
    options = parser.parse_args()
    x, scale = options.x, math.sqrt(options.viscosity / options.x)
    print("y,velocity_x,velocity_y")
    for n, (eta, f, slope) in enumerate(solution()):
        if n % 20 == 0:
            print(f"{eta * scale * x:.9g},{slope:.9g},{scale / 2 * (eta * slope - f):.9g}")


if __name__ == "__main__":
    main()
