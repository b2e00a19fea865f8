// SPDX-License-Identifier: Apache-2.0
// Rows of what sensors record, on their way into datasets that take some of the sensor points each.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "io/hdf5/dataset_file.hpp"

namespace thalweg::sound {

struct SeriesRows {
  std::int64_t first = 0, count = 0;  // which rows of the series
  std::int64_t width = 0;             // sensor points
  const float* values = nullptr;      // row after row

  /// Into a dataset of so many points, of which point(n) is the number of the n-th. Throws IoError.
  template <class Point>
  void write(io::DatasetFile& file, const std::string& dataset, std::int64_t points,
             Point point) const {
    std::vector<float> chosen;
    chosen.reserve(static_cast<std::size_t>(count * points));
    for (const float* row = values; row != values + count * width; row += width)
      for (std::int64_t n = 0; n < points; ++n) chosen.push_back(row[point(n)]);
    file.write(dataset, first * points, (first + count) * points, chosen.data());
  }
};

}  // namespace thalweg::sound
