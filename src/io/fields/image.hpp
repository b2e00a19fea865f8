// SPDX-License-Identifier: Apache-2.0
// Fields on a regular grid, written as VTKHDF ImageData: ParaView and pyvista open them as they
// are.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <string>
#include <variant>
#include <vector>

#include "transport/comm/communicator.hpp"

namespace thalweg::io {

/// The whole grid, (z, y, x). Lengths in the unit of the case.
struct ImageGrid {
  std::array<std::int64_t, 3> points{};  // z, y, x
  std::array<double, 3> spacing{};       // z, y, x
  std::array<double, 3> origin{};        // z, y, x
};

/// One rank's planes [plane_begin, plane_end) of a field with 1 or 3 components.
/// Values are stored (z, y, x, component), x components first: what VTK reads.
struct ImageField {
  std::string name;
  std::string unit;
  int components = 1;
  std::int64_t plane_begin = 0, plane_end = 0;
  std::variant<std::vector<float>, std::vector<double>> values;
};

/// Write fields into one file, each rank its own planes. Written under a temporary name, then
/// renamed. Collective; throws IoError on all ranks if any of them fails.
void write_image(const std::filesystem::path& file, const transport::Communicator& comm,
                 const ImageGrid& grid, const std::vector<ImageField>& fields, double time,
                 std::int64_t step);

/// Note a file NAME-STEP.vtkhdf in NAME.hdf.series beside it, which ParaView (5.11 and later) opens
/// as one series with the times of its files; entries of this and later steps are replaced.
/// Collective; throws IoError on all ranks.
void add_to_series(const std::filesystem::path& file, const transport::Communicator& comm,
                   double time);

/// Take files that are no longer there out of such a list; a list without files goes. Not
/// collective; throws IoError.
void drop_missing_from_series(const std::filesystem::path& list);

/// The grid of a field in a VTKHDF ImageData file (point data `name`), or of a plain HDF5 file that
/// holds the dataset `name`. components 3: (z, y, x, 3), or (3, z, y, x); components 1: (z, y, x).
/// Spacing and origin of a plain dataset are 0, as it has none. Throws InputError that says what
/// was found and what is expected. Collective.
ImageGrid read_image_grid(const std::filesystem::path& file, const transport::Communicator& comm,
                          const std::string& name, int components = 3);

/// This rank's planes of the same, as double, (z, y, x, component), any numbers in the file
/// converted. Any rank may have any planes, or none. Throws like read_image_grid. Collective.
ImageField read_image(const std::filesystem::path& file, const transport::Communicator& comm,
                      const std::string& name, std::int64_t plane_begin, std::int64_t plane_end,
                      int components = 3);

}  // namespace thalweg::io
