# SPDX-License-Identifier: Apache-2.0
"""Pieces of HTML. Texts are escaped here; what is called `html` is HTML already."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from importlib import resources

from matplotlib.figure import Figure

from thalweg.figures.style import to_svg


@dataclass(frozen=True)
class Section:
    """One part of the page: its anchor, its heading and what stands below it."""

    anchor: str
    heading: str
    html: str

    def render(self) -> str:
        """The section element."""
        return (
            f'<section id="{self.anchor}"><h2>{escape(self.heading)}</h2>\n{self.html}\n</section>'
        )


def document(title: str, header: str, sections: Sequence[Section], footer: str) -> str:
    """A whole page: style sheet inside, nothing from the network; `header` is HTML."""
    links = "".join(f'<li><a href="#{s.anchor}">{escape(s.heading)}</a></li>' for s in sections)
    css = (resources.files("thalweg.report") / "report.css").read_text(encoding="utf-8")
    body = "\n".join(section.render() for section in sections)
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(title)} – Thalweg</title>
<style>
{css}</style>
</head>
<body>
{header}
<nav aria-label="Sections"><ul>{links}</ul></nav>
<main>
{body}
</main>
<footer>{escape(footer)}</footer>
</body>
</html>
"""


def paragraph(text: str, kind: str = "") -> str:
    """A paragraph of plain text; kind "note" marks what is missing."""
    attribute = f' class="{kind}"' if kind else ""
    return f"<p{attribute}>{escape(text)}</p>"


def note(text: str) -> str:
    """A remark that something is not there, and why."""
    return paragraph(text, "note")


def code(text: str) -> str:
    """Text as it is, in a fixed-width font."""
    return f'<pre tabindex="0"><code>{escape(text)}</code></pre>'


def details(summary: str, html: str) -> str:
    """Something to unfold."""
    return f"<details><summary>{escape(summary)}</summary>\n{html}\n</details>"


def figure(fig: Figure, anchor: str, description: str, caption: str, wide: bool = False) -> str:
    """A figure with caption; the description is read out in place of the picture."""
    kind = ' class="wide"' if wide else ""
    svg = to_svg(fig, anchor, description)
    return f"<figure{kind}>{svg}<figcaption>{escape(caption)}</figcaption></figure>"


def figures(items: Sequence[str]) -> str:
    """Figures beside each other where the window is wide enough."""
    return f'<div class="figures">{"".join(items)}</div>'


def table(
    headings: Sequence[str], rows: Sequence[Sequence["str | Badge"]], caption: str, text: int = 1
) -> str:
    """A table; the first `text` columns hold text, the others numbers."""

    def cells(row: Sequence["str | Badge"], tag: str) -> str:
        return "".join(
            f"<{tag}{_cell_attributes(tag, n, text)}>{_cell(value)}</{tag}>"
            for n, value in enumerate(row)
        )

    body = "\n".join(f"<tr>{cells(row, 'td')}</tr>" for row in rows)
    return (
        f'<div class="table" tabindex="0"><table><caption>{escape(caption)}</caption>'
        f"<thead><tr>{cells(headings, 'th')}</tr></thead>\n<tbody>{body}</tbody></table></div>"
    )


@dataclass(frozen=True)
class Badge:
    """A verdict: a sign, a word and a colour. kind: good, look or plain."""

    kind: str
    text: str

    def render(self) -> str:
        """The element; the sign tells the kind without colour."""
        sign = {"good": "✓ ", "look": "! "}.get(self.kind, "")
        return f'<span class="badge {self.kind}">{sign}{escape(self.text)}</span>'


def facts(pairs: Sequence[tuple[str, str]]) -> str:
    """Names and values."""
    items = "".join(
        f"<div><dt>{escape(name)}</dt><dd>{escape(value)}</dd></div>" for name, value in pairs
    )
    return f'<dl class="facts">{items}</dl>'


def tiles(items: Sequence[tuple[str, str, str]]) -> str:
    """The few numbers to see first: (name, value, remark)."""
    html = "".join(
        f'<div class="tile"><span class="name">{escape(name)}</span>'
        f'<span class="value">{escape(value)}</span>'
        f'<span class="remark">{escape(remark)}</span></div>'
        for name, value, remark in items
    )
    return f'<div class="tiles">{html}</div>'


def _cell(value: "str | Badge") -> str:
    return value.render() if isinstance(value, Badge) else escape(value)


def _cell_attributes(tag: str, column: int, text: int) -> str:
    scope = ' scope="col"' if tag == "th" else ""
    return scope + (' class="number"' if column >= text else "")
