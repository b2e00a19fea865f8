// SPDX-License-Identifier: Apache-2.0
// What is said of keys and sections that nobody asked for.
#include <fmt/format.h>

#include <algorithm>

#include "io/case_state.hpp"

namespace thalweg::io {

namespace {

// A file with more unknown keys than this is no case of ours; looking for the nearest of all known
// keys to each of a million others would take minutes.
constexpr std::size_t most_suggestions = 200;

class UnknownKeys {
 public:
  UnknownKeys(const Reading& reading, Diagnostics& mistakes)
      : document_(reading.document), known_(reading.known), used_(reading.used),
        undecided_(reading.undecided), mistakes_(mistakes) {
    for (const std::string& key : known_)
      for (std::string outer = section_of(key); !outer.empty(); outer = section_of(outer))
        add_once(sections_, outer);
  }

  void check_entry(const std::string& key, const CaseEntry& entry) {
    if (used_.contains(key) || is_below_used(key)) return;
    if (is_section(key)) return report_value_for_section(key, entry);
    if (contains(known_, key))
      return mistakes_.add({entry.place, key, entry.written, "has no effect here; remove it"});
    const std::string first = first_unknown(key);
    if (first == key)
      report_key(key, entry.place);
    else
      report_table(first);
  }

  void check_table(const std::string& key) {
    if (!is_section(key) && !contains(known_, key) && !is_below_used(key))
      report_table(first_unknown(key));
  }

  std::set<std::string> explained() { return std::move(explained_); }

 private:
  static bool contains(const std::vector<std::string>& list, const std::string& word) {
    return std::find(list.begin(), list.end(), word) != list.end();
  }
  static void add_once(std::vector<std::string>& list, const std::string& word) {
    if (!contains(list, word)) list.push_back(word);
  }
  static std::string section_label(const std::string& key) {
    const std::string section = section_of(key);
    return section.empty() ? "the top of the file" : "[" + section + "]";
  }
  bool is_section(const std::string& key) const { return contains(sections_, key); }

  /// Inside a section that stands where a value was expected, which has its own message.
  bool is_below_used(const std::string& key) const {
    for (std::string outer = section_of(key); !outer.empty(); outer = section_of(outer))
      if (used_.contains(outer)) return true;
    return false;
  }

  /// The outermost part of a key that is neither a known section nor a known key.
  std::string first_unknown(const std::string& key) const {
    std::string result = key;
    for (std::string outer = section_of(key); !outer.empty(); outer = section_of(outer))
      if (!is_section(outer)) result = outer;
    return result;
  }

  /// Names that are known directly inside a section: keys, and sections in it.
  std::vector<std::string> names_in(const std::string& section) const {
    std::vector<std::string> names;
    for (const auto* list : {&known_, &sections_})
      for (const std::string& key : *list)
        if (section_of(key) == section) add_once(names, last_name(key));
    return names;
  }

  void report_value_for_section(const std::string& key, const CaseEntry& entry) {
    explained_.insert(key);
    mistakes_.add({entry.place, key, entry.written,
                   fmt::format("is {}; expected a section with {}", type_of(entry.value),
                               joined(names_in(key), ", "))});
  }

  void report_table(const std::string& key) {
    if (!reported_.insert(key).second) return;
    const std::string outer = section_of(key);
    const std::string meant = closest(key.substr(outer.empty() ? 0 : outer.size() + 1),
                                      suggesting() ? names_in(outer) : std::vector<std::string>{});
    const bool is_outer = outer.empty();
    const std::string label = is_outer ? "[" + key + "]" : key;
    std::string text = is_outer ? "unknown section." : "unknown key.";
    if (meant.empty())
      text += known_in(outer);
    else
      text += fmt::format(" Did you mean {}?", is_outer ? "[" + meant + "]" : in_quotes(meant));
    if (!meant.empty()) explain_section(key, is_outer ? meant : outer + "." + meant);
    mistakes_.add({document_.tables.at(key), label, "", text});
  }

  /// Keys that the misspelt section holds are not missing from the right one.
  void explain_section(const std::string& misspelt, const std::string& meant) {
    for (const std::string& key : known_)
      if (key.starts_with(meant + ".") && document_.has(misspelt + key.substr(meant.size())))
        explained_.insert(key);
  }

  void report_key(const std::string& key, const Place& place) {
    const std::string section = section_of(key);
    if (undecided_.contains(section) && closest(last_name(key), names_in(section)).empty()) return;
    mistakes_.add({place, key, "", "unknown key." + (suggesting() ? suggestion(key) : "")});
  }

  std::string suggestion(const std::string& key) {
    const std::string section = section_of(key), name = last_name(key);
    std::vector<std::string> homes, names;
    for (const std::string& other : known_) {
      names.push_back(last_name(other));
      if (names.back() != name) continue;
      homes.push_back(section_label(other));
      explained_.insert(other);
    }
    if (!homes.empty()) return fmt::format(" \"{}\" belongs in {}.", name, joined(homes, " or "));
    if (const std::string meant = closest(name, names_in(section)); !meant.empty()) {
      explained_.insert(section.empty() ? meant : section + "." + meant);
      return " Did you mean \"" + meant + "\"?";
    }
    if (const std::string meant = closest(name, names); !meant.empty()) {
      const auto at = std::find(names.begin(), names.end(), meant) - names.begin();
      const std::string& full = known_[static_cast<std::size_t>(at)];
      explained_.insert(full);
      return fmt::format(" Did you mean \"{}\" in {}?", meant, section_label(full));
    }
    return known_in(section);
  }

  std::string known_in(const std::string& section) const {
    const std::vector<std::string> names = names_in(section);
    if (names.empty()) return "";
    return section.empty() ? fmt::format(" The sections are {}.", joined(names, ", "))
                           : fmt::format(" [{}] takes {}.", section, joined(names, ", "));
  }

  bool suggesting() { return ++suggestions_ <= most_suggestions; }

  const CaseDocument& document_;
  const std::vector<std::string>& known_;
  const std::set<std::string>& used_;
  const std::set<std::string>& undecided_;
  Diagnostics& mistakes_;
  std::vector<std::string> sections_;
  std::set<std::string> reported_;
  std::set<std::string> explained_;
  std::size_t suggestions_ = 0;
};

}  // namespace

std::set<std::string> report_unknown(const Reading& reading, Diagnostics& mistakes) {
  UnknownKeys unknown(reading, mistakes);
  for (const auto& [key, entry] : reading.document.entries) unknown.check_entry(key, entry);
  for (const auto& [key, place] : reading.document.tables) unknown.check_table(key);
  return unknown.explained();
}

}  // namespace thalweg::io
