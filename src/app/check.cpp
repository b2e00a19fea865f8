// SPDX-License-Identifier: Apache-2.0
#include "app/check.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "simulation/interface/memory.hpp"
#include "simulation/report/split_json.hpp"

namespace thalweg::app {

using simulation::bytes_text;

std::string check_text(const simulation::CheckResult& result, int threads) {
  std::string text = result.effective_toml;
  if (!text.ends_with("\n")) text += "\n";
  text += fmt::format("\n# {} ({} precision) on {}: {} rank{} x {} thread{}\n", result.kind,
                      result.precision, result.device, result.ranks, result.ranks == 1 ? "" : "s",
                      threads, threads == 1 ? "" : "s");
  if (const auto& e = result.ensemble)
    text += fmt::format("# ensemble: {} members, {} at a time on {} rank{} each\n# first: {}\n"
                        "# last:  {}\n",
                        e->members, e->groups, e->ranks_per_member,
                        e->ranks_per_member == 1 ? "" : "s", e->first, e->last);
  for (const std::string& line : result.decomposition) text += fmt::format("# {}\n", line);
  const simulation::MemoryEstimate& memory = result.memory;
  text += fmt::format("# memory per rank: {} (arrays {}, workspace {}, output {}, baseline {}); "
                      "free on this node: {}\n",
                      bytes_text(result.peak_bytes()), bytes_text(memory.arrays_bytes),
                      bytes_text(memory.workspace_bytes), bytes_text(memory.output_bytes),
                      bytes_text(result.baseline_bytes), bytes_text(result.available_bytes));
  if (memory.device_bytes > 0)
    text += fmt::format("# device memory per rank: {}\n", bytes_text(memory.device_bytes));
  return text;
}

std::string check_json(const simulation::CheckResult& result, int threads) {
  nlohmann::ordered_json json{{"title", result.title},
                              {"kind", result.kind},
                              {"precision", result.precision},
                              {"device", result.device},
                              {"ranks", result.ranks},
                              {"threads", threads},
                              {"decomposition", result.decomposition},
                              {"split", simulation::split_json(result.split)},
                              {"memory",
                               {{"estimated_bytes", result.peak_bytes()},
                                {"arrays_bytes", result.memory.arrays_bytes},
                                {"workspace_bytes", result.memory.workspace_bytes},
                                {"output_bytes", result.memory.output_bytes},
                                {"baseline_bytes", result.baseline_bytes},
                                {"device_bytes", result.memory.device_bytes},
                                {"available_bytes", result.available_bytes}}},
                              {"case", result.effective_toml}};
  if (const auto& e = result.ensemble)
    json["ensemble"] = {{"members", e->members},
                        {"at_a_time", e->groups},
                        {"ranks_per_member", e->ranks_per_member},
                        {"first", e->first},
                        {"last", e->last}};
  return json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

}  // namespace thalweg::app
