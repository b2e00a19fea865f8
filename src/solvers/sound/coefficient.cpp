// SPDX-License-Identifier: Apache-2.0
#include "solvers/sound/coefficient.hpp"

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
exec::Array<Real, 3> upload(const HostRows<Real>& rows) {
  exec::Array<Real, 3> array(rows.view().extent);
  exec::Exec exec;
  exec::copy(exec, array.view(), rows.view());
  exec.wait();
  return array;
}

}  // namespace

template <class Real>
Coefficient<Real>::Coefficient(Index<3> extent, const std::function<void(int, double*)>& fill) {
  HostRows<Real> all(extent);
  const std::size_t plane =
      static_cast<std::size_t>(extent[1]) * static_cast<std::size_t>(extent[2]);
  std::vector<double> values(plane);
  for (int z = 0; z < extent[0]; ++z) {
    fill(z, values.data());
    std::transform(values.begin(), values.end(),
                   all.view().data + static_cast<std::size_t>(z) * plane,
                   [](double v) { return static_cast<Real>(v); });
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
                     [&](int, double* values) { std::fill_n(values, extent[2], value); });
}

template class Coefficient<float>;
template class Coefficient<double>;

}  // namespace thalweg::sound::inline TW_HALF
