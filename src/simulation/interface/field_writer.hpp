// SPDX-License-Identifier: Apache-2.0
// Where a solver puts its fields, in the form that fits it: an image (one regular grid), the blocks
// of a multi-block grid, or points.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "io/fields/blocks.hpp"
#include "io/fields/image.hpp"
#include "io/fields/points.hpp"

namespace thalweg::simulation {

/// Each call is collective and gives one field, or one set of points, its name and this rank's part
/// on the host.
class FieldWriter {
 public:
  virtual ~FieldWriter() = default;
  /// What is asked for: of SolverKind::field_names.
  virtual const std::vector<std::string>& names() const = 0;
  virtual void image(const io::ImageGrid& grid, io::ImageField field) = 0;
  /// vertices: called once in a run, as the grid stays.
  virtual void blocks(const io::BlockLayout& layout,
                      const std::function<io::BlockVertices()>& vertices,
                      const io::BlockField& field) = 0;
  virtual void points(const std::string& name, const io::PointSet& points) = 0;
};

}  // namespace thalweg::simulation
