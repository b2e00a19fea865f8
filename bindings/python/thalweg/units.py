# SPDX-License-Identifier: Apache-2.0
"""Units of tables and fields ("velocity^2/time") in short form ("L²/T³") for axes."""

import math
import re

_DIMENSIONS = {"length": (1, 0), "time": (0, 1), "velocity": (1, -1), "1": (0, 0)}
_SUPERSCRIPTS = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")

_SI = "SI: metres, seconds, pascals"
EXPLANATION = {
    None: "L and T: the case's own units of length and time",
    "blood": _SI,
    "sound": _SI,
}

_PREFIXES = {9: "G", 6: "M", 3: "k", 0: "", -3: "m", -6: "µ", -9: "n"}
_PREFIXED = ("Pa", "m", "s", "Hz", "m/s", "N", "N/m", "W/m^2")


def is_si(kind: str | None) -> bool:
    """Whether runs of a kind have SI units: "length" is in metres then, "time" in seconds."""
    return EXPLANATION.get(kind) == _SI


def short(unit: str) -> str:
    """A unit in L and T, where it is made of length, time and velocity; else as it is.

    >>> short("velocity^2/time"), short("1/length"), short("length/time^2")
    ('L²/T³', '1/L', 'L/T²')
    >>> short("1"), short(""), short("kg/m^3")
    ('–', '–', 'kg/m³')
    """
    if unit in ("", "1"):
        return "–"
    powers = _powers(unit)
    if powers is None:
        return re.sub(r"\^(-?\d+)", lambda m: m.group(1).translate(_SUPERSCRIPTS), unit)
    above = "".join(_power(s, p) for s, p in zip("LT", powers, strict=True) if p > 0)
    below = "".join(_power(s, -p) for s, p in zip("LT", powers, strict=True) if p < 0)
    return f"{above or '1'}/{below}" if below else above or "–"


def label(name: str, unit: str) -> str:
    """Text of an axis.

    >>> label("energy", "velocity^2")
    'energy [L²/T²]'
    """
    return f"{name} [{short(unit)}]"


def prefixed(unit: str, largest: float) -> tuple[float, str]:
    """A factor and a unit with prefix in which the largest value lies between 1 and 1000.

    >>> prefixed("Pa", 2.4e6), prefixed("s", 3e-5), prefixed("kg/m^3", 1e3)
    ((1e-06, 'MPa'), (1000000.0, 'µs'), (1.0, 'kg/m³'))
    >>> prefixed("Pa", 0.0), prefixed("W/m^2", 3e4)
    ((1.0, 'Pa'), (0.001, 'kW/m²'))
    """
    if unit not in _PREFIXED or not math.isfinite(largest) or largest == 0:
        return 1.0, short(unit)
    power = 3 * math.floor(math.log10(abs(largest)) / 3 + 1e-9)
    power = min(max(power, min(_PREFIXES)), max(_PREFIXES))
    return float(f"1e{-power}"), _PREFIXES[power] + short(unit)


def _powers(unit: str) -> tuple[int, int] | None:
    """Powers of length and time, or None for other units."""
    total = [0, 0]
    for n, factor in enumerate(unit.split("/")):
        word, _, power = factor.partition("^")
        if word not in _DIMENSIONS or not re.fullmatch(r"-?\d*", power):
            return None
        sign = 1 if n == 0 else -1
        for d in range(2):
            total[d] += sign * _DIMENSIONS[word][d] * int(power or 1)
    return total[0], total[1]


def _power(symbol: str, power: int) -> str:
    return symbol if power == 1 else symbol + str(power).translate(_SUPERSCRIPTS)


def time_text(seconds: float, digits: int = 4) -> str:
    """A time with a fitting unit.

    >>> time_text(1.2e-5), time_text(0.0)
    ('12 µs', '0 s')
    """
    factor, unit = prefixed("s", seconds)
    return f"{factor * seconds:.{digits}g} {unit}"


def moment(time: float, kind: str | None) -> str:
    """A time of a run of a kind, with a fitting unit where there is one.

    >>> moment(2e-3, "blood"), moment(0.5, "flow")
    ('t = 2 ms', 'time 0.5')
    """
    return f"t = {time_text(time)}" if is_si(kind) else f"time {time:.4g}"
