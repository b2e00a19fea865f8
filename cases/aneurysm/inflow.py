# SPDX-License-Identifier: Apache-2.0
"""Writes inflow.csv of this case, and prints what its Windkessel makes of it: the references.

python3 cases/aneurysm/inflow.py
"""

from pathlib import Path

import numpy as np

PERIOD = 1 / 6  # s
MEAN = 1.2e-8  # m^3/s
RESISTANCE = 8e11  # Pa s/m^3
COMPLIANCE = 5e-14  # m^3/Pa


def pulse(part):
    """Flow over its mean, by part of the period: systole, a dicrotic notch, diastole."""
    wave = sum(
        height * np.exp(-(((part - place + shift) / width) ** 2))
        for height, place, width in ((1.0, 0.2, 0.09), (-0.25, 0.38, 0.04), (0.18, 0.5, 0.1))
        for shift in (-1, 0, 1)
    )
    return 0.55 + wave


def windkessel(times, flow, periods=20, steps=4000):
    """First, least and largest pressure [Pa] once all is periodic.

    The flow is straight between its times, and each step is exact for such a flow.
    """
    step = PERIOD / steps
    q = np.interp(np.arange(steps + 1) * step, times, flow)
    constant = RESISTANCE * COMPLIANCE
    decay = np.exp(-step / constant)
    pressure, record = RESISTANCE * MEAN, np.empty(steps)
    for _ in range(periods):
        for n in range(steps):
            slope = (q[n + 1] - q[n]) / step
            steady = RESISTANCE * (q[n] - constant * slope)
            pressure = steady + RESISTANCE * slope * step + (pressure - steady) * decay
            record[n] = pressure
    return record[-1], record.min(), record.max()


def main():
    """The command line."""
    part = np.linspace(0, 1, 41)
    wave = pulse(part)
    wave[-1] = wave[0]
    mean = ((wave[1:] + wave[:-1]) / 2).mean()
    rows = zip(part * PERIOD, MEAN * wave / mean, strict=True)
    text = "time,flow_rate\ns,m^3/s\n" + "".join(f"{t:.6e},{q:.6e}\n" for t, q in rows)
    file = Path(__file__).with_name("inflow.csv")
    file.write_text(text)
    times, flow = np.loadtxt(file, delimiter=",", skiprows=2, unpack=True)
    print(f"mean pressure {RESISTANCE * MEAN:.1f} Pa")
    print(
        "pressure: first {:.1f} Pa, least {:.1f} Pa, largest {:.1f} Pa".format(
            *windkessel(times, flow)
        )
    )
    print(f"largest flow {flow.max():.4g} m^3/s")


if __name__ == "__main__":
    main()
