// SPDX-License-Identifier: Apache-2.0
// ParaView's list of the files of a series with their times: JSON, "file-series-version" 1.0.
#include <algorithm>
#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "io/fields/image.hpp"
#include "io/files/atomic_file.hpp"

namespace thalweg::io {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

namespace {

using Keeps = std::function<bool(const std::string& name)>;

/// The entries of a list whose files are there and stay.
Json entries_in(const fs::path& list, const Keeps& keeps) {
  Json kept = Json::array();
  std::ifstream in(list);
  const Json old = Json::parse(in, nullptr, false);
  if (!old.is_object() || !old.contains("files") || !old["files"].is_array()) return kept;
  for (const Json& entry : old["files"]) {
    if (!entry.is_object() || !entry.contains("name") || !entry["name"].is_string()) continue;
    const std::string name = entry["name"];
    if (keeps(name) && fs::exists(list.parent_path() / name)) kept.push_back(entry);
  }
  return kept;
}

void write_series(const fs::path& list, const Json& files) {
  write_text(list, Json{{"file-series-version", "1.0"}, {"files", files}}.dump(1) + "\n");
}

}  // namespace

void add_to_series(const fs::path& file, const transport::Communicator& comm, double time) {
  const std::string stem = file.stem().string(), name = file.filename().string();
  TW_CHECK(stem.rfind('-') != std::string::npos, "a file of a series is called NAME-STEP");
  on_root(comm, [&] {
    const fs::path list = file.parent_path() / (stem.substr(0, stem.rfind('-')) + ".hdf.series");
    // Names of one series differ in their step only, and steps beyond six digits make longer names.
    Json files = entries_in(list, [&](const std::string& other) {
      return other.size() != name.size() ? other.size() < name.size() : other < name;
    });
    files.push_back({{"name", name}, {"time", time}});
    write_series(list, files);
  });
}

void drop_missing_from_series(const fs::path& list) {
  const Json files = entries_in(list, [](const std::string&) { return true; });
  if (files.empty())
    fs::remove(list);
  else
    write_series(list, files);
}

}  // namespace thalweg::io
