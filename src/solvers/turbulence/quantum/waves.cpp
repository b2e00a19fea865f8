// SPDX-License-Identifier: Apache-2.0
#include "solvers/turbulence/quantum/waves.hpp"

#include <cmath>
#include <numbers>
#include <vector>

#include "solvers/turbulence/initial/draw.hpp"
#include "solvers/turbulence/quantum/fluid.hpp"

namespace thalweg::turbulence {

namespace {

double k_squared(const Parameters& p, int mx, int my, int mz) {
  const int mode[] = {mx, my, mz};
  double sum = 0;
  for (std::size_t d = 0; d < 3; ++d)
    sum += std::pow(2 * std::numbers::pi * mode[d] / p.length[d], 2);
  return sum;
}

/// psi = sqrt n0 + A (cos k.x + i omega / (alpha k^2) sin k.x), of which the real part alone stands
/// still. (12.6)
template <class Real>
void set_wave(const Parameters& p, const ModeWriter<Real>& modes) {
  const QuantumFluid fluid(p);
  const auto [x, y, z] = p.initial.mode;
  const double k2 = k_squared(p, x, y, z),
               half = p.initial.amplitude * std::sqrt(fluid.density) / 4;
  const double turned =
      p.initial.is_standing ? 0 : half * fluid.frequency(k2) / (fluid.dispersion * k2);
  const Amplitude part[] = {{half, 0}, {0, -turned}};
  for (int c = 0; c < 2; ++c) {
    modes.set(c, x, y, z, part[c]);
    if (x == 0) modes.set(c, -x, -y, -z, conjugate(part[c]));
  }
}

/// Gaussian amplitudes of both parts at m with the mean energy of equipartition, up to a factor.
void thermal_amplitude(const Parameters& p, int mx, int my, int mz, Amplitude out[2]) {
  out[0] = out[1] = {0, 0};
  if (mx == 0 && my == 0 && mz == 0) return;
  // Of the pair m, -m one is drawn and the other is its conjugate: both parts are real.
  const bool is_drawn = mx > 0 || my > 0 || (my == 0 && mz > 0);
  const int sign = is_drawn ? 1 : -1;
  const Draw draw(p.initial.seed, 0, sign * mx, sign * my, sign * mz);
  const double tau = 2 * std::numbers::pi;
  for (int c = 0; c < 2; ++c) {
    const double size = std::sqrt(-std::log(draw.u[c]));
    out[c] = {size * std::cos(tau * draw.u[2 + c]), sign * size * std::sin(tau * draw.u[2 + c])};
  }
}

/// Energy of a wave per square of its real and imaginary part, per volume. (12.18)
struct Stiffness {
  double real, imaginary;
  Stiffness(const Parameters& p, double k2) {
    const double alpha = QuantumFluid(p).dispersion;
    imaginary = 2 * alpha * alpha * k2;
    real = imaginary + 2 * p.sound_speed * p.sound_speed;
  }
};

template <class Real>
void set_thermal(const Parameters& p, const fft::Layout& layout,
                 const transport::Communicator& comm, const ModeWriter<Real>& modes) {
  // Row sums in double, combined in row order: the scale does not depend on ranks or precision.
  std::vector<double> rows(static_cast<std::size_t>(layout.modes.rows()));
  Amplitude a[2];
  modes.for_each([&](int mx, int my, int mz) {
    thermal_amplitude(p, mx, my, mz, a);
    const auto row = static_cast<std::size_t>(my >= 0 ? my : my + layout.modes.rows());
    rows[row] += (mx > 0 ? 2 : 1) * (norm(a[0]) + norm(a[1]));
  });
  comm.sum(rows);
  double energy = 0;
  for (const double row : rows) energy += row;
  const double scale = energy > 0 ? p.initial.energy / energy : 0;
  modes.for_each([&](int mx, int my, int mz) {
    if (mx == 0 && my == 0 && mz == 0) return;
    thermal_amplitude(p, mx, my, mz, a);
    const Stiffness stiffness(p, k_squared(p, mx, my, mz));
    modes.set(0, mx, my, mz, std::sqrt(scale / stiffness.real) * a[0]);
    modes.set(1, mx, my, mz, std::sqrt(scale / stiffness.imaginary) * a[1]);
  });
}

}  // namespace

template <class Real>
void set_waves(const Parameters& p, const fft::Layout& layout, const transport::Communicator& comm,
               const ModeWriter<Real>& modes) {
  modes.set(0, 0, 0, 0, {std::sqrt(p.mean_density), 0});
  if (p.initial.kind == InitialKind::wave) set_wave(p, modes);
  if (p.initial.kind == InitialKind::thermal) set_thermal(p, layout, comm, modes);
}

template void set_waves(const Parameters&, const fft::Layout&, const transport::Communicator&,
                        const ModeWriter<float>&);
template void set_waves(const Parameters&, const fft::Layout&, const transport::Communicator&,
                        const ModeWriter<double>&);

}  // namespace thalweg::turbulence
