# SPDX-License-Identifier: Apache-2.0
"""Benchmarks of transcranial ultrasound: what they are, what is exact, how a run compares.

The first six of J.-F. Aubry et al. (2022), Benchmark problems for transcranial ultrasound
simulation: intercomparison of compressional wave models, J. Acoust. Soc. Am. 152, 1003-1019. All
of them turn about the x axis, on which the source's deepest point is at 0.
"""

from dataclasses import dataclass

import numpy as np

from thalweg.acoustics import source_frequency, width_at_half
from thalweg.errors import OutputError, suggestion
from thalweg.exact import Medium, Source, flat_layers, free_field, shells
from thalweg.run import Run

WATER = Medium(1500, 1000)
SKIN = Medium(1610, 1090, 0.2)
CORTICAL = Medium(2800, 1850, 4.0)
TRABECULAR = Medium(2300, 1700, 8.0)
BRAIN = Medium(1560, 1040, 0.3)
HEAD = (WATER, SKIN, CORTICAL, TRABECULAR, CORTICAL, BRAIN)
HEAD_INTERFACES = (0.026, 0.030, 0.0315, 0.0355, 0.0365)  # m
CENTRE = 0.105  # m: of the curved interfaces; that of the skull's outside has a radius of 75 mm

SOURCES = {"SC1": Source(aperture=0.064, focus=0.064), "SC2": Source(aperture=0.02)}
RIM = 0.01  # m: differences are counted from here on, beyond the rim of the bowl


@dataclass(frozen=True)
class Benchmark:
    """What is between the source and the focus.

    Attributes:
        media: From the source on.
        interfaces: Where on the axis one gives way to the next [m].
        centre: Of spherical interfaces, on the axis [m]; None where they are flat.
    """

    media: tuple[Medium, ...]
    interfaces: tuple[float, ...] = ()
    centre: float | None = None

    def exact(self, source: Source, x: np.ndarray, r: np.ndarray) -> np.ndarray:
        """Complex amplitudes [Pa] at all (x[i], r[j]) beyond the rim."""
        if not self.interfaces:
            return free_field(source, self.media[0], x[:, None], r[None, :])
        if self.centre is None:
            return flat_layers(source, self.media, self.interfaces, x, r)
        radii = [self.centre - i for i in self.interfaces]
        return shells(source, self.media, radii, self.centre, x, r)

    def holds_focus(self, x: np.ndarray, r: np.ndarray) -> np.ndarray:
        """Which places (x[i], r[j]) may be the focus: those behind all interfaces."""
        if not self.interfaces:
            return np.broadcast_to(x[:, None] >= RIM, (len(x), len(r)))
        if self.centre is None:
            return np.broadcast_to(x[:, None] > self.interfaces[-1] + 1e-9, (len(x), len(r)))
        from_centre = np.hypot(x[:, None] - self.centre, r[None, :])
        return from_centre < self.centre - self.interfaces[-1] - 1e-9


_BONE = (WATER, CORTICAL, WATER)
BENCHMARKS = {
    "BM1": Benchmark((WATER,)),
    "BM2": Benchmark((Medium(1500, 1000, 1.0),)),
    "BM3": Benchmark(_BONE, (0.030, 0.0365)),
    "BM4": Benchmark(HEAD, HEAD_INTERFACES),
    "BM5": Benchmark(_BONE, (0.030, 0.0365), CENTRE),
    "BM6": Benchmark(HEAD, HEAD_INTERFACES, CENTRE),
}


def named(name: str) -> tuple[Benchmark, Source]:
    """A benchmark and its source by a name that begins so.

    Raises:
        OutputError: There is none.

    Examples:
        >>> named("BM3-SC2: flat bone")[1].aperture
        0.02
    """
    head = name.split(":")[0].strip()
    benchmark, _, source = head.partition("-")
    if benchmark not in BENCHMARKS or source not in SOURCES:
        known = [f"{b}-{s}" for b in BENCHMARKS for s in SOURCES]
        raise OutputError(f'"{head}" is none of the benchmarks. {suggestion(head, known)}')
    return BENCHMARKS[benchmark], SOURCES[source]


@dataclass(frozen=True)
class Slice:
    """Amplitudes in a half plane from the axis, or in a plane through it.

    Attributes:
        x: Along the axis (nx,) [m].
        r: Across (nr,) [m]; negative on the other side.
        pressure: (nx, nr) [Pa].
    """

    x: np.ndarray
    r: np.ndarray
    pressure: np.ndarray

    def half(self) -> "Slice":
        """One side only."""
        one = self.r > -1e-9
        return Slice(self.x, self.r[one], self.pressure[:, one])


