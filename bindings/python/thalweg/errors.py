# SPDX-License-Identifier: Apache-2.0
"""The one error of this package, and the suggestions in its messages."""

import difflib
from collections.abc import Iterable


class OutputError(Exception):
    """Something in an output folder is missing or not what it should be.

    The message names the file, says what was found and what was expected.
    """


def suggestion(name: str, known: Iterable[str]) -> str:
    """A sentence that helps after a wrong name: the nearest known one, or all of them.

    >>> suggestion("enrgy", ["time", "energy"])
    'Did you mean "energy"?'
    >>> suggestion("colour", ["time", "energy"])
    'There is: time, energy.'
    """
    known = list(known)
    near = difflib.get_close_matches(name, known, n=1)
    if near:
        return f'Did you mean "{near[0]}"?'
    return f"There is: {', '.join(known)}." if known else "There is none."
