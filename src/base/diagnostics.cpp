// SPDX-License-Identifier: Apache-2.0
#include "base/diagnostics.hpp"

#include <algorithm>
#include <numeric>

namespace thalweg {

namespace {

/// Levenshtein distance.
std::size_t edit_distance(const std::string& a, const std::string& b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, replaced});
    }
  }
  return row.back();
}

}  // namespace

std::string closest(const std::string& word, const std::vector<std::string>& candidates) {
  std::string best;
  std::size_t least = std::max<std::size_t>(2, word.size() / 3) + 1;
  for (const std::string& candidate : candidates)
    if (const std::size_t distance = edit_distance(word, candidate); distance < least) {
      least = distance;
      best = candidate;
    }
  return best;
}

std::string Diagnostics::text() const {
  std::vector<Mistake> sorted = mistakes_;
  std::stable_sort(sorted.begin(), sorted.end(), [](const Mistake& a, const Mistake& b) {
    return (a.line == 0 ? 1 << 30 : a.line) < (b.line == 0 ? 1 << 30 : b.line);
  });
  std::string text;
  for (const Mistake& mistake : sorted) {
    text += mistake.where + "  " + mistake.found + "\n";
    if (!mistake.expected.empty())
      text += std::string(mistake.where.size() + 2, ' ') + mistake.expected + "\n";
  }
  const std::size_t n = sorted.size();
  return text + std::to_string(n) + (n == 1 ? " error" : " errors") + "; nothing was run.";
}

}  // namespace thalweg
