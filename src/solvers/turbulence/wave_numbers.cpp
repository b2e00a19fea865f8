// SPDX-License-Identifier: Apache-2.0
#include "solvers/turbulence/wave_numbers.hpp"

#include <numbers>

namespace thalweg::turbulence {

WaveNumbers::WaveNumbers(const fft::Layout& layout, const std::array<double, 3>& length)
    : x(static_cast<std::size_t>(layout.columns_padded)),
      z(static_cast<std::size_t>(layout.depth_padded)) {
  const fft::Modes& modes = layout.modes;
  const auto unit = [&](std::size_t d) { return 2 * std::numbers::pi / length[d]; };
  for (int m = 0; m < modes.columns(); ++m) x[static_cast<std::size_t>(m)] = m * unit(0);
  for (int row = 0; row < layout.local_rows(); ++row)
    y.push_back(layout.row_mode(layout.first_row() + row) * unit(1));
  for (int d = 0; d < modes.depth(); ++d)
    z[static_cast<std::size_t>(d)] = fft::signed_mode(d, modes.kz) * unit(2);
}

}  // namespace thalweg::turbulence
