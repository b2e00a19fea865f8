// SPDX-License-Identifier: Apache-2.0
// What is said of keys and sections that nobody asked for.
#include <fmt/format.h>

#include <algorithm>

#include "io/case/state.hpp"

namespace thalweg::io {

namespace {

// A file with more unknown keys than this is no case of ours; looking for the nearest of all known
// keys to each of a million others would take minutes.
constexpr std::size_t most_suggestions = 200;

class UnknownKeys {
 public:
  UnknownKeys(const Reading& reading, Diagnostics& mistakes)
      : reading_(reading), mistakes_(mistakes) {
    for (const std::string& key : reading.known)
      for (std::string outer = section_of(key); !outer.empty(); outer = section_of(outer))
        add_once(sections_, outer);
  }

  void check_entry(const std::string& key, const CaseEntry& entry) {
    if (reading_.used.contains(key) || is_below_used(key)) return;
    if (is_section(key)) return report_value_for_section(key, entry);
    if (contains(reading_.known, key))
      return report(entry.place, key, entry.written, "has no effect here; remove it", {});
    const std::string first = first_unknown(key);
    if (first == key)
      report_key(key, entry.place);
    else
      report_table(first);
  }

  void check_table(const std::string& key) {
    if (reading_.used.contains(key) || is_below_used(key)) return;
    if (!is_section(key) && !contains(reading_.known, key)) report_table(first_unknown(key));
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
    if (is_number_name(last_name(section))) return heading_of(key).text();
    return section.empty() ? "the top of the file" : "[" + section + "]";
  }
  bool is_section(const std::string& key) const { return contains(sections_, key); }

  /// Inside a section that stands where a value was expected, which has its own message, or that
  /// was passed over.
  bool is_below_used(const std::string& key) const {
    for (std::string outer = section_of(key); !outer.empty(); outer = section_of(outer))
      if (reading_.used.contains(outer)) return true;
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
    for (const auto* list : {&reading_.known, &sections_})
      for (const std::string& key : *list)
        if (section_of(key) == section) add_once(names, last_name(key));
    return names;
  }

  /// A mistake, and the keys that it explains the lack of.
  void report(const Place& place, const std::string& key, const std::string& written,
              const std::string& expected, const std::vector<std::string>& meant) {
    const auto is_wanted = [&](const std::string& one) { return reading_.missing->contains(one); };
    if (reading_.missing && std::none_of(meant.begin(), meant.end(), is_wanted)) return;
    explained_.insert(meant.begin(), meant.end());
    mistakes_.add({place, key, written, expected});
  }

  void report_value_for_section(const std::string& key, const CaseEntry& entry) {
    report(entry.place, key, entry.written,
           fmt::format("is {}; expected a section with {}", type_of(entry.value),
                       joined(names_in(key), ", ")),
           known_below(key, [](const std::string&) { return true; }));
  }

  void report_table(const std::string& key) {
    if (!reported_.insert(key).second) return;
    const std::string outer = section_of(key);
    if (is_number_name(last_name(key)) && !outer.empty()) return report_item(key, outer);
    const std::string meant =
        closest(last_name(key), suggesting() ? names_in(outer) : std::vector<std::string>{});
    const bool is_outer = outer.empty();
    const std::string label = is_outer ? "[" + key + "]" : key;
    const std::string unknown = is_outer ? "unknown section." : "unknown key.";
    const Place& place = reading_.document.tables.at(key);
    if (meant.empty()) return report(place, label, "", unknown + known_in(outer), {});
    const std::string full = is_outer ? meant : outer + "." + meant;
    // Keys that the misspelt section holds are not missing from the right one.
    const auto is_held = [&](const std::string& name) { return reading_.document.has(key + name); };
    report(place, label, "",
           fmt::format("{} Did you mean {}?", unknown,
                       is_outer ? "[" + meant + "]" : in_quotes(meant)),
           known_below(full, is_held));
  }

