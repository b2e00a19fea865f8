# SPDX-License-Identifier: Apache-2.0
"""What is known of the Taylor-Green vortex: reference curves, the exact short-time series.

Everything here is for the box (2 pi)^3 and the amplitude 1, dimensionless: Re = 1 / viscosity.
"""

import json
import math
import warnings
from dataclasses import dataclass, replace
from functools import cache
from importlib import resources
from pathlib import Path

import numpy as np

from thalweg.errors import OutputError
from thalweg.run import Run
from thalweg.tables import Table, read_table

DATA = resources.files("thalweg") / "data"
SHIPPED = {
    1600: (
        "spectral_Re1600_512.txt",
        "van Rees et al. 2011, 512³",
        "van Rees, Leonard, Pullin, Koumoutsakos, J. Comput. Phys. 230 (2011) 2794; "
        "pseudospectral, 512³; reference solution of case C3.5 of the International Workshop on "
        "High-Order CFD Methods",
        True,
    ),
    400: (
        "taylor_green_re400.csv",
        "our own 256³ run",
        "our own run at 256³, resolved to k_max η ≥ 2.9: no published table of numbers "
        "is at hand for Re = 400",
        False,
    ),
}


@dataclass(frozen=True)
class Reference:
    """A curve to hold a run to.

    Attributes:
        label: A few words for legends.
        source: Where it comes from, in full.
        time: (n,) rising.
        energy: (n,) <u.u>/2.
        dissipation: (n,) -d energy / d time.
        published: Whether others have published it.
    """

    label: str
    source: str
    time: np.ndarray
    energy: np.ndarray
    dissipation: np.ndarray
    published: bool = False


@dataclass(frozen=True)
class Comparison:
    """How far a run's dissipation is from a reference; `compare` says how each is defined."""

    end: float
    peak: float
    peak_time: float
    reference_peak: float
    reference_peak_time: float
    relative_l2: float
    relative_l2_from_energy: float


def is_taylor_green(run: Run) -> bool:
    """Whether a run is of the vortex that the curves and the series are for.

    That is the state at the beginning and what acts on it: viscosity alone.
    """
    length = run.setting("grid.length", [2 * math.pi] * 3)
    return (
        run.setting("initial.kind") == "taylor-green"
        and run.setting("initial.amplitude", 1) == 1
        and run.setting("turbulence.equations", "navier-stokes") == "navier-stokes"
        and not any(run.setting("turbulence.rotation", []))
        and run.setting("forcing.kind") is None
        and all(math.isclose(side, 2 * math.pi, rel_tol=1e-6) for side in length)
    )


def known_reference(run: Run) -> Reference | None:
    """The curve that is shipped for a run's viscosity; None where there is none.

    Its source tells whether it is a published one or a run of our own.
    """
    viscosity = run.setting("turbulence.viscosity", 0)
    if not is_taylor_green(run) or not viscosity:
        return None
    for reynolds, (name, label, source, is_published) in SHIPPED.items():
        if math.isclose(viscosity * reynolds, 1, rel_tol=1e-6):
            with resources.as_file(DATA / name) as path:
                return replace(_read(path, label, source), published=is_published)
    return None


def read_reference(path: str | Path) -> Reference:
    """Read a reference curve from a file.

    Args:
        path: Columns of text that are time, energy, -dE/dt and more ("#" starts a comment), or the
            history.csv of another run.

    Raises:
        OutputError: The file is missing or neither of these.
    """
    path = Path(path)
    return _read(path, path.name, str(path))


def compare(history: Table, reference: Reference, end: float = 20.0) -> Comparison:
    """Hold the dissipation of a run to a reference.

    With e(t) the run's dissipation 2 nu enstrophy (column "dissipation"), interpolated linearly to
    the reference's times, r(t) the reference's -dE/dt, and T the smaller of `end` and the last time
    that both have:

        relative L2 error = sqrt( integral_0^T (e - r)^2 dt / integral_0^T r^2 dt )

    by the trapezoidal rule on the reference's times. `relative_l2_from_energy` is the same with
    e = -dE/dt from the column "energy" by central differences. Peaks are the vertices of parabolas
    through the highest point and its neighbours.

    Raises:
        OutputError: The run and the reference have no time interval in common.
    """
    time = history["time"]
    last = min(end, reference.time[-1], time[-1] if len(time) else -math.inf)
    inside = (reference.time <= last) & (reference.time >= reference.time[0])
    if np.count_nonzero(inside) < 2:
        raise OutputError(f"{history.path}: the history does not reach into the reference's times")
    at, wanted = reference.time[inside], reference.dissipation[inside]
    ours = history["dissipation"]

    def error(curve: np.ndarray) -> float:
        difference = np.interp(at, time, curve) - wanted
        return math.sqrt(_integral(at, difference**2) / _integral(at, wanted**2))

    until = time <= last
    peak_time, peak = _peak(time[until], ours[until])
    reference_peak_time, reference_peak = _peak(at, wanted)
    return Comparison(
        end=float(last),
        peak=peak,
        peak_time=peak_time,
        reference_peak=reference_peak,
        reference_peak_time=reference_peak_time,
        relative_l2=error(ours),
        relative_l2_from_energy=error(dissipation_from_energy(history)),
    )


