// SPDX-License-Identifier: Apache-2.0
// How far places lie from the middle of an opening, which may reach over the end of a period.
#pragma once

#include <cmath>

#include "solvers/blood/vessel/vessel.hpp"

namespace thalweg::blood {

/// From the centre of an opening to the nearest image of a place, across the opening's axis [m].
inline geometry::Vector aside_of(const Vessel& vessel, const geometry::Opening& opening,
                                 const geometry::Vector& place) {
  geometry::Vector aside = geometry::plus(place, opening.center, -1);
  for (std::size_t d = 0; d < 3; ++d)
    if (!vessel.is_walled(d)) aside[d] = std::remainder(aside[d], vessel.size[d]);
  aside[opening.axis] = 0;
  return aside;
}

}  // namespace thalweg::blood
