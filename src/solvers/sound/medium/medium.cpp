// SPDX-License-Identifier: Apache-2.0
#include "solvers/sound/medium/medium.hpp"

#include <cmath>
#include <numbers>

namespace thalweg::sound::inline TW_HALF {

namespace {

using exec::Index;

/// The values of a quantity on local planes.
class PlaneReader {
 public:
  PlaneReader(const Domain& domain) : domain_(domain) {}

  std::vector<double> read(const Quantity& quantity, int begin, int end) const {
    const std::int64_t plane = domain_.plane_points();
    return read_range(quantity, domain_.begin() + begin * plane, (end - begin) * plane);
  }
  std::vector<double> read_range(const Quantity& quantity, std::int64_t begin,
                                 std::int64_t count) const {
    std::vector<double> values(static_cast<std::size_t>(count), quantity.value);
    if (!quantity.uniform()) quantity.read(begin, begin + count, values.data());
    return values;
  }

 private:
  const Domain& domain_;
};

template <class Function>
struct Combine {
  const double *a, *b;
  double* result;
  Function function;
  void operator()(int i) const { result[i] = function(a[i], b[i]); }
};

/// The mean of the density and that of the next point along an axis; at the end the density.
std::vector<double> staggered(const Quantity& density, const Domain& domain,
                              const PlaneReader& reader, int component, int z) {
  std::vector<double> here = reader.read(density, z, z + 1);
  const int nx = domain.layout.nx, ny = domain.layout.ny;
  const Axis& axis = domain.along(component);
  const auto at = [&](int y, int x) {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(nx) + static_cast<std::size_t>(x);
  };
  if (&axis == &domain.axis[2]) {
    const int global = domain.layout.first_plane() + z;
    if (global + 1 == axis.points) return here;
    const std::int64_t plane = domain.plane_points();
    const auto next = reader.read_range(density, (global + 1) * plane, plane);
    for (std::size_t i = 0; i < here.size(); ++i) here[i] = (here[i] + next[i]) / 2;
    return here;
  }
  const bool along_x = &axis == &domain.axis[0];
  for (int y = 0; y < ny; ++y)
    for (int x = 0; x < nx; ++x) {
      const int next_x = along_x && x + 1 < nx ? x + 1 : x;
      const int next_y = !along_x && y + 1 < ny ? y + 1 : y;
      here[at(y, x)] = (here[at(y, x)] + here[at(next_y, next_x)]) / 2;
    }
  return here;
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
  const PlaneReader reader(domain);
  const Index<3> extent{domain.layout.local_planes(), domain.layout.ny, domain.layout.nx};
  // One of the quantities, or two, made into a coefficient.
  const auto made = [&](const Quantity& a, const Quantity& b, auto value) {
    if (a.uniform() && b.uniform())
      return Coefficient<Real>::uniform(extent, value(a.value, b.value));
    return Coefficient<Real>(extent, [&](int begin, int end, double* values) {
      const auto u = reader.read(a, begin, end), v = reader.read(b, begin, end);
      exec::parallel_for(exec::HostExec{}, static_cast<int>(u.size()),
                         Combine<decltype(value)>{u.data(), v.data(), values, value});
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
      for (int z = begin; z < end; ++z)
        for (const double rho : staggered(m.density, domain, reader, c, z))
          *values++ = problem.dt / rho;
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
      [y, unit = nepers(1, y)](double a, double c) { return -2 * a * unit * std::pow(c, y - 1); });
}

template struct MediumCoefficients<float>;
template struct MediumCoefficients<double>;

}  // namespace thalweg::sound::inline TW_HALF
