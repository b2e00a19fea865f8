# SPDX-License-Identifier: Apache-2.0
"""Let k-wave-python run its simulations with Thalweg.

k-wave-python starts a compiled program that it downloads when it is first imported. This puts small
launchers of ours where it looks for that program, by answering the download: so the package itself
notes what it found, and neither it nor the scripts that use it change.
"""

import argparse
import importlib
import importlib.util
import os
import shutil
import sys
import tempfile
import urllib.request
from pathlib import Path

NAMES = ("kspaceFirstOrder-OMP", "kspaceFirstOrder-CUDA")


def launcher(program: Path, name: str) -> str:
    """A script that runs a program under one of k-Wave's names."""
    return f'#!/bin/sh\nexec "{program.with_name(name)}" "$@"\n'


def newest_build(folder: Path) -> Path | None:
    """The program that was built last in this folder or the nearest one above that has builds."""
    for checkout in (folder, *folder.parents):
        builds = list(checkout.glob("build/*/bin/thalweg"))
        if builds:
            return max(builds, key=lambda program: program.stat().st_mtime)
    return None


def find_program(given: str | None) -> Path:
    """The program `thalweg`, with k-Wave's names beside it; exits where there is none.

    Without a name: the one on the PATH, else the newest build of the checkout that holds the
    working folder.
    """
    found = given or shutil.which("thalweg") or newest_build(Path.cwd())
    if not found:
        sys.exit(
            "thalweg-kwave-python: no program thalweg is on the PATH, and none in a folder"
            " build/*/bin here or above. Build it (make build), or name it: --program FILE"
        )
    program = Path(found).resolve()
    for name in NAMES:
        if not program.with_name(name).exists():
            sys.exit(f"thalweg-kwave-python: {program.parent} holds no {name}")
    return program


def package_folder() -> Path:
    """Where k-wave-python is installed; exits where it is not."""
    spec = importlib.util.find_spec("kwave")
    if spec is None or spec.origin is None:
        sys.exit(
            "thalweg-kwave-python: k-wave-python is not installed in this environment:"
            " pip install k-wave-python"
        )
    return Path(spec.origin).parent


def install(program: Path) -> list[Path]:
    """Put the launchers in place; returns where."""
    binaries = package_folder() / "bin"
    for old in binaries.glob("*/kspaceFirstOrder-*"):
        old.unlink()  # else the package keeps what it has
    placed = []

    def deliver(url, filename=None, *_):
        name = next((name for name in NAMES if str(url).endswith(name)), None)
        target = Path(filename or tempfile.mkstemp()[1])
        if name:
            target.write_text(launcher(program, name))
            target.chmod(0o755)
            placed.append(target)
        return str(target), None

    original = urllib.request.urlretrieve
    urllib.request.urlretrieve = deliver
    try:
        importlib.import_module("kwave")
    finally:
        urllib.request.urlretrieve = original
    return placed


def main() -> None:
    """The command thalweg-kwave-python."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", help="the program thalweg (default: the one on the PATH)")
    program = find_program(parser.parse_args().program)
    placed = install(program)
    if len(placed) < len(NAMES):
        sys.exit("thalweg-kwave-python: k-wave-python did not ask for its programs: is it 0.6.2?")
    for path in placed:
        print(f"{os.path.relpath(path)} now runs {program}")


if __name__ == "__main__":
    main()
