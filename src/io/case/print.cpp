// SPDX-License-Identifier: Apache-2.0
// The effective case: what was read, with the defaults that were used, as TOML.
#include <fmt/format.h>

#include <algorithm>

#include "io/case/state.hpp"

namespace thalweg::io {

namespace {

/// Sections, and items of lists of tables, in the order in which their first key was read; keys
/// without one come first, because TOML has no way to leave a section.
std::vector<Heading> headings_in_order(const std::vector<KnownKey>& known) {
  std::vector<Heading> headings{{"", false}};
  for (const KnownKey& key : known) {
    const Heading heading = heading_of(key.key);
    const auto is_same = [&](const Heading& other) { return other.section == heading.section; };
    if (key.value && std::none_of(headings.begin(), headings.end(), is_same))
      headings.push_back(heading);
  }
  return headings;
}

std::string line_for(const KnownKey& key, const Heading& heading) {
  std::string comment = key.comment;
  if (key.is_default) comment += comment.empty() ? "default" : "; default";
  const std::string assignment =
      fmt::format("{} = {}", heading.name_in(key.key), to_toml(*key.value));
  if (comment.empty()) return assignment + "\n";
  return fmt::format("{:<40}  # {}\n", assignment, printable(comment));
}

}  // namespace

std::string Case::effective_toml() const {
  std::string text;
  for (const Heading& heading : headings_in_order(state_->known)) {
    if (state_->left_out.contains(first_section(heading.section + "."))) continue;
    if (!heading.section.empty())
      text += fmt::format("{}{}\n", text.empty() ? "" : "\n", heading.text());
    for (const KnownKey& key : state_->known)
      if (key.value && heading_of(key.key).section == heading.section)
        text += line_for(key, heading);
  }
  return text;
}

std::vector<std::pair<std::string, std::string>> Case::effective_values() const {
  std::vector<std::pair<std::string, std::string>> values;
  for (const KnownKey& key : state_->known)
    if (key.value && !state_->left_out.contains(first_section(key.key)))
      values.emplace_back(key.key, to_toml(*key.value));
  return values;
}

}  // namespace thalweg::io
