// SPDX-License-Identifier: Apache-2.0
// OUT/traces.h5: what the sensors hear, written while the run goes on. (docs/howto/sound.md)
//
//   /time           (rows)            [s]
//   /NAME/points    (points)          linear indices of the nearest grid points, x fastest
//   /NAME/coordinates (points, axes)  [m]
//   /NAME/pressure, /NAME/velocity-x, ...  (rows, points)
//   /NAME/pressure-max, ...           (points), at the end of the run
#pragma once

#include <filesystem>
#include <optional>

#include "io/hdf5/dataset_file.hpp"
#include "solvers/sound/case/parameters.hpp"
#include "solvers/sound/sensors/series_rows.hpp"

namespace thalweg::sound {

/// Lives on rank 0 only.
class Traces final : public SeriesSink {
 public:
  /// The parameters must outlive it.
  explicit Traces(const Parameters& parameters) : p_(parameters) {}
  /// Start the file, or go on with that of an earlier part of the run: its rows are kept.
  void open(const std::filesystem::path& file, bool resumed);
  /// The run goes on after so many steps: what it recorded later, and statistics of it, belong to
  /// another history.
  void forget_after(std::int64_t steps);
  void write(Field field, std::int64_t first, std::int64_t rows, const float* values) override;
  /// A statistic of all sensor points.
  void write(const Record& record, const std::vector<float>& values);
  void flush();

 private:
  void write_rows(const Record& record, const SeriesRows& rows);
  std::int64_t row_count() const;
  bool fits(const io::DatasetFile& file) const;
  void create(const std::filesystem::path& file);
  void create_group(const SensorGroup& group);
  void take_rows_of(const io::DatasetFile& old);

  const Parameters& p_;
  std::optional<io::DatasetFile> file_;
};

}  // namespace thalweg::sound
