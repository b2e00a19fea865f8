// SPDX-License-Identifier: Apache-2.0
// Columns of numbers in a text file: what a run writes as CSV, and curves to hold it to.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace thalweg::simulation::checks {

/// Columns of equal length. Names and units are empty where the file has none.
struct TextTable {
  std::vector<std::string> names, units;
  std::vector<std::vector<double>> columns;
};

/// Read numbers with commas or blanks between them, a row per line. "#" begins a comment; two lines
/// of names and units may stand before the numbers. Not collective. Throws InputError with the line
/// that is wrong.
TextTable read_text_table(const std::filesystem::path& file);
/// The same where all numbers must be finite.
TextTable read_finite_table(const std::filesystem::path& file);
/// Read a table that a run has written: CSV whose first two lines are names and units, whatever
/// these look like.
TextTable read_table_of_run(const std::filesystem::path& file);

}  // namespace thalweg::simulation::checks
