# SPDX-License-Identifier: Apache-2.0
"""Read what a Thalweg run has written.

`Run` is the way in: it knows the output folder and reads its parts on demand; `Ensemble` lists the
runs of an ensemble. `read_history`, `read_table`, `read_field` (of a regular grid),
`read_blocks`, `read_points` and `read_membranes` (of cells) read single files. The commands
`thalweg-report` and `thalweg-plot` are built on them.
"""

from thalweg.ensemble import Ensemble, Member
from thalweg.errors import OutputError
from thalweg.fields import Field, read_field
from thalweg.forms import Block, BlockField, CellSlice, PointSet, read_blocks, read_points
from thalweg.membranes import Membranes, read_membranes
from thalweg.run import Run
from thalweg.tables import Table, read_history, read_table
from thalweg.traces import Traces
from thalweg.trajectories import Trajectories, read_trajectories

__version__ = "0.1.0"

__all__ = [
    "Block",
    "BlockField",
    "CellSlice",
    "Ensemble",
    "Field",
    "Member",
    "Membranes",
    "OutputError",
    "PointSet",
    "Run",
    "Table",
    "Traces",
    "Trajectories",
    "read_blocks",
    "read_field",
    "read_history",
    "read_membranes",
    "read_points",
    "read_table",
    "read_trajectories",
]
