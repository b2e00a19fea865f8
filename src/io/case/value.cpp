// SPDX-License-Identifier: Apache-2.0
#include "io/case/value.hpp"

#include <fmt/format.h>

#include <cmath>

namespace thalweg::io {

namespace {

struct TypeName {
  std::string operator()(bool) const { return "true or false"; }
  std::string operator()(std::int64_t) const { return "an integer"; }
  std::string operator()(double value) const {
    return std::isfinite(value) ? "a number with a decimal point or exponent"
                                : "not a finite number";
  }
  std::string operator()(const std::string&) const { return "text"; }
  std::string operator()(const std::vector<CaseValue>&) const { return "an array"; }
  std::string operator()(const CaseValue::Other& other) const { return other.type; }
};

struct Printer {
  std::string operator()(bool value) const { return value ? "true" : "false"; }
  std::string operator()(std::int64_t value) const { return std::to_string(value); }
  std::string operator()(double value) const { return to_toml(value); }
  std::string operator()(const std::string& value) const { return in_quotes(value); }
  std::string operator()(const std::vector<CaseValue>& values) const {
    std::string text;
    for (const CaseValue& value : values) text += (text.empty() ? "" : ", ") + to_toml(value);
    return "[" + text + "]";
  }
  std::string operator()(const CaseValue::Other& other) const { return other.type; }
};

}  // namespace

std::string type_of(const CaseValue& value) { return std::visit(TypeName{}, value.data); }

std::string to_toml(const CaseValue& value) { return std::visit(Printer{}, value.data); }

std::string to_toml(double value) {
  std::string text = fmt::format("{}", value);
  // TOML takes a number without point and exponent for an integer ("n" stands in nan and inf).
  if (text.find_first_of(".en") == std::string::npos) text += ".0";
  return text;
}

std::string in_quotes(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\')
      result += {'\\', c};
    else if (c == '\n')
      result += "\\n";
    else if (c == '\t')
      result += "\\t";
    else if (c == '\r')
      result += "\\r";
    else if (byte < 0x20 || byte == 0x7f)
      result += fmt::format("\\u{:04X}", byte);
    else
      result += c;
  }
  return result + "\"";
}

std::string joined(const std::vector<std::string>& words, std::string_view separator) {
  std::string text;
  for (const std::string& word : words) text.append(text.empty() ? "" : separator).append(word);
  return text;
}

std::string in_parentheses(const std::string& text) {
  return text.empty() ? "" : " (" + text + ")";
}

std::string listed(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ", ") + in_quotes(word);
  return text;
}

}  // namespace thalweg::io
