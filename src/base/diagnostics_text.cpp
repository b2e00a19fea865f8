// SPDX-License-Identifier: Apache-2.0
#include "base/diagnostics_text.hpp"

#include <cstdint>

namespace thalweg {

namespace {

/// The number of bytes of the character that a text starts with; 0 if that is not UTF-8.
std::size_t character_length(std::string_view text) {
  const auto lead = static_cast<unsigned char>(text[0]);
  if (lead < 0x80) return 1;
  if (lead < 0xc2 || lead > 0xf4) return 0;
  const std::size_t length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  if (text.size() < length) return 0;
  std::uint32_t point = lead & (0x7fu >> length);
  for (const char c : text.substr(1, length - 1)) {
    if ((static_cast<unsigned char>(c) & 0xc0) != 0x80) return 0;
    point = point << 6 | (static_cast<unsigned char>(c) & 0x3fu);
  }
  const std::uint32_t least = length == 4 ? 0x10000u : length == 3 ? 0x800u : 0x80u;
  const bool is_surrogate = point >= 0xd800u && point < 0xe000u;
  return point < least || point > 0x10ffffu || is_surrogate ? 0 : length;
}

bool is_control(std::string_view character) {
  const auto byte = static_cast<unsigned char>(character[0]);
  if (character.size() == 1) return byte < 0x20 || byte == 0x7f;
  // U+0080 to U+009F, which some terminals obey like escape sequences.
  return byte == 0xc2 && static_cast<unsigned char>(character[1]) < 0xa0;
}

std::string escaped(char c) {
  static constexpr char digits[] = "0123456789abcdef";
  const auto byte = static_cast<unsigned char>(c);
  return {'\\', 'x', digits[byte >> 4], digits[byte & 15]};
}

}  // namespace

std::string printable(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const std::size_t length = character_length(text);
    const std::string_view character = text.substr(0, length == 0 ? 1 : length);
    if (length > 0 && !is_control(character))
      result += character;
    else
      for (const char c : character) result += escaped(c);
    text.remove_prefix(character.size());
  }
  return result;
}

std::string shortened(std::string_view text, std::size_t limit) {
  std::string line;
  for (const char c : text) {
    const char d = c == '\n' || c == '\r' || c == '\t' ? ' ' : c;
    if (d != ' ' || (!line.empty() && line.back() != ' ')) line += d;
    if (line.size() > limit) break;
  }
  if (line.size() <= limit) return line;
  std::size_t end = limit - 3;
  while (end > 0 && (static_cast<unsigned char>(line[end]) & 0xc0) == 0x80) --end;
  return line.substr(0, end) + "...";
}

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const std::size_t length = character_length(text);
    if (length == 0) return false;
    text.remove_prefix(length);
  }
  return true;
}

}  // namespace thalweg
