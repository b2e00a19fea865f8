# SPDX-License-Identifier: Apache-2.0
"""Output folders of blood with cells as a run writes them, made up without a run."""

from pathlib import Path

import h5py
import numpy as np

CASE = """[simulation]
kind = "blood"
title = "Cells in a tube"

[grid]
spacing = 1e-6

[geometry]
shape = "tube"
length = {length}
diameter = {diameter}
"""

STEPS = (0, 10, 20)
TRIANGLE, VERTEX = 5, 1  # VTK's numbers


def icosphere(divisions: int) -> tuple[np.ndarray, np.ndarray]:
    """Places on the unit sphere and triangles, whose corners turn to the left seen from outside."""
    golden = (1 + 5**0.5) / 2
    base = np.array([[0, s, t * golden] for s in (-1, 1) for t in (-1, 1)])
    places = np.concatenate([np.roll(base, turn, axis=1) for turn in range(3)])
    length = np.linalg.norm(places[:, None] - places, axis=2)
    a, b, c = np.nonzero((length[:, :, None] < 2.1) & (length[:, None] < 2.1) & (length < 2.1))
    triangles = np.stack([a, b, c], axis=1)[(a < b) & (b < c)]
    for _ in range(divisions):
        places, triangles = _divided(places, triangles)
    places = places / np.linalg.norm(places, axis=1, keepdims=True)
    a, b, c = (places[triangles[:, n]] for n in range(3))
    inward = np.einsum("ij,ij->i", np.cross(b - a, c - a), a) < 0
    triangles[inward] = triangles[inward][:, ::-1]
    return places, triangles


def _divided(places: np.ndarray, triangles: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Each triangle in four."""
    sides = np.sort(triangles[:, [[0, 1], [1, 2], [2, 0]]].reshape(-1, 2), axis=1)
    unique, of = np.unique(sides, axis=0, return_inverse=True)
    middles = places[unique].mean(axis=1)
    middles *= np.linalg.norm(places[0]) / np.linalg.norm(middles, axis=1, keepdims=True)
    ab, bc, ca = (len(places) + of.reshape(-1, 3)).T
    a, b, c = triangles.T
    parts = [(a, ab, ca), (b, bc, ab), (c, ca, bc), (ab, bc, ca)]
    return np.concatenate([places, middles]), np.concatenate([np.stack(p, 1) for p in parts])


def red_cell(divisions: int) -> tuple[np.ndarray, np.ndarray]:
    """A discocyte at rest [m], after Evans and Fung (1972); its axis is z."""
    places, triangles = icosphere(divisions)
    radius = 3.91e-6
    square = np.minimum(places[:, 0] ** 2 + places[:, 1] ** 2, 1.0)
    height = np.sqrt(1 - square) * (0.207 + 2.003 * square - 1.123 * square**2) / 2
    places = np.stack([*places[:, :2].T, np.sign(places[:, 2]) * height], axis=1)
    return radius * places, triangles


def write_points(path: Path, places, values, triangles, time: float, step: int) -> None:
    """A file of points as the library writes them; without triangles each stands by itself.

    Args:
        path: The file.
        places: (n, 3).
        values: By name: values (n,) or (n, 3) and their unit, "" for none.
        triangles: (m, 3), or None.
        time: In the case's unit of time.
        step: Step number.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    cells = np.arange(len(places))[:, None] if triangles is None else np.asarray(triangles)
    kind = VERTEX if triangles is None else TRIANGLE
    with h5py.File(path, "w") as file:
        root = file.create_group("VTKHDF")
        root.attrs["Version"] = np.array([1, 0])
        root.attrs["Type"] = np.bytes_("UnstructuredGrid")
        root.attrs["time"], root.attrs["step"] = float(time), np.int64(step)
        root["Points"] = places
        root["Connectivity"] = cells.ravel().astype(np.int64)
        root["Offsets"] = np.arange(len(cells) + 1, dtype=np.int64) * cells.shape[1]
        root["Types"] = np.full(len(cells), kind, dtype=np.uint8)
        for name, count in (("Points", len(places)), ("Cells", len(cells)),
                            ("ConnectivityIds", cells.size)):  # fmt: skip
            root[f"NumberOf{name}"] = np.array([count], dtype=np.int64)
        data = root.create_group("PointData")
        data["identity"] = np.arange(len(places), dtype=np.int64)
        for name, (array, unit) in values.items():
            data[name] = array
            if unit:
                data[name].attrs["unit"] = np.bytes_(unit)


def write_cells(path: Path, middles, time: float, step: int, divisions: int = 2) -> None:
    """Red cells around middles (cells, 3) [m], turned and stretched each in a way of its own."""
    shape, triangles = red_cell(divisions)
    rng = np.random.default_rng(1)
    turned = [shape @ np.linalg.qr(rng.normal(size=(3, 3)))[0].T for _ in middles]
    stretch = 1 + 0.1 * np.sin(2e3 * time)
    places = np.concatenate([m + t * [stretch, 1, 1] for m, t in zip(middles, turned, strict=True)])
    n, cells = len(shape), len(middles)
    corners = np.concatenate([triangles + n * c for c in range(cells)])
    strain = np.tile(shape[:, 0] / 3.91e-6, cells) * 0.05 * stretch
    velocity = np.stack([1e-3 + 0 * strain, 0 * strain, 0 * strain], axis=1)
    cell = np.repeat(np.arange(cells), n)
    values = {
        "cell": (cell, ""),
        "species": (cell % 2, ""),
        "velocity": (velocity, "m/s"),
        "force": (1e-12 * places / 1e-6, "N"),
        "area_strain": (strain, "1"),
        "tension": (1e-5 * np.abs(strain), "N/m"),
    }
    write_points(path, places, values, corners, time, step)


def write_plasma(path: Path, length: float, diameter: float, time: float, step: int) -> None:
    """The flow of Poiseuille at the sites of a lattice within a tube, 1 um apart."""
    size = np.array([length, diameter, diameter])
    axes = [(np.arange(round(s / 1e-6)) + 0.5) * 1e-6 - s / 2 for s in size]
    sites = np.stack(np.meshgrid(*axes, indexing="ij"), axis=-1).reshape(-1, 3)
    radius = np.hypot(sites[:, 1], sites[:, 2])
    sites, radius = sites[radius < diameter / 2], radius[radius < diameter / 2]
    speed = 2e-3 * (1 - (2 * radius / diameter) ** 2)
    velocity = np.stack([speed, 0 * speed, 0 * speed], axis=1)
    values = {"velocity": (velocity, "m/s"), "pressure": (0 * speed, "Pa")}
    write_points(path, sites, values, None, time, step)


def make_blood_output(
    folder: Path, middles=((-8e-6, 0, 2e-6), (6e-6, 1e-6, -3e-6)), length: float = 40e-6,
    diameter: float = 20e-6, divisions: int = 2,
) -> Path:  # fmt: skip
    """The folder of a run of cells that drift along a tube, with plasma, at the times of STEPS."""
    folder.mkdir(parents=True)
    text = CASE.format(length=length, diameter=diameter)
    (folder / "case.toml").write_text(text, encoding="utf-8")
    for step in STEPS:
        time = 1e-4 * step
        drifted = np.asarray(middles) + np.array([1e-3 * time, 0, 0])
        write_cells(folder / f"fields/cells-{step:06d}.vtkhdf", drifted, time, step, divisions)
        write_plasma(folder / f"fields/plasma-{step:06d}.vtkhdf", length, diameter, time, step)
    return folder
