// SPDX-License-Identifier: Apache-2.0
// The columns of history.csv about blood in straight vessels. docs/theory/blood.md, section 10.
#pragma once

#include <string>
#include <vector>

#include "simulation/interface/simulation.hpp"
#include "solvers/blood/case/parameters.hpp"
#include "solvers/blood/measures/membrane_rows.hpp"

namespace thalweg::blood {

/// Whether a case is one of a tube or channel at rest that a steady gradient along x drives.
bool is_driven_straight(const Parameters& parameters);

/// The names of suspension_scalars, in their order.
std::vector<std::string> suspension_columns(const Parameters& parameters);

/// flow_rate: along x [m^3/s]; hematocrit: of the vessel; membranes: this rank's cells. Collective.
std::vector<simulation::Scalar> suspension_scalars(const Parameters& parameters,
                                                   const transport::Communicator& comm,
                                                   double flow_rate, double hematocrit,
                                                   const std::vector<Membranes>& membranes);

}  // namespace thalweg::blood
