// SPDX-License-Identifier: Apache-2.0
// Sums of modes by wave number, as kernels. Each bin of a row gathers its own modes, so that no two
// threads add to one place and the order of additions is fixed.
#pragma once

#include <cmath>

#include "solvers/turbulence/kernels.hpp"

namespace thalweg::turbulence::inline TW_HALF {

/// Bins of one width around 0, width, 2 width, ...
struct Bins {
  double width;
  int count;

  TW_HD int of(double k) const {
    // A wave number between two bins must go up whatever rounding made of it.
    constexpr double margin = 1e-9;
    return static_cast<int>(k / width + (0.5 + margin));
  }
  /// The least wave number of a bin, or a little below; 0 for the first.
  TW_HD double begin(int bin) const { return bin > 0 ? (bin - 0.5) * width * (1 - 1e-8) : 0; }
};

/// Three quantities of a field of the state, by its kind: sums over modes.
struct BinSums {
  static constexpr int quantities = 3;
  double value[quantities] = {0, 0, 0};
  TW_HD void operator+=(const BinSums& other) {
    TW_UNROLL
    for (int q = 0; q < quantities; ++q) value[q] += other.value[q];
  }
};

template <class Real>
TW_HD Complex<double> in_double(Complex<Real> a) {
  return {static_cast<double>(a.re), static_cast<double>(a.im)};
}
template <class Real>
TW_HD void load_double(const ConstSpectralView<Real>& state, int first, int row, int depth, int i,
                       Complex<double>* u) {
  TW_UNROLL
  for (int c = 0; c < 3; ++c) u[c] = in_double(state(first + c, row, depth, i));
}

/// Energy, enstrophy and helicity of the velocity.
template <class Real>
struct VelocityBins {
  TW_HD BinSums operator()(const ConstSpectralView<Real>& state, int row, int depth, int i,
                           const Mode<double>& m, double weight) const {
    Complex<double> u[3], w[3];
    load_double(state, 0, row, depth, i, u);
    curl(m, u, w);
    return {{weight * 0.5 * (norm(u[0]) + norm(u[1]) + norm(u[2])),
             weight * 0.5 * (norm(w[0]) + norm(w[1]) + norm(w[2])),
             weight * (dot(u[0], w[0]) + dot(u[1], w[1]) + dot(u[2], w[2]))}};
  }
};

/// theta^2 / 2, |grad theta|^2 / 2 and u_z theta.
template <class Real>
struct ScalarBins {
  int component;
  TW_HD BinSums operator()(const ConstSpectralView<Real>& state, int row, int depth, int i,
                           const Mode<double>& m, double weight) const {
    const Complex<double> theta = in_double(state(component, row, depth, i));
    const double energy = weight * 0.5 * norm(theta);
    return {{energy, m.k2 * energy, weight * dot(in_double(state(2, row, depth, i)), theta)}};
  }
};

/// b^2 / 2, a . b and u . b.
template <class Real>
struct MagneticBins {
  int component;
  TW_HD BinSums operator()(const ConstSpectralView<Real>& state, int row, int depth, int i,
                           const Mode<double>& m, double weight) const {
    Complex<double> u[3], b[3], j[3];
    load_double(state, 0, row, depth, i, u);
    load_double(state, component, row, depth, i, b);
    curl(m, b, j);
    const double waves = m.k2 > 0 ? weight : 0, inverse = m.k2 > 0 ? 1 / m.k2 : 0;
    return {{waves * 0.5 * (norm(b[0]) + norm(b[1]) + norm(b[2])),
             waves * inverse * (dot(b[0], j[0]) + dot(b[1], j[1]) + dot(b[2], j[2])),
             waves * (dot(u[0], b[0]) + dot(u[1], b[1]) + dot(u[2], b[2]))}};
  }
};

/// Re(u* . du/dt): what the rates of a field bring into its energy. (7.16)
template <class Real>
struct TransferBins {
  ConstSpectralView<Real> rates;
  int first, components;
  TW_HD BinSums operator()(const ConstSpectralView<Real>& state, int row, int depth, int i,
                           const Mode<double>&, double weight) const {
    double sum = 0;
    for (int c = first; c < first + components; ++c)
      sum += dot(in_double(state(c, row, depth, i)), in_double(rates(c, row, depth, i)));
    return {{weight * sum, 0, 0}};
  }
};

/// Of the fields of MotionAndDensity: incompressible, compressible and quantum energy. (12.9)
template <class Real>
struct EnergyBins {
  TW_HD BinSums operator()(const ConstSpectralView<Real>& fields, int row, int depth, int i,
                           const Mode<double>& m, double weight) const {
    Complex<double> w[3], q[3];
    load_double(fields, 0, row, depth, i, w);
    load_double(fields, 3, row, depth, i, q);
    const double inverse = m.k2 > 0 ? 1 / m.k2 : 0, half = 0.5 * weight;
    const double along = inverse * norm(m.k[0] * w[0] + m.k[1] * w[1] + m.k[2] * w[2]);
    return {{half * (norm(w[0]) + norm(w[1]) + norm(w[2]) - along), half * along,
             half * (norm(q[0]) + norm(q[1]) + norm(q[2]))}};
  }
};

/// Internal energy; of psi its square, and the energy of its gradient. (12.10)
template <class Real>
struct DensityBins {
  ConstSpectralView<Real> state;
  double energy;  // of |grad psi|^2
  TW_HD BinSums operator()(const ConstSpectralView<Real>& fields, int row, int depth, int i,
                           const Mode<double>& m, double weight) const {
    const double mass = weight * (norm(in_double(state(0, row, depth, i))) +
                                  norm(in_double(state(1, row, depth, i))));
    return {{0.5 * weight * norm(in_double(fields(6, row, depth, i))), mass, energy * m.k2 * mass}};
  }
};

/// One row of modes -> its sums by shell, by |k_z| and by k across z, one bin after the other.
template <class Real, class Quantities>
struct BinRow {
  ConstSpectralView<Real> state;
  Quantities quantities;
  WaveVectors<double> k;
  Bins shells, parallel, perpendicular;
  exec::View<BinSums, 2> rows;  // (local row, bin)
  int columns, largest_z;       // of a row, padding included; m_z: 0..largest_z, -largest_z..-1

