// SPDX-License-Identifier: Apache-2.0
#include "problem.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "bench/sound_cases.hpp"
#include "solvers/sound/operators/domain.hpp"

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

/// Set an array to value(z, y, x).
template <class Value>
Points filled(exec::Index<3> extent, Value value) {
  Points array(extent);
  const auto at = array.view();
  exec::parallel_for(exec::HostExec{}, exec::Box3{{0, 0, 0}, extent}, [=](int z, int y, int x) {
    at(z, y, x) = static_cast<float>(value(z, y, x));
  });
  return array;
}

using Doubles = exec::Array<double, 3>;

Doubles at_points(const sound::Quantity& quantity, exec::Index<3> extent) {
  Doubles values(extent);
  quantity.read(0, static_cast<std::int64_t>(values.size()), values.view().data);
  return values;
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

Coefficients::Coefficients(const sound::Problem& problem)
    : extent{problem.points[2], problem.points[1], problem.points[0]},
      dt(static_cast<float>(problem.dt)), scale(1.0F / static_cast<float>(problem.size())) {
  set_medium(problem);
  set_axes(problem);
  set_modes(problem.sound_speed_ref * problem.dt, problem.medium.absorption_power);
}

void Coefficients::set_medium(const sound::Problem& problem) {
  const sound::Medium& m = problem.medium;
  const Doubles density_array = at_points(m.density, extent),
                speed_array = at_points(m.sound_speed, extent),
                ratio_array = at_points(*m.nonlinearity, extent),
                alpha_array = at_points(m.absorption_coefficient, extent);
  const auto rho = density_array.view(), c = speed_array.view(), ratio = ratio_array.view(),
             alpha = alpha_array.view();
  const double y = m.absorption_power, unit = nepers(y), step = problem.dt;
  const double tangent = std::tan(std::numbers::pi * y / 2);
  for (std::size_t a = 0; a < 3; ++a)  // between a point and the next; the last is its own next
    dt_per_density[a] = filled(extent, [=, n = extent](int k, int j, int i) {
      const double next = rho(std::min(k + (a == 2), n[0] - 1), std::min(j + (a == 1), n[1] - 1),
                              std::min(i + (a == 0), n[2] - 1));
      return step / ((rho(k, j, i) + next) / 2);
    });
  density = filled(extent, [=](auto... i) { return rho(i...); });
  speed_squared = filled(extent, [=](auto... i) { return c(i...) * c(i...); });
  nonlinear = filled(extent, [=](auto... i) { return ratio(i...) / (2 * rho(i...)); });
  absorbing = filled(extent, [=](auto... i) {  // (3.4)
    return -2 * alpha(i...) * unit * std::pow(c(i...), y - 1);
  });
  dispersing = filled(extent, [=](auto... i) {  // (3.5)
    return 2 * alpha(i...) * unit * std::pow(c(i...), y) * tangent;
  });
}

void Coefficients::set_axes(const sound::Problem& problem) {
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

void Coefficients::set_modes(double rate, double power) {
  const auto k = [x = Along<0, double>(k_[0]), y = Along<1, double>(k_[1]),
                  z = Along<2, double>(k_[2])](auto... i) {
    return std::sqrt(x(i...) * x(i...) + y(i...) * y(i...) + z(i...) * z(i...));
  };
  kappa = filled(extent, [=](auto... i) {
    const double a = rate * k(i...) / 2;
    return a > 0 ? std::sin(a) / a : 1.0;
  });
  const auto to_power = [=](double exponent) {
    return [=](auto... i) { return k(i...) > 0 ? std::pow(k(i...), exponent) : 0.0; };
  };
  absorb = filled(extent, to_power(power - 2));
  disperse = filled(extent, to_power(power - 1));
}

State State::copy() const {
  State to(pressure.view().extent);
  const auto copy_points = [](const Points& from, Points& into) {
    std::copy_n(from.view().data, from.size(), into.view().data);
  };
  copy_points(pressure, to.pressure);
  for (std::size_t c = 0; c < 3; ++c) {
    copy_points(parts[c], to.parts[c]);
    copy_points(velocity[c], to.velocity[c]);
  }
  return to;
}

}  // namespace thalweg::bench::ladder
