// SPDX-License-Identifier: Apache-2.0
// The modes that a force acts on: few, unless the shell is wide.
#pragma once

#include <vector>

#include "base/complex.hpp"
#include "fft/layout.hpp"
#include "solvers/turbulence/equations/equation_set.hpp"

namespace thalweg::turbulence {

/// One stored mode (m_x >= 0) with the place that a rank has it at, as kernels read it.
struct ForcedMode {
  int m[3];                                   // mode numbers x, y, z
  double k[3];                                // wave vector [1/length]
  double weight;                              // modes that it stands for: 2 where m_x > 0
  Complex<double> force[3];                   // of a constant shape [velocity/time]
  int number = 0;                             // in the list of all ranks
  int row = 0, depth = 0, column = 0, i = 0;  // local row; column of the grid and of the row
};

/// The field of the state that the case forces; the velocity where it forces none.
std::size_t forced_field(const Parameters& parameters, const SetDescription& set);

/// All forced modes that are kept, in an order that depends on the case alone. None of a linear
/// force: that acts on all.
std::vector<ForcedMode> forced_modes(const Parameters& parameters);
/// Those of them that the layout's rank holds, with their places.
std::vector<ForcedMode> local_modes(const std::vector<ForcedMode>& all, const fft::Layout& layout);

/// The rate at which a force makes a flow at rest cross a spacing, for the length of steps: such a
/// flow has no other [1/time]. (11.9)
double rate_from_rest(const Parameters& parameters);

/// The numbers of a random force: of two helical waves, at the end of the step and its beginning.
inline constexpr int random_numbers = 8;
/// Bytes that forcing takes where the modes lie, for estimates.
double forcing_bytes(const Parameters& parameters, const fft::Layout& layout);

/// The wave number, in units of 2 pi / longest side, up to which no mode is truncated.
double largest_whole_shell(const Parameters& parameters);

}  // namespace thalweg::turbulence
