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

  /// The values on planes [begin, end), counted from the first local one, in `values` to their
  /// next use.
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
/// of points. The last point of the axis is followed by the first or, if not periodic, by itself.
struct PerStaggeredDensity {
  const double* density;
  const double* behind;  // the plane that follows the last; null: z is not the axis
  double* result;
  double dt;
  int nx, ny, planes;
  bool along_x, is_periodic;

  void operator()(int row) const {
    const double* from = density + std::int64_t{row} * nx;
    const double* next = along_x ? from + 1 : behind ? next_along_z(row) : next_along_y(row);
    double* to = result + std::int64_t{row} * nx;
    const int last = along_x ? nx - 1 : nx;
    for (int x = 0; x < last; ++x) to[x] = 2 * dt / (from[x] + next[x]);
    if (along_x) to[last] = 2 * dt / (from[last] + from[is_periodic ? 0 : last]);
  }

 private:
  const double* next_along_y(int row) const {
    const int last = ny - 1, y = row % ny, next = y < last ? y + 1 : is_periodic ? 0 : last;
    return density + std::int64_t{row - y + next} * nx;
  }
  const double* next_along_z(int row) const {
    return row / ny + 1 < planes ? density + std::int64_t{row + ny} * nx
                                 : behind + std::int64_t{row % ny} * nx;
  }
};

/// Local planes [begin, end) of the time step over the staggered density of a component.
void fill_per_staggered_density(const Quantity& density, double dt, const Domain& domain,
                                PlaneReader& reader, int component, int begin, int end,
                                double* result) {
  const Axis& axis = domain.along(component);
  const int first = domain.layout.first_plane(), ny = domain.layout.ny;
  const bool is_periodic = domain.is_periodic(component);
  const double* values = reader.read(density, begin, end, reader.a);
  const double* behind = nullptr;
  if (&axis == &domain.axis[2]) {
    const int next = first + end < axis.points ? end : is_periodic ? -first : end - 1;
    behind = reader.read(density, next, next + 1, reader.b);
  }
  exec::parallel_for(exec::HostExec{}, (end - begin) * ny,
                     PerStaggeredDensity{values, behind, result, dt, domain.layout.nx, ny,
                                         end - begin, &axis == &domain.axis[0], is_periodic});
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
