// SPDX-License-Identifier: Apache-2.0
// What the points of a sensor have heard, as a curve.
#pragma once

#include "simulation/checks/entry.hpp"

namespace thalweg::simulation::checks {

/// One point's series against time, or all chosen points' values (at a time, amplitudes, or kept
/// over the run) against the coordinate along which they lie furthest apart [m]. Throws
/// UndecidedCheck where traces.h5 does not hold them (yet).
Curve sensor_curve(const Quantity& quantity, const SensorChoice& choice,
                   const std::filesystem::path& traces);

/// The amplitude |a| of values that are Re[a exp(-i w t)] and a constant, by least squares, so that
/// the time need not be a whole number of periods.
double amplitude_of(const std::vector<double>& time, const std::vector<double>& values,
                    double frequency);

}  // namespace thalweg::simulation::checks
