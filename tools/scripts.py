# SPDX-License-Identifier: Apache-2.0
"""What the scripts in this folder share: their command line, and how a picture is written.

Whoever imports this can import the package `thalweg` of this clone, installed or not.
"""

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "bindings/python"))

from thalweg.commands import writing


def command_line(doc: str) -> argparse.ArgumentParser:
    """A parser whose help is the text at the head of a script, as it stands there."""
    return argparse.ArgumentParser(
        description=doc, formatter_class=argparse.RawDescriptionHelpFormatter
    )


def picture_command_line(doc: str) -> argparse.ArgumentParser:
    """The same for a picture of one run: OUT, the picture's name, and --step."""
    parser = command_line(doc)
    parser.add_argument("out", metavar="OUT")
    parser.add_argument("picture", metavar="PNG", type=Path)
    parser.add_argument("--step", type=int)
    return parser


def write_picture(file: Path, image: bytes) -> None:
    """Write a picture, in a new folder where need be, and say so. Raises WriteError."""
    with writing(file):
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(image)
    print(f"wrote {file} ({len(image) / 1000:.0f} kB)")
