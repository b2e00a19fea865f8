// SPDX-License-Identifier: Apache-2.0
// Which datasets an output file has for what is recorded.
#pragma once

#include <string>
#include <vector>

#include "solvers/sound/kwave/input.hpp"
#include "solvers/sound/kwave/options.hpp"
#include "solvers/sound/problem/sensors.hpp"

namespace thalweg::sound::kwave {

struct OutputLayout {
  std::string name;
  std::vector<std::int64_t> extents, chunk;
};

/// "p_max", "ux", "uy_non_staggered", "uz_min_all".
std::string dataset_name(const Record& record);
/// What the command line asks for, in the order of the file.
std::vector<Record> all_records(const Options& options, int dimensions);
/// Rows of a series: the steps that are recorded.
std::int64_t row_count(const Input& input, const Options& options);
/// One dataset; or, where the sensor is of boxes, one for each, in the group dataset_name().
std::vector<OutputLayout> layouts(const Record& record, const Input& input, std::int64_t rows);
/// Bytes of the values, before compression.
double output_bytes(const std::vector<Record>& records, const Input& input, std::int64_t rows);

}  // namespace thalweg::sound::kwave
