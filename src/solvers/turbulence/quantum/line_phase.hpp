// SPDX-License-Identifier: Apache-2.0
// Straight quantum vortices along z at any places of a periodic box (docs/theory/turbulence.md,
// (12.20)).
#pragma once

#include <complex>

#include "solvers/turbulence/parameters.hpp"

namespace thalweg::turbulence {

class LinePhase {
 public:
  /// The lines of the start; as many turn one way as the other.
  explicit LinePhase(const Parameters& parameters);

  /// exp(i phase) of all lines and their images, periodic; 0 on a line.
  std::complex<double> at(double x, double y) const;
  /// From a line to a point of the box, by the nearest image.
  double distance(const VortexLine& line, double x, double y) const;

 private:
  std::vector<VortexLine> lines_;
  double length_[2];  // x, y
  double slope_[2];   // of the phase, with which it begins anew at the end of the box
  int images_;        // rows of images that count
};

}  // namespace thalweg::turbulence
