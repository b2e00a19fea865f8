// SPDX-License-Identifier: Apache-2.0
// A vessel as large as the box of what it holds.
#pragma once

#include "solvers/blood/vessel/vessel.hpp"

namespace thalweg::blood {

template <class Shaped>
Vessel around(VesselShape shape, const Shaped& interior, double spacing) {
  const geometry::Bounds box = interior->box();
  const geometry::Vector size = geometry::plus(box.upper, box.lower, -1);
  return {.shape = shape,
          .size = size,
          .middle = geometry::plus(box.lower, size, 0.5),
          .spacing = spacing,
          .interior = interior};
}

}  // namespace thalweg::blood
