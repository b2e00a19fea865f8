// SPDX-License-Identifier: Apache-2.0
// What is done at each vertex beside forces and transfer.
#pragma once

#include <cstdint>

#include "base/portable.hpp"

namespace thalweg::blood {

inline namespace TW_HALF {

/// Of this step and the last, so that nothing answers to what changes its sign from step to step.
/// (7.6)
struct TakeMeanOfSteps {
  double* past;  // of the last step, and then of this
  double* speeds;
  TW_HD void operator()(std::int64_t i) const {
    const double now = speeds[i];
    speeds[i] = (past[i] + now) / 2;
    past[i] = now;
  }
};

/// x(t + 1) = x(t) + u. (7.6)
struct MoveVertices {
  const double* speeds;
  double* places;
  TW_HD void operator()(std::int64_t i) const { places[i] += speeds[i]; }
};

/// Copies look over the ends of the domain.
struct ShiftCopies {
  const double* shifts;
  double* places;
  TW_HD void operator()(std::int64_t i) const { places[i] += shifts[i]; }
};

/// What pulls the ends of cells apart.
struct AddPull {
  const double* pull;
  double* forces;  // (cell, coordinate, vertex)
  int vertices;
  TW_HD void operator()(std::int64_t i) const {
    const std::int64_t cell = i / vertices;
    const int vertex = static_cast<int>(i - cell * vertices);
    forces[3 * cell * vertices + vertex] += pull[vertex];
  }
};

}  // namespace TW_HALF

}  // namespace thalweg::blood
