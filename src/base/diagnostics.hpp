// SPDX-License-Identifier: Apache-2.0
// Mistakes in a user's input: collected while it is read, reported together, each with its place.
// Read docs/design/errors.md for the shape of the messages.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostics_text.hpp"

namespace thalweg {

/// Where a mistake stands.
struct Place {
  std::string source;  // a file's name, or "--set time.end=x"
  int line = 0;        // 1-based; 0: the source as a whole
  int column = 0;      // orders the mistakes of one line; not shown
  int order = 0;       // orders the sources: 0 the file, 1, 2, ... the settings

  /// "case.toml:14".
  std::string text() const;
};

/// One mistake. Shown as `place  key = found`, and what is expected on the next line; without
/// `found` as `place  key: expected`; without `key` as `place  expected`.
struct Mistake {
  Place place;
  std::string key;
  std::string found;     // as the user wrote it
  std::string expected;  // bound, meaning, unit, what to do; may have several lines
};

class Diagnostics {
 public:
  void add(Mistake mistake) { mistakes_.push_back(std::move(mistake)); }
  bool empty() const { return mistakes_.empty(); }
  std::size_t count() const { return mistakes_.size(); }
  /// All mistakes by source and line, each once, and the closing count.
  std::string text() const;
  /// Throws InputError with text() if there is a mistake.
  void throw_if_any() const;

 private:
  std::vector<Mistake> mistakes_;
};

/// How many letters must be put in, left out, replaced or swapped with their neighbour to turn one
/// word into the other; upper and lower case count as equal. Words of more than 64 letters are not
/// compared: the result is then the length of the longer.
std::size_t edit_distance(std::string_view a, std::string_view b);
/// The candidate that a misspelt word probably means; empty if none is close enough.
std::string closest(std::string_view word, const std::vector<std::string>& candidates);
/// ` Did you mean "viscosity"?` for the closest candidate, or nothing.
std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates);

}  // namespace thalweg
