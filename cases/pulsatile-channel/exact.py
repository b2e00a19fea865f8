"""Writes exact.csv: the velocity between plates under an oscillating pressure gradient.

docs/theory/blood.md (5.6), with the numbers of case.toml.
"""

from pathlib import Path

import numpy as np

HEIGHT, VISCOSITY, DENSITY = 32e-6, 1e-6, 1e3
AMPLITUDE, FREQUENCY = 1e4, 2000.0
TIME = 19200 * 0.25 / 3 * 1e-6

omega = 2 * np.pi * FREQUENCY
wave = np.sqrt(1j * omega / VISCOSITY)
z = (np.arange(32) - 15.5) * 1e-6
shape = 1 - np.cosh(wave * z) / np.cosh(wave * HEIGHT / 2)
velocity = np.real(AMPLITUDE / (1j * omega * DENSITY) * shape * np.exp(1j * omega * TIME))
rows = "".join(f"{a:.9g},{b:.9g}\n" for a, b in zip(z, velocity, strict=True))
Path(__file__).with_name("exact.csv").write_text("z,velocity_x\nm,m/s\n" + rows)
