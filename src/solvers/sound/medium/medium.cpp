// SPDX-License-Identifier: Apache-2.0
#include "solvers/sound/medium/medium.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace thalweg::sound::inline TW_HALF {

namespace {

using exec::Index;

/// Reads quantities on local planes into memory that it keeps from one piece to the next: where
/// each piece allocated its own, most of the set-up of a large grid went to clearing fresh pages.
struct PlaneReader {
  const Domain& domain;
  std::vector<double> a{}, b{};  // for quantities that are read together

  /// The values on local planes [begin, end), in `values` to their next use.
  const double* read(const Quantity& quantity, int begin, int end,
                     std::vector<double>& values) const {
    const std::int64_t plane = domain.plane_points(), first = domain.begin() + begin * plane;
    const std::int64_t count = (end - begin) * plane;
    if (values.size() < static_cast<std::size_t>(count))
      values.resize(static_cast<std::size_t>(count));
    if (quantity.uniform())
      std::fill_n(values.data(), count, quantity.value);
    else
      quantity.read(first, first + count, values.data());
    return values.data();
  }
};

template <class Function>
struct Combine {
  const double *a, *b;
  double* result;
  Function function;
  void operator()(int i) const { result[i] = function(a[i], b[i]); }
};

/// The time step over the mean of the density and that of the next point along an axis, for one row
/// of points; at the end of the axis over the density.
struct PerStaggeredDensity {
  const double* density;
  double* result;
  double dt;
  int nx, ny, planes;  // planes that have a next one are followed by it
  bool along_x, along_z;

  void operator()(int row) const {
    const int y = row % ny, z = row / ny;
    const std::int64_t plane = std::int64_t{ny} * nx;
    const std::int64_t to_next = along_x   ? 1
                                 : along_z ? (z + 1 < planes ? plane : 0)
                                           : (y + 1 < ny ? nx : 0);
    const double* from = density + std::int64_t{row} * nx;
    double* to = result + std::int64_t{row} * nx;
    const int last = along_x ? nx - 1 : nx;
    for (int x = 0; x < last; ++x) to[x] = 2 * dt / (from[x] + from[x + to_next]);
    if (along_x) to[last] = dt / from[last];
  }
};

/// Local planes [begin, end) of the time step over the staggered density of a component.
void fill_per_staggered_density(const Quantity& density, double dt, const Domain& domain,
                                PlaneReader& reader, int component, int begin, int end,
                                double* result) {
  const Axis& axis = domain.along(component);
  const bool along_z = &axis == &domain.axis[2];
  const bool has_next = along_z && domain.layout.first_plane() + end < axis.points;
  const int planes = end - begin + (has_next ? 1 : 0);
  const double* values = reader.read(density, begin, begin + planes, reader.a);
  exec::parallel_for(exec::HostExec{}, (end - begin) * domain.layout.ny,
                     PerStaggeredDensity{values, result, dt, domain.layout.nx, domain.layout.ny,
                                         planes, &axis == &domain.axis[0], along_z});
}

/// Nepers per metre and (rad/s)^y, from dB / (MHz^y cm). (3.6)
double nepers(double alpha, double power) {
  return 100 * alpha * std::pow(1e-6 / (2 * std::numbers::pi), power) /
         (20 * std::log10(std::numbers::e));
}

}  // namespace

template <class Real>
MediumCoefficients<Real>::MediumCoefficients(const Problem& problem, const Domain& domain) {
  const Medium& m = problem.medium;
  PlaneReader reader{domain};
  const Index<3> extent{domain.layout.local_planes(), domain.layout.ny, domain.layout.nx};
  // One of the quantities, or two, made into a coefficient.
  const auto made = [&](const Quantity& a, const Quantity& b, auto value) {
    if (a.uniform() && b.uniform())
      return Coefficient<Real>::uniform(extent, value(a.value, b.value));
    return Coefficient<Real>(extent, [&](int begin, int end, double* values) {
      const double* u = reader.read(a, begin, end, reader.a);
      const double* v = reader.read(b, begin, end, reader.b);
      exec::parallel_for(exec::HostExec{}, (end - begin) * static_cast<int>(domain.plane_points()),
                         Combine<decltype(value)>{u, v, values, value});
    });
  };
  const Quantity none{};
  for (int c = 0; c < domain.dimensions; ++c) {
    const auto& given = m.density_staggered[static_cast<std::size_t>(c)];
    const auto per_density = [&](double rho, double) { return problem.dt / rho; };
    if (given || m.density.uniform()) {
      dt_per_density.push_back(made(given ? *given : m.density, none, per_density));
      continue;
    }
    dt_per_density.push_back(Coefficient<Real>(extent, [&](int begin, int end, double* values) {
      fill_per_staggered_density(m.density, problem.dt, domain, reader, c, begin, end, values);
    }));
  }
  density = made(m.density, none, [](double rho, double) { return rho; });
  speed_squared = made(m.sound_speed, none, [](double c, double) { return c * c; });
  nonlinear = made(m.nonlinearity.value_or(none), m.density,
                   [](double b, double rho) { return b / (2 * rho); });
  const double y = m.absorption == Absorption::stokes ? 2 : m.absorption_power;
  const bool power_law = m.absorption == Absorption::power_law;
  absorbs = m.absorbs || !power_law ? 1 : 0;
  if (power_law && m.disperses) disperses = static_cast<Real>(std::tan(std::numbers::pi * y / 2));
  tau = made(
      m.absorption == Absorption::none ? none : m.absorption_coefficient, m.sound_speed,
      // A power in the precision of the run: in double it would take longer than all else here.
      [exponent = static_cast<Real>(y - 1), unit = nepers(1, y)](double a, double c) {
        return -2 * a * unit * static_cast<double>(std::pow(static_cast<Real>(c), exponent));
      });
}

template struct MediumCoefficients<float>;
template struct MediumCoefficients<double>;

}  // namespace thalweg::sound::inline TW_HALF
