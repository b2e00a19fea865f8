// SPDX-License-Identifier: Apache-2.0
#include "ladder_fields.hpp"

namespace thalweg::bench::ladder {

namespace {

/// The first `modes.nx` columns of a table of all modes.
Array<float> columns(const std::vector<float>& table, const Box& all, const Box& modes,
                     Touch touch) {
  Array<float> array(modes.size(), touch);
  for (int z = 0; z < modes.nz; ++z)
    for (int y = 0; y < modes.ny; ++y)
      std::copy_n(table.data() + all.row(z, y), modes.nx, array.data() + modes.row(z, y));
  return array;
}

}  // namespace

Fields::Fields(const Tables& t, const Box& m, Touch touch)
    : tables(t), points(t.points), modes(m), scale(1.0F / static_cast<float>(points.size())),
      pressure(points.size(), touch), density(copied(t.density, touch)),
      speed_squared(copied(t.speed_squared, touch)), nonlinear(copied(t.nonlinear, touch)),
      absorbing(copied(t.absorbing, touch)), dispersing(copied(t.dispersing, touch)),
      kappa(columns(t.kappa, points, m, touch)), absorb(columns(t.absorb, points, m, touch)),
      disperse(columns(t.disperse, points, m, touch)) {
  for (std::size_t c = 0; c < 3; ++c) {
    parts[c] = Array<float>(points.size(), touch);
    velocity[c] = Array<float>(points.size(), touch);
    dt_per_density[c] = copied(t.dt_per_density[c], touch);
  }
}

void Fields::set(const State& state) {
  std::copy(state.pressure.begin(), state.pressure.end(), pressure.data());
  for (std::size_t c = 0; c < 3; ++c) {
    std::copy(state.parts[c].begin(), state.parts[c].end(), parts[c].data());
    std::copy(state.velocity[c].begin(), state.velocity[c].end(), velocity[c].data());
  }
}

}  // namespace thalweg::bench::ladder
