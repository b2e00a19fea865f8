# SPDX-License-Identifier: Apache-2.0
"""What commands share: a line about what they did or could not do, and their exit status."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from rich.console import Console

from thalweg.errors import OutputError


class WriteError(Exception):
    """A file cannot be written; the message names it and says why."""


@contextmanager
def writing(file: Path) -> Iterator[None]:
    """Where a file is written: failures become WriteError."""
    try:
        yield
    except OSError as error:
        raise WriteError(f"{file}: cannot be written ({error.strerror})") from error


def say(text: str) -> None:
    """Print a text as it is, in no colours and as wide as it comes."""
    Console(highlight=False, soft_wrap=True).print(text, markup=False)


def run_command(name: str, work: Callable[[], None]) -> int:
    """Do the work of the command of a name; say on the error stream what stopped it.

    Returns:
        The exit status: 0, or 2 after OutputError, 4 after WriteError.
    """
    try:
        work()
    except (OutputError, WriteError) as error:
        console = Console(stderr=True, highlight=False, soft_wrap=True)
        console.print(f"{name}: {error}", markup=False)
        return 4 if isinstance(error, WriteError) else 2
    return 0
