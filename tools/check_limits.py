#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""List files that are longer than we like (guidance, not a gate)."""

import subprocess
import sys

AIM, LOOK_AGAIN = 200, 400


def main() -> int:
    """Print every tracked source file above the aim, the longest first."""
    names = subprocess.run(
        ["git", "ls-files", "*.cpp", "*.hpp", "*.py"], capture_output=True, text=True, check=True
    ).stdout.split()
    lengths = []
    for name in names:
        with open(name, encoding="utf-8") as file:
            lengths.append((sum(1 for _ in file), name))
    for length, name in sorted(lengths, reverse=True):
        if length > AIM:
            print(f"{length:5}  {name}{'  look again' if length > LOOK_AGAIN else ''}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
