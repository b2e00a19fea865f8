# SPDX-License-Identifier: Apache-2.0
"""Exact fields against closed forms and against each other."""

import numpy as np
import pytest

from thalweg import OutputError
from thalweg.exact import Medium, Source, flat_layers, free_field, shells
from thalweg.exact.flat_layers import wave_amplitudes
from thalweg.transcranial import BENCHMARKS, Slice, difference, focus, named

WATER = Medium(1500, 1000)
BONE = Medium(2800, 1850, 4.0)
K = 2 * np.pi * 5e5 / 1500
BOWL, PISTON = Source(aperture=0.064, focus=0.064), Source(aperture=0.02)
X, R = np.arange(0.01, 0.12, 0.0055), np.array([0.0, 0.02])


def apart(a: np.ndarray, b: np.ndarray) -> float:
    return float(np.abs(a - b).max() / np.abs(b).max())


def test_a_bowl_has_oneils_pressure_on_its_axis():
    depth = 0.064 - np.sqrt(0.064**2 - 0.032**2)
    edge = np.hypot(X - depth, 0.032)
    oneil = 6e4 * np.abs(2 / (1 - X / 0.064) * np.sin(K / 2 * (edge - X)))
    assert apart(np.abs(free_field(BOWL, WATER, X, 0 * X)), oneil) < 1e-11


def test_a_piston_has_its_closed_form_on_its_axis_also_with_absorption():
    # The integral of exp(ikR) over R from x to the rim's distance.
    for medium in (WATER, Medium(1500, 1000, 1.0)):
        k = medium.wave_number(5e5)
        closed = 6e4 * K / k * (np.exp(1j * k * X) - np.exp(1j * k * np.hypot(X, 0.01)))
        assert apart(free_field(PISTON, medium, X, 0 * X), closed) < 1e-11


@pytest.mark.parametrize("source", [BOWL, PISTON])
def test_interfaces_between_equal_media_are_not_there(source):
    free = free_field(source, WATER, X[:, None], R[None, :])
    assert apart(flat_layers(source, [WATER] * 3, [0.03, 0.0365], X, R), free) < 1e-11
    # Shells leave out what the source sends past the centre and back to its own side.
    curved = shells(source, [WATER] * 3, [0.075, 0.0685], 0.105, X, R)
    assert apart(curved, free) < 5e-5


def test_a_plate_lets_through_what_its_impedance_says():
    # T = 1 / (cos kd - i (Z/Z0 + Z0/Z) / 2 sin kd): Kinsler et al. (2000), section 6.3.
    k = BONE.wave_number(5e5)
    kz = [np.array([complex(q)]) for q in (K, k, K)]
    down, up = wave_amplitudes(np.ones(1), kz, [1000, 1850, 1000], [0.03, 0.0365])
    ratio = (1850 / k) / (1000 / K)
    closed = 1 / (np.cos(k * 0.0065) - 0.5j * (ratio + 1 / ratio) * np.sin(k * 0.0065))
    assert abs(down[2][0] - closed * np.exp(1j * K * 0.03)) < 1e-12
    # What is not absorbed is sent back or let through.
    kz[1] = kz[1].real + 0j
    down, up = wave_amplitudes(np.ones(1), kz, [1000, 1850, 1000], [0.03, 0.0365])
    assert abs(abs(down[2][0]) ** 2 + abs(up[0][0]) ** 2 - 1) < 1e-12


def test_large_shells_become_flat():
    source = Source(aperture=0.06, frequency=2e5)
    media, x = [WATER, BONE, WATER], X[2:]
    flat = flat_layers(source, media, [0.03, 0.0365], x, R[:1])
    errors = [
        apart(shells(source, media, [radius, radius - 0.0065], 0.03 + radius, x, R[:1]), flat)
        for radius in (0.25, 0.5, 1.0)
    ]
    print("shells of 0.25, 0.5 and 1 m against flat layers:", errors)
    assert errors[0] < 0.06 and errors[2] < 0.3 * errors[0]  # first order in 1 / radius


def test_the_focus_of_a_known_field():
    x, r = np.arange(0.0, 0.12, 5e-4), np.arange(0.0, 0.035, 5e-4)
    hill = 1e5 * np.exp2(-(((x[:, None] - 0.06) / 0.01) ** 2) - (r[None, :] / 0.002) ** 2)
    hill[x < 0.036] = 2e5  # before the skull
    benchmark, _ = named("BM3-SC1")
    found = focus(Slice(x, r, hill), benchmark)
    assert (found.pressure, found.r) == (1e5, 0.0)
    assert found.x == pytest.approx(0.06)
    assert found.length == pytest.approx(0.02, rel=0.01)
    assert found.width == pytest.approx(0.004, rel=0.01)
    moved = Slice(x, r, 1.1 * np.roll(hill, 2, axis=0))
    between = difference(moved, Slice(x, r, hill), benchmark)
    assert between.pressure == pytest.approx(0.1)
    assert between.distance == pytest.approx(1e-3)


def test_both_sides_of_a_slice_are_one():
    x, r = np.arange(0.0, 0.12, 1e-3), np.arange(-0.01, 0.0101, 1e-3)
    half = Slice(x, r, np.abs(r)[None, :] + x[:, None]).half()
    assert half.r[0] == pytest.approx(0, abs=1e-12)
    assert half.pressure.shape == (len(x), 11)


def test_wrong_names_are_told():
    with pytest.raises(OutputError, match='Did you mean "BM3-SC'):
        named("BM3-SC3: a plate")
    assert len(BENCHMARKS) == 6
