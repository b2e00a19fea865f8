// SPDX-License-Identifier: Apache-2.0
// The shape functions of Loop's subdivision surface on a triangle whose corners have six neighbours
// each (F. Cirak, M. Ortiz, P. Schroeder, "Subdivision surfaces: a new paradigm for thin-shell
// finite-element analysis", Int. J. Numer. Meth. Eng. 47 (2000), appendix A).
#pragma once

#include <array>

namespace thalweg::blood {

/// Control vertices that a regular triangle depends on.
inline constexpr int patch_size = 12;

/// Those of a flat triangle: its corners, and those of the triangles at its edges.
inline constexpr int flat_patch_size = 6;

/// Where the twelve lie in the (v, w) plane of the triangle (0, 0), (1, 0), (0, 1).
inline constexpr std::array<std::array<int, 2>, patch_size> patch_places{{{0, -1},
                                                                          {-1, 0},
                                                                          {1, -1},
                                                                          {0, 0},
                                                                          {-1, 1},
                                                                          {2, -1},
                                                                          {1, 0},
                                                                          {0, 1},
                                                                          {-1, 2},
                                                                          {2, 0},
                                                                          {1, 1},
                                                                          {0, 2}}};

/// The value of a function and its derivatives by v and w.
enum Derivative { value, by_v, by_w, by_vv, by_vw, by_ww };
inline constexpr int derivatives = 6;

/// Of the twelve functions, at a point: (derivative, function).
using Basis = std::array<std::array<double, patch_size>, derivatives>;
Basis loop_basis(double v, double w);

}  // namespace thalweg::blood
