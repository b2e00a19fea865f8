// SPDX-License-Identifier: Apache-2.0
#include "simulation/setup/case_record.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "base/error.hpp"
#include "io/files/checksum.hpp"
#include "io/files/together.hpp"

namespace thalweg::simulation {

namespace {

using nlohmann::ordered_json;

/// What says how long a run goes on, what it writes, and how the program works, but not what is
/// computed.
const std::vector<std::string> free_keys{"simulation.title",
                                         "simulation.folder",
                                         "time.end",
                                         "time.steps",
                                         "time.until_steady",
                                         "output",
                                         "slice",
                                         "statistics",
                                         "checkpoint",
                                         "transport",
                                         "decomposition",
                                         "device",
                                         "ensemble",
                                         "check",
                                         "verify"};

/// Throws InputError where the text is not what was written.
template <class Read>
auto reading(Read read) {
  try {
    return read();
  } catch (const ordered_json::exception& error) {
    throw InputError(std::string("its record of the case is damaged: ") + error.what());
  }
}

}  // namespace

CaseRecord CaseRecord::of(const io::Case& input, const transport::Communicator& comm) {
  CaseRecord record;
  for (const auto& [key, value] : input.effective_values()) record.values_[key] = value;
  std::string checksums;  // one line per file
  io::on_root(comm, [&] {
    for (const auto& [written, file] : input.files()) checksums += io::checksum_text(file) + "\n";
  });
  checksums = comm.broadcast(checksums);
  std::size_t at = 0;
  for (const auto& [written, file] : input.files()) {
    const std::size_t end = checksums.find('\n', at);
    record.values_[file_prefix + written] = checksums.substr(at, end - at);
    at = end + 1;
  }
  return record;
}

CaseRecord CaseRecord::parse(const std::string& text) {
  CaseRecord record;
  record.values_ =
      reading([&] { return ordered_json::parse(text).get<std::map<std::string, std::string>>(); });
  return record;
}

std::string CaseRecord::text() const {
  return ordered_json(values_).dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

std::vector<CaseChange> CaseRecord::changes_in(const CaseRecord& later) const {
  std::set<std::string> keys;
  for (const auto& [key, value] : values_) keys.insert(key);
  for (const auto& [key, value] : later.values_) keys.insert(key);
  const auto value_in = [](const CaseRecord& record, const std::string& key) {
    const auto found = record.values_.find(key);
    return found == record.values_.end() ? std::string() : found->second;
  };
  std::vector<CaseChange> changes;
  for (const std::string& key : keys) {
    CaseChange change{key, value_in(*this, key), value_in(later, key)};
    if (change.before != change.now && !is_listed(key, free_keys))
      changes.push_back(std::move(change));
  }
  return changes;
}

bool is_listed(const std::string& key, const std::vector<std::string>& list) {
  return std::any_of(list.begin(), list.end(), [&](const std::string& entry) {
    return key == entry || key.starts_with(entry + ".") || key == CaseRecord::file_prefix + entry;
  });
}

std::string pack_changes(const std::vector<MadeChange>& changes) {
  ordered_json list = ordered_json::array();
  for (const MadeChange& made : changes)
    list.push_back({{"step", made.step},
                    {"key", made.change.key},
                    {"before", made.change.before},
                    {"now", made.change.now}});
  return list.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

std::vector<MadeChange> unpack_changes(const std::string& text) {
  return reading([&] {
    std::vector<MadeChange> changes;
    for (const auto& item : ordered_json::parse(text))
      changes.push_back({item.at("step").get<std::int64_t>(),
                         {item.at("key"), item.at("before"), item.at("now")}});
    return changes;
  });
}

}  // namespace thalweg::simulation
