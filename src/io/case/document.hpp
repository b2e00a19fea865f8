// SPDX-License-Identifier: Apache-2.0
// A parsed case: its values and tables by dotted key, each with the place it came from.
//
// Inline tables, dotted keys and [sections] all become the same dotted keys. A name that is not a
// bare TOML key stays in quotes inside a dotted key, so that "a.b" is never taken for a.b. The
// tables of a list of tables are numbered from 0: `kind` in the first [[source]] is source.0.kind.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostics.hpp"
#include "io/case/scan.hpp"
#include "io/case/value.hpp"

namespace thalweg::io {

struct CaseEntry {
  CaseValue value;
  std::string written;  // as the user wrote the value, on one line, shortened
  Place place;
};

/// Invariant: no key is an entry and a table at once.
struct CaseDocument {
  std::string name{};
  std::map<std::string, CaseEntry> entries{};
  std::map<std::string, Place> tables{};

  const CaseEntry* find(const std::string& key) const;
  bool has(const std::string& key) const { return find(key) || tables.contains(key); }
  /// The place of the innermost table around a key; the whole file if there is none.
  Place place_around(const std::string& key) const;
  /// Take out a key and everything under it.
  void remove(const std::string& key);
};

/// Parse TOML. Fills either the document or, where the text is not valid, the fault.
std::optional<SyntaxFault> parse_document(std::string_view text, const std::string& name,
                                          CaseDocument& document);

/// Apply the setting `key.path=value`: the value is TOML, or a word without quotes, taken as text.
/// order: 1, 2, ... by place on the command line. A malformed setting is added to the mistakes.
void apply_setting(CaseDocument& document, const std::string& setting, int order,
                   Diagnostics& mistakes);

/// Put a value under a dotted key, in place of whatever was there.
void put_value(CaseDocument& document, const std::string& key, const CaseEntry& entry);
/// Names of letters, digits, _ and - between dots.
bool is_dotted_key(const std::string& key);

/// The innermost [section] or [[item]] header under which a key can be written.
struct Heading {
  std::string section;  // "output", "source.0"; "" for a key without one
  bool is_item = false;

  /// "[output]", "[[source]]".
  std::string text() const;
  /// "history.every_steps": what is written below the header.
  std::string name_in(const std::string& key) const;
};
Heading heading_of(const std::string& key);
/// Whether a name numbers the items of a list of tables.
bool is_number_name(const std::string& name);

/// "output" of "output.history.every_steps": the part before the first dot ("" without a dot).
std::string first_section(const std::string& key);
/// "output.history" of "output.history.every_steps" ("" without a dot).
std::string section_of(const std::string& key);
/// "every_steps" of "output.history.every_steps".
std::string last_name(const std::string& key);

}  // namespace thalweg::io
