// SPDX-License-Identifier: Apache-2.0
// Grids of structured blocks as files hold them: vertices, connections stated by ranges of
// vertices, families of parts of faces. Nothing here is collective.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace thalweg::io {

/// One block of vertices (z, y, x); in a plane grid it has one along z.
struct GridZone {
  std::string name;
  std::array<int, 3> vertices{};            // numbers of them, (z, y, x)
  std::array<std::vector<double>, 3> at{};  // x, y, z

  std::int64_t size() const {
    return static_cast<std::int64_t>(vertices[0]) * vertices[1] * vertices[2];
  }
};

/// Vertices (i, j, k), counted from 1; an end may lie below its begin. In a plane grid k is 1.
struct VertexRange {
  std::array<int, 3> begin{1, 1, 1}, end{1, 1, 1};
};

/// A part of a face. `name`: what the file calls it.
struct GridFamily {
  int zone = 0;
  VertexRange range{};
  std::string family{}, name{};
};

/// As CGNS states it (GridConnectivity1to1_t). A 0 in the transform: left to the ranges.
struct GridConnection {
  int zone = 0, donor = 0;
  VertexRange range{}, donor_range{};
  std::array<int, 3> transform{1, 2, 3};
  // To the donor, where they are periodic: a rotation about x, y, z [rad], then a translation.
  std::array<double, 3> rotation_centre{}, rotation_angle{}, translation{};
  std::string name{};
};

struct StructuredGrid {
  std::vector<GridZone> zones{};
  std::vector<GridFamily> families{};
  std::vector<GridConnection> connections{};
  bool is_plane = false;
  std::vector<std::string> notes{};  // on what was not read
};

/// A CGNS file on HDF5. Throws InputError that names the file and what is wrong: no CGNS, its older
/// form ADF, cut off, unstructured zones, missing coordinates, sizes that do not fit.
StructuredGrid read_cgns_grid(const std::filesystem::path& file);
/// Throws IoError, and InputError for names that CGNS cannot hold.
void write_cgns_grid(const std::filesystem::path& file, const StructuredGrid& grid);

/// A PLOT3D grid in any of its forms: text, records of Fortran in both orders of bytes, or bytes
/// alone; one block or several, plane or in space, single or double precision, with iblank or
/// without. The form is the one whose size is that of the file. Throws InputError where none is.
StructuredGrid read_plot3d_grid(const std::filesystem::path& file);

/// CGNS by its ending or by what it begins with, else PLOT3D. Throws as they do.
StructuredGrid read_structured_grid(const std::filesystem::path& file);

/// Adds what a neutral map file says of a grid: connections (ONE_TO_ONE), and for all other types
/// families of that name. Throws InputError with the file and its line: blocks of other sizes,
/// faces and ranges that there are not, lines that cannot be read.
void add_neutral_map(const std::filesystem::path& file, StructuredGrid& grid);

}  // namespace thalweg::io
