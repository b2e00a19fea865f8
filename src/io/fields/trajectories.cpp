// SPDX-License-Identifier: Apache-2.0
#include "io/fields/trajectories.hpp"

#include "base/error.hpp"
#include "io/hdf5/output_file.hpp"

namespace thalweg::io {

namespace {

/// (row, item, 3) as (item, row, 3).
std::vector<double> by_item(const std::vector<double>& by_row, std::size_t rows,
                            std::size_t items) {
  std::vector<double> values(by_row.size());
  for (std::size_t row = 0; row < rows; ++row)
    for (std::size_t item = 0; item < items; ++item)
      for (std::size_t c = 0; c < 3; ++c)
        values[3 * (item * rows + row) + c] = by_row[3 * (row * items + item) + c];
  return values;
}

}  // namespace

void write_trajectories(const std::filesystem::path& file, const transport::Communicator& comm,
                        const Trajectories& paths) {
  const std::size_t rows = paths.times.size(), items = paths.identities.size();
  TW_CHECK(paths.steps.size() == rows && paths.positions.size() == 3 * rows * items &&
               paths.velocities.size() == 3 * rows * items,
           "each row has a place and a velocity of each item");
  const auto& [total, offset, count] = paths.share;
  const auto n = static_cast<std::int64_t>(rows);
  OutputFile out(file, comm);
  out.dataset(out.id(), "identity", {total}, offset, count, paths.identities.data());
  out.dataset(out.id(), "position", {total, n, 3}, offset, count,
              by_item(paths.positions, rows, items).data());
  out.dataset(out.id(), "velocity", {total, n, 3}, offset, count,
              by_item(paths.velocities, rows, items).data());
  const std::int64_t of_root = comm.is_root() ? n : 0;
  out.dataset(out.id(), "time", {n}, 0, of_root, paths.times.data());
  out.dataset(out.id(), "step", {n}, 0, of_root, paths.steps.data());
  out.commit();
}

}  // namespace thalweg::io
