// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "app/predict/workload.hpp"
#include "base/error.hpp"
#include "base/user_files.hpp"

namespace thalweg::app {

namespace {

using nlohmann::json;

constexpr int current_version = 1;

WorkloadSystem system_from(const json& object) {
  WorkloadSystem system;
  system.side = object.at("side").get<int>();
  system.cells = object.at("cells").get<double>();
  system.tasks = object.at("tasks").get<std::array<int, 3>>();
  system.tasks_on_one_node = object.at("tasks_on_one_node").get<std::array<int, 3>>();
  return system;
}

Workload workload_from(const json& object) {
  Workload workload;
  workload.title = object.at("title").get<std::string>();
  workload.source = object.at("source").get<std::string>();
  for (const auto& [name, value] : object.at("values").items())
    workload.values[name] = {value.at("value").get<double>(),
                             value.at("source").get<std::string>()};
  for (const auto& [name, system] : object.at("systems").items())
    workload.systems[name] = system_from(system);
  for (const json& figure : object.at("published"))
    workload.published.push_back({figure.at("system").get<std::string>(),
                                  figure.at("what").get<std::string>(),
                                  figure.at("nodes").get<int>(), figure.at("value").get<double>()});
  return workload;
}

}  // namespace

Workload read_workload(const std::string& word) {
  const std::string file = transport::shipped_file(word, "workloads").string();
  try {
    const json object = json::parse(read_text(file));
    const int version = object.at("version").get<int>();
    if (version != current_version)
      throw InputError(
          fmt::format("{}: this workload has version {}, this program reads version {}", file,
                      version, current_version));
    return workload_from(object);
  } catch (const json::exception& error) {
    throw InputError(fmt::format("{}: this is no whole workload: {}", file, error.what()));
  }
}

}  // namespace thalweg::app
