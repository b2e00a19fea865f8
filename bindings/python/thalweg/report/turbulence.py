# SPDX-License-Identifier: Apache-2.0
"""Sections of a turbulence run: curves, spectra, vorticity, checks."""

from collections.abc import Callable

import numpy as np

from thalweg.errors import OutputError
from thalweg.figures import curves, vorticity
from thalweg.report import html, statistics, superfluid, text
from thalweg.report.checks import check, check_table
from thalweg.report.known import known_history
from thalweg.run import Run
from thalweg.tables import Table
from thalweg.taylor_green import (
    CHECK_END,
    Comparison,
    Reference,
    compare,
    distance_to_series,
    is_taylor_green,
)
from thalweg.units import short

STRIP = 12  # pictures in the strip of times
SPECTRA = 4  # spectra in one figure


def sections(run: Run, reference: Reference | None) -> list[tuple[str, str, Callable[[], str]]]:
    """(anchor, heading, what makes the body) in the order of the page."""
    if superfluid.is_superfluid(run):
        return superfluid.sections(run)
    return [
        ("curves", "Energy and dissipation", lambda: energy_and_dissipation(run, reference)),
        ("spectrum", "Energy spectrum", lambda: spectrum(run)),
        *statistics.sections(run),
        ("vorticity", "Vorticity", lambda: pictures(run)),
        ("checks", "Checks", lambda: checks(run)),
    ]


def energy_and_dissipation(run: Run, reference: Reference | None) -> str:
    """Curves against a reference, and how far they are apart."""
    history = run.history
    if history is None or not len(history):
        return html.note("There is no history.csv with rows yet, hence no curves.")
    viscosity = run.setting("turbulence.viscosity") if is_taylor_green(run) else None
    comparison = _compared(history, reference)
    items = [
        html.figure(
            curves.energy(history, reference, viscosity),
            "energy",
            _describe("Energy", history, "energy"),
            "Energy per mass against time: the mean of u²/2, and of θ²/2 or b²/2 where the "
            "equations have them.",
        ),
        html.figure(
            curves.dissipation(history, reference, viscosity),
            "dissipation",
            _describe("Dissipation", history, "dissipation"),
            "Dissipation of energy in two ways, which agree where the step is small enough: from "
            "the fall of the energy (of a forced flow, and what was put in) and from what "
            "diffuses: 2ν times the enstrophy, and its like."
            + (" Below: the difference to the reference." if reference else ""),
        ),
    ]
    shares = [name for name in ("energy_kinetic", "energy_potential", "energy_magnetic")
              if name in history]  # fmt: skip
    if shares:
        items.insert(1, html.figure(
            curves.columns(history, shares, "time", log=False),
            "shares",
            _describe("Kinetic energy", history, "energy_kinetic"),
            "What each field has of the energy.",
        ))  # fmt: skip
    head = html.tiles(_tiles(history, comparison) + _speed(run))
    against = html.paragraph(_against(run, reference, viscosity))
    table = _comparison(comparison) if comparison else ""
    if reference is not None and comparison is None:
        table = html.note("The run has not yet got far enough to be held to the reference.")
    return head + html.figures(items) + against + table


def _compared(history: Table, reference: Reference | None) -> Comparison | None:
    """The distance to a reference; None before the run reaches into its times."""
    if reference is None or len(history) < 2:
        return None
    try:
        return compare(history, reference)
    except OutputError:
        return None


def _against(run: Run, reference: Reference | None, viscosity: float | None) -> str:
    """What the curves are held to, in words."""
    parts = []
    if reference is not None:
        parts.append(f"Dotted: {reference.source}.")
    elif viscosity:
        parts.append(f"No reference curve is at hand for Re = {1 / viscosity:.6g}.")
    if viscosity is not None:
        parts.append(
            "Broad line: the exact Taylor series in time (Taylor & Green 1937, Brachet et al. "
            "1983, continued to t¹² in rational arithmetic), where it converges well."
        )
    if not parts:
        kind = run.setting("initial.kind", "another initial state")
        parts.append(f"There is no reference curve for this case ({kind}).")
    return " ".join(parts)


def _tiles(history: Table, comparison: Comparison | None) -> list[tuple[str, str, str]]:
    energy, rate = history["energy"], history["dissipation"]
    peak = int(np.nanargmax(rate)) if np.isfinite(rate).any() else 0
    items = [
        ("energy ÷ initial", text.percent(energy[-1] / energy[0]) if energy[0] else "–",
         f"at time {history['time'][-1]:.4g}"),
    ]  # fmt: skip
    if comparison is None:
        when = f"at time {history['time'][peak]:.4g}"
        items.append(("largest dissipation", text.number(rate[peak], 4), when))
        return items
    items.append(
        ("largest dissipation", text.number(comparison.peak, 4),
         f"at time {comparison.peak_time:.4g}; reference {comparison.reference_peak:.4g} "
         f"at {comparison.reference_peak_time:.4g}")
    )  # fmt: skip
    items.append(
        ("error of dissipation", text.percent(comparison.relative_l2),
         f"relative L2, time 0 to {comparison.end:.4g}")
    )  # fmt: skip
    return items


