// SPDX-License-Identifier: Apache-2.0
#include "io/case_scan.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace thalweg::io {

namespace {

/// Walks over the parts of a TOML text that are not structure.
struct Scanner {
  std::string_view text;
  std::size_t at = 0;
  int line = 1;

  bool starts(std::string_view part) const { return text.substr(at).starts_with(part); }

  void skip_comment() {
    while (at < text.size() && text[at] != '\n') ++at;
  }

  /// Goes past a string of one or several lines. A one-line string without an end is an error of
  /// syntax, at which the parser stops; here it ends with its line.
  void skip_string() {
    const char quote = text[at];
    const bool escapes = quote == '"';
    const std::string_view triple = escapes ? R"(""")" : "'''";
    const bool long_string = starts(triple);
    at += long_string ? 3 : 1;
    for (; at < text.size(); ++at) {
      if (text[at] == '\n' && !long_string) return;
      if (text[at] == '\n') ++line;
      if (text[at] == '\\' && escapes && at + 1 < text.size())
        line += text[++at] == '\n' ? 1 : 0;
      else if (long_string ? starts(triple) : text[at] == quote)
        break;
    }
    at = std::min(at + (long_string ? 3 : 1), text.size());
    // A long string may end in up to two quotes of its own.
    for (int extra = 0; long_string && extra < 2 && at < text.size() && text[at] == quote; ++extra)
      ++at;
  }
};

}  // namespace

int line_nested_too_deep(std::string_view text) {
  Scanner scan{text};
  int brackets = 0, dots = 0;
  while (scan.at < text.size()) {
    const char c = text[scan.at];
    if (c == '#') {
      scan.skip_comment();
      continue;
    }
    if (c == '"' || c == '\'') {
      scan.skip_string();
      continue;
    }
    if (c == '[' || c == '{') ++brackets;
    if (c == ']' || c == '}') brackets = std::max(brackets - 1, 0);
    if (c == '.')
      ++dots;
    else if (c == '=' || c == ',' || c == '\n' || c == '[' || c == '{')
      dots = 0;
    if (brackets > deepest_nesting || dots > deepest_nesting) return scan.line;
    if (c == '\n') ++scan.line;
    ++scan.at;
  }
  return 0;
}

bool is_utf8(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    const auto lead = static_cast<unsigned char>(text[i++]);
    if (lead < 0x80) continue;
    const int more = lead >= 0xf0 ? 3 : lead >= 0xe0 ? 2 : 1;
    if (lead < 0xc2 || lead > 0xf4) return false;
    std::uint32_t point = lead & (0x3fu >> more);
    for (int n = 0; n < more; ++n, ++i) {
      if (i == text.size() || (static_cast<unsigned char>(text[i]) & 0xc0) != 0x80) return false;
      point = point << 6 | (static_cast<unsigned char>(text[i]) & 0x3fu);
    }
    const std::uint32_t least = more == 3 ? 0x10000u : more == 2 ? 0x800u : 0x80u;
    if (point < least || point > 0x10ffffu || (point >= 0xd800u && point < 0xe000u)) return false;
  }
  return true;
}

}  // namespace thalweg::io