  std::size_t scratch_bytes() const { return sizeof(BinSums) * static_cast<std::size_t>(columns); }
  TW_HD void operator()(const exec::Team& team) const {
    BinSums* lines = team.template scratch<BinSums>();
    const BinRow self = *this;
    const int row = team.tile();
    BinSums* to = &rows(row, 0);
    team.for_each(shells.count, [=](int bin) { to[bin] = self.shell(row, bin); });
    to += shells.count;
    team.for_each(parallel.count, [=](int bin) { to[bin] = self.plane(row, bin); });
    to += parallel.count;
    team.for_each(columns, [=](int i) { lines[i] = self.line(row, i); });
    team.barrier();
    team.for_each(perpendicular.count, [=](int bin) { to[bin] = self.cylinder(row, bin, lines); });
  }

  /// Modes whose |k| is in the bin: of each line those between two |m_z|.
  TW_HD BinSums shell(int row, int bin) const {
    BinSums sums;
    for (int i = 0; i < columns; ++i) {
      const double across = squared_across(row, i);
      int m = first_in_shell(across, bin);
      for (; m <= largest_z && shell_of(across, m) == bin; ++m) sums += both(row, i, m);
    }
    return sums;
  }
  /// Modes of one |m_z|.
  TW_HD BinSums plane(int row, int m) const {
    BinSums sums;
    for (int i = 0; i < columns; ++i) sums += both(row, i, m);
    return sums;
  }
  TW_HD BinSums line(int row, int i) const {
    BinSums sums;
    for (int m = 0; m <= largest_z; ++m) sums += both(row, i, m);
    return sums;
  }
  /// Lines whose k across z is in the bin.
  TW_HD BinSums cylinder(int row, int bin, const BinSums* lines) const {
    BinSums sums;
    for (int i = 0; i < columns; ++i)
      if (perpendicular.of(root(squared_across(row, i))) == bin) sums += lines[i];
    return sums;
  }

 private:
  TW_HD double squared_across(int row, int i) const {
    return square(k.x[k.first_column[row] + i]) + square(k.y[row]);
  }
  TW_HD int shell_of(double across, int m) const {
    return shells.of(root(across + square(k.z[m])));
  }
  TW_HD int first_in_shell(double across, int bin) const {
    const double rest = square(shells.begin(bin)) - across;
    // One plane of modes has no second wave number to divide by.
    if (rest <= 0 || largest_z == 0) return 0;
    int m = static_cast<int>(root(rest) / k.z[1]);
    while (m <= largest_z && shell_of(across, m) < bin) ++m;
    return m;
  }
  /// The modes m_z = m and -m.
  TW_HD BinSums both(int row, int i, int m) const {
    BinSums sums = mode(row, i, m);
    if (m > 0) sums += mode(row, i, 2 * largest_z + 1 - m);
    return sums;
  }
  /// One stored mode, which stands for its mirror image too.
  TW_HD BinSums mode(int row, int i, int depth) const {
    const int column = k.first_column[row] + i;
    return quantities(state, row, depth, i, mode_at(k, row, depth, column), column > 0 ? 2 : 1);
  }
  static TW_HD double square(double a) { return a * a; }
  static TW_HD double root(double a) {
    using std::sqrt;
    return sqrt(a);
  }
};

/// Adds the rows up, in order.
struct SumRows {
  exec::View<const BinSums, 2> rows;  // (row, bin)
  exec::View<BinSums, 1> total;       // (bin)
  TW_HD void operator()(int bin) const {
    BinSums sums;
    for (int row = 0; row < rows.extent[0]; ++row) sums += rows(row, bin);
    total(bin) = sums;
  }
};

}  // namespace thalweg::turbulence::inline TW_HALF
