# SPDX-License-Identifier: Apache-2.0
"""The section about memory and the machine."""

from thalweg.report import html, text
from thalweg.run import Run


def memory(run: Run) -> html.Section | None:
    """Estimated against measured memory."""
    if run.report is None:
        return None
    values = run.report.get("memory", {})
    estimate, peak = values.get("estimated_bytes"), values.get("peak_bytes_per_rank")
    machine = run.report.get("machine", {})
    rows = [["estimated before the run", text.size(estimate)], ["measured peak", text.size(peak)]]
    if estimate and peak:
        rows.append(["measured ÷ estimated (wanted: within 10 %)", f"{peak / estimate:.3f}"])
    triad = machine.get("triad_bytes_per_second")
    body = html.table(["memory of the largest rank", ""], rows, "Host memory per rank.")
    body += html.facts(
        [
            ("processor", str(machine.get("cpu", "–"))),
            ("cores", str(machine.get("cores", "–"))),
            ("memory bandwidth (triad)", f"{text.size(triad)}/s" if triad else "–"),
        ]
    )
    return html.Section("memory", "Memory and machine", body)
