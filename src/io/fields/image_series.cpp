// SPDX-License-Identifier: Apache-2.0
// ParaView's list of the files of a series with their times: JSON, "file-series-version" 1.0.
#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "io/fields/image.hpp"
#include "io/files/atomic_file.hpp"

namespace thalweg::io {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

namespace {

/// The entries of an old list that stay: of files that are there and come before `file`. Names of
/// one series differ in their step only, and steps beyond six digits make longer names.
Json earlier_entries(const fs::path& list, const std::string& file) {
  Json kept = Json::array();
  std::ifstream in(list);
  const Json old = Json::parse(in, nullptr, false);
  if (!old.is_object() || !old.contains("files") || !old["files"].is_array()) return kept;
  const auto precedes = [&](const std::string& name) {
    return name.size() != file.size() ? name.size() < file.size() : name < file;
  };
  for (const Json& entry : old["files"]) {
    if (!entry.is_object() || !entry.contains("name") || !entry["name"].is_string()) continue;
    const std::string name = entry["name"];
    if (precedes(name) && fs::exists(list.parent_path() / name)) kept.push_back(entry);
  }
  return kept;
}

}  // namespace

void add_to_series(const fs::path& file, const transport::Communicator& comm, double time) {
  const std::string stem = file.stem().string(), name = file.filename().string();
  TW_CHECK(stem.rfind('-') != std::string::npos, "a file of a series is called NAME-STEP");
  on_root(comm, [&] {
    const fs::path list = file.parent_path() / (stem.substr(0, stem.rfind('-')) + ".hdf.series");
    Json files = earlier_entries(list, name);
    files.push_back({{"name", name}, {"time", time}});
    write_text(list, Json{{"file-series-version", "1.0"}, {"files", files}}.dump(1) + "\n");
  });
}

}  // namespace thalweg::io
