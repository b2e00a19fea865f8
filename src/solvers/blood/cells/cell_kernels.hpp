// SPDX-License-Identifier: Apache-2.0
// What is done at each vertex beside forces and transfer.
#pragma once

#include <cstdint>

#include "base/portable.hpp"

namespace thalweg::blood {

inline namespace TW_HALF {

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
