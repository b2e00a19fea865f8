# SPDX-License-Identifier: Apache-2.0
"""mpi4py-fft in the comparison of distributed transforms; contender.hpp says what is asked of it.

Variants: slab and pencil, the decompositions that its documentation names, from points to modes and
back; and dealiased, from modes to points and back in slabs with its own padding of truncated modes.
All use the arrays of its plans, which saves it copying the user's, and leave normalising out.
"""

import sys
import time

import numpy as np
from mpi4py import MPI
from mpi4py_fft import PFFT

COMM = MPI.COMM_WORLD


class Whole:
    """Points to modes and back, all modes."""

    def __init__(self, grid: tuple | None, n: int, dtype: type) -> None:
        """Plan the transforms of a cube of n points a side."""
        self.fft = PFFT(COMM, (n, n, n), axes=(0, 1, 2), dtype=dtype, grid=grid)
        seed = np.random.default_rng(COMM.rank)
        self.points = seed.uniform(-1, 1, self.fft.forward.input_array.shape).astype(dtype)
        self.scale = float(n) ** 3

    def prepare(self) -> None:
        """Fill in the points: both directions share an array."""
        self.fft.forward.input_array[...] = self.points

    def run(self) -> None:
        """One pair."""
        self.fft.forward(normalize=False)
        self.fft.backward(normalize=False)

    def error(self) -> float:
        """Largest error on this rank, after run()."""
        return abs(self.fft.backward.output_array / self.scale - self.points).max(initial=0)


class Dealiased:
    """Modes to points and back, with about 2/3 of the modes per direction."""

    def __init__(self, n: int, dtype: type) -> None:
        """Plan for as many modes as |m| <= n / 3 asks for: theirs include a Nyquist mode."""
        kept = 2 * (n // 3) + 2
        shape, padding = (kept, kept, kept), (n + 0.5) / kept
        self.fft = PFFT(COMM, shape, axes=(0, 1, 2), dtype=dtype, grid=(-1,), padding=[padding] * 3)
        if self.fft.global_shape(False) != (n, n, n):
            raise SystemExit(f"mpi4py-fft pads to {self.fft.global_shape(False)}, not to {n}^3")
        # Modes of some real field without Nyquist modes, for others do not come back.
        points = self.fft.forward.input_array
        points[...] = np.random.default_rng(COMM.rank).uniform(-1, 1, points.shape)
        self.modes = self.fft.forward().copy()
        for axis, part in enumerate(self.fft.local_slice(True)):
            nyquist = np.arange(part.start, part.stop) == kept // 2
            self.modes[(slice(None),) * axis + (nyquist,)] = 0
        self.scale = float(n) ** 3
        self.largest = COMM.allreduce(abs(self.modes).max(initial=0), MPI.MAX)

    def prepare(self) -> None:
        """Fill in the modes: both directions share an array."""
        self.fft.backward.input_array[...] = self.modes

    def run(self) -> None:
        """One pair."""
        self.fft.backward(normalize=False)
        self.fft.forward(normalize=False)

    def error(self) -> float:
        """Largest error on this rank, after run()."""
        found = self.fft.forward.output_array / self.scale
        return abs(found - self.modes).max(initial=0) / self.largest


def make(variant: str, n: int, precision: str) -> Whole | Dealiased:
    """Make the pair of a variant."""
    dtype = np.float32 if precision == "single" else np.float64
    if variant == "dealiased":
        return Dealiased(n, dtype)
    return Whole({"slab": (-1,), "pencil": None}[variant], n, dtype)


def next_command() -> str:
    """Read the next line of rank 0's input, on all ranks; ranks that wait sleep."""
    line = sys.stdin.readline() if COMM.rank == 0 else None
    here = COMM.Ibarrier()
    while not here.Test():
        time.sleep(0.002)
    return COMM.bcast(line)


def check(pair: Whole | Dealiased) -> str:
    """Return the largest error of a pair on any rank."""
    pair.prepare()
    pair.run()
    error = float(pair.error())
    return f"{COMM.allreduce(error if np.isfinite(error) else 1e300, MPI.MAX):.6e}"


def time_pairs(pair: Whole | Dealiased, count: int) -> str:
    """Return the seconds of each pair, of the slowest rank, after one that warms up."""
    seconds = []
    for _ in range(count + 1):
        pair.prepare()
        COMM.Barrier()
        start = time.perf_counter()
        pair.run()
        seconds.append(COMM.allreduce(time.perf_counter() - start, MPI.MAX))
    return " ".join(f"{s:.9e}" for s in seconds[1:])


def main() -> None:
    """Serve commands until the input ends."""
    pairs = {}
    while words := next_command().split():
        if words[0] == "make":
            pairs[words[1]] = make(words[1], int(words[2]), words[3])
            answer = check(pairs[words[1]])
        elif words[0] == "time":
            answer = time_pairs(pairs[words[1]], int(words[2]))
        else:
            for pair in pairs.values():
                pair.fft.destroy()
            pairs.clear()
            answer = "dropped"
        if COMM.rank == 0:
            print(answer, flush=True)


main()
