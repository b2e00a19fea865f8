// SPDX-License-Identifier: Apache-2.0
// The rate of shear at a place of the wall from velocities near it: a fit by least squares that is
// at rest on the wall. docs/theory/blood.md, section 10. Lengths are in spacings.
#pragma once

#include <array>

namespace thalweg::blood {

/// A place in the fluid, as the place of the wall sees it.
struct WallSample {
  double distance = 0;           // to the wall
  double along = 0, across = 0;  // from the place of the wall, in its tangential plane
  double weight = 0;             // in the fit
};

/// Of the four unknowns of (10.17): the upper triangle of the symmetric matrix, by rows.
using NormalMatrix = std::array<double, 10>;

/// Adds a sample's part.
void add_sample(NormalMatrix& matrix, const WallSample& sample);

/// The first row of the inverse. Unknowns that the samples do not tell apart are left out of the
/// fit; all are 0 without samples.
std::array<double, 4> first_row_of_inverse(const NormalMatrix& matrix);

/// What the velocity of a sample, per spacing, gives to the rate of shear. (10.18)
double share_of(const WallSample& sample, const std::array<double, 4>& first_row);

}  // namespace thalweg::blood
