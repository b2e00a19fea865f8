# SPDX-License-Identifier: Apache-2.0
"""What the comparisons with OpenFOAM have in common: its files, and where Debian has the rest."""

import os
import shutil
from pathlib import Path

HEADER = "FoamFile {{ version 2.0; format ascii; class {kind}; object {name}; }}\n"

# Second order in space.
SCHEMES = """ddtSchemes {{ default {in_time}; }}
gradSchemes {{ default Gauss linear; }}
divSchemes {{ default Gauss linear; }}
laplacianSchemes {{ default Gauss linear {slopes}; }}
interpolationSchemes {{ default linear; }}
snGradSchemes {{ default {slopes}; }}
"""

# Where Debian has what the programs read when they start.
ENVIRONMENT = {"WM_PROJECT_DIR": "/usr/share/openfoam", **os.environ}


def schemes(in_time: str, slopes: str) -> str:
    """The text of fvSchemes: the scheme in time, and what slopes across faces are corrected for."""
    return SCHEMES.format(in_time=in_time, slopes=slopes)


def write_files(folder: Path, files: dict[str, tuple[str, str]]) -> None:
    """Write a case of OpenFOAM anew: by name, the class of each file and its text."""
    shutil.rmtree(folder, ignore_errors=True)
    for name, (kind, text) in files.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(HEADER.format(kind=kind, name=file.name) + text)
