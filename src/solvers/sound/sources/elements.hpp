// SPDX-License-Identifier: Apache-2.0
// Elements of transducer arrays: when each fires and how strongly.
#pragma once

#include <string>
#include <vector>

#include "geometry/vector.hpp"

namespace thalweg::sound {

struct Element {
  geometry::Vector center{};
  double delay = 0;   // [s], from 0
  double weight = 1;  // apodisation
};

/// Delays after which the elements' waves meet at a place at once.
void focus_at(std::vector<Element>& elements, const geometry::Vector& focus, double speed);
/// Delays that turn the wave front by an angle [degrees] towards `along`.
void steer(std::vector<Element>& elements, const geometry::Vector& along, double angle,
           double speed);
/// "none", "hann" or "tukey" (half of it flat) across the row.
void apodise(std::vector<Element>& elements, const std::string& window);

}  // namespace thalweg::sound
