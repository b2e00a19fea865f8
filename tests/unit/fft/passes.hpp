// SPDX-License-Identifier: Apache-2.0
// Passes there and back through the pipelines where some modes count, and the sums of waves that
// their points are.
#pragma once

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>

#include "fft/pipeline.hpp"

namespace thalweg::fft::testing {

/// A smooth, reproducible amplitude for every mode and field; real fields need no symmetry here,
/// because only modes with m_x > 0 or the upper half of m_x = 0 are free.
template <class Real>
Complex<Real> amplitude(int field, int mx, int my, int mz) {
  const bool mirrored = mx == 0 && (my < 0 || (my == 0 && mz < 0));
  const int s = mirrored ? -1 : 1;
  const double phase = 1.3 * field + 0.7 * s * mx + 2.1 * s * my + 0.4 * s * mz;
  const double size = 1.0 / (1 + mx * mx + my * my + mz * mz);
  const bool mean = mx == 0 && my == 0 && mz == 0;
  return {static_cast<Real>(size * std::cos(phase)),
          static_cast<Real>(mean ? 0 : s * size * std::sin(phase))};
}

template <class Real>
struct LoadAmplitudes {
  const Layout* layout;
  int fields;
  void operator()(int row, int depth, int column, const Complex<Real>*, Complex<Real>* out) const {
    for (int f = 0; f < fields; ++f)
      out[f] = amplitude<Real>(f, column, layout->row_mode(layout->first_row() + row),
                               signed_mode(depth, layout->modes.kz));
  }
};

template <class Real>
struct KeepPoints {
  exec::View<Real, 4> points;  // (z, y, x, field)
  struct Row {
    Real* values;
    int fields;
    Real operator()(int x, const Real* in, Real* out) const {
      Real largest = 0;
      for (int f = 0; f < fields; ++f) {
        values[x * fields + f] = in[f];
        out[f] = in[f];
        largest = std::max(largest, std::abs(in[f]));
      }
      return largest;
    }
  };
  Row row(int z, int y) const { return {&points(z, y, 0, 0), points.extent[3]}; }
};

template <class Real>
struct KeepModes {
  const Layout* layout;
  exec::View<Complex<Real>, 4> modes;  // (field, row, depth, column of the row)
  void operator()(int row, int depth, int column, const Complex<Real>* in, Complex<Real>*) const {
    const int i = column - layout->row_column[static_cast<std::size_t>(layout->first_row() + row)];
    for (int f = 0; f < modes.extent[0]; ++f) modes(f, row, depth, i) = in[f];
  }
};

struct Grid {
  int nx, ny, nz;
  Truncation truncation;
};

/// The field at a point, by summing its waves.
inline double wave_sum(const Modes& modes, int field, double x, double y, double z) {
  double sum = 0;
  for (int mx = 0; mx <= modes.kx; ++mx)
    for (int my = -modes.ky; my <= modes.ky; ++my)
      for (int mz = -modes.kz; mz <= modes.kz; ++mz) {
        if (!modes.keeps(mx, my, mz)) continue;
        const Complex<double> a = amplitude<double>(field, mx, my, mz);
        const double angle = 2 * std::numbers::pi * (mx * x + my * y + mz * z);
        sum += (mx > 0 ? 2 : 1) * (a.re * std::cos(angle) - a.im * std::sin(angle));
      }
  return sum;
}

/// One pass there and back through a pipeline: points and modes.
template <class Real, template <class> class Pipeline>
struct Pass {
  static constexpr int fields = 2;
  Layout layout;
  Phases phases;
  exec::Exec exec;
  exec::Array<Real, 4> points;
  exec::Array<Complex<Real>, 4> modes;
  Real peak = 0;

  /// across: ranks that share planes.
  Pass(const Grid& g, const transport::Communicator& comm, TileExchangeOptions options,
       int across = 1)
      : layout(make_layout(kept_modes(g.nx, g.ny, g.nz, g.truncation), comm.rank(),
                           RankGrid{comm.size() / across, across}, sizeof(Complex<Real>))),
        points({layout.local_planes(), layout.local_ys(), g.nx, fields}),
        modes({fields, layout.local_rows(), layout.depth, layout.group}) {
    const Traffic traffic{.to_planes = {fields}, .to_rows = {fields}, .modes_stay = true};
    Pipeline<Real> pipeline(layout, comm, exec, traffic, options, phases);
    for (int n = 0; n < 2; ++n) {  // twice: plans must be reusable
      pipeline.template modes<0, fields>("load", LoadAmplitudes<Real>{&layout, fields});
      pipeline.template planes<fields, fields>("planes", SpreadAsIs<Real>{},
                                               KeepPoints<Real>{points.view()}, {&peak, {1}});
      pipeline.template modes<fields, 0>("keep", KeepModes<Real>{&layout, modes.view()});
    }
  }
  double mode_error() const {
    double worst = 0;
    for (int row = 0; row < layout.local_rows(); ++row)
      for (int i = 0; i < layout.columns_of(layout.first_row() + row); ++i)
        for (int depth = 0; depth < layout.depth; ++depth) {
          const int global = layout.first_row() + row, my = layout.row_mode(global);
          const int column = layout.row_column[static_cast<std::size_t>(global)] + i;
          const int mz = signed_mode(depth, layout.modes.kz);
          for (int f = 0; f < fields; ++f) {
            const Complex<Real> found = modes.view()(f, row, depth, i);
            const Complex<double> wanted = layout.modes.keeps(column, my, mz)
                                               ? amplitude<double>(f, column, my, mz)
                                               : Complex<double>{0, 0};
            const double scale = layout.modes.points();
            worst = std::max({worst, std::abs(found.re / scale - wanted.re),
                              std::abs(found.im / scale - wanted.im)});
          }
        }
    return worst;
  }
};

/// The largest difference of points to the sum of the waves.
template <class Pass>
double point_error(const Pass& pass) {
  const Modes& modes = pass.layout.modes;
  double worst = 0;
  for (int z = 0; z < pass.layout.local_planes(); ++z)
    for (int y = 0; y < pass.layout.local_ys(); y += 3)
      for (int x = 0; x < modes.nx; x += 2)
        for (int f = 0; f < 2; ++f) {
          const double wanted =
              wave_sum(modes, f, double(x) / modes.nx, double(pass.layout.first_y() + y) / modes.ny,
                       double(pass.layout.first_plane() + z) / modes.nz);
          worst = std::max(worst, std::abs(double(pass.points.view()(z, y, x, f)) - wanted));
        }
  return worst;
}

}  // namespace thalweg::fft::testing