def amplitudes(series: np.ndarray, time: np.ndarray, frequency: float) -> np.ndarray:
    """Complex amplitudes a of series (times, points), each Re[a exp(-i omega t)] and a constant.

    By least squares, so that the period need not be a whole number of steps.

    >>> t = 0.1 * np.arange(40)
    >>> a = amplitudes((5 + 3 * np.cos(2 * np.pi * 0.7 * t - 1))[:, None], t, 0.7)
    >>> np.round(np.abs(a), 9).tolist(), np.round(np.angle(a), 9).tolist()
    ([3.0], [1.0])
    """
    angle = 2 * np.pi * frequency * time
    basis = np.stack([np.cos(angle), np.sin(angle), np.ones_like(angle)], axis=1)
    cosine, sine, _ = np.linalg.lstsq(basis, series.astype(float), rcond=None)[0]
    return cosine + 1j * sine


def read_slice(run: Run, sensor: str = "slice") -> Slice:
    """The amplitudes that a sensor of evenly spaced points heard at the source's frequency.

    Raises:
        OutputError: There is no such sensor, it is no rectangle, or it heard no whole period.
    """
    frequency = source_frequency(run)
    if run.traces is None or frequency is None:
        raise OutputError(f"{run.path}: no traces.h5, or no source with a frequency")
    series = run.traces.read(sensor, "pressure")
    time = run.traces.time
    if len(time) < 3 or (len(time) + 1) * (time[1] - time[0]) * frequency < 1 - 1e-6:
        raise OutputError(f"{run.traces.path}: holds less than a period of {frequency:g} Hz")
    if not np.isfinite(series).all():
        raise OutputError(f"{run.traces.path}: the record is not complete; has the run ended?")
    places = np.round(run.traces.sensors[sensor].coordinates[:, :2], 9)
    x, r = np.unique(places[:, 0]), np.unique(places[:, 1])
    if len(x) * len(r) != len(places) or not np.allclose(places[:, 0], np.tile(x, len(r))):
        raise OutputError(f'{run.traces.path}: the points of "{sensor}" make no rectangle in x, y')
    values = np.abs(amplitudes(series, time, frequency))
    return Slice(x, r, values.reshape(len(r), len(x)).T)


@dataclass(frozen=True)
class Focus:
    """Where a slice is loudest behind all interfaces.

    Attributes:
        pressure: [Pa].
        x: Along the axis [m].
        r: From it [m].
        length: Along x above half the pressure (-6 dB) [m], up to the last interface.
        width: The same across, both sides.
    """

    pressure: float
    x: float
    r: float
    length: float
    width: float


def focus(one: Slice, benchmark: Benchmark) -> Focus:
    """The focus of a slice (one side is enough)."""
    half = one.half()
    inside = benchmark.holds_focus(half.x, half.r)
    heard = np.where(inside, half.pressure, 0.0)
    i, j = np.unravel_index(np.argmax(heard), heard.shape)
    across = np.concatenate([half.pressure[i, :0:-1], half.pressure[i]])
    first = np.flatnonzero(inside[:, j])[0]
    return Focus(
        float(heard[i, j]), float(half.x[i]), float(half.r[j]),
        float(width_at_half(half.pressure[first:, j], i - first, half.x[1] - half.x[0])),
        float(width_at_half(across, j + len(half.r) - 1, half.r[1] - half.r[0])),
    )  # fmt: skip


@dataclass(frozen=True)
class Difference:
    """Between two slices a and b of the same places, as the intercomparison measures it.

    Attributes:
        largest: Largest difference of amplitudes beyond the rim, over b's largest there.
        square: Root of the sum of the differences' squares, over that of b's.
        pressure: That of the foci, over b's.
        distance: Between the foci [m].
    """

    largest: float
    square: float
    pressure: float
    distance: float


def difference(a: Slice, b: Slice, benchmark: Benchmark) -> Difference:
    """How a differs from b."""
    one, two = a.half(), b.half()
    if one.pressure.shape != two.pressure.shape or not np.allclose(one.x, two.x):
        raise OutputError("the slices do not have the same points")
    beyond = one.x >= RIM - 1e-9
    off = (one.pressure - two.pressure)[beyond]
    whole = two.pressure[beyond]
    f, g = focus(one, benchmark), focus(two, benchmark)
    return Difference(
        float(np.abs(off).max() / whole.max()),
        float(np.sqrt((off**2).sum() / (whole**2).sum())),
        f.pressure / g.pressure - 1,
        float(np.hypot(f.x - g.x, f.r - g.r)),
    )


def exact_slice(one: Slice, benchmark: Benchmark, source: Source) -> Slice:
    """The exact amplitudes at one side of the places of a slice; NaN before the rim."""
    half = one.half()
    beyond = half.x >= RIM - 1e-9
    pressure = np.full(half.pressure.shape, np.nan)
    pressure[beyond] = np.abs(benchmark.exact(source, half.x[beyond], half.r))
    return Slice(half.x, half.r, pressure)
