// SPDX-License-Identifier: Apache-2.0
#include "ladder_problem.hpp"

#include <cmath>
#include <numbers>

#include "solvers/sound/operators/domain.hpp"
#include "sound_cases.hpp"

namespace thalweg::bench::ladder {

namespace {

/// A ball of pressure, strong enough for the nonlinear terms to count.
sound::Quantity ball(std::array<int, 3> n) {
  return {.value = 0, .read = [n](std::int64_t begin, std::int64_t end, double* values) {
            const auto square = [](std::int64_t at, int points) {
              const double from_centre = static_cast<double>(at - points / 2) * 8 / points;
              return from_centre * from_centre;
            };
            for (std::int64_t i = begin; i < end; ++i) {
              const std::int64_t row = i / n[0];
              values[i - begin] =
                  5e6 * std::exp(-square(i % n[0], n[0]) - square(row % n[1], n[1]) -
                                 square(row / n[1], n[2]));
            }
          }};
}

std::vector<double> at_points(const sound::Quantity& quantity, const Box& box) {
  std::vector<double> values(static_cast<std::size_t>(box.size()));
  quantity.read(0, box.size(), values.data());
  return values;
}

/// value(i, index of the next point along an axis) for all points; the last is its own next.
template <class Value>
std::vector<float> staggered(const Box& box, std::size_t axis, const Value& value) {
  std::vector<float> values(static_cast<std::size_t>(box.size()));
  for_each_point<Loops::plain>(box, [&](int z, int y) {
    return [&, z, y](int x) {
      const int at[] = {x, y, z}, extent[] = {box.nx, box.ny, box.nz};
      const std::int64_t stride[] = {1, box.nx, box.row(1, 0)}, i = box.row(z, y) + x;
      const std::int64_t next = at[axis] + 1 < extent[axis] ? i + stride[axis] : i;
      values[static_cast<std::size_t>(i)] =
          static_cast<float>(value(static_cast<std::size_t>(i), static_cast<std::size_t>(next)));
    };
  });
  return values;
}

template <class Value>
std::vector<float> everywhere(const Box& box, const Value& value) {
  return staggered(box, 0, [&](std::size_t i, std::size_t) { return value(i); });
}

/// Nepers per metre and (rad/s)^y, of 1 dB / (MHz^y cm). (3.6)
double nepers(double power) {
  return 100 * std::pow(1e-6 / (2 * std::numbers::pi), power) / (20 * std::log10(std::numbers::e));
}

std::vector<float> single(const std::vector<double>& values) {
  return {values.begin(), values.end()};
}

/// i k exp(i k shift).
std::vector<Mode> derivative(const std::vector<double>& k, double shift) {
  std::vector<Mode> table;
  for (const double wave : k)
    table.push_back({static_cast<float>(-wave * std::sin(wave * shift)),
                     static_cast<float>(wave * std::cos(wave * shift))});
  return table;
}

}  // namespace

sound::Problem make_problem(std::array<int, 3> points) {
  sound::Problem p = tissue(points);
  p.initial_pressure = ball(points);
  return p;
}

Tables::Tables(const sound::Problem& problem)
    : points{problem.points[2], problem.points[1], problem.points[0]},
      dt(static_cast<float>(problem.dt)) {
  set_medium(problem);
  set_axes(problem);
  set_modes(problem.sound_speed_ref * problem.dt, problem.medium.absorption_power);
}

void Tables::set_medium(const sound::Problem& problem) {
  const sound::Medium& m = problem.medium;
  const auto rho = at_points(m.density, points), c = at_points(m.sound_speed, points),
             ratio = at_points(*m.nonlinearity, points),
             alpha = at_points(m.absorption_coefficient, points);
  const double y = m.absorption_power, unit = nepers(y);
  const double tangent = std::tan(std::numbers::pi * y / 2);
  for (std::size_t a = 0; a < 3; ++a)
    dt_per_density[a] = staggered(points, a, [&](std::size_t i, std::size_t next) {
      return problem.dt / ((rho[i] + rho[next]) / 2);
    });
  density = single(rho);
  speed_squared = everywhere(points, [&](auto i) { return c[i] * c[i]; });
  nonlinear = everywhere(points, [&](auto i) { return ratio[i] / (2 * rho[i]); });
  absorbing = everywhere(
      points, [&](auto i) { return -2 * alpha[i] * unit * std::pow(c[i], y - 1); });  // (3.4)
  dispersing = everywhere(
      points, [&](auto i) { return 2 * alpha[i] * unit * std::pow(c[i], y) * tangent; });  // (3.5)
}

void Tables::set_axes(const sound::Problem& problem) {
  const sound::Domain domain(problem, 0, 1, sizeof(Mode));
  const double rate = problem.sound_speed_ref * problem.dt;
  for (std::size_t a = 0; a < 3; ++a) {
    const sound::Axis& axis = domain.axis[a];
    k_[a] = sound::wave_numbers(axis, axis.points);
    layer[a] = single(sound::layer_factors(axis, rate, 0, 0, axis.points));
    staggered_layer[a] = single(sound::layer_factors(axis, rate, 0.5, 0, axis.points));
    forward[a] = derivative(k_[a], axis.spacing / 2);
    backward[a] = derivative(k_[a], -axis.spacing / 2);
  }
}

void Tables::set_modes(double rate, double power) {
  for (auto* table : {&kappa, &absorb, &disperse})
    table->resize(static_cast<std::size_t>(points.size()));
  for_each_point<Loops::plain>(points, [&](int z, int y) {
    const double ky = k_[1][static_cast<std::size_t>(y)], kz = k_[2][static_cast<std::size_t>(z)];
    return [=, this, first = static_cast<std::size_t>(points.row(z, y))](int x) {
      const std::size_t i = first + static_cast<std::size_t>(x);
      const double kx = k_[0][static_cast<std::size_t>(x)];
      const double k = std::sqrt(kx * kx + ky * ky + kz * kz), a = rate * k / 2;
      kappa[i] = a > 0 ? static_cast<float>(std::sin(a) / a) : 1.0F;
      absorb[i] = k > 0 ? static_cast<float>(std::pow(k, power - 2)) : 0.0F;
      disperse[i] = k > 0 ? static_cast<float>(std::pow(k, power - 1)) : 0.0F;
    };
  });
}

}  // namespace thalweg::bench::ladder
