// SPDX-License-Identifier: Apache-2.0
// Fields that are made of a state for output alone: docs/theory/turbulence.md, section 15.
#pragma once

#include <string>
#include <vector>

#include "solvers/turbulence/equations/equation_set.hpp"

namespace thalweg::turbulence {

enum class DerivedKind { pressure, q_criterion, strain_rate, dissipation, potential_vorticity };

/// A field of one component.
struct DerivedField {
  std::string name, unit;
  DerivedKind kind;
};

/// Those of a set; none of a wave function.
std::vector<DerivedField> derived_fields(const SetDescription& set);

/// All fields on the grid of a set that can be written: output_fields() and these, by name.
std::vector<std::string> image_names(const SetDescription& set);

}  // namespace thalweg::turbulence