def _speed(run: Run) -> list[tuple[str, str, str]]:
    report = run.report or {}
    median, ratio = report.get("seconds_per_step", {}).get("median"), report.get("ratio_to_floor")
    remark = f"{ratio:.2f} × the floor of this machine" if ratio else "no floor is known"
    return [("time per step", text.duration(median), remark)] if median else []


def _comparison(c: Comparison) -> str:
    rows = [
        ["largest dissipation", text.number(c.peak, 6), text.number(c.reference_peak, 6),
         f"{c.peak / c.reference_peak - 1:+.2%}"],
        ["its time", text.number(c.peak_time, 5), text.number(c.reference_peak_time, 5),
         f"{c.peak_time - c.reference_peak_time:+.3f}"],
        ["relative L2 error, from 2ν · enstrophy", "", "", text.percent(c.relative_l2)],
        ["relative L2 error, from −dE/dt", "", "", text.percent(c.relative_l2_from_energy)],
    ]  # fmt: skip
    caption = f"Time 0 to {c.end:.4g}. Relative L2 error: √(∫(ε − ε_ref)² dt / ∫ε_ref² dt)."
    return html.table(["dissipation", "this run", "reference", "difference"], rows, caption)


def spectrum(run: Run) -> str:
    """E(k) of a few times with a -5/3 guide."""
    steps = run.steps_of_table("spectrum")
    if not steps:
        return html.note("No spectrum was written yet: output.spectra in the case says when.")
    chosen = sorted({steps[round(i)] for i in np.linspace(0, len(steps) - 1, SPECTRA)})
    tables = [(_at(run, step), run.table("spectrum", step)) for step in chosen]
    picture = html.figure(
        curves.spectrum(tables),
        "spectrum-figure",
        f"Energy spectrum against wave number at steps {', '.join(map(str, chosen))}.",
        "Shell spectrum E(k) of the kinetic energy; its integral over k is that energy. Dashed: "
        "the slope −5/3 of Kolmogorov's inertial range, drawn beside the last spectrum. Values "
        "below 10⁻¹⁴ of the largest are left out.",
        wide=True,
    )
    return picture + _compensated(run, tables) + _flux(run)


def _compensated(run: Run, tables: list[tuple[str, Table]]) -> str:
    """What a forced flow is held to: the level of the inertial range."""
    history = known_history(run)
    if run.setting("forcing.kind") is None or history is None or not len(history):
        return ""
    name = "dissipation_kinetic" if "dissipation_kinetic" in history else "dissipation"
    half = history["time"] >= (history["time"][0] + history["time"][-1]) / 2
    mean = float(np.mean(history[name][half]))
    if not mean > 0:
        return ""
    return html.figure(
        curves.compensated(tables, mean),
        "compensated-figure",
        "Compensated energy spectrum against wave number.",
        f"E(k) k^(5/3) ÷ ε^(2/3) with the mean dissipation of the second half of the run, "
        f"ε = {mean:.4g}. It is level in an inertial range, near 1.6 in experiments and "
        "simulations at large Reynolds numbers; at a small one it has a shoulder at most.",
        wide=True,
    )


def _flux(run: Run) -> str:
    """Π(k), where transfer tables were written."""
    steps = run.steps_of_table("transfer")
    if not steps:
        return ""
    chosen = sorted({steps[round(i)] for i in np.linspace(0, len(steps) - 1, SPECTRA)})
    return html.figure(
        curves.flux([(_at(run, step), run.table("transfer", step)) for step in chosen]),
        "flux-figure",
        f"Flux of kinetic energy against wave number at steps {', '.join(map(str, chosen))}.",
        "Π(k): kinetic energy that nonlinear terms take from all wave numbers up to k. It ends at "
        "0, for they lose none; of a magnetic flow it ends at what goes to the magnetic field.",
        wide=True,
    )


def pictures(run: Run) -> str:
    """The magnitude of vorticity, from fields/vorticity-*.vtkhdf."""
    steps = run.steps_of_field("vorticity")
    if not steps:
        return html.note(
            'No vorticity field was written yet: output.fields in the case, with "vorticity" among '
            "its names, says when."
        )
    step = _step_near_peak(run, steps)
    path = run.field_path("vorticity", step)
    plane = vorticity.quarter_plane(path, "vorticity")
    projection = vorticity.maximum_along_z(path, "vorticity")
    shown = [(f"plane z = {plane.z:.4g}", plane)]
    if projection is not None:
        shown.append(("maximum along z", projection))
    left_out = "" if projection else " The field is too large for a quick projection along z."
    large = html.figure(
        vorticity.planes(shown, "|vorticity|"),
        "vorticity-figure",
        f"Vorticity magnitude at time {plane.time:.4g}: {', '.join(name for name, _ in shown)}.",
        f"Magnitude of the vorticity at time {plane.time:.4g} (step {step}), the stored time next "
        f"to the largest dissipation.{left_out} From {path.name}.",
        wide=True,
    )
    return large + (_strip(run, steps) if len(steps) > 1 else "")


