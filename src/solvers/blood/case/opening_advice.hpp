// SPDX-License-Identifier: Apache-2.0
// What `thalweg check` says of the openings of a vessel.
#pragma once

#include <string>
#include <vector>

#include "solvers/blood/case/parameters.hpp"

namespace thalweg::blood {

/// Largest velocity that the openings let expect [m/s]: that of given flows in a developed profile,
/// or of the flow that given pressures drive.
double velocity_by_openings(const Parameters& parameters);

std::vector<std::string> opening_advice(const Parameters& parameters);

/// The largest velocity of a developed flow over the mean.
double peak_over_mean(const Parameters& p);

}  // namespace thalweg::blood
