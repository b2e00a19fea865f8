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

/// A field on the grid.
struct ImageHead {
  std::string name, unit;
  int components;
};
/// All of a set that can be written: output_fields() and derived ones.
std::vector<ImageHead> image_fields(const SetDescription& set);

/// Fields that are transformed there and back to compute one of these, for floors.
struct ImageTransforms {
  int to_points, to_modes;
};
ImageTransforms transforms_of(const SetDescription& set, const std::string& name);

}  // namespace thalweg::turbulence
