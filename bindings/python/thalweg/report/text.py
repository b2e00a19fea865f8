# SPDX-License-Identifier: Apache-2.0
"""Numbers as text, with units that a reader can take in; text as Python writes it."""

import json
from typing import Any


def duration(seconds: float | None) -> str:
    """A time with three digits and a fitting unit.

    >>> duration(0.0123), duration(75.2), duration(7300), duration(None)
    ('12.3 ms', '75.2 s', '2 h 1 min', '–')
    """
    if seconds is None:
        return "–"
    if seconds >= 3600:
        return f"{seconds // 3600:.0f} h {seconds % 3600 // 60:.0f} min"
    if seconds >= 1:
        return f"{seconds:.3g} s" if seconds < 1000 else f"{seconds:.0f} s"
    if seconds >= 1e-3:
        return f"{seconds * 1e3:.3g} ms"
    return f"{seconds * 1e6:.3g} µs"


def size(count: float | None) -> str:
    """Bytes with three digits and a decimal prefix.

    >>> size(999), size(113e6), size(None)
    ('999 B', '113 MB', '–')
    """
    if count is None:
        return "–"
    for prefix, scale in (("T", 1e12), ("G", 1e9), ("M", 1e6), ("k", 1e3)):
        if count >= scale:
            return f"{count / scale:.3g} {prefix}B"
    return f"{count:.0f} B"


def number(value: Any, digits: int = 3) -> str:
    """A number with so many digits; a dash where there is none.

    >>> number(0.0128713, 4), number(1234567, 7), number(None)
    ('0.01287', '1234567', '–')
    """
    return "–" if value is None else f"{value:.{digits}g}"


def percent(fraction: float | None) -> str:
    """A fraction as percentage.

    >>> percent(0.0123)
    '1.23 %'
    """
    return "–" if fraction is None else f"{100 * fraction:.3g} %"


def literal(value: object) -> str:
    r"""A name or path as a Python string in double quotes.

    >>> print(literal('a "b"'))
    "a \"b\""
    """
    return json.dumps(str(value), ensure_ascii=False)
