// SPDX-License-Identifier: Apache-2.0
// Tables of measured collectives in CSV, as tests/data/transport/gpu_alltoall_published.csv.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace thalweg::app {

/// One measured collective.
struct CollectiveRow {
  std::string machine, operation, route, implementation;
  int nodes = 0;
  std::int64_t bytes = 0;  // per destination
  double seconds = 0;      // of one collective, the slowest rank
};

/// Read the rows that measure what they are called: those with valid = 1 (or all, where there is no
/// such column) and a finite time. Blanks around a cell do not count. Lines that begin with # are
/// comments; columns may stand in any order: machine, operation, nodes, route, implementation,
/// bytes, seconds and, optionally, valid; others are ignored. Throws InputError with every mistake
/// as file:line.
std::vector<CollectiveRow> read_collectives(const std::filesystem::path& file);

}  // namespace thalweg::app
