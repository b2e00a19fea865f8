#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Make the curves that cases are held to where something exact is known.

    tools/reference_curves.py [--compare]

writes, as CSV with names and units in its first lines,

    cases/taylor-green/series_re400.csv         dissipation at short times, by the exact series
    cases/photoacoustic-disc/middle.csv         what the middle sensor hears, mode by mode
    cases/transcranial/exact/bmB-scS.csv        amplitudes on the axis from 10 mm on

With --compare nothing is written; exit status 1 if a file differs from what would be.
"""

import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from scripts import command_line
from thalweg.commands import run_command, writing
from thalweg.taylor_green import CHECK_END, series
from thalweg.transcranial import BENCHMARKS, SOURCES

CASES = Path(__file__).resolve().parents[1] / "cases"


def text_of(names: str, units: str, *columns: np.ndarray) -> str:
    """A table as runs write them."""
    rows = (",".join(f"{value:.10g}" for value in row) for row in zip(*columns, strict=True))
    return "\n".join([names, units, *rows]) + "\n"


def taylor_green() -> str:
    """2 nu enstrophy of the Taylor-Green vortex at Re = 400."""
    time = np.linspace(0, CHECK_END, 51)
    return text_of("time,dissipation", "time,velocity^2/time", time, series(1 / 400, time)[1])


def heated_discs(points: int, spacing: float) -> np.ndarray:
    """The initial pressure of cases/photoacoustic-disc on points about the middle, (y, x)."""
    place = spacing * (np.arange(points) - points // 2)
    x, y = np.meshgrid(place, place)
    slack = 1e-6 * spacing
    pressure = 5.0 * (np.hypot(x, y) <= 8e-4 + slack)
    pressure += 3.0 * (np.hypot(x + 2e-3, y - 3e-3) <= 5e-4 + slack)
    smooth = pressure
    for axis in (0, 1):  # the Blackman window (4.6) as a sum over neighbours
        near = np.roll(smooth, 1, axis) + np.roll(smooth, -1, axis)
        next_ = np.roll(smooth, 2, axis) + np.roll(smooth, -2, axis)
        smooth = 0.42 * smooth + 0.25 * near + 0.04 * next_
    return smooth * pressure.max() / smooth.max()


def photoacoustics() -> str:
    """The pressure at (4 mm, 0) of cases/photoacoustic-disc.

    In a homogeneous medium each mode of (1.1) to (1.3), (3.4) is a damped oscillator, whose motion
    is known: rho'' = -c^2 k^2 (1 - eta k^(y-1)) rho + c^2 tau k^y rho'. The domain repeats itself
    so far away that its images are not heard.
    """
    speed, absorption, power, spacing, points = 1500.0, 0.75, 1.5, 1e-4, 512
    alpha = 100 * absorption * (1e-6 / (2 * np.pi)) ** power / (20 * np.log10(np.e))  # (3.6)
    tau = -2 * alpha * speed ** (power - 1)
    eta = 2 * alpha * speed**power * np.tan(np.pi * power / 2)
    start = np.fft.fft2(heated_discs(points, spacing)) / speed**2
    wave = 2 * np.pi * np.fft.fftfreq(points, spacing)
    kx, ky = np.meshgrid(wave, wave)
    k = np.hypot(kx, ky)
    safe = np.where(k > 0, k, 1.0)
    stiffness = np.where(k > 0, 1 - eta * safe ** (power - 1), 1.0)
    damping = -(speed**2) * tau * k**power / 2
    omega = np.sqrt(speed**2 * k**2 * stiffness - damping**2)
    middle = points // 2 * spacing
    at_sensor = np.exp(1j * (kx * (4e-3 + middle) + ky * middle))
    weight = (start * at_sensor).real / points**2
    time = 2e-8 * np.arange(401)
    pressure = []
    for t in time:
        fade, sine = np.exp(-damping * t), t * np.sinc(omega * t / np.pi)
        density = fade * (np.cos(omega * t) + damping * sine)
        rate = -fade * (omega**2 + damping**2) * sine
        lost = np.where(k > 0, tau * safe ** (power - 2), 0.0) * rate
        pressure.append(speed**2 * np.sum(weight * (stiffness * density - lost)))
    return text_of("time,pressure", "s,Pa", time, np.array(pressure))


def transcranial(benchmark: str, source: str) -> str:
    """Amplitudes on the axis, every 0.5 mm."""
    x = 5e-4 * np.arange(20, 241)
    exact = BENCHMARKS[benchmark].exact(SOURCES[source], x, np.zeros(1))
    return text_of("x,pressure", "m,Pa", x, np.abs(exact[:, 0]))


def curves() -> Iterator[tuple[Path, str]]:
    """All files with what is in them."""
    yield CASES / "taylor-green/series_re400.csv", taylor_green()
    yield CASES / "photoacoustic-disc/middle.csv", photoacoustics()
    for benchmark in BENCHMARKS:
        for source in SOURCES:
            name = f"{benchmark}-{source}".lower()
            yield CASES / f"transcranial/exact/{name}.csv", transcranial(benchmark, source)


def differs(file: Path, text: str) -> bool:
    """Whether the numbers of a file are others, beyond the rounding of their computation."""
    if not file.exists():
        return True
    ours, theirs = (np.loadtxt(t.splitlines()[2:], delimiter=",") for t in (text, file.read_text()))
    return ours.shape != theirs.shape or not np.allclose(ours, theirs, rtol=1e-6, atol=1e-9)


def main(arguments: list[str] | None = None) -> int:
    """Write or compare."""
    parser = command_line(__doc__)
    parser.add_argument("--compare", action="store_true")
    options = parser.parse_args(arguments)
    wrong: list[Path] = []

    def make() -> None:
        for file, text in curves():
            if not options.compare:
                with writing(file):
                    file.parent.mkdir(parents=True, exist_ok=True)
                    file.write_text(text)
            elif differs(file, text):
                wrong.append(file)
                print(f"{file} differs")

    return run_command("reference_curves", make) or (1 if wrong else 0)


if __name__ == "__main__":
    sys.exit(main())
