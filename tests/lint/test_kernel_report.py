# SPDX-License-Identifier: Apache-2.0
"""The report on kernels reads what nvcc says, and fails where one spills."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))

import kernel_usage  # noqa: E402

NAME = "_ZN7thalweg4exec11device_half6detail9run_rangeINS1_12_GLOBAL__N_15TriadEEEviT_"  # as nvcc's
SAID = """ptxas info    : 28 bytes gmem, 224 bytes cmem[4]
ptxas info    : Compiling entry function '{name}' for '{architecture}'
ptxas info    : Function properties for {name}
    {stack} bytes stack frame, {spilled} bytes spill stores, {spilled} bytes spill loads
ptxas info    : Used {registers} registers, used 1 barriers, {shared} bytes smem, 416 bytes cmem[0]
ptxas info    : Compile time = 107.766 ms
"""


def said(**changes) -> str:
    numbers = {"name": NAME, "architecture": "sm_80", "stack": 0, "spilled": 0, "registers": 32}
    return SAID.format(**{**numbers, "shared": 48, **changes})


def report(build: Path, *options: str) -> subprocess.CompletedProcess:
    command = [sys.executable, ROOT / "tools/kernel_report.py", build, *options]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_numbers_are_read():
    first, second = kernel_usage.parse(said() + said(architecture="sm_90", spilled=8, stack=16))
    assert (first.registers, first.shared_bytes, first.spills) == (32, 48, False)
    assert (second.architecture, second.stack_bytes, second.spill_loads) == ("sm_90", 16, 8)
    assert second.spills


def test_what_is_not_understood_is_an_error():
    with pytest.raises(ValueError, match="something else than expected"):
        kernel_usage.parse(said().replace("spill stores", "spilt"))


@pytest.mark.parametrize(
    ("registers", "shared", "architecture", "threads", "occupancy"),
    [
        (32, 0, "sm_80", 128, 1.0),
        (64, 0, "sm_80", 128, 0.5),  # 64 x 32 = 2048 of 65536 registers: 32 of 64 warps
        (128, 0, "sm_90", 128, 0.25),
        (129, 0, "sm_90", 128, 0.1875),  # 136 x 32 registers: 15 warps, 3 blocks of 4
        (16, 40 * 1024, "sm_80", 128, 0.25),  # 41 of 164 KiB: 4 blocks of 4 warps
        (16, 40 * 1024, "sm_90", 128, 0.3125),
        (16, 0, "sm_80", 32, 0.5),  # 32 blocks of one warp
    ],
)
def test_occupancy(registers, shared, architecture, threads, occupancy):
    kernel = kernel_usage.Kernel(NAME, architecture, registers, shared, 0, 0, 0)
    assert kernel.occupancy(threads) == occupancy


@pytest.mark.parametrize(
    ("name", "short"),
    [
        ("void a::detail::run_range<a::(anonymous namespace)::Triad>(int, a::Triad)", "Triad"),
        (
            "void t::run_box<t::Store<double, 3, t::Advance<double, (t::Place)0> > >(t::Box3, int)",
            "Store<double, 3, Advance<double, 0>>",
        ),
        ("void t::reduce<float, t::Larger>(t::Box3)", "reduce<float, Larger>"),
    ],
)
def test_short_names(name, short):
    assert kernel_usage.short_name(name) == short


def test_a_spill_fails_and_is_named(tmp_path):
    (tmp_path / "a.o.ptxas").write_text(said())
    assert report(tmp_path).returncode == 0
    (tmp_path / "b.o.ptxas").write_text(said(architecture="sm_90", spilled=8))
    result = report(tmp_path, "--spills")
    assert result.returncode == 1
    assert "`Triad` | 32 | 48 | 0 | 16" in result.stdout


def test_a_spill_of_the_library_is_not_ours(tmp_path):
    (tmp_path / "a.o.ptxas").write_text(said(name="_ZN3cub4scanEv", spilled=8))
    result = report(tmp_path)
    assert result.returncode == 0
    assert "| 32 | 48 | 0 | 16" in result.stdout


def test_a_build_without_kernels_is_no_success(tmp_path):
    result = report(tmp_path)
    assert result.returncode == 2
    assert "make cuda" in result.stderr


def test_the_compiler_wrapper_keeps_what_the_assembler_says(tmp_path):
    text = tmp_path / "said"
    text.write_text(said() + "a warning\n")
    compiler = ["sh", "-c", 'cat "$0" >&2; exit 3', text, "-o", tmp_path / "x.o"]
    wrapper = ROOT / "tools/keep_resource_usage.sh"
    failed = subprocess.run([wrapper, *compiler], capture_output=True, text=True, check=False)
    assert (failed.returncode, failed.stderr) == (3, "a warning\n")
    assert not (tmp_path / "x.o.ptxas").exists()
    compiler[2] = 'cat "$0" >&2'
    subprocess.run([wrapper, *compiler], capture_output=True, check=True)
    assert len(kernel_usage.parse((tmp_path / "x.o.ptxas").read_text())) == 1
