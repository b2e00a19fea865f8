# SPDX-License-Identifier: Apache-2.0
"""What nvcc's assembler said of each kernel (-Xptxas -v), and the occupancy that follows from it.

The texts are kept beside the objects by tools/keep_resource_usage.sh.
"""

import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

ENTRY = re.compile(r"Compiling entry function '(\S+)' for '(sm_\d+)'")
STACK = re.compile(r"(\d+) bytes stack frame, (\d+) bytes spill stores, (\d+) bytes spill loads")
USED = re.compile(r"Used (\d+) registers")
SHARED = re.compile(r"(\d+) bytes smem")


@dataclass(frozen=True)
class Processor:
    """The limits of a multiprocessor, and a device's bandwidth of memory.

    Limits: CUDA C++ Programming Guide, "Technical Specifications per Compute Capability".
    Bandwidths: NVIDIA's data sheets of the A100 (SXM, 80 GB) and of the H100 (SXM).
    """

    device: str
    shared_bytes: int
    bytes_per_second: float
    warps: int = 64
    blocks: int = 32
    registers: int = 65536


PROCESSORS = {
    "sm_80": Processor("A100", 164 * 1024, 2.039e12),
    "sm_90": Processor("H100", 228 * 1024, 3.35e12),
}
WARP = 32
REGISTER_UNIT = 256  # registers are given to a warp in pieces of this size
SHARED_UNIT = 128
SHARED_BY_SYSTEM = 1024  # of every block, since compute capability 8


@dataclass(frozen=True)
class Kernel:
    """One kernel on one architecture."""

    name: str  # as the compiler mangles it
    architecture: str
    registers: int
    shared_bytes: int
    stack_bytes: int
    spill_stores: int
    spill_loads: int

    @property
    def spills(self) -> bool:
        """Whether registers go to memory and back."""
        return self.spill_stores + self.spill_loads > 0

    @property
    def is_ours(self) -> bool:
        """Whether the source is in this repository, not in CUB, whose code is as CUDA ships it."""
        return not self.name.startswith("_ZN3cub")

    def occupancy(self, threads: int) -> float:
        """The share of a multiprocessor's warps that blocks of so many threads keep busy."""
        limits = PROCESSORS[self.architecture]
        warps = -(-threads // WARP)
        per_warp = -(-self.registers * WARP // REGISTER_UNIT) * REGISTER_UNIT
        by_registers = limits.registers // max(per_warp, 1) // warps
        shared = -(-self.shared_bytes // SHARED_UNIT) * SHARED_UNIT + SHARED_BY_SYSTEM
        blocks = min(by_registers, limits.shared_bytes // shared, limits.warps // warps)
        return min(blocks, limits.blocks) * warps / limits.warps


def parse(text: str) -> list[Kernel]:
    """Every kernel of one object. Raises ValueError where a kernel's numbers are missing."""
    kernels = []
    for part in re.split(r"(?=Compiling entry function)", text)[1:]:
        entry, stack, used = ENTRY.search(part), STACK.search(part), USED.search(part)
        if not (entry and stack and used):
            raise ValueError(f"nvcc said something else than expected of a kernel:\n{part}")
        shared = SHARED.search(part)
        numbers = [int(stack[n]) for n in (1, 2, 3)]
        kernels.append(
            Kernel(entry[1], entry[2], int(used[1]), int(shared[1]) if shared else 0, *numbers)
        )
    return kernels


def of_build(build: Path) -> list[Kernel]:
    """Every kernel of a build's src/ once, whatever the number of objects that hold it.

    A folder without src/ is read whole.
    """
    kernels = {}
    source = build / "src"
    for file in sorted((source if source.is_dir() else build).rglob("*.ptxas")):
        for kernel in parse(file.read_text(encoding="utf-8")):
            kernels[kernel.name, kernel.architecture] = kernel
    return list(kernels.values())


def demangled(names: list[str]) -> list[str]:
    """The names as in C++, by c++filt."""
    text = subprocess.run(
        ["c++filt"], input="\n".join(names), capture_output=True, text=True, check=True
    ).stdout
    return text.splitlines()


def short_name(name: str) -> str:
    """A demangled name without namespaces, arguments and the loop that starts the kernel."""
    text = name.replace("(anonymous namespace)::", "")
    text = re.sub(r"\((?:\w+::)*\w+\)(\d)", r"\1", text)  # an enumerator is its number
    depth, end = 0, len(text)
    for at, letter in enumerate(text):
        depth += {"<": 1, ">": -1}.get(letter, 0)
        if letter == "(" and depth == 0:
            end = at
            break
    text = re.sub(r"(?:\w+::)+", "", text[:end]).removeprefix("void ")
    text = text.replace(" >", ">").replace("> >", ">>")
    loop = re.fullmatch(r"(?:run_range|run_box|run_tiles)<(.*)>", text)
    return loop[1] if loop else text
