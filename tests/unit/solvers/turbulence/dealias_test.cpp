// SPDX-License-Identifier: Apache-2.0
// What turbulence.dealias does to a step: with the 2/3 rule the solver's products are those of the
// truncated equations, summed here mode by mode; without it modes alias, each onto its own place.
//
// Neither energy nor helicity shows aliasing: u . (u x omega) and omega . (u x omega) are zero at
// every point, so that both sums are kept whatever happens to the modes.
#include <array>
#include <cmath>
#include <complex>
#include <map>

#include "tests/unit/solvers/turbulence/fields.hpp"

namespace thalweg::turbulence {
namespace {

using namespace fields;

using Mode = std::array<int, 3>;  // x, y, z
using Amplitude = std::array<std::complex<double>, 3>;
using Field = std::map<Mode, Amplitude>;

constexpr std::array<int, 3> points{12, 9, 10};

bool keeps(fft::Truncation truncation, const Mode& m) {
  double sphere = 0;
  bool inside = true;
  for (std::size_t d = 0; d < 3; ++d) {
    sphere += std::pow(3.0 * m[d] / points[d], 2);
    inside &= truncation == fft::Truncation::none ? 2 * std::abs(m[d]) < points[d]
                                                  : 3 * std::abs(m[d]) < points[d];
  }
  return truncation == fft::Truncation::spherical ? sphere <= 1 + 1e-12 : inside;
}

Amplitude cross(const Amplitude& a, const Amplitude& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

/// P F[u x omega], a sum over pairs of modes. Where the sum of two mode numbers is beyond the grid
/// it goes to the number that has the same values at the points.
Field rate(const Field& u, fft::Truncation truncation, bool aliases) {
  Field result;
  for (const auto& [p, up] : u)
    for (const auto& [q, uq] : u) {
      const std::complex<double> i(0, 1);
      const Amplitude wave{i * double(q[0]), i * double(q[1]), i * double(q[2])};
      Mode m;
      for (std::size_t d = 0; d < 3; ++d) {
        m[d] = p[d] + q[d];
        if (aliases && 2 * m[d] > points[d]) m[d] -= points[d];
        if (aliases && 2 * m[d] < -points[d]) m[d] += points[d];
      }
      if (!keeps(truncation, m)) continue;
      const Amplitude n = cross(up, cross(wave, uq));
      for (std::size_t c = 0; c < 3; ++c) result[m][c] += n[c];
    }
  for (auto& [m, n] : result) {
    const double k2 = m[0] * m[0] + m[1] * m[1] + m[2] * m[2];
    const std::complex<double> along =
        k2 > 0 ? (n[0] * double(m[0]) + n[1] * double(m[1]) + n[2] * double(m[2])) / k2 : 0;
    for (std::size_t c = 0; c < 3; ++c) n[c] = k2 > 0 ? n[c] - along * double(m[c]) : 0;
  }
  return result;
}

Field advanced(Field u, const Field& change, double dt) {
  for (const auto& [m, n] : change)
    for (std::size_t c = 0; c < 3; ++c) u[m][c] += dt * n[c];
  return u;
}

/// One step of the midpoint scheme without viscosity.
Field step(const Field& u, double dt, fft::Truncation truncation, bool aliases) {
  const Field half = advanced(u, rate(u, truncation, aliases), dt / 2);
  return advanced(u, rate(half, truncation, aliases), dt);
}

/// exp(i m x) along one direction, for all points.
std::vector<std::complex<double>> wave(int m, std::size_t d, int sign) {
  std::vector<std::complex<double>> values;
  for (int n = 0; n < points[d]; ++n)
    values.push_back(std::polar(1.0, sign * 2 * std::numbers::pi * m * n / points[d]));
  return values;
}

template <class Visit>
void for_each_point(Visit visit) {
  std::size_t at = 0;
  for (std::size_t z = 0; z < points[2]; ++z)
    for (std::size_t y = 0; y < points[1]; ++y)
      for (std::size_t x = 0; x < points[0]; ++x, ++at) visit(x, y, z, at);
}

/// The kept modes of values at points, (z, y, x, component).
Field modes_of(const std::vector<double>& values, fft::Truncation truncation) {
  Field u;
  for (int mx = -6; mx <= 6; ++mx)
    for (int my = -6; my <= 6; ++my)
      for (int mz = -6; mz <= 6; ++mz) {
        if (!keeps(truncation, {mx, my, mz})) continue;
        const auto x_wave = wave(mx, 0, -1), y_wave = wave(my, 1, -1), z_wave = wave(mz, 2, -1);
        Amplitude sum{};
        for_each_point([&](std::size_t x, std::size_t y, std::size_t z, std::size_t at) {
          const auto factor = x_wave[x] * y_wave[y] * z_wave[z];
          for (std::size_t c = 0; c < 3; ++c) sum[c] += factor * values[3 * at + c];
        });
        for (auto& value : sum) value /= static_cast<double>(values.size() / 3);
        u[{mx, my, mz}] = sum;
      }
  return u;
}

std::vector<double> values_of(const Field& u) {
  std::vector<double> values(static_cast<std::size_t>(3 * points[0] * points[1] * points[2]));
  for (const auto& [m, amplitude] : u) {
    const auto x_wave = wave(m[0], 0, 1), y_wave = wave(m[1], 1, 1), z_wave = wave(m[2], 2, 1);
    for_each_point([&](std::size_t x, std::size_t y, std::size_t z, std::size_t at) {
      const auto factor = x_wave[x] * y_wave[y] * z_wave[z];
      for (std::size_t c = 0; c < 3; ++c) values[3 * at + c] += (factor * amplitude[c]).real();
    });
  }
  return values;
}

constexpr double dt = 0.05;

/// Differences of a step of the solver from the step made here, without and with aliasing.
struct Differences {
  double truncated, aliased;
};

Differences differences(fft::Truncation truncation) {
  Parameters p = flows::cube(12, 0, "rk2", dt);
  p.points = points;
  p.truncation = truncation;
  p.initial.kind = InitialKind::random;
  p.initial.spectrum = Spectrum::von_karman;  // there is something at the edge of the kept modes
  p.initial.peak_wavenumber = 3;
  const auto solver = started(p);
  const Field before = modes_of(flows::velocity_of(*solver), truncation);
  solver->step(flows::no_limit);
  const std::vector<double> after = flows::velocity_of(*solver);
  return {flows::difference(after, values_of(step(before, dt, truncation, false))),
          flows::difference(after, values_of(step(before, dt, truncation, true)))};
}

TEST(Dealias, TheTwoThirdsRulesSolveTheTruncatedEquations) {
  for (const auto truncation : {fft::Truncation::spherical, fft::Truncation::per_direction}) {
    const Differences d = differences(truncation);
    EXPECT_LT(d.truncated, 1e-14);
    EXPECT_LT(d.aliased, 1e-14);  // what aliases lands on modes that are not kept
  }
}

/// The state of a set by its modes: velocity, then magnetic field or buoyancy.
struct State {
  Field u, b;
};

std::complex<double> along(const Mode& k, const Amplitude& a) {
  return a[0] * double(k[0]) + a[1] * double(k[1]) + a[2] * double(k[2]);
}

/// Rates without rotation and stratification as sums over pairs of modes p + q = m, without
/// aliasing: -(u . grad) u + (b . grad) b, and (b . grad)(u - d j) - ((u - d j) . grad) b, of
/// buoyancy -(u . grad) theta; products and derivatives as they stand in textbooks.
State pair_sums(const State& s, bool is_magnetic, double d) {
  const std::complex<double> i(0, 1);
  const auto electrons = [&](const Mode& m) {
    Amplitude v = s.u.at(m);
    const auto& b = s.b.at(m);
    const Amplitude wave{i * double(m[0]), i * double(m[1]), i * double(m[2])};
    const Amplitude j = cross(wave, b);
    for (std::size_t c = 0; c < 3; ++c) v[c] -= d * j[c];
    return v;
  };
  State rates;
  for (const auto& [p, up] : s.u)
    for (const auto& [q, uq] : s.u) {
      const Mode m{p[0] + q[0], p[1] + q[1], p[2] + q[2]};
      if (!keeps(fft::Truncation::spherical, m)) continue;
      const Amplitude &bp = s.b.at(p), &bq = s.b.at(q);
      const auto u_grad = i * along(q, up), b_grad = i * along(q, bp);
      const Amplitude vp = is_magnetic ? electrons(p) : up, vq = is_magnetic ? electrons(q) : uq;
      const auto v_grad = i * along(q, vp);
      for (std::size_t c = 0; c < 3; ++c) {
        rates.u[m][c] -= u_grad * uq[c] - (is_magnetic ? b_grad * bq[c] : 0);
        rates.b[m][c] -= v_grad * bq[c] - (is_magnetic ? b_grad * vq[c] : 0);
      }
    }
  for (auto& [m, n] : rates.u) {
    const double k2 = m[0] * m[0] + m[1] * m[1] + m[2] * m[2];
    const std::complex<double> part = k2 > 0 ? along(m, n) / k2 : 0;
    for (std::size_t c = 0; c < 3; ++c) n[c] = k2 > 0 ? n[c] - part * double(m[c]) : 0;
  }
  return rates;
}

State advanced(const State& s, const State& rates, double step) {
  return {advanced(s.u, rates.u, step), advanced(s.b, rates.b, step)};
}

/// Buoyancy as the first component of a vector field.
std::vector<double> widened(const std::vector<double>& values) {
  std::vector<double> all;
  for (const double value : values) all.insert(all.end(), {value, 0, 0});
  return all;
}

// The sphere keeps the modes |m_i| = N_i / 3 on its axes, where 12 and 9 points can alias: the
// product of such a mode with itself falls onto its conjugate. But it has no divergence, so it
// carries nothing along itself.
TEST(Dealias, TheSphereHoldsForProductsOfAllFields) {
  for (const auto equations : {Equations::boussinesq, Equations::mhd, Equations::hall_mhd}) {
    Parameters p = flows::cube(12, 0, "rk2", dt);
    p.points = points;
    p.equations = equations;
    p.ion_inertial_length = equations == Equations::hall_mhd ? 0.3 : 0;
    p.initial.kind = InitialKind::random;
    p.initial.spectrum = Spectrum::von_karman;
    p.initial.peak_wavenumber = 3;
    p.initial.magnetic_energy = p.initial.buoyancy_energy = 0.5;
    const auto solver = started(p);
    const bool is_magnetic = p.is_magnetic();
    const auto companion = [&] {
      return is_magnetic ? flows::field_of(*solver, "magnetic")
                         : widened(flows::field_of(*solver, "buoyancy"));
    };
    const State before{modes_of(flows::velocity_of(*solver), p.truncation),
                       modes_of(companion(), p.truncation)};
    EXPECT_GT(std::abs(before.u.at({4, 0, 0})[1]), 1e-3);
    solver->step(flows::no_limit);
    const auto rates = [&](const State& s) {
      return pair_sums(s, is_magnetic, p.ion_inertial_length);
    };
    const State after = advanced(before, rates(advanced(before, rates(before), dt / 2)), dt);
    EXPECT_LT(flows::difference(flows::velocity_of(*solver), values_of(after.u)), 1e-14);
    EXPECT_LT(flows::difference(companion(), values_of(after.b)), 1e-14);
  }
}

TEST(Dealias, WithoutItProductsAlias) {
  const Differences d = differences(fft::Truncation::none);
  EXPECT_LT(d.aliased, 1e-14);
  EXPECT_GT(d.truncated, 1e-3);
}

TEST(Dealias, TheCaseDecides) {
  for (const auto& [name, truncation] : {std::pair{"spherical", fft::Truncation::spherical},
                                         {"per-direction", fft::Truncation::per_direction},
                                         {"none", fft::Truncation::none}}) {
    auto input = io::Case::parse("[grid]\npoints = [12, 9, 10]\n[turbulence]\nviscosity = 0.1\n"
                                 "[initial]\nkind = \"random\"\n[time]\nstep = 0.1\n",
                                 "test.toml", {std::string("turbulence.dealias=\"") + name + "\""});
    EXPECT_EQ(read_parameters(input).truncation, truncation) << name;
  }
}

}  // namespace
}  // namespace thalweg::turbulence