def _strip(run: Run, steps: list[int]) -> str:
    chosen = sorted({steps[round(i)] for i in np.linspace(0, len(steps) - 1, STRIP)})
    planes = [vorticity.quarter_plane(run.field_path("vorticity", s), "vorticity") for s in chosen]
    return html.figure(
        vorticity.strip(planes),
        "vorticity-strip",
        "The same plane at times " + ", ".join(f"{p.time:.3g}" for p in planes) + ".",
        f"The plane z = {planes[0].z:.4g} as time goes on, each coloured from 0 to its own maximum "
        f"[{short(planes[0].unit)}].",
        wide=True,
    )


def checks(run: Run) -> str:
    """What the run can tell about its own errors."""
    history = run.history
    if history is None or not len(history):
        return html.note("There is no history.csv with rows yet, hence nothing to check.")
    single = run.setting("simulation.precision", "double") == "single"
    is_forced = run.setting("forcing.kind") is not None
    rows = [
        *_check_rows(history, 1e-4 if single else 1e-10, is_forced),
        _series_row(run, history),
    ]
    rows = [row for row in rows if row is not None]
    if not rows:
        return html.note("The history has none of the columns that are checked.")
    return check_table(rows, "Over all rows of history.csv.")


def _check_rows(history: Table, rounding: float, is_forced: bool) -> list[list | None]:
    enstrophy = np.maximum(history["enstrophy"], 1e-300) if "enstrophy" in history else None

    def worst(name: str, pick: Callable = np.max) -> float | None:
        values = history[name] if name in history else np.array([])
        values = values[np.isfinite(values)]
        return float(pick(values)) if values.size else None

    divergence = None
    if "divergence_max" in history and enstrophy is not None:
        with np.errstate(invalid="ignore"):  # infinite both, of a run that has diverged
            divergence = float(np.max(history["divergence_max"] / np.sqrt(2 * enstrophy)))
    growth = None if is_forced else _growth(history["energy"])
    return [
        check("dissipation mismatch", "|input − dE/dt − 2ν · enstrophy| ÷ dissipation between two "
              "rows: what the budget of energy lacks; of the order of steps, and of noise in a "
              "random forcing", worst("dissipation_mismatch"), 1e-2),
        check("divergence", "largest |k · û| ÷ root of ⟨ω²⟩: how well the velocity stays "
              "solenoidal", divergence, rounding),
        check("growth of energy", "largest rise between two rows ÷ initial energy; without a "
              "forcing energy only falls", growth, max(1e-12, rounding * 1e-2)),
        check("k_max η", "smallest; below 1 the grid does not hold the dissipation range and "
              "the run is under-resolved", worst("kmax_eta", np.min), 1.0, at_least=True),
        check("Courant number", "largest", worst("cfl"), None),
    ]  # fmt: skip


def _growth(energy: np.ndarray) -> float | None:
    """The largest rise between two rows over the first value; NaN where one is not finite.

    None where there are no two rows, and of a state at rest.
    """
    if len(energy) < 2 or energy[0] == 0:
        return None
    if not np.isfinite(energy).all():
        return float("nan")
    return max(0.0, float(np.max(np.diff(energy)))) / float(energy[0])


def _series_row(run: Run, history: Table) -> list | None:
    """The first moments of a Taylor-Green run against the exact series."""
    viscosity = run.setting("turbulence.viscosity")
    if not viscosity or not is_taylor_green(run):
        return None
    meaning = f"largest relative difference of the dissipation to the exact series, t ≤ {CHECK_END}"
    return check("short times", meaning, distance_to_series(history, viscosity), 1e-4)


def _step_near_peak(run: Run, steps: list[int]) -> int:
    """The stored step next to the largest dissipation."""
    history = known_history(run)
    if history is None or not len(history) or not np.isfinite(history["dissipation"]).any():
        return steps[-1]
    peak = history["step"][int(np.nanargmax(history["dissipation"]))]
    return min(steps, key=lambda step: abs(step - peak))


def _at(run: Run, step: int) -> str:
    """The time of a step, as far as the history knows it."""
    history = known_history(run)
    if history is not None and step in history["step"]:
        return f"t = {history['time'][np.flatnonzero(history['step'] == step)[0]]:.3g}"
    return f"step {step}"


def _describe(what: str, history: Table, column: str) -> str:
    values, time = history[column], history["time"]
    largest = np.max(values[np.isfinite(values)], initial=-np.inf)
    return (
        f"{what} against time from {time[0]:.3g} to {time[-1]:.3g}: from {values[0]:.4g} to "
        f"{values[-1]:.4g}, largest {largest:.4g}."
    )
