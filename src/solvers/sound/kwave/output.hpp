// SPDX-License-Identifier: Apache-2.0
// The output file of k-Wave's compiled programs. One process writes it.
#pragma once

#include "io/background.hpp"
#include "io/dataset_file.hpp"
#include "solvers/sound/kwave/input.hpp"
#include "solvers/sound/kwave/options.hpp"
#include "solvers/sound/sensors.hpp"

namespace thalweg::sound::kwave {

/// "p_max", "ux", "uy_non_staggered", "uz_min_all".
std::string dataset_name(const Record& record);

class Output final : public SeriesSink {
 public:
  /// Creates the file with a place for every record; or, to go on, opens it and checks that it has
  /// them. Throws IoError or InputError.
  Output(const Input& input, const Options& options, const std::vector<Record>& records,
         bool goes_on);

  /// Hands the rows to a thread of its own.
  void write(Field field, std::int64_t first, std::int64_t rows, const float* values) override;
  /// A statistic at the sensor points, or at points [begin, begin + values) of the grid.
  void write_statistic(const Record& record, const std::vector<float>& values,
                       std::int64_t begin = 0);
  void set_steps(std::int64_t steps);
  void set_text(const std::string& name, const std::string& text);
  /// All is on disk. Throws IoError.
  void finish();
  void close();

  std::int64_t rows() const { return rows_; }

 private:
  using Extents = std::vector<std::int64_t>;
  void create();
  void create_record(const Record& record);
  void create_floats(const std::string& name, const Extents& extents, Extents chunk);
  void write_rows(const std::string& name, std::int64_t first, std::int64_t rows,
                  const float* values);
  void copy_mask();

  const Input& input_;
  const Options& options_;
  std::vector<Record> records_;
  std::int64_t rows_;
  io::DatasetFile file_;
  io::Background background_;
};

}  // namespace thalweg::sound::kwave
