// SPDX-License-Identifier: Apache-2.0
#include "solvers/turbulence/wave_numbers.hpp"

#include <numbers>

namespace thalweg::turbulence {

WaveNumbers::WaveNumbers(const fft::Layout& layout, const std::array<double, 3>& length)
    : x(static_cast<std::size_t>(layout.padded_columns())) {
  const fft::Modes& modes = layout.modes;
  const auto unit = [&](std::size_t d) { return 2 * std::numbers::pi / length[d]; };
  for (int m = 0; m < modes.columns(); ++m) x[static_cast<std::size_t>(m)] = m * unit(0);
  for (int row = layout.first_row(); row < layout.first_row() + layout.local_rows(); ++row) {
    y.push_back(layout.row_mode(row) * unit(1));
    first_column.push_back(layout.row_column[static_cast<std::size_t>(row)]);
  }
  for (int d = 0; d < layout.depth; ++d) z.push_back(fft::signed_mode(d, modes.kz) * unit(2));
}

}  // namespace thalweg::turbulence
