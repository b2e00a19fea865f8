# SPDX-License-Identifier: Apache-2.0
"""Writes vessels as STL files: a tube, a stenosis, a bifurcation, an aneurysm. Lengths are in µm.

    python3 vessel.py stenosis stenosis.stl --diameter 20 --throat 14 --length 80

The surfaces are closed: where a vessel ends it has a flat cap. The x axis runs along it, and the
origin is its middle.
"""

import argparse
import itertools
from pathlib import Path

import numpy as np

# The corners of a cube by number (4 x + 2 y + z), and the six tetrahedra around one diagonal of it.
TETRAHEDRA = [
    (0, a, a | b, 7) for a, b in itertools.permutations((1, 2, 4), 2)
]  # fmt: skip


def ring_tube(radius, center, length, around, along):
    """Triangles of a tube of circles across x, (n, 3, 3); radius and center are functions of x.

    Each ring of corners has the area of its circle.
    """
    x = np.linspace(-length / 2, length / 2, along + 1)
    angle = 2 * np.pi * np.arange(around) / around
    step = 2 * np.pi / around
    ring = radius(x) * np.sqrt(step / np.sin(step))
    places = np.empty((along + 1, around, 3))
    places[..., 0] = x[:, None]
    places[..., 1] = center(x)[:, None] + ring[:, None] * np.cos(angle)
    places[..., 2] = ring[:, None] * np.sin(angle)
    # The period closes: both ends are equal to the last digit.
    places[-1, :, 1:] = places[0, :, 1:]

    here, there = places, np.roll(places, -1, axis=1)
    wall = [
        np.stack([here[:-1], there[:-1], there[1:]], axis=-2).reshape(-1, 3, 3),
        np.stack([here[:-1], there[1:], here[1:]], axis=-2).reshape(-1, 3, 3),
    ]
    for end, order in ((0, (0, 2, 1)), (-1, (0, 1, 2))):
        middle = np.broadcast_to([x[end], center(x)[end if end else 0], 0.0], (around, 3))
        cap = np.stack([middle, here[end], there[end]], axis=1)
        wall.append(cap[:, order])
    return facing_outward(np.concatenate(wall))


def distance_to_line(places, start, end):
    """Of places (..., 3) to the straight line between two others."""
    along = np.subtract(end, start)
    part = np.clip((places - start) @ along / (along @ along), 0, 1)
    return np.linalg.norm(places - start - part[..., None] * along, axis=-1)


def distance_to_part(places, slope, bend):
    """To a line that rises along z from the origin up to x = bend, and then runs along x."""
    corner = (bend, 0, slope * bend)
    rising = distance_to_line(places, (0, 0, 0), corner)
    level = distance_to_line(places, corner, (2 * bend + np.ptp(places[..., 0]), 0, corner[2]))
    return np.minimum(rising, level)


def bifurcation(diameter, length, angle, cell, straight=0.0):
    """Triangles of a vessel that parts in two, in the plane of x and z.

    The parts have diameters by Murray's law, and leave the x axis by an angle [degrees]. They run
    along x again over the last length `straight`.
    """
    radius, part = diameter / 2, diameter / 2 / 2 ** (1 / 3)
    bend = length / 2 - straight
    rise = bend * np.tan(np.radians(angle))
    sizes = (length, 1.5 * diameter, 2 * rise + 1.5 * diameter)
    axes = [np.linspace(-size / 2, size / 2, int(np.ceil(size / cell)) + 1) for size in sizes]
    places = np.stack(np.meshgrid(*axes, indexing="ij"), axis=-1)
    far = 2 * length
    arms = [
        distance_to_line(places, (-far, 0, 0), (0, 0, 0)) - radius,
        *(
            distance_to_part(places, side * rise / bend, bend if straight else far) - part
            for side in (-1, 1)
        ),
    ]
    smoothness = part / 2  # of the union, so that the crotch is round
    values = -smoothness * np.log(sum(np.exp(-arm / smoothness) for arm in arms))
    values[values == 0] = 1e-9 * cell
    return facing_outward(inside_surface(places, values))


