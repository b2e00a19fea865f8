// SPDX-License-Identifier: Apache-2.0
// From sources in physical units to the sources of a problem, whose signals are in the units of the
// step. (docs/theory/sound.md, section 4)
#pragma once

#include <vector>

#include "solvers/sound/problem/problem.hpp"
#include "solvers/sound/sources/emission.hpp"
#include "solvers/sound/sources/signal.hpp"

namespace thalweg::sound {

/// One source of a case.
struct CaseSource {
  bool is_pressure = true;
  SourceMode mode = SourceMode::additive;
  std::vector<Signal> signals;  // one that all points play, or one per point
  std::vector<Emission> emissions;
};

/// What a signal in Pa is multiplied by beside the weight of the point, where the speed of sound is
/// c. (4.2)
double pressure_scale(SourceMode mode, const Problem& problem, double c);
/// What a signal in m/s is multiplied by beside the weight of the point and the direction.
double velocity_scale(SourceMode mode, const Problem& problem, double c);

/// The sources of one kind together: one for each mode, those that set the field last. Where
/// several of a mode share a point they add up; one signal serves all points if they differ in
/// nothing. What sets the field does so until its own signals are over, whatever else is there. A
/// velocity source acts on those components along which it moves anywhere.
std::vector<PressureSource> joined_pressure(const std::vector<CaseSource>& sources,
                                            const Problem& problem);
std::vector<VelocitySource> joined_velocity(const std::vector<CaseSource>& sources,
                                            const Problem& problem);

}  // namespace thalweg::sound
