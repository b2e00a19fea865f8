# SPDX-License-Identifier: Apache-2.0
"""Paths of particles, read from the files that a run leaves."""

import h5py
import numpy as np
import pytest

from thalweg import OutputError, Run


def write(folder, last_step, rows, identities=(0, 1)):
    """A file of a run, whose position x is the particle's number plus the time."""
    (folder / "case.toml").touch()
    (folder / "trajectories").mkdir(exist_ok=True)
    time = 0.5 * np.asarray(rows)
    position = np.zeros((len(identities), len(rows), 3))
    position[..., 0] = np.asarray(identities)[:, None] + time
    with h5py.File(folder / "trajectories" / f"tracers-{last_step:06}.h5", "w") as file:
        file["time"], file["step"], file["identity"] = time, rows, identities
        file["position"], file["velocity"] = position, np.ones_like(position)


def test_files_follow_each_other(tmp_path):
    write(tmp_path, 20, [15, 20])
    write(tmp_path, 10, [0, 5, 10])
    paths = Run(tmp_path).trajectories("tracers")
    assert paths.step.tolist() == [0, 5, 10, 15, 20]
    assert paths.position.shape == paths.velocity.shape == (2, 5, 3)
    assert paths.position[1, :, 0].tolist() == [1, 3.5, 6, 8.5, 11]


def test_what_does_not_fit_is_named(tmp_path):
    write(tmp_path, 10, [0])
    with pytest.raises(OutputError, match=r'no "tracer".*tracers'):
        Run(tmp_path).trajectories("tracer")
    write(tmp_path, 20, [20], identities=(0, 2))
    with pytest.raises(OutputError, match=r"tracers-000020.h5: these are other particles"):
        Run(tmp_path).trajectories("tracers")
    (tmp_path / "trajectories" / "tracers-000020.h5").write_text("no HDF5")
    with pytest.raises(OutputError, match=r"tracers-000020.h5: holds no trajectories"):
        Run(tmp_path).trajectories("tracers")
