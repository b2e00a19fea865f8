// SPDX-License-Identifier: Apache-2.0
// CSV files: history.csv (scalars against step and time) and tables (spectra). Line 1 has names,
// line 2 units; numbers have the digits it takes to read back the same bits. Only rank 0 touches
// the files, but every call is collective, so that a full disk is an IoError on all ranks.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "io/files/atomic_file.hpp"
#include "transport/comm/communicator.hpp"

namespace thalweg::io {

/// Columns of a CSV file: names and units of equal number. Names and units hold no commas.
struct CsvHeader {
  std::vector<std::string> names;
  std::vector<std::string> units;  // empty text: dimensionless
};

/// Where a restarted run goes on with a file.
struct Resumption {
  std::int64_t step;              // rows of later steps are from before the restart
  bool case_has_changed = false;  // which was allowed: a file with other columns is started anew
};

/// history.csv of one run. Each row goes to the operating system at once, so a killed run leaves
/// all its rows. The first column is the step.
class History {
 public:
  /// Start a file, or go on with one: its rows of later steps are cut off (and a row that a kill
  /// cut short), so that the file ends as an unbroken run's would. A missing file is started anew.
  /// Throws InputError if the file has other columns though the case has not changed, IoError.
  /// Collective.
  History(const std::filesystem::path& file, const transport::Communicator& comm,
          const CsvHeader& header, std::optional<Resumption> resumed = std::nullopt);
  ~History();
  History(const History&) = delete;
  History& operator=(const History&) = delete;

  /// Add a row; values[0] is the step. A row whose step is not beyond the last row's is left out:
  /// a restarted run begins at a step that has its row already. On failure the file keeps whole
  /// rows only. Collective (values of rank 0 count); throws IoError on all ranks.
  void append(const std::vector<double>& values);

 private:
  void start(const std::string& lines);
  void resume(const std::string& lines, const Resumption& at);
  void go_on_at(std::int64_t size);
  void cut_to_whole_rows();
  void append_row(const std::vector<double>& values);

  std::filesystem::path file_;
  transport::Communicator comm_;
  std::size_t columns_;
  std::optional<Descriptor> out_;  // rank 0 only
  std::int64_t size_ = 0;          // bytes of header and whole rows
  double last_step_;
};

/// Cut off the rows of later steps, and one that a kill cut short, of a file whose first column is
/// the step: before a run goes on, which may end before it writes a row of its own. Not collective:
/// for one rank. Throws IoError.
void cut_rows_after(const std::filesystem::path& file, std::int64_t step);

/// Write a table, one vector of equal length per column, atomically. Collective; throws IoError.
void write_table(const std::filesystem::path& file, const transport::Communicator& comm,
                 const CsvHeader& header, const std::vector<std::vector<double>>& columns);

}  // namespace thalweg::io
