// SPDX-License-Identifier: Apache-2.0
// Rows of an array in a checkpoint, read piece by piece as they are stored.
#pragma once

#include <algorithm>
#include <array>
#include <functional>

#include "io/checkpoint/row_hash.hpp"
#include "io/hdf5/output_file.hpp"

namespace thalweg::io {

enum class Stored { other, floats, doubles, integers };

/// What a dataset holds.
Stored stored_as(hid_t dataset);

/// Values as they are stored: float, double or std::int64_t.
template <class Visit>
void for_values(Stored stored, const void* data, Visit visit) {
  if (stored == Stored::doubles) visit(static_cast<const double*>(data));
  if (stored == Stored::floats) visit(static_cast<const float*>(data));
  if (stored == Stored::integers) visit(static_cast<const std::int64_t*>(data));
}

/// Rows of an array of these extents.
struct Rows {
  std::array<std::int64_t, 4> global{};
  std::vector<RowRun> runs;

  std::int64_t count() const {
    std::int64_t rows = 0;
    for (const RowRun& run : runs) rows += run.count;
    return rows;
  }
  std::int64_t end() const {
    std::int64_t last = 0;
    for (const RowRun& run : runs) last = std::max(last, run.first + run.count);
    return last;
  }
};

/// Given pieces of the values in order, as they are stored.
using Consumer = std::function<void(Stored, const void*, std::int64_t at, std::int64_t count)>;

/// Read a rank's rows, hash them and hand them on. Runs with small gaps are read at once. Throws
/// IoError.
void scan_rows(hid_t dataset, Stored stored, const Rows& rows, RowHash& hash,
               const Consumer& consume);

}  // namespace thalweg::io
