// SPDX-License-Identifier: Apache-2.0
// Where the points of a line lie: numbers from 0 to 1, cells + 1 of them.
#pragma once

#include <vector>

namespace thalweg::flow {

using Spacing = std::vector<double>;

Spacing even(int cells);
/// Each cell is so much longer than the one before, so that the first is `first` of the whole. Even
/// where that is what even cells have.
Spacing growing(int cells, double first);
/// Finer at the beginning, or at both ends, by tanh; rate 0: even.
Spacing finer_at_begin(int cells, double rate);
Spacing finer_at_ends(int cells, double rate);
/// Cells one behind the other whose lengths form a geometric series.
struct Segment {
  double length = 1;
  int cells = 1;
  double ratio = 1;  // of the last cell to the first
};
/// Segments one behind the other; together they are the whole.
Spacing graded(const std::vector<Segment>& segments);
/// Seen from the other end.
Spacing reversed(const Spacing& spacing);
/// One behind the other: parts of the whole up to `middle` and from there on.
Spacing joined(const Spacing& lower, double middle, const Spacing& upper);

}  // namespace thalweg::flow
