# SPDX-License-Identifier: Apache-2.0
"""The example files in k-Wave's format (tests/data/kwave), changed, read and compared; refusals."""

import re
import shutil
from pathlib import Path

import h5py
import numpy as np

DATA = Path(__file__).resolve().parents[1] / "data/kwave"
NAMES = sorted(path.name.removesuffix(".in.h5") for path in DATA.glob("*.in.h5"))
SMALL = "p0_2d_powerlaw"
TOLERANCE = 2e-5  # of the largest value; single precision, two programs


def flags_of(name: str) -> list[str]:
    return (DATA / f"{name}.flags").read_text().split()


def input_of(name: str) -> Path:
    return DATA / f"{name}.in.h5"


def changed(tmp_path, name=SMALL, **values) -> Path:
    """A copy of an input with other values; None removes a dataset."""
    path = tmp_path / "changed.h5"
    shutil.copy(input_of(name), path)
    with h5py.File(path, "r+") as file:
        for key, value in values.items():
            del file[key]
            if value is not None:
                file[key] = value
    return path


def datasets(path) -> dict[str, h5py.Dataset]:
    """All datasets of a file by their path: shape, type, storage and values."""
    found = {}

    def visit(name, item):
        if isinstance(item, h5py.Dataset):
            attributes = {key: bytes(value) for key, value in item.attrs.items()}
            layout = (item.shape, item.dtype, item.chunks, item.compression, attributes)
            found[name] = (layout, item[()])

    with h5py.File(path) as file:
        file.visititems(visit)
    return found


def difference(ours, theirs) -> float:
    largest = np.abs(theirs.astype(float)).max()
    return np.abs(ours.astype(float) - theirs).max() / (largest or 1)


def unboxed(text: str) -> str:
    """A boxed message in one line."""
    return " ".join(re.sub(r"[│┌┐└┘├┤─]", " ", text).split())


def refused(kwave, *arguments) -> str:
    """The message of a run that must be refused."""
    done = kwave(*arguments)
    assert done.returncode == 1, done.stderr
    assert "K-Wave experienced a fatal error" in done.stderr, done.stderr
    return unboxed(done.stderr)
