// SPDX-License-Identifier: Apache-2.0
#include "solvers/turbulence/initial.hpp"

#include <Random123/philox.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "solvers/turbulence/initial_file.hpp"
#include "solvers/turbulence/wave_numbers.hpp"

namespace thalweg::turbulence {

namespace {

/// One complex amplitude in double precision.
using Amplitude = Complex<double>;

/// This rank's modes, addressed by mode number.
template <class Real>
class ModeWriter {
 public:
  ModeWriter(const fft::Layout& layout, Complex<Real>* velocity)
      : layout_(layout), velocity_(velocity) {}

  /// Set component c at (mx, my, mz), mx >= 0; other ranks' and truncated modes are passed over.
  void set(int c, int mx, int my, int mz, Amplitude value) const {
    const fft::Modes& modes = layout_.modes;
    if (!modes.keeps(mx, my, mz)) return;
    const int row = layout_.row_of(mx, my) - layout_.first_row();
    if (row < 0 || row >= layout_.local_rows()) return;
    const int depth = mz >= 0 ? mz : mz + modes.depth();
    velocity_[c * layout_.component_size() + layout_.index(row, depth, mx % layout_.group)] = {
        static_cast<Real>(value.re), static_cast<Real>(value.im)};
  }

  /// Call visit(mx, my, mz) for every kept mode of this rank.
  template <class Visit>
  void for_each(Visit visit) const {
    const int kz = layout_.modes.kz, begin = layout_.first_row();
    for (int row = begin; row < begin + layout_.local_rows(); ++row)
      for (int i = 0; i < layout_.columns_of(row); ++i)
        for (int mz = -kz; mz <= kz; ++mz)
          if (i < layout_.kept_of(row, mz >= 0 ? mz : mz + layout_.depth))
            visit(layout_.row_column[static_cast<std::size_t>(row)] + i, layout_.row_mode(row), mz);
  }

