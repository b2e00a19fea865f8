// SPDX-License-Identifier: Apache-2.0
// What a key of a case may hold: checks of one value, and the words that say what is expected.
//
// A check returns what is wrong ("must be > 0 (viscosity, m^2/s)"), or an empty text and the value
// in the type that was asked for.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "io/case/case.hpp"
#include "io/case/value.hpp"

namespace thalweg::io {

/// How one key is read.
struct KeyRule {
  std::string expected{};  // "a number > 0 (viscosity, m^2/s)"
  std::string comment{};   // "viscosity, m^2/s", for the printed case
  std::optional<CaseValue> default_value{};
  /// A choice: which other keys its section has may depend on it, so unknown keys there are not
  /// judged while it is wrong.
  bool decides = false;
  CaseValue example{};  // a value that passes; stands in where there is none
  /// Checks and converts in place; `written` is the user's text, for advice.
  std::function<std::string(CaseValue& value, const std::string& written)> check{};
};

KeyRule number_rule(const Number& rule);
KeyRule integer_rule(const Number& rule);
/// Values of another rule; up to three get the names of the axes in messages. Where one is enough
/// it may stand without brackets.
KeyRule list_rule(const KeyRule& element, const ListShape& shape, const std::string& noun);
KeyRule boolean_rule(std::optional<bool> default_value, const std::string& meaning);
KeyRule text_rule(std::optional<std::string> default_value, const std::string& meaning);
KeyRule choice_rule(const std::vector<std::string>& allowed,
                    std::optional<std::string> default_value, const std::string& meaning);
KeyRule texts_rule(const std::vector<std::string>& default_value, const std::string& meaning);
/// One value or more of any types but tables and dates.
KeyRule values_rule(const std::string& meaning);
/// A finite number, or a list of them, left as it is written.
KeyRule number_or_list_rule(const std::string& meaning);

}  // namespace thalweg::io
