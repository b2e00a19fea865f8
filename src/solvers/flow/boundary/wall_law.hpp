// SPDX-License-Identifier: Apache-2.0
// The stress at walls whose layers cells do not hold: docs/theory/flow.md, section 7. After Werner
// and Wengle, Proc. 8th Symp. Turbulent Shear Flows (1991).
#pragma once

#include <cmath>

#include "base/portable.hpp"

namespace thalweg::flow {

/// The viscosity with which a speed at a distance from a wall has the stress of a turbulent layer,
/// u+ = 8.3 y+^(1/7); that of the fluid, which is above 0, where y+ is below 11.81. (7.7)
template <class Real>
TW_HD Real wall_viscosity(Real speed, Real distance, Real viscosity) {
  constexpr Real factor = Real(8.3), least = Real(139.5);  // least: y+ u+ where both laws meet
  if (speed * distance < least * viscosity) return viscosity;
  const Real u = speed / factor;
  return u * std::sqrt(std::sqrt(viscosity / (distance * u))) * distance / factor;
}

}  // namespace thalweg::flow