 private:
  const fft::Layout& layout_;
  Complex<Real>* velocity_;
};

/// u = U (sin x cos y cos z, -cos x sin y cos z, 0), x scaled to the box. (6.1)
template <class Real>
void taylor_green(const Parameters& p, const ModeWriter<Real>& modes) {
  // The v component carries L_y / L_x so that the field has no divergence in any box.
  const double u = -p.initial.amplitude / 8, v = -u * p.length[1] / p.length[0];
  for (const int my : {-1, 1})
    for (const int mz : {-1, 1}) {
      modes.set(0, 1, my, mz, {0, u});
      modes.set(1, 1, my, mz, {0, v * my});
    }
}

/// u = (A sin kz + C cos ky, B sin kx + A cos kz, C sin ky + B cos kx): omega = k u in a cube.
/// (6.2)
template <class Real>
void abc(const Parameters& p, const ModeWriter<Real>& modes) {
  const auto [a, b, c] = p.initial.abc;
  const int m = p.initial.wavenumber;
  for (const int sign : {-1, 1}) {
    modes.set(0, 0, 0, sign * m, {0, -sign * a / 2});
    modes.set(0, 0, sign * m, 0, {c / 2, 0});
    modes.set(1, 0, 0, sign * m, {a / 2, 0});
    modes.set(2, 0, sign * m, 0, {0, -sign * c / 2});
  }
  modes.set(1, m, 0, 0, {0, -b / 2});
  modes.set(2, m, 0, 0, {b / 2, 0});
}

/// Uniform number in (0, 1] and phase in [0, 2 pi) pairs for one wave vector, from its number
/// alone.
struct Draw {
  double u[4];
  Draw(std::uint64_t seed, int mx, int my, int mz) {
    using Philox = r123::Philox4x32;
    const auto word = [](int n) { return static_cast<std::uint32_t>(n); };
    const Philox::ctr_type counter{{word(mx), word(my), word(mz), 0u}};
    const Philox::key_type key{
        {static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32)}};
    const Philox::ctr_type bits = Philox()(counter, key);
    for (int n = 0; n < 4; ++n)
      u[n] = (static_cast<double>(bits[static_cast<std::size_t>(n)]) + 0.5) / 4294967296.0;
  }
};

/// E(k) up to a constant, q = k / k_peak. (6.4), (6.5)
double spectrum_shape(Spectrum kind, double q) {
  if (kind == Spectrum::k4) return std::pow(q, 4) * std::exp(-2 * q * q);
  return std::pow(q, 4) / std::pow(1 + q * q, 17.0 / 6.0);
}

/// A random divergence-free amplitude at m with mean |u|^2 / 2 = E(k) / (4 pi k^2). (6.3)
void random_amplitude(const Parameters& p, int mx, int my, int mz, Amplitude out[3]) {
  for (int c = 0; c < 3; ++c) out[c] = {0, 0};
  if (mx == 0 && my == 0 && mz == 0) return;
  // Of the pair m, -m one is drawn and the other is its conjugate: the field is real.
  const bool drawn = mx > 0 || my > 0 || (my == 0 && mz > 0);
  const bool mirrored = mx == 0 && !drawn;
  const int sign = mirrored ? -1 : 1;
  const Draw draw(p.initial.seed, sign * mx, sign * my, sign * mz);
  const double tau = 2 * std::numbers::pi;
  const double k[3] = {sign * mx * tau / p.length[0], sign * my * tau / p.length[1],
                       sign * mz * tau / p.length[2]};
  const double size = std::sqrt(k[0] * k[0] + k[1] * k[1] + k[2] * k[2]);
  const double unit = tau / std::max({p.length[0], p.length[1], p.length[2]});
  const double amplitude =
      std::sqrt(spectrum_shape(p.initial.spectrum, size / (p.initial.peak_wavenumber * unit))) /
      size;
  // Two unit vectors across k; which ones is arbitrary, since both get independent numbers.
  const int a = std::abs(k[0]) < std::abs(k[2]) ? 0 : 2;
  double e1[3], e2[3], axis[3] = {0, 0, 0};
  axis[a] = 1;
  const auto cross = [](const double* u, const double* v, double* w) {
    for (int c = 0; c < 3; ++c)
      w[c] = u[(c + 1) % 3] * v[(c + 2) % 3] - u[(c + 2) % 3] * v[(c + 1) % 3];
  };
  cross(k, axis, e1);
  const double length = std::sqrt(e1[0] * e1[0] + e1[1] * e1[1] + e1[2] * e1[2]);
  for (double& e : e1) e /= length;
  cross(k, e1, e2);
  for (double& e : e2) e /= size;
  // Box-Muller: Gaussian amplitudes give the same statistics in every direction.
  const double r1 = std::sqrt(-2 * std::log(draw.u[0])), r2 = std::sqrt(-2 * std::log(draw.u[1]));
  for (int c = 0; c < 3; ++c)
    out[c] = {
        amplitude *
            (r1 * std::cos(tau * draw.u[2]) * e1[c] + r2 * std::cos(tau * draw.u[3]) * e2[c]),
        sign * amplitude *
            (r1 * std::sin(tau * draw.u[2]) * e1[c] + r2 * std::sin(tau * draw.u[3]) * e2[c])};
}

template <class Real>
void random(const Parameters& p, const fft::Layout& layout, const transport::Communicator& comm,
            const ModeWriter<Real>& modes) {
  // Row sums in double, combined in row order: the scale does not depend on ranks or precision.
  std::vector<double> rows(static_cast<std::size_t>(layout.modes.rows()));
  Amplitude u[3];
  modes.for_each([&](int mx, int my, int mz) {
    random_amplitude(p, mx, my, mz, u);
    const auto row = static_cast<std::size_t>(my >= 0 ? my : my + layout.modes.rows());
    rows[row] += (mx > 0 ? 1.0 : 0.5) * (norm(u[0]) + norm(u[1]) + norm(u[2]));
  });
  comm.sum(rows);
  double energy = 0;
  for (const double row : rows) energy += row;
  const double scale = energy > 0 ? std::sqrt(p.initial.energy / energy) : 0;
  modes.for_each([&](int mx, int my, int mz) {
    random_amplitude(p, mx, my, mz, u);
    for (int c = 0; c < 3; ++c) modes.set(c, mx, my, mz, scale * u[c]);
  });
}

}  // namespace

template <class Real>
void set_initial_velocity(const Parameters& p, const fft::Layout& layout,
                          const transport::Communicator& comm, Complex<Real>* velocity) {
  const ModeWriter<Real> modes(layout, velocity);
  switch (p.initial.kind) {
  case InitialKind::taylor_green: return taylor_green(p, modes);
  case InitialKind::abc: return abc(p, modes);
  case InitialKind::random: return random(p, layout, comm, modes);
  case InitialKind::file: return read_initial_velocity(p, layout, comm, velocity);
  }
}

template void set_initial_velocity<float>(const Parameters&, const fft::Layout&,
                                          const transport::Communicator&, Complex<float>*);
template void set_initial_velocity<double>(const Parameters&, const fft::Layout&,
                                           const transport::Communicator&, Complex<double>*);

}  // namespace thalweg::turbulence
