#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Run clang-tidy (.clang-tidy) on the lines of C++ sources that changed since a commit.

usage: tools/tidy_changes.py BUILD [--since COMMIT] [--jobs N] [--most N]

BUILD is a configured build; clang-tidy reads a source as it is compiled there. Without --since,
changes count from where this branch left origin/main, or from the commit before the last one.
With --most, only the N files with most changed lines are read, and the others are named.
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
# What clang does not know: flags of GCC, and the levels of processors by name.
GCC_ONLY = {
    "-fno-gnu-unique",
    "-fpeel-loops",
    "-fvect-cost-model=dynamic",
    "-Wno-subobject-linkage",
    "-DTW_HAS_V3",
    "-DTW_HAS_V4",
}
INCLUDED_SOURCE = re.compile(r'#include "(.*\.cpp)"')


def git(*arguments: str) -> str:
    """What git answers; empty where it refuses."""
    return subprocess.run(
        ["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=False
    ).stdout.strip()


def start_of_changes() -> str:
    """Where this branch left origin/main; the commit before the last one where that is here."""
    base = git("merge-base", "HEAD", "origin/main")
    return base if base and base != git("rev-parse", "HEAD") else "HEAD~1"


def commands_of_sources(build: Path) -> list[dict]:
    """How each source is compiled for the host, once; sources that are compiled as one apart."""
    commands = {}
    for entry in json.loads((build / "compile_commands.json").read_text()):
        words = [word for word in entry["command"].split() if word not in GCC_ONLY]
        if any(word.startswith(("-DTW_LEVEL=", "-DTW_DEVICE_HALF")) for word in words):
            continue
        sources = [entry["file"]]
        if "/Unity/" in entry["file"]:
            sources = INCLUDED_SOURCE.findall(Path(entry["file"]).read_text())
        elif "/batches/" in entry["file"]:  # names its sources from src/
            text = Path(entry["file"]).read_text()
            sources = [str(ROOT / "src" / source) for source in INCLUDED_SOURCE.findall(text)]
        for source in sources:
            own = [source if word == entry["file"] else word for word in words]
            commands.setdefault(source, {**entry, "file": source, "command": " ".join(own)})
    return list(commands.values())


def files_to_read(changed: list[str], commands: list[dict]) -> list[str]:
    """Of changed files, headers and what is compiled for the host: no others can be read alone."""
    compiled = {entry["file"] for entry in commands}
    return [file for file in changed if file.endswith(".hpp") or str(ROOT / file) in compiled]


def most_changed(files: list[str], since: str, most: int | None) -> list[str]:
    """The files with most changed lines; says which ones that leaves out."""
    lines = {}
    for row in git("diff", "--numstat", since, "--", *files).splitlines():
        added, removed, file = row.split("\t")
        lines[file] = int(added) + int(removed)
    by_lines = sorted(files, key=lambda file: -lines[file])
    for file in by_lines[most:] if most else []:
        print(f"not read by clang-tidy, as more files changed than {most}: {file}")
    return by_lines[:most]


def remarks(build: Path, since: str, jobs: int, most: int | None) -> str:
    """What clang-tidy says of the changed lines."""
    if not git("rev-parse", "--verify", "--quiet", since):
        sys.exit(f"there is no commit {since} here: name another one with --since")
    read = commands_of_sources(build)
    changed = git("diff", "--name-only", since, "--", "src", "bench", "tools").splitlines()
    files = files_to_read(changed, read)
    if not files:
        return ""
    files = most_changed(files, since, most)
    change = git("diff", "-U0", since, "--", *files)
    program = shutil.which("clang-tidy-diff") or shutil.which("clang-tidy-diff.py")
    if not program:
        sys.exit("clang-tidy-diff is missing: on Debian,  apt-get install clang-tidy")
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "compile_commands.json").write_text(json.dumps(read))
        done = subprocess.run(
            [program, "-p1", "-path", folder, "-j", str(jobs), "-quiet"],
            input=change, cwd=ROOT, capture_output=True, text=True, check=True,
        )  # fmt: skip
    return done.stdout


def main() -> int:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("build", type=Path)
    parser.add_argument("--since", help="the commit from which changes count")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--most", type=int, help="read no more files than this")
    arguments = parser.parse_args()
    since = arguments.since or start_of_changes()
    found = remarks(arguments.build, since, arguments.jobs, arguments.most)
    count = len(re.findall(r": (?:warning|error): ", found))
    if count:
        print(found)
    print(f"clang-tidy: {count} remarks on what changed")
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main())
