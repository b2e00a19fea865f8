// SPDX-License-Identifier: Apache-2.0
#include "io/case/document.hpp"

#include <toml++/toml.h>

#include <algorithm>

namespace thalweg::io {

namespace {

/// Cuts pieces out of a text by the lines and columns (in code points) of the parser.
class SourceText {
 public:
  explicit SourceText(std::string_view text) : text_(text) {
    for (auto at = text.find('\n'); at != std::string_view::npos; at = text.find('\n', at + 1))
      starts_.push_back(at + 1);
  }
  std::string_view between(toml::source_position begin, toml::source_position end) const {
    const std::size_t from = offset(begin);
    return text_.substr(from, std::max(offset(end), from) - from);
  }

 private:
  std::size_t offset(toml::source_position position) const {
    if (position.line == 0 || position.line > starts_.size()) return text_.size();
    std::size_t at = starts_[position.line - 1];
    for (auto column = position.column; column > 1 && at < text_.size(); --column) do
        ++at;
      while (at < text_.size() && (static_cast<unsigned char>(text_[at]) & 0xc0) == 0x80);
    return at;
  }
  std::string_view text_;
  std::vector<std::size_t> starts_{0};  // of the lines
};

std::string other_type(const toml::node& node) {
  switch (node.type()) {
  case toml::node_type::date: return "a date";
  case toml::node_type::time: return "a time of day";
  case toml::node_type::date_time: return "a date and time";
  default: return "a table";
  }
}

CaseValue value_of(const toml::node& node) {
  if (const auto* b = node.as_boolean()) return {b->get()};
  if (const auto* n = node.as_integer()) return {n->get()};
  if (const auto* x = node.as_floating_point()) return {x->get()};
  if (const auto* s = node.as_string()) return {s->get()};
  if (const auto* list = node.as_array()) {
    std::vector<CaseValue> values;
    for (const toml::node& item : *list) values.push_back(value_of(item));
    return {std::move(values)};
  }
  return {CaseValue::Other{other_type(node)}};
}

bool is_bare(std::string_view name) {
  return !name.empty() && std::all_of(name.begin(), name.end(), [](unsigned char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
           c == '-';
  });
}

/// A name as a part of a dotted key.
std::string key_part(std::string_view name) {
  if (is_bare(name)) return std::string(name);
  std::string text;
  for (const char c : in_quotes(name)) text += c == '.' ? "\\u002E" : std::string(1, c);
  return text;
}

bool is_list_of_tables(const toml::array& list) {
  return !list.empty() && list.is_homogeneous(toml::node_type::table);
}

struct Flattener {
  const SourceText& source;
  CaseDocument& document;

  Place place(toml::source_position position) const {
    return {document.name, static_cast<int>(position.line), static_cast<int>(position.column)};
  }
  void table(const toml::table& table, const std::string& prefix) {
    for (const auto& [name, node] : table) {
      const std::string key = prefix + key_part(name.str());
      const Place at = place(name.source().begin.line ? name.source().begin : node.source().begin);
      if (const auto* inner = node.as_table()) {
        document.tables[key] = at;
        this->table(*inner, key + ".");
      } else if (const auto* list = node.as_array(); list && is_list_of_tables(*list)) {
        document.tables[key] = at;
        items(*list, key + ".");
      } else {
        const std::string_view written = source.between(node.source().begin, node.source().end);
        document.entries[key] = {value_of(node), shortened(written, 72), at};
      }
    }
  }
  void items(const toml::array& list, const std::string& prefix) {
    for (std::size_t i = 0; i < list.size(); ++i) {
      const std::string key = prefix + std::to_string(i);
      document.tables[key] = place(list[i].source().begin);
      table(*list[i].as_table(), key + ".");
    }
  }
};

}  // namespace

bool is_number_name(const std::string& name) {
  return !name.empty() && name.find_first_not_of("0123456789") == std::string::npos;
}

std::optional<SyntaxFault> parse_document(std::string_view text, const std::string& name,
                                          CaseDocument& document) {
  constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
  if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
  if (auto fault = scan(text)) return fault;
  document = {.name = name};
  try {
    const toml::table root = toml::parse(text);
    const SourceText source(text);
    Flattener{source, document}.table(root, "");
    return {};
  } catch (const toml::parse_error& error) {
    return SyntaxFault{static_cast<int>(error.source().begin.line),
                       std::string(error.description())};
  }
}

const CaseEntry* CaseDocument::find(const std::string& key) const {
  const auto found = entries.find(key);
  return found == entries.end() ? nullptr : &found->second;
}

Place CaseDocument::place_around(const std::string& key) const {
  for (std::string outer = section_of(key); !outer.empty(); outer = section_of(outer))
    if (const auto found = tables.find(outer); found != tables.end()) return found->second;
  return {name};
}

void CaseDocument::remove(const std::string& key) {
  const auto below = [&](const auto& item) {
    return item.first == key || item.first.starts_with(key + ".");
  };
  std::erase_if(entries, below);
  std::erase_if(tables, below);
}

std::string first_section(const std::string& key) {
  const auto dot = key.find('.');
  return dot == std::string::npos ? "" : key.substr(0, dot);
}

Heading heading_of(const std::string& key) {
  Heading heading{first_section(key), false};
  for (std::string outer = section_of(key); !outer.empty(); outer = section_of(outer))
    if (is_number_name(last_name(outer)) && !section_of(outer).empty()) return {outer, true};
  return heading;
}

std::string Heading::text() const {
  if (!is_item) return "[" + section + "]";
  // A list within an item of another list is written without numbers: TOML means the last item.
  const std::string outer = section_of(section), above = section_of(outer);
  const bool nested = is_number_name(last_name(above));
  return "[[" + (nested ? section_of(above) + "." + last_name(outer) : outer) + "]]";
}

std::string Heading::name_in(const std::string& key) const {
  return section.empty() ? key : key.substr(section.size() + 1);
}

std::string section_of(const std::string& key) {
  const auto dot = key.rfind('.');
  return dot == std::string::npos ? "" : key.substr(0, dot);
}

std::string last_name(const std::string& key) { return key.substr(key.rfind('.') + 1); }

}  // namespace thalweg::io
