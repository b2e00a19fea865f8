// SPDX-License-Identifier: Apache-2.0
#include "solvers/turbulence/initial/initial.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "base/error.hpp"
#include "solvers/turbulence/initial/draw.hpp"
#include "solvers/turbulence/initial/initial_wave.hpp"
#include "solvers/turbulence/initial/mode_writer.hpp"
#include "solvers/turbulence/initial/shapes.hpp"
#include "solvers/turbulence/initial/vortex_pair.hpp"
#include "solvers/turbulence/quantum/waves.hpp"
#include "solvers/turbulence/wave_numbers.hpp"

namespace thalweg::turbulence {

namespace {

/// E(k) up to a constant, q = k / k_peak. (6.4), (6.5)
double spectrum_shape(Spectrum kind, double q) {
  if (kind == Spectrum::k4) return std::pow(q, 4) * std::exp(-2 * q * q);
  return std::pow(q, 4) / std::pow(1 + q * q, 17.0 / 6.0);
}

/// A field that is drawn: a divergence-free vector, or a scalar.
struct RandomField {
  int number;  // of the field: each has numbers of its own
  int first, components;
  double energy, peak_wavenumber;
  double helicity = 0;
  const char* peak_key = "initial.peak_wavenumber";
};

/// Weigh the parts of a1 e1 + a2 e2 that turn right and left about e1 x e2, sqrt(1 + h) and
/// sqrt(1 - h). (6.13)
void make_helical(double h, Amplitude& a1, Amplitude& a2) {
  const double right = std::sqrt(1 + h), left = std::sqrt(1 - h);
  const double mean = (right + left) / 2, excess = (right - left) / 2;
  const Amplitude turned1 = times_i(a1), turned2 = times_i(a2);
  a1 = mean * a1 - excess * turned2;
  a2 = mean * a2 + excess * turned1;
}

/// A random amplitude at m with mean |u|^2 / 2 = E(k) / (4 pi k^2). (6.3), (6.6)
void random_amplitude(const Parameters& p, const RandomField& field, int mx, int my, int mz,
                      Amplitude out[3]) {
  for (int c = 0; c < 3; ++c) out[c] = {0, 0};
  if (mx == 0 && my == 0 && mz == 0) return;
  // Of the pair m, -m one is drawn and the other is its conjugate: the field is real.
  const bool drawn = mx > 0 || my > 0 || (my == 0 && mz > 0);
  const bool mirrored = mx == 0 && !drawn;
  const int sign = mirrored ? -1 : 1;
  const Draw draw(p.initial.seed, field.number, sign * mx, sign * my, sign * mz);
  const double tau = 2 * std::numbers::pi;
  const double k[3] = {sign * mx * tau / p.length[0], sign * my * tau / p.length[1],
                       sign * mz * tau / p.length[2]};
  const double size = std::sqrt(k[0] * k[0] + k[1] * k[1] + k[2] * k[2]);
  const double unit = tau / std::max({p.length[0], p.length[1], p.length[2]});
  const double amplitude =
      std::sqrt(spectrum_shape(p.initial.spectrum, size / (field.peak_wavenumber * unit))) / size;
  // Box-Muller: Gaussian amplitudes give the same statistics in every direction.
  const double r1 = std::sqrt(-2 * std::log(draw.u[0])), r2 = std::sqrt(-2 * std::log(draw.u[1]));
  if (field.components == 1) {
    out[0] = {amplitude * r1 * std::cos(tau * draw.u[2]),
              sign * amplitude * r1 * std::sin(tau * draw.u[2])};
    return;
  }
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
  Amplitude a1 = {r1 * std::cos(tau * draw.u[2]), r1 * std::sin(tau * draw.u[2])},
            a2 = {r2 * std::cos(tau * draw.u[3]), r2 * std::sin(tau * draw.u[3])};
  make_helical(field.helicity, a1, a2);
  for (int c = 0; c < 3; ++c)
    out[c] = {amplitude * (a1.re * e1[c] + a2.re * e2[c]),
              sign * amplitude * (a1.im * e1[c] + a2.im * e2[c])};
}

template <class Real>
void random(const Parameters& p, const RandomField& field, const fft::Layout& layout,
            const transport::Communicator& comm, const ModeWriter<Real>& modes) {
  // Row sums in double, combined in row order: the scale does not depend on ranks or precision.
  std::vector<double> rows(static_cast<std::size_t>(layout.modes.rows()));
  Amplitude u[3];
  modes.for_each([&](int mx, int my, int mz) {
    random_amplitude(p, field, mx, my, mz, u);
    const auto row = static_cast<std::size_t>(my >= 0 ? my : my + layout.modes.rows());
    rows[row] += (mx > 0 ? 1.0 : 0.5) * (norm(u[0]) + norm(u[1]) + norm(u[2]));
  });
  comm.sum(rows);
  double energy = 0;
  for (const double row : rows) energy += row;
  if (energy < std::numeric_limits<double>::min() && field.energy > 0)
    throw InputError(fmt::format(
        "{} = {:g} is so small that no mode of the grid has any of the energy that the start asks "
        "for: take a larger one",
        field.peak_key, field.peak_wavenumber));
  const double scale = energy > 0 ? std::sqrt(field.energy / energy) : 0;
  modes.for_each([&](int mx, int my, int mz) {
    random_amplitude(p, field, mx, my, mz, u);
    for (int c = 0; c < field.components; ++c) modes.set(field.first + c, mx, my, mz, scale * u[c]);
  });
}

template <class Real>
void set_velocity(const Parameters& p, const SetDescription& set, const fft::Layout& layout,
                  const transport::Communicator& comm, Complex<Real>* state) {
  const ModeWriter<Real> modes(layout, state);
  switch (p.initial.kind) {
  case InitialKind::taylor_green:
    return shapes::taylor_green(p.initial.amplitude, 1, p.length, modes);
  case InitialKind::abc: return shapes::abc(p.initial.abc, p.initial.wavenumber, modes);
  case InitialKind::random:
    return random(p, {0, 0, 3, p.initial.energy, p.initial.peak_wavenumber, p.initial.helicity},
                  layout, comm, modes);
  case InitialKind::wave: return set_wave(p, set, modes);
  case InitialKind::orszag_tang: return shapes::orszag_tang(p.initial.amplitude, modes);
  case InitialKind::vortex_pair: return set_vortex_pair(p, modes);
  case InitialKind::shear_layer:
  case InitialKind::formula:  // set_formulas()
  case InitialKind::file:     // read_initial_fields()
  case InitialKind::vortex_lines:
  case InitialKind::vortex_rings:
  case InitialKind::thermal: break;  // of a wave function
  }
}

RandomField companion(const Parameters& p, const StateField& field, int number, double energy) {
  RandomField random{number, field.first, field.components(), energy, p.initial.peak_wavenumber};
  if (field.kind == FieldKind::magnetic) {
    random.peak_wavenumber = p.initial.magnetic_peak_wavenumber.value_or(random.peak_wavenumber);
    if (p.initial.magnetic_peak_wavenumber) random.peak_key = "initial.magnetic_peak_wavenumber";
    random.helicity = p.initial.magnetic_helicity;
  }
  return random;
}

}  // namespace

template <class Real>
void set_initial_state(const Parameters& p, const SetDescription& set, const fft::Layout& layout,
                       const transport::Communicator& comm, Complex<Real>* state) {
  if (set.is_quantum()) return set_waves(p, layout, comm, ModeWriter<Real>(layout, state));
  set_velocity(p, set, layout, comm, state);
  const ModeWriter<Real> modes(layout, state);
  for (std::size_t f = 1; f < set.fields.size(); ++f) {
    const StateField& field = set.fields[f];
    const double energy = f >= set.own_fields() ? p.scalars[f - set.own_fields()].energy
                          : field.kind == FieldKind::magnetic ? p.initial.magnetic_energy
                                                              : p.initial.buoyancy_energy;
    if (energy > 0)
      random(p, companion(p, field, static_cast<int>(f), energy), layout, comm, modes);
    // The uniform field is the mean of b: nothing changes it.
    if (field.kind == FieldKind::magnetic)
      for (std::size_t c = 0; c < 3; ++c)
        modes.set(field.first + static_cast<int>(c), 0, 0, 0, {p.mean_field[c], 0});
  }
}

template void set_initial_state(const Parameters&, const SetDescription&, const fft::Layout&,
                                const transport::Communicator&, Complex<float>*);
template void set_initial_state(const Parameters&, const SetDescription&, const fft::Layout&,
                                const transport::Communicator&, Complex<double>*);

}  // namespace thalweg::turbulence
