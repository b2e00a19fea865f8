// SPDX-License-Identifier: Apache-2.0
// Mistakes in a user's input: collected while reading, reported together.
#pragma once

#include <string>
#include <vector>

namespace thalweg {

/// One mistake: where, what was found there, and what is expected or to be done.
struct Mistake {
  std::string where;     // "case.toml:14", or "--set time.end=x"
  int line = 0;          // for the order of the list; 0: after all others
  std::string found;     // "turbulence.viscosity = -1"
  std::string expected;  // "must be > 0 (kinematic viscosity, m^2/s)"
};

class Diagnostics {
 public:
  void add(Mistake mistake) { mistakes_.push_back(std::move(mistake)); }
  bool empty() const { return mistakes_.empty(); }
  /// All mistakes in the order of their lines, and how many there are.
  std::string text() const;

 private:
  std::vector<Mistake> mistakes_;
};

/// The candidate that is closest to a misspelt word, if any is close enough to be meant.
/// Returns an empty string otherwise.
std::string closest(const std::string& word, const std::vector<std::string>& candidates);

}  // namespace thalweg