  /// A table [[outer]] where one section is expected, or a number beyond the last such table.
  void report_item(const std::string& key, const std::string& outer) {
    const Place& place = reading_.document.tables.at(key);
    if (is_section(outer + ".0"))
      return report(place, key, "", fmt::format("there are fewer tables [[{}]]", outer), {});
    if (!reported_.insert(outer).second) return;
    report(place, "[[" + outer + "]]", "", fmt::format("expected one section, [{}]", outer),
           known_below(outer, [](const std::string&) { return true; }));
  }

  /// Known keys in a section, of which take("." + the rest of the key) is true.
  template <class Take>
  std::vector<std::string> known_below(const std::string& section, Take take) const {
    std::vector<std::string> keys;
    for (const std::string& key : reading_.known)
      if (key.starts_with(section + ".") && take(key.substr(section.size()))) keys.push_back(key);
    return keys;
  }

  void report_key(const std::string& key, const Place& place) {
    const std::string section = section_of(key);
    if (reading_.undecided.contains(section) && closest(last_name(key), names_in(section)).empty())
      return;
    const Suggestion hint = suggesting() ? suggestion(key) : Suggestion{};
    report(place, key, "", "unknown key." + hint.text, hint.meant);
  }

  /// Whether a key is of another table of the same list: what that one takes may not fit here.
  static bool is_beside(const std::string& other, const std::string& key) {
    return section_of(other) != section_of(key) && section_label(other) == section_label(key);
  }

  struct Suggestion {
    std::string text{};
    std::vector<std::string> meant{};
  };

  Suggestion suggestion(const std::string& key) const {
    const std::string section = section_of(key), name = last_name(key);
    std::vector<std::string> others, homes, names, namesakes;
    for (const std::string& other : reading_.known) {
      if (is_beside(other, key)) continue;
      others.push_back(other);
      names.push_back(last_name(other));
      if (names.back() != name) continue;
      add_once(homes, section_label(other));
      namesakes.push_back(other);
    }
    if (!homes.empty())
      return {fmt::format(" \"{}\" belongs in {}.", name, joined(homes, " or ")), namesakes};
    if (const std::string meant = closest(name, names_in(section)); !meant.empty())
      return {fmt::format(" Did you mean \"{}\"?", meant),
              {section.empty() ? meant : section + "." + meant}};
    const std::string meant = closest(name, names);
    if (meant.empty()) return {known_in(section), {}};
    const auto at = std::find(names.begin(), names.end(), meant) - names.begin();
    const std::string& full = others[static_cast<std::size_t>(at)];
    return {fmt::format(" Did you mean \"{}\" in {}?", meant, section_label(full)), {full}};
  }

  std::string known_in(const std::string& section) const {
    const std::vector<std::string> names = names_in(section);
    if (names.empty()) return "";
    return section.empty() ? fmt::format(" The sections are {}.", joined(names, ", "))
                           : fmt::format(" [{}] takes {}.", section, joined(names, ", "));
  }

  bool suggesting() { return ++suggestions_ <= most_suggestions; }

  const Reading& reading_;
  Diagnostics& mistakes_;
  std::vector<std::string> sections_;
  std::set<std::string> reported_;
  std::set<std::string> explained_;
  std::size_t suggestions_ = 0;
};

}  // namespace

std::set<std::string> report_unknown(const Reading& reading, Diagnostics& mistakes) {
  UnknownKeys unknown(reading, mistakes);
  const auto counts = [&](const std::string& key) {
    return reading.section.empty() || key.starts_with(reading.section + ".");
  };
  for (const auto& [key, entry] : reading.document.entries)
    if (counts(key)) unknown.check_entry(key, entry);
  for (const auto& [key, place] : reading.document.tables)
    if (counts(key)) unknown.check_table(key);
  return unknown.explained();
}

}  // namespace thalweg::io
