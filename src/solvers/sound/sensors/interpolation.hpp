// SPDX-License-Identifier: Apache-2.0
// The value of a field between the points of its grid: a weighted sum over the points around, a
// product of one sum per axis. (docs/theory/sound.md, 5.2 and 5.3)
#pragma once

#include <vector>

#include "fft/extension.hpp"

namespace thalweg::sound {

/// Points of an axis and their weights, each point once. On a periodic axis they follow each other,
/// and the first point follows the last.
struct Taps {
  std::vector<int> index;
  std::vector<double> weight;
};

/// The least cells to each side of a place for which every wave of three points per wavelength or
/// more has a relative error of at most `tolerance` per axis.
int interpolation_reach(double tolerance);

/// The largest relative error of any such wave at any place, with so many cells to each side.
double interpolation_error(int reach);

/// At a coordinate in cells on a periodic axis. reach 0, and one that reaches round the axis: all
/// its points, which is exact. A coordinate within a millionth of a cell of a point is that point.
Taps periodic_taps(double coordinate, int points, int reach);

/// At a coordinate in cells along a radius, for a field of this symmetry; it may lie beyond either
/// end.
Taps radial_taps(double coordinate, int points, int reach, fft::Extension symmetry);

}  // namespace thalweg::sound
