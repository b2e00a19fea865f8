// SPDX-License-Identifier: Apache-2.0
// From the sources of a case, in physical units, to the sources of a problem, whose signals are
// in the units of the step. (docs/theory/sound.md, section 4)
#pragma once

#include <functional>
#include <vector>

#include "solvers/sound/case/emitter.hpp"
#include "solvers/sound/case/signal.hpp"
#include "solvers/sound/problem/problem.hpp"

namespace thalweg::sound {

/// One [[source]].
struct CaseSource {
  bool is_pressure = true;
  SourceMode mode = SourceMode::additive;
  std::vector<Signal> signals;  // one that all points play, or one per point
  std::vector<Emission> emissions;
};

/// The signals and emissions of a [[source]] with shape = "traces": each point plays what a sensor
/// of an earlier run heard there. Mistakes are the case's.
void read_traces_source(io::Case& input, const std::string& at, const Grid& grid,
                        CaseSource& source);

/// What a signal in Pa is multiplied by, where the speed of sound is c; spacing along x.
double pressure_scale(SourceMode mode, const Problem& problem, double c);
/// What a signal in m/s along one axis is multiplied by.
double velocity_scale(SourceMode mode, const Problem& problem, double c, std::size_t axis);

/// The sources of one kind together: one for each mode, those that set the field last. Where
/// several of a mode share a point they add up; one signal serves all points if they differ in
/// nothing. A velocity source acts on those components along which it moves anywhere.
std::vector<PressureSource> joined_pressure(const std::vector<CaseSource>& sources,
                                            const Problem& problem);
std::vector<VelocitySource> joined_velocity(const std::vector<CaseSource>& sources,
                                            const Problem& problem);

}  // namespace thalweg::sound
