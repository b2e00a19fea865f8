// SPDX-License-Identifier: Apache-2.0
// One value of a case file, free of the parser that read it, and how values are written as TOML.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace thalweg::io {

struct CaseValue {
  /// A type of TOML that no key takes: a date, a time, a table inside an array.
  struct Other {
    std::string type;  // "a date"
  };
  std::variant<bool, std::int64_t, double, std::string, std::vector<CaseValue>, Other> data;
};

/// "an integer", "text", "an array", as messages name the type.
std::string type_of(const CaseValue& value);
/// As TOML. Numbers are the shortest text that reads back as the same double.
std::string to_toml(const CaseValue& value);
std::string to_toml(double value);
/// In quotes, with TOML's escapes.
std::string in_quotes(std::string_view text);
/// Words with a separator between them. (fmt::join makes g++ 12 warn of an overflow at -O3.)
std::string joined(const std::vector<std::string>& words, std::string_view separator);
/// " (text)", or nothing where there is no text.
std::string in_parentheses(const std::string& text);
/// "a", "b", "c", each in quotes.
std::string listed(const std::vector<std::string>& words);

}  // namespace thalweg::io
