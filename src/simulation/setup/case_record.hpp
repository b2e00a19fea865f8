// SPDX-License-Identifier: Apache-2.0
// What a checkpoint says of the case that it was written for, so that a restart can tell what has
// changed since (docs/howto/restart.md).
#pragma once

#include <map>
#include <string>
#include <vector>

#include "io/case/case.hpp"
#include "transport/comm/communicator.hpp"

namespace thalweg::simulation {

/// One difference between two records. A text is empty where the record has no such key.
struct CaseChange {
  std::string key, before, now;  // values as TOML
};

/// Every key of an effective case with its value, and a checksum of each file that it names.
class CaseRecord {
 public:
  /// Begins the keys that stand for what is in a file.
  static constexpr const char* file_prefix = "contents of ";

  /// After the case was read completely. Throws IoError if a file cannot be read. Collective.
  static CaseRecord of(const io::Case& input, const transport::Communicator& comm);
  /// What text() has written. Throws InputError.
  static CaseRecord parse(const std::string& text);
  std::string text() const;

  /// What matters to the results and differs in a later record: keys in the order of the alphabet.
  std::vector<CaseChange> changes_in(const CaseRecord& later) const;

 private:
  std::map<std::string, std::string> values_;
};

/// Whether a key, or a section around it, is in a list such as ["turbulence.viscosity", "source"].
bool is_listed(const std::string& key, const std::vector<std::string>& list);

/// Changes that restarts were allowed to make, with the step of the restart, as one text per
/// change; for checkpoints and reports.
struct MadeChange {
  std::int64_t step = 0;
  CaseChange change;
};
std::string pack_changes(const std::vector<MadeChange>& changes);
/// Throws InputError if the text is not one of those.
std::vector<MadeChange> unpack_changes(const std::string& text);

}  // namespace thalweg::simulation