def aneurysm(diameter, length, rise, sac, cell):
    """Triangles of a vessel that rises along y and comes down again, with a ball on its top.

    The ball has the diameter `sac`, and sinks into the vessel by half of the vessel's radius.
    """
    radius, line = diameter / 2, np.linspace(-length / 2, length / 2, 65)
    height = rise * (1 + np.cos(2 * np.pi * line / length)) / 2
    bends = np.stack([line, height, 0 * line], axis=-1)
    bends[0, 0], bends[-1, 0] = -length, length  # straight where the box cuts it
    top = rise + radius / 2 + sac / 2
    axes = [
        np.linspace(low, high, int(np.ceil((high - low) / cell)) + 1)
        for low, high in (
            (-length / 2, length / 2),
            (-1.5 * radius, top + sac / 2 + radius / 2),
            (-sac / 2 - radius, sac / 2 + radius),
        )
    ]
    places = np.stack(np.meshgrid(*axes, indexing="ij"), axis=-1)
    vessel = np.full(places.shape[:-1], np.inf)
    for start, end in itertools.pairwise(bends):
        np.minimum(vessel, distance_to_line(places, start, end), out=vessel)
    ball = np.linalg.norm(places - (0, top, 0), axis=-1)
    smoothness = radius / 4  # of the union, so that the neck is round
    arms = (vessel - radius, ball - sac / 2)
    values = -smoothness * np.log(sum(np.exp(-arm / smoothness) for arm in arms))
    values[values == 0] = 1e-9 * cell
    return facing_outward(inside_surface(places, values))


def inside_surface(places, values):
    """Triangles (n, 3, 3) around where values on a lattice are negative, closed at its faces.

    Marching tetrahedra; what lies in a face of the lattice is clipped there, so the caps are flat.
    """
    triangles = []
    cells = np.array(values.shape) - 1
    corner_steps = [(n >> 2 & 1, n >> 1 & 1, n & 1) for n in range(8)]
    negative = values < 0
    found = sum(
        negative[tuple(slice(s, s + c) for s, c in zip(step, cells, strict=True))].astype(int)
        for step in corner_steps
    )
    is_edge = np.zeros(cells, bool)
    for axis in range(3):
        for end in (0, -1):
            is_edge[(slice(None),) * axis + (end,)] = True
    for cell in np.argwhere((found > 0) & ((found < 8) | is_edge)):
        corners = [tuple(cell + step) for step in corner_steps]
        for tetrahedron in TETRAHEDRA:
            nodes = [corners[n] for n in tetrahedron]
            triangles += cut_tetrahedron(nodes, places, values)
            for face in itertools.combinations(nodes, 3):
                if (outward := outward_at(face, cells)) is not None:
                    triangles += clipped_face(face, places, values, outward)
    return np.array(triangles)


def outward_at(face, cells):
    """Where a triangle of nodes lies in a face of the lattice: the normal there, else None."""
    for axis in range(3):
        heights = {node[axis] for node in face}
        if heights == {0} or heights == {cells[axis]}:
            return np.eye(3)[axis] * (1 if face[0][axis] else -1)
    return None


def crossing(a, b, places, values):
    """Where the value is zero between two nodes; the same whichever is named first."""
    a, b = sorted((a, b))
    part = values[a] / (values[a] - values[b])
    return places[a] + part * (places[b] - places[a])


def cut_tetrahedron(nodes, places, values):
    """The part of the surface in a tetrahedron: none, one or two triangles that face outward."""
    inner = [n for n in nodes if values[n] < 0]
    outer = [n for n in nodes if values[n] >= 0]
    if not inner or not outer:
        return []
    if len(inner) == 2:
        (a, b), (c, d) = inner, outer
        ring = [crossing(p, q, places, values) for p, q in ((a, c), (a, d), (b, d), (b, c))]
    else:
        ring = [crossing(p, q, places, values) for p in inner for q in outer]
    outward = np.mean([places[n] for n in outer], axis=0) - np.mean(
        [places[n] for n in inner], axis=0
    )
    return fan(ring, outward)


