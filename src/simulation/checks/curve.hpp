// SPDX-License-Identifier: Apache-2.0
// A curve: what can be taken of it, and how far it is from another.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "simulation/checks/quantity.hpp"

namespace thalweg::simulation::checks {

struct Curve {
  std::vector<double> x, y;  // of equal length
  std::string x_unit, y_unit;
  bool is_sampled = true;  // y is a function of x; else the points lie in a plane or a volume
};

/// Thrown where a run leaves nothing that a check can be decided by; the text says why.
struct UndecidedCheck {
  std::string why;
};

/// The part of a curve with from <= x <= to. Throws UndecidedCheck where the curve does not reach
/// as far as either of them, by more than rounding.
Curve part_of(const Curve& curve, std::optional<double> from, std::optional<double> to);

/// One number of a curve; values that are not finite do not count. at: the place for
/// Reduction::at, between two of which the curve is straight. A mean is the integral over x divided
/// by its length, or that of the values where the points are not samples of a function. A frequency
/// is that of rises through the mean, from the first to the last, of which there must be two; a
/// rise is the first through 0. Throws UndecidedCheck where there is no such number.
double reduced(const Curve& curve, Reduction reduction, std::optional<double> at);

/// How the difference of two curves is measured.
enum class Norm { square, largest };

/// A curve and another one at the same places.
struct Comparison {
  std::vector<double> x, value, reference;
  double error = 0;
};

/// Hold a curve to another at the places of the other that lie within both. With d = y - r:
///   square   sqrt(int d^2 dx / int r^2 dx), absolute: sqrt(int d^2 dx / int dx)
///   largest  max |d| / max |r|,             absolute: max |d|
/// by the trapezoidal rule. Throws UndecidedCheck where fewer than two places are shared, or where
/// y is not a function of x.
Comparison compared(const Curve& curve, const Curve& reference, Norm norm, bool absolute);

}  // namespace thalweg::simulation::checks
