// SPDX-License-Identifier: Apache-2.0
// The pressure of a state, which a step never computes: docs/theory/turbulence.md, section 15.
#include "base/error.hpp"
#include "solvers/turbulence/equations/equation_set.hpp"
#include "solvers/turbulence/equations/terms.hpp"
#include "solvers/turbulence/statistics/derive.hpp"

namespace thalweg::turbulence::inline TW_HALF {

namespace {

/// Products of a vector at a point: xx, yy, zz, xy, xz, yz, and nothing in what is left of n
/// fields; where n is 3, those from `first` on.
template <class Real, int n>
struct Products {
  int first;
  TW_HD Products row(int, int) const { return *this; }
  TW_HD void operator()(int, const Real* a, Real* out) const {
    const Real all[8] = {a[0] * a[0], a[1] * a[1], a[2] * a[2], a[0] * a[1],
                         a[0] * a[2], a[1] * a[2], 0,           0};
    TW_UNROLL
    for (int c = 0; c < n; ++c) out[c] = n == 3 && first > 0 ? all[(c + 3) % 8] : all[c];
  }
};

/// p <- p - gain k_i k_j T_ij / k^2, of the products T that there are. (15.2)
template <class Real, int n>
struct AddProducts {
  SpectralView<Real> pressure;
  WaveVectors<Real> k;
  Real gain;
  int first;  // of the products
  TW_HD void operator()(int row, int depth, int column, const Complex<Real>* t,
                        Complex<Real>*) const {
    const Mode<Real> m = mode_at(k, row, depth, column);
    const Real x = m.k[0], y = m.k[1], z = m.k[2];
    const Real across = m.k2 > 0 ? gain / m.k2 : 0;
    Complex<Real> sum{0, 0};
    if (first == 0) sum = (x * x) * t[0] + (y * y) * t[1] + (z * z) * t[2];
    if (n > 3 || first > 0) {
      constexpr int mixed = n > 3 ? 3 : 0;
      sum += (2 * x * y) * t[mixed] + (2 * x * z) * t[mixed + 1] + (2 * y * z) * t[mixed + 2];
    }
    pressure(0, row, depth, column - k.first_column[row]) += -across * sum;
  }
};

/// p <- p - i k . f / k^2 of f = -N theta e_z - 2 Omega x u. (15.2)
template <class Real>
struct AddForces {
  SpectralView<Real> pressure;
  ConstSpectralView<Real> state;
  WaveVectors<Real> k;
  Rotation<Real> rotation;
  Real frequency;  // N
  int buoyancy;    // component of the state
  TW_HD void operator()(int row, int depth, int i) const {
    const Mode<Real> m = mode_at(k, row, depth, k.first_column[row] + i);
    const Real inverse = m.k2 > 0 ? 1 / m.k2 : 0;
    Complex<Real> u[3], f[3] = {{0, 0}, {0, 0}, -frequency * state(buoyancy, row, depth, i)};
    load(state, 0, row, depth, i, u);
    rotation.add(u, f);
    pressure(0, row, depth, i) += inverse * minus_divergence(m, f);
  }
};

/// Those of a vector field of the state. n: the fields that this set sends back at once.
template <class Real, int n>
void add_products(const Snapshot<Real>& s, int component, double gain,
                  const SpectralView<Real>& pressure) {
  const auto scaled = static_cast<Real>(gain / s.layout.scale());
  s.pipeline.measure_in(s.output_phases);
  for (int first = 0; first < 6; first += n) {
    s.pipeline.template modes<0, 3>("modes", LoadField<Real>{s.state, s.k, component, true, false});
    s.pipeline.template planes<3, n>("planes", fft::SpreadAsIs<Real>{}, Products<Real, n>{first});
    s.pipeline.template modes<n, 0>("modes", AddProducts<Real, n>{pressure, s.k, scaled, first});
  }
  s.pipeline.measure_in(s.step_phases);
}

template <class Real>
void add_products_of(const Snapshot<Real>& s, int component, double gain,
                     const SpectralView<Real>& pressure) {
  // Exchanges between ranks are there for these numbers of fields alone.
  TW_CHECK(s.set.to_modes == 3 || s.set.to_modes == 8, "the pressure of this set is not known");
  if (s.set.to_modes == 3)
    add_products<Real, 3>(s, component, gain, pressure);
  else
    add_products<Real, 8>(s, component, gain, pressure);
}

}  // namespace

template <class Real>
void derive_pressure(const Snapshot<Real>& s, exec::View<Real, 4> out) {
  exec::PlacedArray<Complex<Real>, 4> pressure(
      {1, s.layout.local_rows(), s.layout.depth, s.layout.group}, s.space);
  AddForces<Real> forces{pressure.view(), s.state, s.k, Rotation<Real>(s.p), 0, 0};
  for (std::size_t f = 0; f < s.set.own_fields(); ++f) {
    const StateField& field = s.set.fields[f];
    if (field.kind == FieldKind::scalar) {
      forces.frequency = static_cast<Real>(s.p.buoyancy_frequency);
      forces.buoyancy = field.first;
    } else {
      add_products_of(s, field.first, field.kind == FieldKind::magnetic ? -1 : 1, pressure.view());
    }
  }
  exec::parallel_for(s.exec, modes_of(pressure.view()), forces);
  s.to_points(LoadField<Real>{std::as_const(pressure).view(), s.k, 0, false, false}, out);
  s.exec.wait();  // the modes go
}

template void derive_pressure(const Snapshot<float>&, exec::View<float, 4>);
template void derive_pressure(const Snapshot<double>&, exec::View<double, 4>);

}  // namespace thalweg::turbulence::inline TW_HALF
