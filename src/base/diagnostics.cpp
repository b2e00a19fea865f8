// SPDX-License-Identifier: Apache-2.0
#include "base/diagnostics.hpp"

#include <algorithm>
#include <limits>
#include <tuple>

#include "base/error.hpp"

namespace thalweg {

namespace {

constexpr std::size_t longest_compared = 64;
constexpr std::size_t most_shown = 100;

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

auto sort_key(const Mistake& mistake) {
  const Place& place = mistake.place;
  const int line = place.line == 0 ? std::numeric_limits<int>::max() : place.line;
  return std::tuple(place.order, line, place.column);
}

auto content(const Mistake& mistake) {
  return std::tie(mistake.place.source, mistake.place.line, mistake.key, mistake.found,
                  mistake.expected);
}

/// The mistakes in order, each once: a key that is read twice is wrong twice.
std::vector<Mistake> sorted(std::vector<Mistake> mistakes) {
  std::stable_sort(mistakes.begin(), mistakes.end(),
                   [](const Mistake& a, const Mistake& b) { return sort_key(a) < sort_key(b); });
  std::vector<Mistake> result;
  std::size_t same_place = 0;  // first result at the place of the present mistake
  for (Mistake& mistake : mistakes) {
    if (!result.empty() && sort_key(result.back()) != sort_key(mistake)) same_place = result.size();
    const auto equal = [&](const Mistake& other) { return content(other) == content(mistake); };
    if (std::none_of(result.begin() + static_cast<std::ptrdiff_t>(same_place), result.end(), equal))
      result.push_back(std::move(mistake));
  }
  return result;
}

std::string shown(const Mistake& mistake) {
  const std::string place = printable(mistake.place.text()) + "  ";
  std::string text = place + mistake.key;
  if (!mistake.found.empty())
    text += " = " + mistake.found + "\n";
  else if (!mistake.key.empty())
    text += ": ";
  text += mistake.expected;
  const std::string indent(place.size(), ' ');
  std::string result;
  for (std::size_t begin = 0, end = 0; end != std::string::npos; begin = end + 1) {
    end = text.find('\n', begin);
    if (begin > 0) result.append("\n").append(indent);
    result += printable(std::string_view(text).substr(begin, end - begin));
  }
  return result + "\n";
}

}  // namespace

std::string Place::text() const { return line == 0 ? source : source + ":" + std::to_string(line); }

std::string Diagnostics::text() const {
  const std::vector<Mistake> list = sorted(mistakes_);
  const std::size_t count = list.size();
  std::string text;
  for (std::size_t i = 0; i < std::min(count, most_shown); ++i) text += shown(list[i]);
  if (count > most_shown) text += "... and " + std::to_string(count - most_shown) + " more\n";
  return text + std::to_string(count) + (count == 1 ? " error" : " errors") + "; nothing was run.";
}

void Diagnostics::throw_if_any() const {
  if (!empty()) throw InputError(text());
}

std::size_t edit_distance(std::string_view a, std::string_view b) {
  if (std::max(a.size(), b.size()) > longest_compared) return std::max(a.size(), b.size());
  // Optimal string alignment: rows i - 2, i - 1 and i of the table of distances between prefixes.
  std::vector<std::size_t> before(b.size() + 1), above(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) above[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = above[j - 1] + (lower(a[i - 1]) == lower(b[j - 1]) ? 0 : 1);
      row[j] = std::min({replaced, above[j] + 1, row[j - 1] + 1});
      if (i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) &&
          lower(a[i - 2]) == lower(b[j - 1]))
        row[j] = std::min(row[j], before[j - 2] + 1);
    }
    std::swap(before, above);
    std::swap(above, row);
  }
  return above[b.size()];
}

std::string closest(std::string_view word, const std::vector<std::string>& candidates) {
  // One slip in a short word, up to three in a long one: more is another word, as is one of another
  // letter alone.
  std::size_t least = word.size() > 1 ? std::clamp<std::size_t>(word.size() / 3, 1, 3) + 1 : 1;
  std::string best;
  for (const std::string& candidate : candidates)
    if (const std::size_t distance = edit_distance(word, candidate); distance < least) {
      least = distance;
      best = candidate;
    }
  return best;
}

std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates) {
  const std::string meant = closest(word, candidates);
  return meant.empty() ? "" : " Did you mean \"" + meant + "\"?";
}

}  // namespace thalweg