def clipped_face(face, places, values, outward):
    """The part of a triangle of nodes where values are negative."""
    ring = []
    for k in range(3):
        a, b = face[k], face[(k + 1) % 3]
        if values[a] < 0:
            ring.append(places[a])
        if (values[a] < 0) != (values[b] < 0):
            ring.append(crossing(a, b, places, values))
    return fan(ring, outward) if ring else []


def fan(ring, outward):
    """A convex polygon as triangles that face outward."""
    triangles = [[ring[0], ring[k], ring[k + 1]] for k in range(1, len(ring) - 1)]
    normal = sum(np.cross(b - a, c - a) for a, b, c in np.array(triangles))
    return triangles if normal @ outward > 0 else [t[::-1] for t in triangles]


def facing_outward(triangles):
    """All triangles turned over where they enclose a negative volume."""
    volume = np.einsum("ni,ni->", triangles[:, 0], np.cross(triangles[:, 1], triangles[:, 2]))
    return triangles if volume > 0 else triangles[:, ::-1]


def write_stl(file, triangles):
    """A binary STL file."""
    triangles = np.asarray(triangles, "<f4")
    record = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("attribute", "<u2")])
    records = np.zeros(len(triangles), record)
    records["corners"] = triangles
    sides = triangles[:, 1:] - triangles[:, :1]
    normals = np.cross(sides[:, 0], sides[:, 1])
    sizes = np.linalg.norm(normals, axis=1, keepdims=True)
    records["normal"] = normals / np.where(sizes > 0, sizes, 1)
    header = b"a vessel in um".ljust(80) + np.uint32(len(triangles)).astype("<u4").tobytes()
    Path(file).write_bytes(header + records.tobytes())


def triangles_of(options):
    """The surface that a command line asks for."""
    length, diameter = options.length, options.diameter
    if options.shape == "bifurcation":
        cell = diameter / options.around * np.pi
        return bifurcation(diameter, length, options.angle, cell, options.straight)
    if options.shape == "aneurysm":
        return aneurysm(diameter, length, options.rise, options.sac, diameter / 7)
    depth = (diameter - options.throat) / 2 if options.shape == "stenosis" else 0

    def radius(x):
        return diameter / 2 - depth * (1 + np.cos(2 * np.pi * x / length)) / 2

    def center(x):
        return options.wave * np.sin(2 * np.pi * x / length)

    return ring_tube(radius, center, length, options.around, options.along)


def main():
    """The command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("shape", choices=("tube", "stenosis", "bifurcation", "aneurysm"))
    parser.add_argument("file", help="the STL file to write")
    parser.add_argument("--diameter", type=float, default=20, help="where the vessel begins")
    parser.add_argument("--length", type=float, default=80, help="along x")
    parser.add_argument("--throat", type=float, default=14, help="diameter in the middle")
    parser.add_argument("--wave", type=float, default=0, help="how far it bends to y and back")
    parser.add_argument("--angle", type=float, default=25, help="of the two parts to x, degrees")
    parser.add_argument("--straight", type=float, default=0, help="of the two parts, along x again")
    parser.add_argument("--rise", type=float, default=20, help="of a vessel with an aneurysm")
    parser.add_argument("--sac", type=float, default=40, help="diameter of the aneurysm")
    parser.add_argument("--around", type=int, default=48, help="corners around the vessel")
    parser.add_argument("--along", type=int, default=32, help="rings along it")
    options = parser.parse_args()
    triangles = triangles_of(options)
    write_stl(options.file, triangles)
    print(f"{options.file}: {len(triangles)} triangles")


if __name__ == "__main__":
    main()
