// SPDX-License-Identifier: Apache-2.0
// The parsed form of a case file: values by dotted key, each with the place it came from.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "base/diagnostics.hpp"

namespace thalweg::io {

/// One value of a case file. `other` holds the name of a TOML type that no key uses (a date).
struct CaseValue {
  struct Other {
    std::string type;
  };
  std::variant<std::int64_t, double, bool, std::string, std::vector<CaseValue>, Other> data;
  int line = 0;         // 0: not from the file
  std::string setting;  // the --set argument it came from, if it did

  /// As TOML, for messages.
  std::string text() const;
};

/// The leaves of a case file (tables are split into dotted keys; arrays are leaves).
class CaseTree {
 public:
  /// Throws InputError where the text is no TOML; the message has file, line and reason.
  static CaseTree parse(const std::string& text, const std::string& name, Diagnostics& mistakes);
  /// Apply one `key.path=value`: the value is TOML, or else a text.
  void apply(const std::string& setting, Diagnostics& mistakes);

  const CaseValue* find(const std::string& key) const;
  std::vector<std::pair<std::string, const CaseValue*>> leaves() const;
  /// The line of the section that a key belongs to; 0 if there is none.
  int section_line(const std::string& key) const;

  Mistake mistake(const std::string& key, const CaseValue& value, const std::string& expected) const;
  /// What is said of a key that nobody reads.
  Mistake unknown(const std::string& key, const CaseValue& value,
                  const std::vector<std::string>& known) const;

 private:
  std::string name_;
  std::map<std::string, CaseValue> values_;
  std::map<std::string, int> sections_;
};

/// Collects values as they were used, and prints them as a case file.
class EffectiveCase {
 public:
  using Value = std::variant<double, std::int64_t, bool, std::string, std::vector<double>,
                             std::vector<std::int64_t>, std::vector<std::string>>;
  void set(const std::string& key, Value value);
  std::string toml() const;

 private:
  std::vector<std::pair<std::string, Value>> values_;  // in the order of reading
};

}  // namespace thalweg::io
