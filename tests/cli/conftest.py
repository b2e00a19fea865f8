# SPDX-License-Identifier: Apache-2.0
"""What the tests of the command line share: the program, a small case, and what it leaves behind.

THALWEG_BIN names the program, TW_TEST_DEVICE where its runs compute. Tests that need several ranks
use mpirun.
"""

import csv
import json
import os
import shutil
import signal
import subprocess
import time
from pathlib import Path

import pytest
from small_cases import ENVIRONMENT, FLOW
from small_cases import TURBULENCE as CASE

TEST_DEVICE = os.environ.get("TW_TEST_DEVICE")


class Program:
    """The program under test, run in a folder of its own."""

    def __init__(self, binary: Path, folder: Path):
        self.binary = binary
        self.folder = folder

    def command(self, *arguments, ranks: int = 1) -> list[str]:
        launcher = ["mpirun", "--oversubscribe", "--bind-to", "none", "-n", str(ranks)]
        computes = arguments[:1] in (("run",), ("verify",)) and "--device" not in arguments
        if TEST_DEVICE and computes:
            arguments += ("--device", TEST_DEVICE)
        return [*(launcher if ranks > 1 else []), str(self.binary), *map(str, arguments)]

    def environment(self, extra=None) -> dict[str, str]:
        return {**os.environ, **ENVIRONMENT, **(extra or {})}

    def __call__(self, *arguments, ranks: int = 1, env=None, **options):
        """Run to the end; returns the completed process with its output as text."""
        return self.run(self.command(*arguments, ranks=ranks), env=env, **options)

    def run(self, command: list[str], env=None, **options):
        """Run a whole command line."""
        return subprocess.run(
            command,
            cwd=self.folder,
            env=self.environment(env),
            capture_output=True,
            text=True,
            timeout=120,
            **options,
        )

    def start(self, *arguments, ranks: int = 1) -> subprocess.Popen:
        """Start and return at once."""
        return subprocess.Popen(
            self.command(*arguments, ranks=ranks),
            cwd=self.folder,
            env=self.environment(),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )


@pytest.fixture(scope="session")
def binary() -> Path:
    path = os.environ.get("THALWEG_BIN") or shutil.which("thalweg")
    if not path:
        pytest.fail("THALWEG_BIN must name the program")
    return Path(path).resolve()


@pytest.fixture
def thalweg(binary, tmp_path) -> Program:
    return Program(binary, tmp_path)


@pytest.fixture
def kwave(thalweg) -> Program:
    """The same program under k-Wave's name for where it computes."""
    name = "kspaceFirstOrder-CUDA" if TEST_DEVICE == "cuda" else "kspaceFirstOrder-OMP"
    return Program(thalweg.binary.with_name(name), thalweg.folder)


@pytest.fixture
def case(tmp_path) -> Path:
    """A case that runs in well under a second."""
    file = tmp_path / "small.toml"
    file.write_text(CASE)
    return file


@pytest.fixture
def channel(tmp_path) -> Path:
    """A small flow; files of tests that need another channel have their own."""
    file = tmp_path / "channel.toml"
    file.write_text(FLOW)
    return file


def small_disk_at(folder: Path, size: str):
    """For fixtures: a folder on a disk of that size; skips where none may be mounted."""
    folder.mkdir()
    mount = shutil.which("mount")
    if os.geteuid() != 0 or not mount or subprocess.run(
        [mount, "-t", "tmpfs", "-o", f"size={size}", "tmpfs", folder], capture_output=True
    ).returncode:  # fmt: skip
        pytest.skip("a small tmpfs may not be mounted here")
    yield folder
    subprocess.run(["umount", "-l", folder], check=True)


def wait_for(condition, seconds: float = 60.0, process: subprocess.Popen | None = None):
    """Wait until a condition holds.

    Fails if it does not within so many seconds, or if the process that should make it hold is over.
    """
    end = time.monotonic() + seconds
    while not (value := condition()):
        over = process is not None and process.poll() is not None
        if over or time.monotonic() > end:
            pytest.fail(f"the process ended early: {process.communicate()}" if over else "too slow")
        time.sleep(0.0005)
    return value


def processes_below(pid: int, name: str) -> list[int]:
    """The processes of a name that a process and its children have started."""
    parents = {}
    names = {}
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        try:
            text = (entry / "stat").read_text()
        except OSError:
            continue
        names[int(entry.name)] = text[text.index("(") + 1 : text.rindex(")")]
        parents[int(entry.name)] = int(text[text.rindex(")") + 2 :].split()[1])

    def is_below(child: int) -> bool:
        while child in parents:
            if child == pid:
                return True
            child = parents[child]
        return False

    return sorted(p for p in parents if names[p] == name and is_below(p))


def history(folder: Path) -> list[dict[str, float]]:
    """The rows of history.csv."""
    with open(folder / "history.csv", newline="") as file:
        names, _, *rows = csv.reader(file)
    return [dict(zip(names, map(float, row), strict=True)) for row in rows]


def contents(folder: Path) -> dict[str, bytes]:
    """All files below a folder with their bytes; equal before and after: nothing was written."""
    return {
        str(file.relative_to(folder)): file.read_bytes()
        for file in sorted(folder.rglob("*"))
        if file.is_file()
    }


def checkpoints(folder: Path) -> list[str]:
    return sorted(file.name for file in (folder / "checkpoints").glob("*.h5"))


def stop(process: subprocess.Popen, how: int = signal.SIGTERM) -> tuple[int, str, str]:
    """Signal a process and wait for it: exit status, output, errors."""
    process.send_signal(how)
    output, errors = process.communicate(timeout=120)
    return process.returncode, output, errors


def refusal(thalweg, case, folder, *settings):
    """What is said of a case that is refused, as one line; nothing may be written."""
    before = contents(folder)
    options = [part for setting in settings for part in ("--set", setting)]
    result = thalweg("run", case, "--out", "out", *options)
    assert result.returncode == 2, result.stderr + result.stdout
    assert contents(folder) == before
    return " ".join(result.stderr.split())


def replaced(case: Path, old: str, new: str):
    """Change the first of a text in a case, which must be there."""
    text = case.read_text()
    assert old in text
    case.write_text(text.replace(old, new, 1))


def steps_of(thalweg, case, *arguments, ranks: int = 1):
    """Predict a case; returns the JSON and the terminal's text."""
    out = thalweg.folder / "step.json"
    result = thalweg("predict", case, *arguments, "--out", out, ranks=ranks)
    assert result.returncode == 0, result.stderr
    return json.loads(out.read_text()), result.stdout
