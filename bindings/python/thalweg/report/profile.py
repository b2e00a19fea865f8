# SPDX-License-Identifier: Apache-2.0
"""The page about a machine's profile."""

from thalweg.figures import paths as draw
from thalweg.machine import Crossing, MachineProfile, Timed, crossings, path_name, route_name
from thalweg.report import html, text

# A figure per pair of memories; with more paths than this it would be hard to read.
_MOST_PATHS = 8


def profile_html(profile: MachineProfile) -> str:
    """All of a profile as one HTML text."""
    made = (_warnings, _paths, _limits, _exchanges, _provenance)
    sections = [section for section in (make(profile) for make in made) if section is not None]
    return html.document(
        profile.name, _header(profile), sections, "Made by thalweg-report from the profile alone."
    )


def _header(profile: MachineProfile) -> str:
    node = profile.facts["node"]
    pairs = [*profile.facts["fingerprint"].items(), ("ranks per node", str(node["ranks"]))]
    if node["devices"]:
        pairs.append(("devices per node", str(node["devices"])))
    if node["triad_bytes_per_second"]:
        pairs.append(("memory, all cores", _rate(node["triad_bytes_per_second"])))
    if node["device_bytes_per_second"]:
        pairs.append(("memory of a device", _rate(node["device_bytes_per_second"])))
    return f"<header><h1>{html.escape(profile.name)}</h1>\n{html.facts(pairs)}</header>"


def _warnings(profile: MachineProfile) -> html.Section | None:
    warnings = profile.facts["warnings"]
    if not warnings:
        return None
    return html.Section("warnings", "Warnings", "".join(html.note(w) for w in warnings))


def _paths(profile: MachineProfile) -> html.Section:
    memories = dict.fromkeys(tuple(path["memory"]) for path in profile.paths)
    drawn = []
    for n, pair in enumerate(memories):
        group = [path for path in profile.paths if tuple(path["memory"]) == pair]
        for first in range(0, len(group), _MOST_PATHS):
            shown = group[first : first + _MOST_PATHS]
            names = " to ".join(name.replace("_", " ") for name in pair)
            drawn.append(
                html.figure(
                    draw.paths(shown), f"paths-{n}-{first}", f"Time against bytes, {names}",
                    f"From {names}: measured medians (points, with 10 % and 90 % quantiles) and "
                    "fitted segments (lines).", wide=True,
                )
            )  # fmt: skip
    rows = [row for path in profile.paths for row in _segment_rows(path)]
    headings = ("path", "locality", "from", "to", "latency", "rate", "held-out error")
    caption = (
        "Each segment is one protocol: time = latency + bytes / rate. Held-out errors: every "
        "second size predicted from the others, median and 95 % quantile."
    )
    body = html.figures(drawn) + html.table(headings, rows, caption, text=2)
    return html.Section("paths", "Paths", body)


def _segment_rows(path: Timed) -> list[list[str]]:
    heldout = path.facts.get("heldout")
    errors = (
        f"{text.percent(heldout['median'])}, {text.percent(heldout['p95'])}" if heldout else "–"
    )
    rows = []
    for n, segment in enumerate(path["segments"]):
        beta = segment["beta"]
        rows.append(
            [
                path_name(path) if n == 0 else "", path["locality"] if n == 0 else "",
                text.size(segment["from_bytes"]), text.size(segment["to_bytes"]),
                text.duration(segment["alpha"]), _rate(1 / beta if beta > 0 else None),
                errors if n == 0 else "",
            ]
        )  # fmt: skip
    return rows


def _limits(profile: MachineProfile) -> html.Section | None:
    injection, gap = profile.facts["injection"], profile.facts["gap"]
    if not injection and not gap:
        return None
    rows = [
        [
            f"{item['memory']} memory, {item['locality']}", _rate(item["rank_rate"]),
            _rate(item["node_rate"]), item.get("source", ""),
        ]
        for item in injection
    ]  # fmt: skip
    body = html.table(
        ("many ranks at once", "per rank", "per node", "source"), rows,
        "Rates when all ranks of a node send; a dash where no limit was reached.",
    ) if rows else ""  # fmt: skip
    rows = [
        [f"{item['memory']} memory, {item['locality']}", text.duration(item["seconds"])]
        for item in gap
    ]
    if rows:
        body += html.table(("each further message", "gap"), rows, "Among many that are under way.")
    return html.Section("limits", "Rates and gaps", body)


def _exchanges(profile: MachineProfile) -> html.Section | None:
    groups = profile.groups()
    if not groups:
        return None
    drawn, rows = [], []
    for n, group in enumerate(groups):
        routes, place = profile.exchanges_of(group), _place(group)
        crossed = crossings(routes)
        drawn.append(
            html.figure(
                draw.exchanges(routes, crossed), f"exchanges-{n}", f"Routes of a {place}",
                f"{place.capitalize()}: dotted lines where the fastest route changes.", wide=True,
            )
        )  # fmt: skip
        rows += _crossing_rows(place, crossed)
    body = html.figures(drawn)
    if rows:
        headings = ("exchange", "faster below", "faster above", "bytes per destination")
        body += html.table(headings, rows, "Where routes cross, among the fastest.", text=3)
    return html.Section("exchanges", "Exchanges by route", body + _fits(profile))


def _crossing_rows(place: str, crossed: list[Crossing]) -> list[list[str]]:
    return [[place, c.below, c.above, text.size(c.size)] for c in crossed]


def _fits(profile: MachineProfile) -> str:
    """The fitted models, each route once."""
    fitted = {}
    for exchange in profile.exchanges:
        if exchange.facts.get("fit"):
            several = "several nodes" if exchange["nodes"] > 1 else "one node"
            fitted.setdefault((exchange["movement"], route_name(exchange), several), exchange)
    rows = []
    for (movement, route, several), exchange in fitted.items():
        fit = exchange["fit"]
        rows.append(
            [
                f"{movement}, {several}", route, text.duration(fit["alpha"]),
                text.duration(fit["gap"]), _rate(fit["rank_rate"]), _rate(fit["node_rate"]),
                text.number(fit["node_exponent"], 2),
            ]
        )  # fmt: skip
    if not rows:
        return ""
    headings = ("exchange", "route", "latency", "gap", "per rank", "per node", "growth")
    caption = (
        "Fits: latency + gap · (messages − 1) + bytes over the rate of the rank or of the node, "
        "whichever takes longer; the node's slows down with (nodes / 2) to the power of the growth."
    )
    return html.table(headings, rows, caption, text=2)


def _provenance(profile: MachineProfile) -> html.Section:
    pairs = [(name, str(value)) for name, value in profile.facts["provenance"].items()]
    sources = [
        (path_name(path), path["source"]) for path in profile.paths if path.facts.get("source")
    ]
    body = html.facts(pairs) if pairs else html.note("The profile does not say where it is from.")
    if sources:
        body += html.table(("path", "source"), [list(s) for s in sources], "Sources.", text=2)
    return html.Section("provenance", "Where this comes from", body)


def _place(group: tuple[str, int, int]) -> str:
    movement, ranks, nodes = group
    return f"{movement} among {ranks} ranks on {nodes} node{'' if nodes == 1 else 's'}"


def _rate(bytes_per_second: float | None) -> str:
    return "–" if bytes_per_second is None else f"{text.size(bytes_per_second)}/s"
