# SPDX-License-Identifier: Apache-2.0
"""A case runs on a device that has what was estimated, and is refused by one that has less."""

import json
import os
import subprocess
from collections.abc import Sequence

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


def thalweg(
    *arguments: str, memory: int = 4 << 30, launcher: Sequence[str] = ()
) -> subprocess.CompletedProcess:
    """A call with so much memory on the device."""
    return subprocess.run(
        [*launcher, THALWEG, *arguments, "--device", "cuda"],
        env={**os.environ, "EMULATED_MEMORY": str(memory)},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )


ON_DEVICE = ["--set", "device.residence='device'"]
ON_HOST = ["--set", "device.residence='host'"]
# Where a case leaves it open, turbulence that does not fit passes through the device.
WAYS = [("turbulence", ON_DEVICE), ("turbulence", ON_HOST), ("sound", [])]


def needed_by(case, *settings: str) -> int:
    checked = thalweg("check", str(case), "--json", *settings)
    assert checked.returncode == 0, checked.stderr
    return int(json.loads(checked.stdout)["memory"]["device_bytes"]) + 1


@pytest.fixture
def written(tmp_path):
    def write(kind: str):
        case = tmp_path / "case.toml"
        case.write_text(CASES[kind])
        return case

    return write


@pytest.mark.parametrize(("kind", "way"), WAYS)
def test_the_estimate_is_enough_and_less_is_refused(kind, way, written, tmp_path):
    case = written(kind)
    needed = needed_by(case, *way)
    enough = thalweg("run", str(case), *way, "--out", str(tmp_path / "enough"), memory=needed)
    assert enough.returncode == 0, enough.stderr
    less = thalweg("run", str(case), *way, "--out", str(tmp_path / "less"), memory=needed - 2)
    assert less.returncode == 2, less.stderr
    assert "does not fit onto the device" in less.stderr
    assert not (tmp_path / "less").exists()


def test_what_does_not_fit_passes_through_the_device(written, tmp_path):
    case = written("turbulence")
    needed = needed_by(case, *ON_DEVICE)
    assert needed_by(case, *ON_HOST) < 0.5 * needed
    for name, memory in (("fits", needed), ("passes", needed - 2)):
        result = thalweg("run", str(case), "--out", str(tmp_path / name), memory=memory)
        assert result.returncode == 0, result.stderr
        says = (tmp_path / name / "run.log").read_text()
        assert ("fields stay on the device" in says) == (name == "fits")
        assert ("pass through the device in 32 chunks" in says) == (name == "passes")
    histories = [(tmp_path / name / "history.csv").read_text() for name in ("fits", "passes")]
    assert histories[0] == histories[1]


@pytest.mark.parametrize(
    ("settings", "reason"),
    [
        (
            ["decomposition.kind='pencil'", "decomposition.ranks_per_plane=2"],
            'is not possible with device.residence = "host"',
        ),
        (["particles=[{name='tracers', count=9}]"], "particles need the velocity on the device"),
    ],
)
def test_what_needs_whole_fields_on_the_device_is_said(settings, reason, written):
    changes = [word for setting in settings for word in ("--set", setting)]
    ranks = "2" if "pencil" in settings[0] else "1"
    launcher = ["mpirun", "--oversubscribe", "-n", ranks] if ranks != "1" else []
    result = thalweg("check", str(written("turbulence")), *ON_HOST, *changes, launcher=launcher)
    assert result.returncode == 2, result.stdout
    assert "device.residence" in result.stderr
    assert reason in result.stderr
