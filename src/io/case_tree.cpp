// SPDX-License-Identifier: Apache-2.0
#include "io/case_tree.hpp"

#include <fmt/format.h>
// toml++ counts nesting with a limit, so that a hostile file cannot exhaust the stack.
#define TOML_MAX_NESTED_VALUES 64
#include <toml++/toml.h>

#include <algorithm>
#include <sstream>

#include "base/error.hpp"

namespace thalweg::io {

namespace {

CaseValue value_of(const toml::node& node, const std::string& setting) {
  CaseValue value;
  value.setting = setting;
  if (setting.empty()) value.line = static_cast<int>(node.source().begin.line);
  if (const auto* n = node.as_integer()) value.data = n->get();
  else if (const auto* x = node.as_floating_point()) value.data = x->get();
  else if (const auto* b = node.as_boolean()) value.data = b->get();
  else if (const auto* s = node.as_string()) value.data = s->get();
  else if (const auto* list = node.as_array()) {
    std::vector<CaseValue> items;
    for (const toml::node& item : *list) items.push_back(value_of(item, setting));
    value.data = std::move(items);
  } else {
    std::ostringstream type;
    type << node.type();
    value.data = CaseValue::Other{type.str()};
  }
  return value;
}

std::string float_text(double x) {
  std::string text = fmt::format("{}", x);
  if (text.find_first_of(".en") == std::string::npos) text += ".0";
  return text;
}

std::string quoted(const std::string& s) {
  std::ostringstream text;
  text << toml::value<std::string>(s);
  return text.str();
}

/// Call leaf(key, node) for every value below a table, and section(key, line) for every table.
template <class Leaf, class Section>
void walk(const toml::table& table, const std::string& prefix, Leaf leaf, Section section) {
  for (const auto& [name, node] : table) {
    const std::string key = prefix + std::string(name.str());
    if (const auto* inner = node.as_table()) {
      section(key, static_cast<int>(inner->source().begin.line), inner->empty());
      walk(*inner, key + ".", leaf, section);
    } else {
      leaf(key, node);
    }
  }
}

}  // namespace

std::string CaseValue::text() const {
  return std::visit(
      [](const auto& v) -> std::string {
        using T = std::decay_t<decltype(v)>;
        if constexpr (std::is_same_v<T, std::int64_t>) return std::to_string(v);
        else if constexpr (std::is_same_v<T, double>) return float_text(v);
        else if constexpr (std::is_same_v<T, bool>) return v ? "true" : "false";
        else if constexpr (std::is_same_v<T, std::string>) return quoted(v);
        else if constexpr (std::is_same_v<T, Other>) return "a " + v.type;
        else {
          std::vector<std::string> items;
          for (const CaseValue& item : v) items.push_back(item.text());
          return fmt::format("[{}]", fmt::join(items, ", "));
        }
      },
      data);
}

CaseTree CaseTree::parse(const std::string& text, const std::string& name, Diagnostics&) {
  CaseTree tree;
  tree.name_ = name;
  try {
    const toml::table table = toml::parse(text, name);
    walk(
        table, "",
        [&](const std::string& key, const toml::node& node) {
          tree.values_[key] = value_of(node, "");
        },
        [&](const std::string& key, int line, bool) { tree.sections_[key] = line; });
  } catch (const toml::parse_error& error) {
    throw InputError(fmt::format("{}:{}  this is not valid TOML\n  {}\n1 error; nothing was run.", name,
                                 error.source().begin.line, error.description()));
  }
  return tree;
}

void CaseTree::apply(const std::string& setting, Diagnostics& mistakes) {
  const auto equals = setting.find('=');
  const auto refuse = [&](const std::string& why) {
    mistakes.add({"--set " + setting, 0, why, "write --set section.key=value"});
  };
  if (equals == std::string::npos || equals == 0) return refuse("there is no key and value");
  const std::string key = setting.substr(0, equals), value = setting.substr(equals + 1);
  toml::table table;
  try {
    table = toml::parse(key + " = " + value);
  } catch (const toml::parse_error&) {
    try {  // a bare word on the command line is meant as a text
      table = toml::parse(key + " = " + quoted(value));
    } catch (const toml::parse_error& error) {
      return refuse(std::string(error.description()));
    }
  }
  walk(
      table, "",
      [&](const std::string& path, const toml::node& node) {
        std::erase_if(values_, [&](const auto& entry) { return entry.first.starts_with(path + "."); });
        values_[path] = value_of(node, setting);
      },
      [](const std::string&, int, bool) {});
}

const CaseValue* CaseTree::find(const std::string& key) const {
  const auto found = values_.find(key);
  return found == values_.end() ? nullptr : &found->second;
}

std::vector<std::pair<std::string, const CaseValue*>> CaseTree::leaves() const {
  std::vector<std::pair<std::string, const CaseValue*>> list;
  for (const auto& [key, value] : values_) list.emplace_back(key, &value);
  return list;
}

int CaseTree::section_line(const std::string& key) const {
  const auto found = sections_.find(key.substr(0, key.rfind('.')));
  return found == sections_.end() ? 0 : found->second;
}

Mistake CaseTree::mistake(const std::string& key, const CaseValue& value,
                          const std::string& expected) const {
  const std::string where =
      value.setting.empty() ? fmt::format("{}:{}", name_, value.line) : "--set " + value.setting;
  return {where, value.line, fmt::format("{} = {}", key, value.text()), expected};
}

Mistake CaseTree::unknown(const std::string& key, const CaseValue& value,
                          const std::vector<std::string>& known) const {
  Mistake result = mistake(key, value, "");
  result.found = key + ": unknown key.";
  const std::string last = key.substr(key.rfind('.') + 1);
  // The same key in another section, the nearest spelling in this one, the nearest anywhere.
  std::vector<std::string> here;
  const std::string section = key.substr(0, key.rfind('.') + 1);
  for (const std::string& candidate : known) {
    if (candidate.substr(candidate.rfind('.') + 1) == last) {
      result.found += fmt::format(" Did you mean \"{}\"?", candidate);
      return result;
    }
    if (candidate.starts_with(section)) here.push_back(candidate.substr(section.size()));
  }
  std::string meant = closest(last, here);
  if (meant.empty()) meant = closest(key, known);
  if (!meant.empty()) result.found += fmt::format(" Did you mean \"{}\"?", meant);
  else if (!here.empty())
    result.expected = fmt::format("known here: {}", fmt::join(here, ", "));
  else
    result.expected = "nothing reads this section";
  return result;
}

void EffectiveCase::set(const std::string& key, Value value) {
  for (auto& [known, old] : values_)
    if (known == key) {
      old = std::move(value);
      return;
    }
  values_.emplace_back(key, std::move(value));
}

std::string EffectiveCase::toml() const {
  const auto print = [](const auto& v) -> std::string {
    using T = std::decay_t<decltype(v)>;
    const auto one = [](const auto& x) -> std::string {
      using X = std::decay_t<decltype(x)>;
      if constexpr (std::is_same_v<X, double>) return float_text(x);
      else if constexpr (std::is_same_v<X, bool>) return x ? "true" : "false";
      else if constexpr (std::is_same_v<X, std::string>) return quoted(x);
      else return std::to_string(x);
    };
    if constexpr (requires { v.begin(); } && !std::is_same_v<T, std::string>) {
      std::vector<std::string> items;
      for (const auto& x : v) items.push_back(one(x));
      return fmt::format("[{}]", fmt::join(items, ", "));
    } else {
      return one(v);
    }
  };
  // Keys of one section together, sections in the order of their first key.
  std::vector<std::string> sections;
  for (const auto& [key, value] : values_) {
    const std::string section = key.substr(0, key.find('.'));
    if (std::find(sections.begin(), sections.end(), section) == sections.end())
      sections.push_back(section);
  }
  std::string text;
  for (const std::string& section : sections) {
    text += fmt::format("{}[{}]\n", text.empty() ? "" : "\n", section);
    for (const auto& [key, value] : values_)
      if (key.starts_with(section + "."))
        text += fmt::format("{} = {}\n", key.substr(section.size() + 1), std::visit(print, value));
  }
  return text;
}

}  // namespace thalweg::io
