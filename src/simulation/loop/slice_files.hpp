// SPDX-License-Identifier: Apache-2.0
// A slice as files: one for each time, with all of its fields.
#pragma once

#include <functional>
#include <optional>

#include "io/fields/block_slice.hpp"
#include "io/fields/image.hpp"
#include "io/output/output_folder.hpp"
#include "simulation/setup/field_samples.hpp"

namespace thalweg::simulation {

class SliceFiles {
 public:
  SliceFiles(const Slice& slice, const io::OutputFolder& folder,
             const transport::Communicator& comm)
      : slice_(slice), folder_(folder), comm_(comm) {}

  const Slice& sample() const { return slice_; }
  /// The plane of points of a field next to the slice's position, in a box that repeats.
  void take(const io::ImageGrid& grid, const io::ImageField& field);
  /// The cells of blocks that the plane cuts, or the layer of one. The grid stays as it is at the
  /// first time.
  void take(const io::BlockLayout& layout, const std::function<io::BlockVertices()>& vertices,
            const io::BlockField& field);
  /// Write what was taken. Collective; throws IoError.
  void write(double time, std::int64_t step);

 private:
  Slice slice_;
  const io::OutputFolder& folder_;
  const transport::Communicator& comm_;
  io::ImageGrid grid_;
  std::vector<io::ImageField> fields_;
  std::optional<io::BlockSlice> cells_;  // of blocks, from the first time on
  std::vector<io::PointValues> values_;
};

}  // namespace thalweg::simulation
