// SPDX-License-Identifier: Apache-2.0
#include "solvers/sound/medium/coefficient.hpp"

#include <algorithm>

namespace thalweg::sound::inline TW_HALF {

namespace {

using exec::Index;
using exec::Space;

template <class Real>
using HostRows = exec::Array<Real, 3, Space::host>;

/// Which axes rows change along.
struct Variation {
  bool z = false, y = false;
};

template <class Real>
Variation find_variation(const HostRows<Real>& all) {
  const auto v = all.view();
  const int nz = v.extent[0], ny = v.extent[1], nx = v.extent[2];
  Variation found;
  for (int z = 0; z < nz; ++z)
    for (int y = 0; y < ny; ++y) {
      const Real* row = &v(z, y, 0);
      found.z |= !std::equal(row, row + nx, &v(0, y, 0));
      found.y |= !std::equal(row, row + nx, &v(z, 0, 0));
      if (found.z && found.y) return found;
    }
  return found;
}

template <class Real>
struct Round {
  const double* from;
  Real* to;
  void operator()(int i) const { to[i] = static_cast<Real>(from[i]); }
};

/// How many planes are filled at once: an eighth, for a piece is held by each of several readers
/// in double precision, but few enough to stay in cache from file to coefficient.
int planes_of_piece(int planes, int plane_points) {
  constexpr std::int64_t least = 1 << 14, most = 1 << 18;  // points
  const std::int64_t points = std::clamp(std::int64_t{planes} * plane_points / 8, least, most);
  return static_cast<int>(std::max<std::int64_t>(1, points / std::max(1, plane_points)));
}

template <class Real>
exec::Array<Real, 3> upload(const HostRows<Real>& rows) {
  exec::Array<Real, 3> array(rows.view().extent);
  exec::Exec exec;
  exec::copy(exec, array.view(), rows.view());
  exec.wait();
  return array;
}

}  // namespace

template <class Real>
Coefficient<Real>::Coefficient(Index<3> extent, const Fill& fill) {
  HostRows<Real> all(extent);
  const int plane = extent[1] * extent[2], step = planes_of_piece(extent[0], plane);
  std::vector<double> values(static_cast<std::size_t>(std::min(step, extent[0])) *
                             static_cast<std::size_t>(plane));
  for (int z = 0; z < extent[0]; z += step) {
    const int end = std::min(z + step, extent[0]);
    fill(z, end, values.data());
    exec::parallel_for(exec::HostExec{}, (end - z) * plane,
                       Round<Real>{values.data(), &all.view()(z, 0, 0)});
  }
  const Variation varies = find_variation(all);
  first_ = *all.view().data;
  const Index<3> kept{varies.z ? extent[0] : 1, varies.y ? extent[1] : 1, extent[2]};
  y_stride_ = varies.y ? extent[2] : 0;
  z_stride_ = varies.z ? static_cast<std::int64_t>(kept[1]) * kept[2] : 0;
  if (kept == extent) {
    if constexpr (exec::kernel_space == Space::host)
      values_ = std::move(all);
    else
      values_ = upload(all);
    return;
  }
  HostRows<Real> rows(kept);
  for (int z = 0; z < kept[0]; ++z)
    for (int y = 0; y < kept[1]; ++y)
      std::copy_n(&all.view()(z, y, 0), kept[2], &rows.view()(z, y, 0));
  values_ = upload(rows);
}

template <class Real>
Coefficient<Real> Coefficient<Real>::uniform(Index<3> extent, double value) {
  return Coefficient({1, 1, extent[2]},
                     [&](int, int, double* values) { std::fill_n(values, extent[2], value); });
}

template class Coefficient<float>;
template class Coefficient<double>;

}  // namespace thalweg::sound::inline TW_HALF
