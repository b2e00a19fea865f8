#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Write tests/costs.txt: the seconds of the longest tests.

ctest begins with them where no earlier run in the same folder tells what takes long. Call it after
all tests of a build have run: tools/test_costs.py build/emulated
"""

import argparse
from pathlib import Path

COSTS = Path(__file__).resolve().parents[1] / "tests/costs.txt"
LEAST = 15.0  # [s]


def main() -> None:
    """Write what ctest measured in a build folder."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("build", type=Path, help="a build folder whose tests have run")
    measured = parser.parse_args().build / "Testing/Temporary/CTestCostData.txt"
    rows = (line.split() for line in measured.read_text(encoding="utf-8").splitlines())
    costs = {row[0]: float(row[2]) for row in rows if len(row) == 3}
    names = sorted(costs, key=lambda name: (-costs[name], name))
    lines = [f"{name} {costs[name]:.0f}\n" for name in names if costs[name] >= LEAST]
    COSTS.write_text("".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
