# SPDX-License-Identifier: Apache-2.0
"""Small CGNS files, node by node, as programs that make grids write them."""

import h5py
import numpy as np

TYPES = {"int32": "I4", "int64": "I8", "float32": "R4", "float64": "R8", "int8": "C1"}


def node(parent, name, label, data=None):
    """A node; data: an array as HDF5 has it, or a text."""
    group = parent.create_group(name)
    if isinstance(data, str):
        data = np.frombuffer(data.encode(), dtype=np.int8)
    kind = "MT" if data is None else TYPES[str(np.asarray(data).dtype)]
    for key, value, size in (("name", name, 33), ("label", label, 33), ("type", kind, 3)):
        group.attrs[key] = np.bytes_(value.ljust(size, "\0"))
    if data is not None:
        group.create_dataset(" data", data=data)
    return group


def start(path, cell_dimensions=2, dimensions=2):
    """A file with a base."""
    file = h5py.File(path, "w")
    node(file, "CGNSLibraryVersion", "CGNSLibraryVersion_t", np.float32([4.2]))
    return file, node(file, "Base", "CGNSBase_t", np.int32([cell_dimensions, dimensions]))


def zone(base, name, coordinates, kind="Structured"):
    """A zone of coordinates by axis, each an array ([z,] y, x)."""
    shape = coordinates[0].shape
    vertices = np.array(shape[::-1])
    sizes = np.int32([vertices, vertices - 1, 0 * vertices])
    group = node(base, name, "Zone_t", sizes)
    node(group, "ZoneType", "ZoneType_t", kind)
    grid = node(group, "GridCoordinates", "GridCoordinates_t")
    for axis, values in zip("XYZ", coordinates, strict=False):
        node(grid, f"Coordinate{axis}", "DataArray_t", values)
    node(group, "ZoneGridConnectivity", "ZoneGridConnectivity_t")
    node(group, "ZoneBC", "ZoneBC_t")
    return group


def connect(own, name, donor, points, donor_points, transform, translation=None):
    """A connection of a zone, 1-to-1."""
    group = node(own["ZoneGridConnectivity"], name, "GridConnectivity1to1_t", donor)
    node(group, "PointRange", "IndexRange_t", np.int32(points))
    node(group, "PointRangeDonor", "IndexRange_t", np.int32(donor_points))
    node(group, "Transform", '"int[IndexDimension]"', np.int32(transform))
    if translation is not None:
        properties = node(group, "GridConnectivityProperty", "GridConnectivityProperty_t")
        periodic = node(properties, "Periodic", "Periodic_t")
        node(periodic, "Translation", "DataArray_t", np.float32(translation))
    return group


def family(own, name, points, family_name=None, kind="BCWall", location=None):
    """A condition on a part of a face."""
    group = node(own["ZoneBC"], name, "BC_t", kind)
    node(group, "PointRange", "IndexRange_t", np.int32(points))
    if family_name:
        node(group, "FamilyName", "FamilyName_t", family_name)
    if location:
        node(group, "GridLocation", "GridLocation_t", location)
    return group


def rectangle(nx, ny, x0=0.0, precision=np.float64):
    """Vertices of nx x ny cells of side 1, from x0 on: (y, x) arrays."""
    y, x = np.meshgrid(np.arange(ny + 1.0), x0 + np.arange(nx + 1.0), indexing="ij")
    return [x.astype(precision), y.astype(precision)]
