// SPDX-License-Identifier: Apache-2.0
// The sweeps of a step: which fields each transforms and sends, and what it moves through memory.
// For floors (kspace_floor.cpp) and predictions (step_model.cpp). docs/theory/sound.md, section 7.
#pragma once

#include <cstddef>
#include <vector>

#include "fft/rectangles.hpp"
#include "solvers/sound/operators/domain.hpp"

namespace thalweg::sound {

/// The form of the step that a problem asks for.
struct StepForm {
  int dimensions = 3;
  bool axisymmetric = false, power_law = false;
  bool combined = false;  // one absorption field comes back

  explicit StepForm(const Problem& problem);
  /// The most fields that travel at once: a vector, with u_r / r if axisymmetric, or two absorption
  /// fields.
  int most_fields() const;
};

/// Bytes of the medium's coefficients on a rank.
struct CoefficientBytes {
  double inertia = 0, density = 0, state = 0, tau = 0;
};

struct Sweep {
  const char* phase;
  fft::TileDirection sends;  // to_rows: it works on planes; to_planes: on rows
  int arrived = 0;           // fields that it gets
  int in = 0, out = 0;  // fields that it transforms, and those that it transforms back and sends
  double points = 0;    // fields at points that it reads or writes
  double coefficients = 0;  // [bytes]
  double modes = 0;         // numbers per mode that it reads, as parts of a field
};

/// Bytes of one field on its way between points and modes, on this rank.
double travelling_bytes(const Domain& domain, std::size_t real_bytes);
/// Bytes that a step passes over.
double working_set(const Domain& domain, std::size_t real_bytes);

/// In the order of the step.
std::vector<Sweep> sweeps(const StepForm& form, const CoefficientBytes& coefficients);

}  // namespace thalweg::sound
