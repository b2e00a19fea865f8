// SPDX-License-Identifier: Apache-2.0
// What a case remembers while it is read: the keys that were asked for, in order, the values they
// got, and every mistake so far.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "io/case/case.hpp"
#include "io/case/document.hpp"
#include "io/case/rules.hpp"

namespace thalweg::io {

/// A key that was read.
struct KnownKey {
  std::string key;
  std::string comment;
  std::optional<CaseValue> value{};  // none: it was missing or wrong
  bool is_default = false;
};

/// Something required that the case does not give. Kept apart from the mistakes, because a
/// misspelt key explains it: one slip, one message.
struct Absence {
  std::vector<std::string> keys;  // any of these would do
  Mistake mistake;
};

struct Case::State {
  std::filesystem::path file;
  CaseDocument document;
  std::uint64_t hash = 0;
  Diagnostics mistakes;
  std::vector<Absence> absences;
  std::vector<KnownKey> known;                  // in the order of reading
  std::map<std::string, std::size_t> position;  // of a key in `known`
  std::vector<std::string> mentioned;           // every key asked for in any way, for suggestions
  std::set<std::string> mentioned_set;
  std::set<std::string> used;
  std::set<std::string> undecided;  // sections with a wrong choice, see KeyRule::decides
  std::set<std::string> left_out;   // of the printed case
  std::map<std::string, std::filesystem::path> files;  // that the case names

  void mention(const std::string& key);
  /// Read a key by its rule. The value returned always passes the rule, so that reading can go on.
  CaseValue read(const std::string& key, const KeyRule& rule);
  /// The keys among these that are given. One from the command line replaces those of the file.
  std::vector<std::string> given(const std::vector<std::string>& keys);
  void wrong(const std::string& key, const CaseEntry& entry, const std::string& expected);
  void absent(const std::vector<std::string>& keys, Mistake mistake);
  /// Turn absences into mistakes, except those of keys under `explained`.
  void report_absences(const std::set<std::string>& explained);

 private:
  void remember(KnownKey key);
  void read_entry(KnownKey& key, const CaseEntry& entry, const KeyRule& rule);
  Mistake missing(const std::string& key, const KeyRule& rule) const;
};

/// What the reading of a case tells about the keys that nobody asked for.
struct Reading {
  const CaseDocument& document;
  const std::vector<std::string>& known;  // keys that were asked for
  const std::set<std::string>& used;      // those among them that were read
  const std::set<std::string>& undecided;
  const std::set<std::string>* missing = nullptr;  // see report_unknown
  std::string section{};                           // whose keys count; empty: all
};

/// Add a mistake for every key and section that nobody asked for; if a set of missing keys is
/// given, only for those that may be one of them misspelt. Returns the keys that the suggestions
/// name: that these are missing needs no message of its own.
std::set<std::string> report_unknown(const Reading& reading, Diagnostics& mistakes);

}  // namespace thalweg::io
