// SPDX-License-Identifier: Apache-2.0
// What a case says of eddies that are smaller than cells: [turbulence_model].
#pragma once

#include "io/case/case.hpp"

namespace thalweg::flow {

enum class Subgrid { none, smagorinsky, wale, vreman };

/// Large-eddy simulation: docs/theory/flow.md, section 7.
struct TurbulenceModel {
  Subgrid kind = Subgrid::none;
  double constant = 0;     // of its formula
  bool is_damped = false;  // towards walls; smagorinsky
};

/// is_flat: of the grid.
TurbulenceModel read_turbulence_model(io::Case& input, bool is_flat);

}  // namespace thalweg::flow
