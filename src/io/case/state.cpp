// SPDX-License-Identifier: Apache-2.0
#include "io/case/state.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace thalweg::io {

void Case::State::mention(const std::string& key) {
  if (mentioned_set.insert(key).second) mentioned.push_back(key);
}

void Case::State::remember(KnownKey key) {
  const auto [at, is_new] = position.try_emplace(key.key, known.size());
  if (is_new)
    known.push_back(std::move(key));
  else
    known[at->second] = std::move(key);
}

CaseValue Case::State::read(const std::string& key, const KeyRule& rule) {
  // A key that two readers share is wrong once.
  if (const auto before = position.find(key); before != position.end())
    if (!known[before->second].value) return rule.example;
  mention(key);
  used.insert(key);
  KnownKey entry{.key = key, .comment = rule.comment};
  if (const CaseEntry* given = document.find(key)) {
    read_entry(entry, *given, rule);
  } else if (const auto table = document.tables.find(key); table != document.tables.end()) {
    mistakes.add({table->second, key, "", "is a section; expected " + rule.expected});
  } else if (rule.default_value) {
    entry.value = rule.default_value;
    entry.is_default = true;
  } else {
    absent({key}, missing(key, rule));
  }
  if (!entry.value && rule.decides) undecided.insert(section_of(key));
  CaseValue result = entry.value.value_or(rule.example);
  remember(std::move(entry));
  return result;
}

void Case::State::read_entry(KnownKey& key, const CaseEntry& entry, const KeyRule& rule) {
  CaseValue value = entry.value;
  const std::string fault = rule.check(value, entry.written);
  if (fault.empty())
    key.value = std::move(value);
  else
    wrong(key.key, entry, fault);
}

void Case::State::wrong(const std::string& key, const CaseEntry& entry,
                        const std::string& expected) {
  mistakes.add({entry.place, key, entry.written, expected});
}

void Case::State::absent(const std::vector<std::string>& keys, Mistake mistake) {
  absences.push_back({keys, std::move(mistake)});
}

Mistake Case::State::missing(const std::string& key, const KeyRule& rule) const {
  const Heading heading = heading_of(key);
  const bool top = heading.section.empty();
  const bool has_section = top || document.tables.contains(heading.section);
  std::string text = "missing. ";
  if (top)
    text += fmt::format("The case needs {}", rule.expected);
  else
    text += fmt::format("{} needs {}", heading.text(), rule.expected);
  text += has_section ? ", for example\n" : ", for example at the end of the file\n";
  if (!has_section) text += heading.text() + "\n";
  text += fmt::format("{} = {}", heading.name_in(key), to_toml(rule.example));
  return {document.place_around(key), key, "", text};
}

std::vector<std::string> Case::State::given(const std::vector<std::string>& keys) {
  std::vector<std::string> list, settings;
  for (const std::string& key : keys) {
    mention(key);
    if (!document.has(key)) continue;
    list.push_back(key);
    const CaseEntry* entry = document.find(key);
    const Place& place = entry ? entry->place : document.tables.at(key);
    if (place.order > 0) settings.push_back(key);
  }
  if (list.size() < 2) return list;
  if (settings.size() == 1) {
    for (const std::string& key : list)
      if (key != settings.front()) document.remove(key);
    return settings;
  }
  // The caller says what is wrong with them; they are not unknown as well.
  for (const std::string& key : list) used.insert(key);
  return list;
}

void Case::State::report_absences(const std::set<std::string>& explained) {
  for (const Absence& absence : absences) {
    const auto is_explained = [&](const std::string& key) {
      for (std::string outer = key; !outer.empty(); outer = section_of(outer))
        if (explained.contains(outer)) return true;
      return false;
    };
    if (std::none_of(absence.keys.begin(), absence.keys.end(), is_explained))
      mistakes.add(absence.mistake);
  }
  absences.clear();
}

}  // namespace thalweg::io
