# SPDX-License-Identifier: Apache-2.0
"""How figures look: one palette, and SVG that takes its colours from the page it stands in."""

import io
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import matplotlib
from cycler import cycler
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from thalweg.errors import OutputError

# Okabe & Ito's colours, told apart with any kind of colour vision; lines differ in dashes too.
INK = "#1f2328"
FAINT = "#d0d7de"
SERIES = ("#0072b2", "#d55e00", "#009e73", "#cc79a7")
PALE = "#a9cce3"

PICTURES = (".png", ".pdf", ".svg")  # endings of the forms in which a figure is written

# In SVG each of these becomes a variable of the page's style sheet (report.css).
_VARIABLES = {
    INK: "currentColor",
    FAINT: "var(--faint)",
    PALE: "var(--pale)",
    **{colour: f"var(--series-{n})" for n, colour in enumerate(SERIES, start=1)},
}

_SETTINGS = {
    "axes.edgecolor": INK,
    "axes.facecolor": "none",
    "axes.grid": True,
    "axes.axisbelow": True,
    "axes.labelcolor": INK,
    "axes.prop_cycle": cycler(color=SERIES),
    "axes.spines.right": False,
    "axes.spines.top": False,
    "figure.constrained_layout.use": True,
    "font.size": 10,
    "grid.color": FAINT,
    "grid.linewidth": 0.6,
    "image.cmap": "inferno",
    "legend.frameon": False,
    "legend.fontsize": 9,
    "lines.linewidth": 1.8,
    "svg.fonttype": "none",
    "svg.hashsalt": "thalweg",
    "text.color": INK,
    "xtick.color": INK,
    "ytick.color": INK,
}


@contextmanager
def style() -> Iterator[None]:
    """Settings under which every figure of this package is made and saved."""
    with matplotlib.rc_context(_SETTINGS):
        yield


def figure(width: float = 6.4, height: float = 4.2) -> Figure:
    """An empty figure without window; sizes in inches."""
    return Figure(figsize=(width, height))


def without_spines(axes: Axes) -> None:
    """Take away frame and grid (pictures)."""
    axes.grid(False)
    for spine in axes.spines.values():
        spine.set_visible(False)


def plain(text: str) -> str:
    r"""A text of a user's, or a name in a file, in which "$" begins no formula of matplotlib.

    >>> print(plain("costs $5"))
    costs \$5
    """
    return text.replace("$", r"\$")


def require_picture(file: Path | None) -> None:
    """Refuse a name whose ending is none of `PICTURES`, with OutputError."""
    if file is not None and file.suffix.lower() not in PICTURES:
        raise OutputError(f"{file}: a picture ends in {', '.join(PICTURES[:-1])} or {PICTURES[-1]}")


def to_png(fig: Figure, dpi: int = 150) -> bytes:
    """The figure as PNG on white."""
    return to_picture(fig, ".png", dpi)


def to_picture(fig: Figure, ending: str, dpi: int = 150) -> bytes:
    """The figure on white, as a file with one of the endings `PICTURES` has it."""
    buffer = io.BytesIO()
    with style():
        fig.savefig(buffer, format=ending[1:], dpi=dpi, facecolor="white")
    return buffer.getvalue()


def to_svg(fig: Figure, name: str, description: str) -> str:
    """The figure as an SVG element for an HTML page.

    Args:
        fig: The figure; pictures in it are embedded.
        name: Unique in the page; makes the element's ids unique. May have characters that no id
            may have.
        description: Read out in place of the picture.
    """
    buffer = io.StringIO()
    with style():
        fig.savefig(buffer, format="svg", transparent=True, dpi=150, metadata={"Date": None})
    svg = buffer.getvalue()
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg, flags=re.DOTALL)
    svg = _own_ids(_powers_of_ten(svg), re.sub(r"[^\w-]", "-", name))
    for colour, variable in _VARIABLES.items():
        svg = svg.replace(colour, variable)
    size = re.search(r'viewBox="[^"]*"', svg).group()
    label = description.replace("&", "&amp;").replace('"', "&quot;").replace("<", "&lt;")
    links = 'xmlns:xlink="http://www.w3.org/1999/xlink"'
    head = f'<svg {links} {size} role="img" aria-label="{label}">'
    return head + svg[svg.index(">") + 1 :]


def _powers_of_ten(svg: str) -> str:
    """Write the factor at the end of an axis, 1e−3, as ×10⁻³.

    Matplotlib's own way, mathtext, also typesets every number of the axis, which is half of the
    time of a page.
    """
    superscripts = str.maketrans("−0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
    return re.sub(
        r">1e([−\d]+)<", lambda power: f">×10{power.group(1).translate(superscripts)}<", svg
    )


def _own_ids(svg: str, name: str) -> str:
    """Keep only the ids that something refers to, and make them unique in a page."""
    used = set(re.findall(r'(?:href="|url\()#([^")]+)', svg))

    def renamed(match: re.Match) -> str:
        return f' id="{name}-{match.group(1)}"' if match.group(1) in used else ""

    svg = re.sub(r'\sid="([^"]+)"', renamed, svg)
    return re.sub(r'((?:href="|url\()#)', rf"\1{name}-", svg)
