# SPDX-License-Identifier: Apache-2.0
"""The exact series against the literature, an independent simulation, and its own files."""

import json
from fractions import Fraction as Fr

import numpy as np
import pytest

from conftest import ROOT
from thalweg import read_table
from thalweg.taylor_green import series

FILE = ROOT / "tests/data/taylor_green_series.json"

# Taylor & Green (1937): <w.w> = 3/4 [1 - 6 T/R + (5/48 + 18/R^2) T^2 - (5/3 + 36/R^2) T^3/R
#   + (50/(99*64) + 1835/(9*16 R^2) + 54/R^4) T^4
#   - (361/(44*32) + 761/(12 R^2) + 324/(5 R^4)) T^5/R + ...]
TAYLOR_GREEN_1937 = [
    [Fr(1)],
    [Fr(0), Fr(-6)],
    [Fr(5, 48), Fr(0), Fr(18)],
    [Fr(0), Fr(-5, 3), Fr(0), Fr(-36)],
    [Fr(50, 99 * 64), Fr(0), Fr(1835, 9 * 16), Fr(0), Fr(54)],
    [Fr(0), Fr(-361, 44 * 32), Fr(0), Fr(-761, 12), Fr(0), Fr(-324, 5)],
]


@pytest.fixture(scope="module")
def series_tool(tool):
    return tool("taylor_green_series")


def test_the_coefficients_of_1937(series_tool):
    enstrophy = series_tool.coefficients(5, viscous=True)["enstrophy"]
    assert enstrophy == [[Fr(3, 8) * c for c in row] for row in TAYLOR_GREEN_1937]


def test_energy_falls_by_the_dissipation(series_tool):
    """dE/dt = -2 nu enstrophy, coefficient by coefficient, exactly."""
    found = series_tool.coefficients(6, viscous=True)
    for n in range(6):
        rate = [(n + 1) * c for c in found["energy"][n + 1]]
        assert rate == [Fr(0), *(-2 * c for c in found["enstrophy"][n])]


def test_the_inviscid_series(series_tool):
    found = series_tool.coefficients(8, viscous=False)
    assert [row[0] for row in found["energy"]] == [Fr(1, 8)] + [Fr(0)] * 8
    enstrophy = [row[0] for row in found["enstrophy"]]
    assert enstrophy[1::2] == [0] * 4  # even in time: reversed, the flow is its mirror image
    assert enstrophy[:5:2] == [Fr(3, 8), Fr(5, 128), Fr(25, 8448)]


def test_the_files_hold_what_the_tool_computes(series_tool):
    stored = json.loads(FILE.read_text())
    made = series_tool.document(8, 6)
    for name in ("energy", "enstrophy"):
        assert stored["inviscid"][name]["exact"][:9] == made["inviscid"][name]["exact"]
        assert stored["viscous"][name][:7] == made["viscous"][name]


def test_the_package_has_the_same_file():
    packaged = ROOT / "bindings/python/thalweg/data/taylor_green_series.json"
    assert packaged.read_text() == FILE.read_text()


def simulate(viscosity: float, end: float, steps: int, n: int = 24) -> tuple[float, float]:
    """Energy and enstrophy of a plain simulation: primitive form, RK4, no symmetry used."""
    k = np.stack(np.meshgrid(*[np.fft.fftfreq(n, 1 / n)] * 3, indexing="ij"))
    k2 = np.maximum((k**2).sum(axis=0), 1)
    x, y, z = np.meshgrid(*[np.arange(n) * 2 * np.pi / n] * 3, indexing="ij")
    points = np.cos(z) * np.stack([np.sin(x) * np.cos(y), -np.cos(x) * np.sin(y), 0 * x])
    axes = (1, 2, 3)

    def rate(u_hat):
        u = np.fft.ifftn(u_hat, axes=axes).real
        gradients = np.fft.ifftn(1j * k[:, None] * u_hat, axes=(2, 3, 4)).real
        force = -np.fft.fftn(np.einsum("jxyz,jixyz->ixyz", u, gradients), axes=axes)
        force -= k * (k * force).sum(axis=0) / k2
        return np.where(np.abs(k).max(axis=0) < n / 3, force - viscosity * k2 * u_hat, 0)

    u_hat, h = np.fft.fftn(points, axes=axes), end / steps
    for _ in range(steps):
        k1 = rate(u_hat)
        second = rate(u_hat + h / 2 * k1)
        third = rate(u_hat + h / 2 * second)
        fourth = rate(u_hat + h * third)
        u_hat = u_hat + h / 6 * (k1 + 2 * second + 2 * third + fourth)
    square = (np.abs(u_hat) ** 2).sum(axis=0) / n**6
    return square.sum() / 2, (k2 * square).sum() / 2


@pytest.mark.parametrize("reynolds", [20, 400])
def test_an_independent_simulation(reynolds):
    energy, enstrophy = simulate(1 / reynolds, 0.5, 25)
    expected, dissipation = series(1 / reynolds, np.array(0.5))
    assert energy == pytest.approx(float(expected), rel=1e-8)
    assert 2 / reynolds * enstrophy == pytest.approx(float(dissipation), rel=1e-7)


def test_our_curve_at_re_400_begins_like_the_series():
    table = read_table(ROOT / "bindings/python/thalweg/data/taylor_green_re400.csv")
    early = table["time"] <= 1.0
    energy, dissipation = series(1 / 400, table["time"][early])
    np.testing.assert_allclose(table["energy"][early], energy, rtol=1e-7)
    np.testing.assert_allclose(table["dissipation"][early], dissipation, rtol=1e-5)


def test_the_published_curve_begins_like_the_series():
    table = np.loadtxt(ROOT / "bindings/python/thalweg/data/spectral_Re1600_512.txt")
    time, energy, enstrophy = table[:121, 0], table[:121, 1], table[:121, 3]
    expected, dissipation = series(1 / 1600, time)
    np.testing.assert_allclose(energy, expected, rtol=1e-6)
    np.testing.assert_allclose(enstrophy * 2 / 1600, dissipation, rtol=1e-4)
