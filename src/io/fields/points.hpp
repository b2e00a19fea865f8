// SPDX-License-Identifier: Apache-2.0
// Points of all ranks with what is known at each, and triangles between them: particles, cells of a
// sparse grid, membranes that move. Written as VTKHDF UnstructuredGrid, version 1.0.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <variant>
#include <vector>

#include "transport/comm/communicator.hpp"

namespace thalweg::io {

/// 1 or 3 values at each point, or of each triangle: x, y, z.
struct PointValues {
  std::string name;
  std::string unit;
  int components = 1;
  std::variant<std::vector<float>, std::vector<double>, std::vector<std::int64_t>> values;
};

/// This rank's points. Identities (>= 0) are unique over all ranks, and give the order in files.
struct PointSet {
  std::vector<double> places;  // x, y, z of each
  std::vector<std::int64_t> identities;
  std::vector<PointValues> values;
  /// Corners of each triangle, as places in this rank's list of points. Without triangles each
  /// point is seen by itself.
  std::vector<std::int64_t> triangles;
  std::vector<std::int64_t> triangle_identities;
  /// What is known of triangles as a whole. All ranks name the same.
  std::vector<PointValues> triangle_values{};
};

/// Write one file. Its bytes do not depend on which rank has which points. Collective; throws
/// IoError on all ranks, UsageError where sizes do not fit or identities are not unique.
void write_points(const std::filesystem::path& file, const transport::Communicator& comm,
                  const PointSet& points, double time, std::int64_t step);

}  // namespace thalweg::io
