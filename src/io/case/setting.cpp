// SPDX-License-Identifier: Apache-2.0
// Settings from the command line: `--set key.path=value`.
#include <algorithm>

#include "io/case/document.hpp"

namespace thalweg::io {

namespace {

std::string trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return "";
  return std::string(text.substr(first, text.find_last_not_of(" \t") - first + 1));
}

/// A value that needs no quotes on the command line: it has nothing that TOML or a list would use.
bool is_word(const std::string& value) {
  return std::none_of(value.begin(), value.end(), [](unsigned char c) {
    return c < 0x20 || c == 0x7f ||
           std::string_view("\"'[]{}=,#").find(static_cast<char>(c)) != std::string_view::npos;
  });
}

/// Parse a value on its own. A line break in it could otherwise add keys of its own, so whatever
/// is not one value is refused.
std::optional<SyntaxFault> parse_value(const std::string& value, CaseDocument& parsed) {
  auto fault = parse_document("value = " + value, "", parsed);
  if (!fault && is_word(value)) return {};
  const auto foreign = [](const auto& item) {
    return item.first != "value" && !item.first.starts_with("value.");
  };
  if (!fault && (std::any_of(parsed.entries.begin(), parsed.entries.end(), foreign) ||
                 std::any_of(parsed.tables.begin(), parsed.tables.end(), foreign)))
    fault = SyntaxFault{1, "more than one value"};
  if (fault && is_word(value)) {
    parsed = {.entries = {{"value", {{value}, shortened(in_quotes(value), 72), {}}}}};
    return {};
  }
  return fault;
}

std::string advice(const std::string& value) {
  const bool has_brackets = value.find_first_of("[{") != std::string::npos;
  const bool has_quotes = value.find_first_of("\"'") != std::string::npos;
  const auto is_letter = [](char c) { return (c | 0x20) >= 'a' && (c | 0x20) <= 'z'; };
  if (!has_brackets && value.find(',') != std::string::npos)
    return "write lists in brackets: '[64, 64, 64]'";
  if (has_brackets && !has_quotes && std::any_of(value.begin(), value.end(), is_letter))
    return "text inside lists and tables needs quotes, which the shell keeps inside '...': "
           "--set 'output.fields.names=[\"velocity\"]'";
  return "write 0.5, true, [1, 2, 3], \"text\" or { name = value }";
}

/// Make room for a key: take out what is there, and values where it needs sections.
void clear_way(CaseDocument& document, const std::string& key, const Place& place) {
  document.remove(key);
  for (std::string outer = section_of(key); !outer.empty(); outer = section_of(outer)) {
    document.entries.erase(outer);
    document.tables.try_emplace(outer, place);
  }
}

/// Put the parsed value under its key, in place of whatever was there.
void put(CaseDocument& document, const std::string& key, const CaseDocument& parsed,
         const Place& place) {
  clear_way(document, key, place);
  const std::size_t stem = std::string_view("value").size();
  for (const auto& [name, entry] : parsed.entries)
    document.entries[key + name.substr(stem)] = {entry.value, entry.written, place};
  for (const auto& [name, unused] : parsed.tables) document.tables[key + name.substr(stem)] = place;
}

}  // namespace

bool is_dotted_key(const std::string& key) {
  const auto allowed = [](unsigned char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
           c == '-' || c == '.';
  };
  return !key.empty() && key.front() != '.' && key.back() != '.' &&
         key.find("..") == std::string::npos && std::all_of(key.begin(), key.end(), allowed) &&
         static_cast<std::size_t>(std::count(key.begin(), key.end(), '.')) < deepest_nesting;
}

void put_value(CaseDocument& document, const std::string& key, const CaseEntry& entry) {
  clear_way(document, key, entry.place);
  document.entries[key] = entry;
}

void apply_setting(CaseDocument& document, const std::string& setting, int order,
                   Diagnostics& mistakes) {
  const Place place{"--set " + shortened(setting, 72), 0, 0, order};
  const auto refuse = [&](const std::string& why) { mistakes.add({place, "", "", why}); };
  const auto equals = setting.find('=');
  if (equals == std::string::npos) return refuse("has no value: write --set section.key=value");
  const std::string key = trimmed(setting.substr(0, equals));
  const std::string value = trimmed(setting.substr(equals + 1));
  if (!is_utf8(setting)) return refuse("is not UTF-8 text");
  if (!is_dotted_key(key))
    return refuse("has no valid key before \"=\": write --set section.key=value");
  if (value.empty()) return refuse("has no value after \"=\": write --set " + key + "=value");
  CaseDocument parsed;
  if (const auto fault = parse_value(value, parsed))
    return refuse("is not a TOML value: " + fault->reason + "\n" + advice(value));
  put(document, key, parsed, place);
}

}  // namespace thalweg::io
