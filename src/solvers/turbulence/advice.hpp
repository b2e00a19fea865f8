// SPDX-License-Identifier: Apache-2.0
// Whether a case's Courant number is within the limits of linear stability
// (docs/theory/turbulence.md, section 5).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "solvers/turbulence/parameters.hpp"

namespace thalweg::turbulence {

/// The largest Y such that a scheme does not amplify exp(i y t) for 0 <= y <= Y, whatever part of
/// `damping` (1 or less for the mode itself) stands in its right-hand side; 0 for rk2. (5.9)
double stable_extent(const std::string& scheme, double damping = 0);

/// How much of -damping u a right-hand side may have in a step: the largest d such that the scheme
/// does not amplify exp(-d' t) for d' <= d.
double stable_damping(const std::string& scheme);

/// How fast a step of this length lets the fastest growing small wave of a superfluid grow
/// [1/time]. (12.19)
double wave_growth(const Parameters& p, double step);

/// The largest phase k dx that a kept mode has, over the three directions: at most 2 pi / 3 with
/// the 2/3 rule and pi without. (5.10)
double largest_phase(const fft::Modes& modes);

/// The largest Courant number that is linearly stable for certain. Nothing where that cannot be
/// told: rk2 with a start whose speed is in a file, or with waves. (5.11), (5.12)
std::optional<double> stable_courant_number(const Parameters& p);

/// What a user should know before the run, as whole lines: nothing, or that the Courant number or
/// the step is beyond its limit.
std::vector<std::string> advice(const Parameters& p);

}  // namespace thalweg::turbulence
