# SPDX-License-Identifier: Apache-2.0
"""What of a run is known, where its files may be missing or damaged."""

from thalweg.errors import OutputError
from thalweg.run import Run
from thalweg.tables import Table


def known_history(run: Run) -> Table | None:
    """The history; None where it is missing or damaged, of which the header tells."""
    try:
        return run.history
    except OutputError:
        return None
