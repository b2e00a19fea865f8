// SPDX-License-Identifier: Apache-2.0
#include "solvers/turbulence/initial/initial_wave.hpp"

#include <cmath>
#include <numbers>

namespace thalweg::turbulence {

namespace {

using Vector = std::array<double, 3>;

double dot(const Vector& a, const Vector& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

Vector unit(const Vector& a) {
  const double length = std::sqrt(dot(a, a));
  return {a[0] / length, a[1] / length, a[2] / length};
}

Vector cross(const Vector& a, const Vector& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

Vector wave_vector(const Parameters& p) {
  Vector k{};
  for (std::size_t d = 0; d < 3; ++d) k[d] = 2 * std::numbers::pi * p.initial.mode[d] / p.length[d];
  return k;
}

/// e1, e2 and k / |k|, right-handed; e2 as near to z as can be.
struct Frame {
  Vector e1, e2, e3;
  explicit Frame(const Vector& k) : e3(unit(k)) {
    const bool is_upright = k[0] == 0 && k[1] == 0;
    e1 = unit(cross(is_upright ? Vector{1, 0, 0} : Vector{0, 0, 1}, e3));
    e2 = cross(e3, e1);
  }
};

/// u = a2 e2 + a1 e1, with theta: a1' = f a2, a2' = -f a1 - n theta, theta' = n a2. (6.9), (6.10)
PlaneWave inertia_gravity(const Parameters& p, const SetDescription& set) {
  const Frame frame(wave_vector(p));
  const double f = 2 * dot(p.rotation, frame.e3), n = p.buoyancy_frequency * frame.e2[2];
  const double frequency = std::hypot(f, n);
  // exp(i k . x) has half the amplitude; exp(-i k . x) has the other half.
  const double half = p.initial.amplitude / 2;
  const bool travels = !p.initial.is_standing && frequency > 0;
  const double a1 = travels ? -half * f / frequency : 0;
  PlaneWave wave{{}, frequency};
  for (std::size_t c = 0; c < 3; ++c)
    wave.amplitude.push_back({half * frame.e2[c], a1 * frame.e1[c]});
  if (set.components > 3) wave.amplitude.push_back({0, travels ? -half * n / frequency : 0});
  return wave;
}

/// u across k, b = -u: it runs along the uniform field with its Alfven velocity. (6.11)
PlaneWave alfven(const Parameters& p) {
  const Vector k = wave_vector(p);
  const Frame frame(k);
  const double half = p.initial.amplitude / 2;
  PlaneWave wave{{}, -dot(k, p.mean_field)};
  for (const double u : frame.e2) wave.amplitude.push_back({half * u, 0});
  for (const double u : frame.e2)
    wave.amplitude.push_back({p.initial.is_standing ? 0 : -half * u, 0});
  return wave;
}

/// Circular waves, which turn with s = 1 (whistlers) or -1 about k: b = (omega / k.B) u. (6.12)
PlaneWave hall(const Parameters& p) {
  const Vector k = wave_vector(p);
  const Frame frame(k);
  const double sense = p.initial.branch == HallWave::whistler ? 1 : -1;
  const double h = p.ion_inertial_length * std::sqrt(dot(k, k)) / 2;
  const double ratio = -(sense * h + std::hypot(1, h)), half = p.initial.amplitude / 2;
  PlaneWave wave{{}, ratio * dot(k, p.mean_field)};
  const auto add = [&](double size) {
    for (std::size_t c = 0; c < 3; ++c)
      wave.amplitude.push_back({size * frame.e2[c], -size * sense * frame.e1[c]});
  };
  add(half);
  add(p.initial.is_standing ? 0 : ratio * half);
  return wave;
}

}  // namespace

PlaneWave plane_wave(const Parameters& p, const SetDescription& set) {
  if (p.equations == Equations::hall_mhd) return hall(p);
  return p.equations == Equations::mhd ? alfven(p) : inertia_gravity(p, set);
}

}  // namespace thalweg::turbulence
