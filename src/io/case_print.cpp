// SPDX-License-Identifier: Apache-2.0
// The effective case: what was read, with the defaults that were used, as TOML.
#include <fmt/format.h>

#include <algorithm>

#include "io/case_state.hpp"

namespace thalweg::io {

namespace {

/// Sections in the order in which their first key was read; keys without one come first, because
/// TOML has no way to leave a section.
std::vector<std::string> sections_in_order(const std::vector<KnownKey>& known) {
  std::vector<std::string> sections{""};
  for (const KnownKey& key : known)
    if (const std::string section = first_section(key.key);
        key.value && std::find(sections.begin(), sections.end(), section) == sections.end())
      sections.push_back(section);
  return sections;
}

std::string line_for(const KnownKey& key, const std::string& section) {
  const std::string name = section.empty() ? key.key : key.key.substr(section.size() + 1);
  std::string comment = key.comment;
  if (key.is_default) comment += comment.empty() ? "default" : "; default";
  const std::string assignment = fmt::format("{} = {}", name, to_toml(*key.value));
  if (comment.empty()) return assignment + "\n";
  return fmt::format("{:<40}  # {}\n", assignment, printable(comment));
}

}  // namespace

std::string Case::effective_toml() const {
  std::string text;
  for (const std::string& section : sections_in_order(state_->known)) {
    if (!section.empty()) text += fmt::format("{}[{}]\n", text.empty() ? "" : "\n", section);
    for (const KnownKey& key : state_->known)
      if (key.value && first_section(key.key) == section) text += line_for(key, section);
  }
  return text;
}

}  // namespace thalweg::io
