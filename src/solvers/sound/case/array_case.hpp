// SPDX-License-Identifier: Apache-2.0
// Transducer arrays: equal elements in a row, each with its delay and weight.
#pragma once

#include "solvers/sound/case/emitter.hpp"
#include "solvers/sound/sources/elements.hpp"

namespace thalweg::sound {

/// The keys that say where the elements of an array are, for sources and sensors: `center`,
/// `along`, `elements`, `pitch`.
struct Row {
  Vector along{};
  std::vector<Element> elements;
};
Row read_row(io::Case& input, const std::string& at, const Grid& grid);

/// A [[source]] with shape = "array". Throws InputError if it sticks out of the grid.
std::vector<Emission> read_array(io::Case& input, const std::string& at, const Vector& direction,
                                 const EmitterContext& context);

}  // namespace thalweg::sound
