// SPDX-License-Identifier: Apache-2.0
#include "solvers/flow/mesh/spacing.hpp"

#include <cmath>

namespace thalweg::flow {

namespace {

template <class Place>
Spacing spacing_of(int cells, Place place) {
  Spacing all;
  for (int n = 0; n <= cells; ++n) all.push_back(place(static_cast<double>(n) / cells));
  all.front() = 0;
  all.back() = 1;
  return all;
}

/// The sum of so many terms, each `ratio` times the one before, of which the first is 1.
double sum_of_powers(double ratio, int terms) {
  double sum = 0, term = 1;
  for (int n = 0; n < terms; ++n, term *= ratio) sum += term;
  return sum;
}

/// Such that all cells together have the length of the whole.
double ratio_of(int cells, double first) {
  constexpr int halvings = 200;
  double low = 0.1, high = 10;
  for (int n = 0; n < halvings; ++n) {
    const double middle = std::sqrt(low * high);
    (first * sum_of_powers(middle, cells) < 1 ? low : high) = middle;
  }
  return low;
}

}  // namespace

Spacing even(int cells) {
  return spacing_of(cells, [](double s) { return s; });
}

Spacing growing(int cells, double first) {
  const double ratio = ratio_of(cells, first);
  Spacing all{0};
  double length = first;
  for (int n = 0; n < cells; ++n, length *= ratio) all.push_back(all.back() + length);
  for (double& place : all) place /= all.back();
  all.back() = 1;
  return all;
}

Spacing finer_at_begin(int cells, double rate) {
  if (rate == 0) return even(cells);
  return spacing_of(cells,
                    [&](double s) { return 1 - std::tanh(rate * (1 - s)) / std::tanh(rate); });
}

Spacing finer_at_ends(int cells, double rate) {
  if (rate == 0) return even(cells);
  return spacing_of(
      cells, [&](double s) { return 0.5 * (1 + std::tanh(rate * (2 * s - 1)) / std::tanh(rate)); });
}

Spacing graded(const std::vector<Segment>& segments) {
  Spacing all{0};
  for (const Segment& segment : segments) {
    const double begin = all.back();
    const double growth =
        segment.cells > 1 ? std::pow(segment.ratio, 1.0 / (segment.cells - 1)) : 1;
    double length = segment.length / sum_of_powers(growth, segment.cells);
    for (int n = 0; n < segment.cells; ++n, length *= growth) all.push_back(all.back() + length);
    all.back() = begin + segment.length;
  }
  for (double& place : all) place /= all.back();
  return all;
}

Spacing reversed(const Spacing& spacing) {
  Spacing all(spacing.rbegin(), spacing.rend());
  for (double& place : all) place = 1 - place;
  return all;
}

Spacing joined(const Spacing& lower, double middle, const Spacing& upper) {
  Spacing all;
  for (const double place : lower) all.push_back(middle * place);
  for (std::size_t n = 1; n < upper.size(); ++n) all.push_back(middle + (1 - middle) * upper[n]);
  return all;
}

}  // namespace thalweg::flow
