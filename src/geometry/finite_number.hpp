// SPDX-License-Identifier: Apache-2.0
// Coordinates in text files.
#pragma once

#include <charconv>
#include <cmath>
#include <optional>
#include <string_view>

namespace thalweg::geometry {

/// The number that a word is, with one sign or none; nothing where it is no finite number.
inline std::optional<double> finite_number(std::string_view word) {
  if (word.starts_with('+') && !word.starts_with("+-")) word.remove_prefix(1);
  double value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  const bool is_number = error == std::errc{} && end == word.data() + word.size();
  return is_number && std::isfinite(value) ? std::optional(value) : std::nullopt;
}

}  // namespace thalweg::geometry
