# SPDX-License-Identifier: Apache-2.0
"""The page about a prediction."""

from thalweg.figures import scaling as draw
from thalweg.prediction import Prediction
from thalweg.report import html, text


def prediction_html(prediction: Prediction) -> str:
    """All of a prediction as one HTML text."""
    sections = [_steps(prediction), _movements(prediction), _basis(prediction)]
    return html.document(
        prediction.title, _header(prediction), sections,
        "Made by thalweg-report from the prediction alone.",
    )  # fmt: skip


def _header(prediction: Prediction) -> str:
    facts = prediction.facts
    pairs = [
        ("machine", facts["profile"]), ("ranks per node", str(facts["ranks_per_node"])),
        ("devices per node", str(facts["gpus_per_node"])), ("solver", facts["solver"]),
        ("precision", facts["precision"]), ("case", facts["case"]),
    ]  # fmt: skip
    title = html.escape(prediction.title)
    return f"<header><h1>{title}: predicted</h1>\n{html.facts(pairs)}</header>"


def _steps(prediction: Prediction) -> html.Section:
    drawn = [
        html.figure(
            draw.scaling(prediction), "scaling", "Step time and efficiency against nodes",
            "A step on more and more nodes, and how well they are used against the fewest.",
            wide=True,
        ),
        html.figure(
            draw.step_parts(prediction), "parts", "Parts of a step by number of nodes",
            "What a step consists of: computing, and what it does not hide of each movement.",
            wide=True,
        ),
    ]  # fmt: skip
    parts = prediction.parts()
    rows = [
        [
            str(row["nodes"]), str(row["ranks"]), text.duration(row["seconds_per_step"]),
            *(text.duration(values[n]) for values in parts.values()),
            text.percent(row["efficiency"]), row["limit"],
        ]
        for n, row in enumerate(prediction.steps)
    ]  # fmt: skip
    headings = ("nodes", "ranks", "step", *parts, "efficiency", "limit")
    table = html.table(headings, rows, "A step and its parts; what takes longest limits it.")
    notes = "".join(html.note(f"{nodes} nodes: {why}") for nodes, why in prediction.notes)
    return html.Section("steps", "A step", html.figures(drawn) + table + notes)


def _movements(prediction: Prediction) -> html.Section:
    rows = [
        [
            str(row["nodes"]), movement["name"], movement["behind"], movement["route"],
            movement["basis"] or "–", text.duration(movement["seconds"]),
            f"{text.duration(movement['low'])} to {text.duration(movement['high'])}",
            text.duration(movement["hidden_seconds"]), text.size(movement["bytes"]),
            text.number(movement["messages"]),
        ]
        for row in prediction.steps
        for movement in row["movements"]
    ]  # fmt: skip
    headings = (
        "nodes", "movement", "sent by", "route", "price", "time", "interval", "hidden", "bytes",
        "messages",
    )  # fmt: skip
    caption = (
        "Per step. A price is interpolated between measurements of such exchanges, fitted to "
        "them, or composed from single messages."
    )
    return html.Section("movements", "Movements", html.table(headings, rows, caption, text=5))


def _basis(prediction: Prediction) -> html.Section:
    lines = "".join(html.paragraph(line) for line in prediction.facts["assumptions"])
    return html.Section("basis", "What this rests on", lines)
