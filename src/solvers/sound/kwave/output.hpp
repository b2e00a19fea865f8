// SPDX-License-Identifier: Apache-2.0
// The output file of k-Wave's compiled programs. One process writes it.
#pragma once

#include <optional>

#include "io/files/background.hpp"
#include "io/hdf5/dataset_file.hpp"
#include "solvers/sound/kwave/output_layout.hpp"
#include "solvers/sound/sensors/series_rows.hpp"

namespace thalweg::sound::kwave {

class Output final : public SeriesSink {
 public:
  /// Touches no file yet. All must outlive it.
  Output(const Input& input, const Options& options, const std::vector<Record>& records)
      : input_(input), options_(options), records_(records), rows_(row_count(input, options)) {}

  /// Create the file with a place for every record. Throws IoError.
  void create();
  /// Open that of an earlier leg, which has taken at least so many steps. Throws InputError where
  /// it is not of the same arguments.
  void go_on(std::int64_t steps);

  /// Hands the rows to a thread of its own. Throws what an earlier call met there.
  void write(Field field, std::int64_t first, std::int64_t rows, const float* values) override;
  /// A statistic at the sensor points, or at points [begin, begin + values) of the grid.
  void write_statistic(const Record& record, const std::vector<float>& values,
                       std::int64_t begin = 0);
  void set_steps(std::int64_t steps);
  void set_text(const std::string& name, const std::string& text);
  /// Empty where there is none.
  std::string text(const std::string& name);
  /// All rows are in the file. Throws IoError where one could not be written.
  void finish();
  /// All is on disk. Throws IoError. The last call.
  void close();

 private:
  void create_record(const Record& record);
  void require_record(const Record& record) const;
  std::int64_t width() const { return static_cast<std::int64_t>(input_.sensor_points.size()); }
  /// Rows of what is recorded at the sensor points.
  void write_rows(const Record& record, const SeriesRows& rows);
  void copy_mask();

  const Input& input_;
  const Options& options_;
  const std::vector<Record>& records_;
  std::int64_t rows_;
  std::optional<io::DatasetFile> file_;
  io::Background background_;
};

}  // namespace thalweg::sound::kwave
