// SPDX-License-Identifier: Apache-2.0
// The 19 velocities of the lattice as constants of kernels, in the order of grid::d3q19(): rest
// first, then each followed by its opposite. docs/theory/blood.md, section 1.
#pragma once

#include "base/portable.hpp"

namespace thalweg::blood {

inline constexpr int directions = 19;

struct Direction {
  int x, y, z;
  double weight;
};

inline constexpr Direction d3q19[directions] = {
    {0, 0, 0, 1.0 / 3},                                                    // 0
    {1, 0, 0, 1.0 / 18},   {-1, 0, 0, 1.0 / 18},  {-1, 1, 0, 1.0 / 36},    // 1 2 3
    {1, -1, 0, 1.0 / 36},  {0, 1, 0, 1.0 / 18},   {0, -1, 0, 1.0 / 18},    // 4 5 6
    {1, 1, 0, 1.0 / 36},   {-1, -1, 0, 1.0 / 36}, {0, -1, 1, 1.0 / 36},    // 7 8 9
    {0, 1, -1, 1.0 / 36},  {-1, 0, 1, 1.0 / 36},  {1, 0, -1, 1.0 / 36},    // 10 11 12
    {0, 0, 1, 1.0 / 18},   {0, 0, -1, 1.0 / 18},  {1, 0, 1, 1.0 / 36},     // 13 14 15
    {-1, 0, -1, 1.0 / 36}, {0, 1, 1, 1.0 / 36},   {0, -1, -1, 1.0 / 36}};  // 16 17 18

TW_HD constexpr int opposite(int q) { return q == 0 ? 0 : (q % 2 == 1 ? q + 1 : q - 1); }

}  // namespace thalweg::blood
