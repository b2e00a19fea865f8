// SPDX-License-Identifier: Apache-2.0
#include "simulation/report/reported_end.hpp"

#include <fstream>
#include <nlohmann/json.hpp>

namespace thalweg::simulation {

std::optional<ReportedEnd> reported_end(const std::filesystem::path& report) {
  std::ifstream in(report);
  if (!in) return {};
  try {
    const auto json = nlohmann::json::parse(in);
    ReportedEnd end{.status = json.at("status"),
                    .steps = json.at("steps"),
                    .time = json.at("time"),
                    .seconds_total = json.at("seconds_total")};
    if (const auto& steady = json.at("steady"); steady.is_object())
      end.is_steady = steady.at("reached");
    return end;
  } catch (const nlohmann::json::exception&) {
    return {};
  }
}

}  // namespace thalweg::simulation
