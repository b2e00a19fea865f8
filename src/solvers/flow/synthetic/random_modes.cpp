// SPDX-License-Identifier: Apache-2.0
#include "solvers/flow/synthetic/random_modes.hpp"

#include <Random123/philox.h>

#include <numbers>

#include "geometry/vector.hpp"

namespace thalweg::flow {

using geometry::Vector;

namespace {

constexpr int mode_count = 400;

/// Normal numbers, from the seed and the number of a mode alone.
std::array<double, 12> normal_numbers(std::uint64_t seed, int mode) {
  using Philox = r123::Philox4x32;
  const Philox::key_type key{
      {static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32)}};
  std::array<double, 12> numbers{};
  for (std::size_t part = 0; part < 3; ++part) {
    const Philox::ctr_type bits =
        Philox()(Philox::ctr_type{{static_cast<std::uint32_t>(mode),
                                   static_cast<std::uint32_t>(part), 0, 0}},
                 key);
    for (std::size_t pair = 0; pair < 2; ++pair) {
      const auto uniform = [&](std::size_t n) {
        return (static_cast<double>(bits[2 * pair + n]) + 0.5) / 4294967296.0;
      };
      const double radius = std::sqrt(-2 * std::log(uniform(0))),
                   angle = 2 * std::numbers::pi * uniform(1);
      numbers[4 * part + 2 * pair] = radius * std::cos(angle);
      numbers[4 * part + 2 * pair + 1] = radius * std::sin(angle);
    }
  }
  return numbers;
}

/// L x, L^-1 x and L^-T x of a lower triangle.
Vector times(const std::array<double, 6>& l, const Vector& x) {
  return {l[0] * x[0], l[3] * x[0] + l[1] * x[1], l[4] * x[0] + l[5] * x[1] + l[2] * x[2]};
}
Vector solved(const std::array<double, 6>& l, const Vector& x) {
  const double a = x[0] / l[0], b = (x[1] - l[3] * a) / l[1];
  return {a, b, (x[2] - l[4] * a - l[5] * b) / l[2]};
}
Vector times_transposed(const std::array<double, 6>& l, const Vector& x) {
  return {l[0] * x[0] + l[3] * x[1] + l[4] * x[2], l[1] * x[1] + l[5] * x[2], l[2] * x[2]};
}
Vector solved_transposed(const std::array<double, 6>& l, const Vector& x) {
  const double c = x[2] / l[2], b = (x[1] - l[5] * c) / l[1];
  return {(x[0] - l[3] * b - l[4] * c) / l[0], b, c};
}

struct Mode {
  Vector wave, cosine, sine;
};

/// Isotropic, on a scale of their own. (10.2)
std::vector<Mode> isotropic_modes(std::uint64_t seed, double length) {
  const double deviation = std::sqrt(std::numbers::pi / 2) / length;
  std::vector<Mode> modes;
  modes.reserve(mode_count);
  for (int n = 0; n < mode_count; ++n) {
    const auto r = normal_numbers(seed, n);
    const Vector wave{deviation * r[0], deviation * r[1], deviation * r[2]};
    modes.push_back({wave, geometry::cross({r[3], r[4], r[5]}, wave),
                     geometry::cross({r[6], r[7], r[8]}, wave)});
  }
  return modes;
}

/// Their means over all places.
std::array<double, 6> stresses_of(const std::vector<Mode>& modes) {
  constexpr std::size_t pairs[6][2] = {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {0, 2}, {1, 2}};
  std::array<double, 6> sums{};
  for (const Mode& mode : modes)
    for (std::size_t n = 0; n < 6; ++n) {
      const auto [i, j] = pairs[n];
      sums[n] += (mode.cosine[i] * mode.cosine[j] + mode.sine[i] * mode.sine[j]) / 2;
    }
  return sums;
}

}  // namespace

bool is_positive_definite(const std::array<double, 6>& s) {
  const double minor = s[0] * s[1] - s[3] * s[3];
  const double determinant = s[0] * (s[1] * s[2] - s[5] * s[5]) -
                             s[3] * (s[3] * s[2] - s[5] * s[4]) +
                             s[4] * (s[3] * s[5] - s[1] * s[4]);
  return s[0] > 0 && minor > 0 && determinant > 0;
}

std::array<double, 6> cholesky_factor(const std::array<double, 6>& s) {
  const double a = std::sqrt(s[0]), d = s[3] / a, e = s[4] / a;
  const double b = std::sqrt(s[1] - d * d), f = (s[5] - d * e) / b;
  return {a, b, std::sqrt(s[2] - e * e - f * f), d, e, f};
}

/// u(x) = A v(B^-1 x) has no divergence where v has none and B is A but for a factor. (10.3)
std::vector<RandomMode> random_modes(const SyntheticTurbulence& turbulence) {
  const std::vector<Mode> isotropic = isotropic_modes(turbulence.seed, turbulence.length);
  const std::array<double, 6> drawn = stresses_of(isotropic);
  const auto wanted = cholesky_factor(turbulence.stress), given = cholesky_factor(drawn);
  // Of lengths: those of isotropic turbulence of the same energy stay as they are.
  const double scale =
      std::sqrt((turbulence.stress[0] + turbulence.stress[1] + turbulence.stress[2]) /
                (drawn[0] + drawn[1] + drawn[2]));
  std::vector<RandomMode> modes;
  modes.reserve(isotropic.size());
  for (const Mode& mode : isotropic) {
    const Vector wave = solved_transposed(wanted, times_transposed(given, mode.wave)),
                 cosine = times(wanted, solved(given, mode.cosine)),
                 sine = times(wanted, solved(given, mode.sine));
    RandomMode& of = modes.emplace_back();
    for (std::size_t d = 0; d < 3; ++d) {
      of.wave[d] = scale * wave[d];
      of.cosine[d] = cosine[d];
      of.sine[d] = sine[d];
    }
  }
  return modes;
}

}  // namespace thalweg::flow
