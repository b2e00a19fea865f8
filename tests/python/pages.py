# SPDX-License-Identifier: Apache-2.0
"""Pages taken apart."""

from html.parser import HTMLParser

from thalweg.report import main

VOID = {"meta", "link", "br", "img", "hr", "input"}


class Page(HTMLParser):
    """Checks that tags are balanced and ids unique; collects text and sections."""

    def __init__(self, text: str):
        super().__init__()
        self.open, self.ids, self.sections, self.text, self.sources = [], [], {}, "", []
        self.figures = 0
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        if tag not in VOID:
            self.open.append(tag)
        if "id" in attrs:
            self.ids.append(attrs["id"])
        if tag == "section":
            self.section = attrs["id"]
            self.sections[self.section] = ""
        if tag == "figure":
            self.figures += 1
        self.sources += [v for k, v in attrs.items() if k in ("src", "href", "xlink:href")]

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text += data
        if "section" in self.open:
            self.sections[self.section] += data


def make_page(output, *arguments) -> Page:
    assert main([str(output), *arguments]) == 0
    return Page((output / "report.html").read_text(encoding="utf-8"))
