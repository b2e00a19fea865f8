// SPDX-License-Identifier: Apache-2.0
// The words of a text.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace thalweg {

/// The words between separators, empty ones too: one more than there are separators.
inline std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> words{""};
  for (const char c : text) {
    if (c == separator)
      words.emplace_back();
    else
      words.back() += c;
  }
  return words;
}

}  // namespace thalweg
