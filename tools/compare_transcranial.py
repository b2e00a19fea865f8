#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Hold runs of the transcranial benchmarks to what is exact, or to each other.

    tools/compare_transcranial.py OUT... [--against OTHER] [--picture FILE.png]

Each OUT is the output folder of a run whose title begins with the benchmark's name ("BM3-SC1: ...")
and which has a sensor "slice" (cases/transcranial). For each a row is printed: the largest pressure
behind the skull, where it is, how long and wide the focus is (-6 dB), and the differences from the
exact solution: of that pressure, its place, and the field from 10 mm on (largest difference over
the largest pressure, and root mean square). With --against they are those from another run of the
same benchmark. The picture shows each field and its pressure along the axis. Exit status 2: wrong
files.
"""

import sys
from pathlib import Path

import numpy as np
from matplotlib.axes import Axes

from scripts import command_line, write_picture
from thalweg import Run
from thalweg.commands import run_command
from thalweg.figures.style import INK, SERIES, figure, style, to_png, without_spines
from thalweg.transcranial import (
    Benchmark,
    Difference,
    Focus,
    Slice,
    difference,
    exact_slice,
    focus,
    named,
    read_slice,
)  # fmt: skip

HEADS = (
    "run", "focus [kPa]", "at [mm]", "length [mm]", "width [mm]", "exact [kPa]", "pressure",
    "place [mm]", "largest", "rms",
)  # fmt: skip


def row(name: str, found: Focus, other: Focus, d: Difference) -> tuple[str, ...]:
    """A row of the table."""
    return (
        name, f"{found.pressure / 1e3:.2f}", f"{1e3 * found.x:.1f}", f"{1e3 * found.length:.1f}",
        f"{1e3 * found.width:.2f}", f"{other.pressure / 1e3:.2f}", f"{d.pressure:+.2%}",
        f"{1e3 * d.distance:.1f}", f"{d.largest:.2%}", f"{d.square:.2%}",
    )  # fmt: skip


def table(rows: list[tuple[str, ...]]) -> str:
    """In Markdown, its columns aligned."""
    widths = [max(len(r[i]) for r in [HEADS, *rows]) for i in range(len(HEADS))]

    def line(cells: tuple[str, ...]) -> str:
        return "| " + " | ".join(c.ljust(w) for c, w in zip(cells, widths, strict=True)) + " |"

    rule = "|" + "|".join("-" * (w + 2) for w in widths) + "|"
    return "\n".join([line(HEADS), rule, *map(line, rows)])


def outline(axes: Axes, benchmark: Benchmark, edge: float) -> None:
    """Draw the interfaces, in mm."""
    across = np.linspace(-edge, edge, 101)
    for x in benchmark.interfaces:
        along = np.full_like(across, x)
        if benchmark.centre is not None:
            along = benchmark.centre - np.sqrt((benchmark.centre - x) ** 2 - across**2)
        axes.plot(1e3 * along, 1e3 * across, color="white", linewidth=0.6)


def draw(axes: tuple[Axes, Axes], name: str, one: Slice, other: Slice) -> None:
    """The field of a run to the left, its axis with the reference to the right."""
    benchmark, _ = named(name)
    half = one.half()
    both = np.concatenate([half.pressure[:, :0:-1], half.pressure], axis=1).T / 1e3
    edge = half.r[-1]
    extent = [1e3 * half.x[0], 1e3 * half.x[-1], -1e3 * edge, 1e3 * edge]
    left, right = axes
    without_spines(left)
    shown = np.nanmax(both[:, half.x >= 0.01])
    image = left.imshow(both, origin="lower", extent=extent, vmin=0, vmax=shown)
    outline(left, benchmark, edge)
    left.set_title(name, fontsize=10, loc="left")
    bar = left.figure.colorbar(image, ax=left, pad=0.02, shrink=0.9)
    bar.set_label("kPa")
    bar.outline.set_visible(False)
    right.plot(1e3 * half.x, half.pressure[:, 0] / 1e3, color=SERIES[0], label="run")
    right.plot(1e3 * other.x, other.half().pressure[:, 0] / 1e3, color=INK, linestyle=":",
               linewidth=1.2, label="exact")  # fmt: skip
    for x in benchmark.interfaces:
        right.axvline(1e3 * x, color=INK, linewidth=0.4)
    right.set_xlim(1e3 * half.x[0], 1e3 * half.x[-1])
    right.set_ylabel("kPa")


def picture(runs: list[tuple[str, Slice, Slice]]) -> bytes:
    """All fields below each other, as PNG."""
    with style():
        fig = figure(9.0, 1.75 * len(runs) + 0.5)
        axes = fig.subplots(len(runs), 2, squeeze=False, width_ratios=[1, 1])
        for pair, (name, one, other) in zip(axes, runs, strict=True):
            draw(tuple(pair), name, one, other)
        axes[0, 1].legend(loc="upper right")
        for bottom in axes[-1]:
            bottom.set_xlabel("along the axis [mm]")
        return to_png(fig, dpi=100)


def reference(one: Slice, name: str, against: str | None) -> Slice:
    """What a run is held to."""
    benchmark, source = named(name)
    return read_slice(Run(against)).half() if against else exact_slice(one, benchmark, source)


def main(arguments: list[str] | None = None) -> int:
    """Compare, print and draw."""
    parser = command_line(__doc__)
    parser.add_argument("out", metavar="OUT", nargs="+")
    parser.add_argument("--against", metavar="OTHER")
    parser.add_argument("--picture", metavar="PNG", type=Path)
    options = parser.parse_args(arguments)

    def compare_runs() -> None:
        rows, drawn = [], []
        for out in options.out:
            run = Run(out)
            benchmark, _ = named(run.title)
            name = run.title.split(":")[0]
            one = read_slice(run)
            other = reference(one, name, options.against)
            rows.append(row(run.path.name, focus(one, benchmark), focus(other, benchmark),
                            difference(one, other, benchmark)))  # fmt: skip
            drawn.append((name, one, other))
        print(table(rows))
        if options.picture:
            write_picture(options.picture, picture(drawn))

    return run_command("compare_transcranial", compare_runs)


if __name__ == "__main__":
    sys.exit(main())
