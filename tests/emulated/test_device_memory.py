# SPDX-License-Identifier: Apache-2.0
"""A case runs on a device that has what was estimated, and is refused by one that has less."""

import json
import os
import subprocess

import pytest

THALWEG = os.environ["THALWEG_BIN"]
CASES = {
    "turbulence": """
[simulation]
kind = "turbulence"
[grid]
points = [32, 32, 32]
[turbulence]
viscosity = 0.01
[initial]
kind = "taylor-green"
[time]
steps = 2
cfl = 0.5
[output]
fields = { every_steps = 1 }
spectra = { every_steps = 1 }
""",
    "sound": """
[simulation]
kind = "sound"
[grid]
points = [48, 40, 36]
spacing = 1e-4
[medium]
sound_speed = 1500
density = 1000
[[initial.pressure]]
shape = "ball"
center = [2e-3, 2e-3, 2e-3]
radius = 5e-4
value = 1e3
[time]
cfl = 0.3
steps = 2
[[sensor]]
shape = "grid"
record = ["pressure-max", "pressure-rms"]
""",
}


def thalweg(*arguments: str, memory: int = 4 << 30) -> subprocess.CompletedProcess:
    """A call with so much memory on the device."""
    return subprocess.run(
        [THALWEG, *arguments, "--device", "cuda"],
        env={**os.environ, "EMULATED_MEMORY": str(memory)},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )


@pytest.mark.parametrize("kind", CASES)
def test_the_estimate_is_enough_and_less_is_refused(kind, tmp_path):
    case = tmp_path / "case.toml"
    case.write_text(CASES[kind])
    checked = thalweg("check", str(case), "--json")
    assert checked.returncode == 0, checked.stderr
    needed = int(json.loads(checked.stdout)["memory"]["device_bytes"]) + 1
    enough = thalweg("run", str(case), "--out", str(tmp_path / "enough"), memory=needed)
    assert enough.returncode == 0, enough.stderr
    less = thalweg("run", str(case), "--out", str(tmp_path / "less"), memory=needed - 2)
    assert less.returncode == 2, less.stderr
    assert "does not fit onto the device" in less.stderr
    assert not (tmp_path / "less").exists()
