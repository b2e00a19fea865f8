// SPDX-License-Identifier: Apache-2.0
// What report.json says of how its run ended.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace thalweg::simulation {

struct ReportedEnd {
  std::string status;  // "done", "stopped by SIGTERM", ...
  std::int64_t steps = 0;
  double time = 0, seconds_total = 0;
  bool is_steady = false;  // time.until_steady was reached
};

/// None where the file is missing or damaged. Not collective: for one rank.
std::optional<ReportedEnd> reported_end(const std::filesystem::path& report);

}  // namespace thalweg::simulation