def dissipation_from_energy(history: Table) -> np.ndarray:
    """-dE/dt at the times of the history, (rows,), by differences of second order.

    Of a forced flow what the history has between rows: the input of energy less dE/dt.
    """
    if "energy_input" in history:
        return history["dissipation_from_energy"]
    time, energy = history["time"], history["energy"]
    if len(time) < 3:
        return np.full(len(time), np.nan)
    return -np.gradient(energy, time, edge_order=2)


def series(viscosity: float, time: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Energy and dissipation 2 nu enstrophy by the exact Taylor series in time.

    The series is cut off after t^12 and converges for |t| < 2.18 or so: good to plotting accuracy
    up to `SERIES_END`.

    Args:
        viscosity: 1 / Re.
        time: Times, any shape.

    Examples:
        >>> energy, dissipation = series(0.01, np.array([0.0, 0.1]))
        >>> print(energy[0], dissipation[0], round(energy[1], 9))
        0.125 0.0075 0.124251988
    """
    powers = viscosity ** np.arange(64)

    def evaluate(rows: list[list[float]]) -> np.ndarray:
        factors = [float(np.dot(row, powers[: len(row)])) for row in rows]
        return np.polynomial.polynomial.polyval(time, factors)

    coefficients = _coefficients()
    return evaluate(coefficients["energy"]), 2 * viscosity * evaluate(coefficients["enstrophy"])


SERIES_END = 1.2
CHECK_END = 0.5  # up to here what the series leaves out is below 1e-8


def distance_to_series(history: Table, viscosity: float) -> float | None:
    """The largest |dissipation / exact - 1| in 0 < t <= CHECK_END; None without a row there."""
    time = history["time"]
    early = (time > 0) & (time <= CHECK_END)
    if not early.any():
        return None
    exact = series(viscosity, time[early])[1]
    return float(np.max(np.abs(history["dissipation"][early] / exact - 1)))


@cache
def _coefficients() -> dict[str, list[list[float]]]:
    """Energy and enstrophy as factors [power of t][power of nu]."""
    text = (DATA / "taylor_green_series.json").read_text(encoding="utf-8")
    viscous = json.loads(text)["viscous"]
    return {name: [row["value"] for row in viscous[name]] for name in ("energy", "enstrophy")}


def _read(path: Path, label: str, source: str) -> Reference:
    if path.suffix == ".csv":
        table = read_table(path)
        names = ("time", "energy", "dissipation")
        columns = np.stack([table[name] for name in names], axis=1)
    else:
        columns = _columns(path)
    if len(columns) < 2:
        raise OutputError(f"{path}: a reference has two times at least, found {len(columns)}")
    if columns.shape[1] < 3 or not np.all(np.diff(columns[:, 0]) > 0):
        raise OutputError(f"{path}: expected columns time (rising), energy, -dE/dt")
    return Reference(label, source, columns[:, 0], columns[:, 1], columns[:, 2])


def _columns(path: Path) -> np.ndarray:
    """The numbers of a file of text, (rows, columns)."""
    try:
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", "loadtxt: input contained no data")
            return np.loadtxt(path, ndmin=2)
    except (OSError, ValueError) as error:
        raise OutputError(f"{path}: expected columns time, energy, -dE/dt ({error})") from error


def _integral(time: np.ndarray, values: np.ndarray) -> float:
    """By the trapezoidal rule."""
    return float(np.sum(np.diff(time) * (values[1:] + values[:-1]) / 2))


def _peak(time: np.ndarray, values: np.ndarray) -> tuple[float, float]:
    """Time and value of the maximum, refined by a parabola where it is no end point."""
    i = int(np.nanargmax(values))
    if i in (0, len(values) - 1):
        return float(time[i]), float(values[i])
    # Around the highest point, so that the fit loses no digits.
    x = time[i - 1 : i + 2] - time[i]
    c2, c1, c0 = np.polyfit(x, values[i - 1 : i + 2], 2)
    if c2 >= 0:
        return float(time[i]), float(values[i])
    return float(time[i] - c1 / (2 * c2)), float(c0 - c1**2 / (4 * c2))
