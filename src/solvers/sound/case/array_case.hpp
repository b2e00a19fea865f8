// SPDX-License-Identifier: Apache-2.0
// Transducer arrays: equal elements in a row, each with its delay and weight.
#pragma once

#include "solvers/sound/case/emitter.hpp"

namespace thalweg::sound {

struct Element {
  Place center{};
  double delay = 0;   // [s], from 0
  double weight = 1;  // apodisation
};

/// Delays after which the elements' waves meet at a place at once.
void focus_at(std::vector<Element>& elements, const Place& focus, double speed);
/// Delays that turn the wave front by an angle [degrees] towards `along`.
void steer(std::vector<Element>& elements, const Place& along, double angle, double speed);
/// "none", "hann" or "tukey" (half of it flat) across the row.
void apodise(std::vector<Element>& elements, const std::string& window);

/// The keys that say where the elements of an array are, for sources and sensors: `center`,
/// `along`, `elements`, `pitch`.
struct Row {
  Place along{};
  std::vector<Element> elements;
};
Row read_row(io::Case& input, const std::string& at, const Grid& grid);

/// A [[source]] with shape = "array". Throws InputError if it sticks out of the grid.
std::vector<Emission> read_array(io::Case& input, const std::string& at, const Place& direction,
                                 const EmitterContext& context);

}  // namespace thalweg::sound
