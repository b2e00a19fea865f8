// SPDX-License-Identifier: Apache-2.0
// Where a source of a case is: the shapes of a [[source]].
#pragma once

#include <string>
#include <vector>

#include "io/case/case.hpp"
#include "solvers/sound/sources/emission.hpp"

namespace thalweg::sound {

/// What a [[source]] needs to know of the rest of the case.
struct EmitterContext {
  const Grid& grid;
  double speed;   // of sound, for delays
  Spread spread;  // of surfaces
};
/// The shapes of a [[source]] whose points play a signal of the case.
std::vector<std::string> emitter_shapes();
/// Whether the shape is a surface, which is spread over points; others are points of the grid.
bool is_surface(const std::string& shape);
/// The emissions of a [[source]] of one of these shapes below `at`. Mistakes are the case's.
std::vector<Emission> read_emitter(io::Case& input, const std::string& at, const std::string& shape,
                                   const EmitterContext& context);

}  // namespace thalweg::sound
