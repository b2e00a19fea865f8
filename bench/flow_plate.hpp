// SPDX-License-Identifier: Apache-2.0
// The plate in 152 blocks that the flow solver is measured on: the grid of cases/plate-152.
#pragma once

#include <string>

namespace thalweg::bench {

/// Cells around the plate, from it outwards, and along z, and the blocks that they make. 912, 80
/// and 96 are the 7 million of paper 002.
struct PlateSize {
  int around = 304, outwards = 32, layers = 32;
  int sectors = 38, along = 4;

  double cells() const { return static_cast<double>(around) * outwards * layers; }
  int blocks() const { return sectors * along; }
  PlateSize in_one_block() const { return {around, outwards, layers, 1, 1}; }
};

/// What a cycle is: five stages of Runge-Kutta on the grid alone, as the paper's, or a W-cycle.
enum class PlateCycle { stages, w_cycle };

/// A case as users write it.
std::string plate_case(const PlateSize& size, PlateCycle cycle);

}  // namespace thalweg::bench
