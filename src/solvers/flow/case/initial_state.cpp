// SPDX-License-Identifier: Apache-2.0
#include "solvers/flow/case/initial_state.hpp"

#include <cmath>
#include <numbers>

namespace thalweg::flow {

namespace {

/// A vortex in a stream: u = a r/R exp((1 - (r/R)^2) / 2) around its axis.
std::array<double, 4> vortex_at(const Initial& initial, const geometry::Vector& at) {
  const double x = (at[0] - initial.centre[0]) / initial.radius,
               y = (at[1] - initial.centre[1]) / initial.radius;
  const double u = initial.amplitude * std::exp((1 - x * x - y * y) / 2);
  return {-u * u / 2, initial.velocity[0] - u * y, initial.velocity[1] + u * x,
          initial.velocity[2]};
}

/// Of Taylor and Green: exact for all times where they do not differ along z. What one wavelength
/// is of the other keeps divergence away in any box.
std::array<double, 4> vortices_at(const Initial& initial, const geometry::Vector& at) {
  double phase[3];
  for (std::size_t d = 0; d < 3; ++d)
    phase[d] = 2 * std::numbers::pi * (at[d] - initial.origin[d]) / initial.wavelength[d];
  const auto [x, y, z] = phase;
  const double a = initial.amplitude, b = a * initial.wavelength[1] / initial.wavelength[0],
               factor = initial.is_flat ? 1 : std::cos(z),
               of_pressure = initial.is_flat ? 1 : (std::cos(2 * z) + 2) / 4;
  return {of_pressure / 4 * (a * a * std::cos(2 * x) + b * b * std::cos(2 * y)),
          a * std::sin(x) * std::cos(y) * factor, -b * std::cos(x) * std::sin(y) * factor, 0};
}

/// Between walls, by a power of the distance from the nearer one.
std::array<double, 4> channel_at(const Initial& initial, const geometry::Vector& at) {
  const double across = at[initial.across], lower = initial.sides[0], upper = initial.sides[1];
  const double wall = 2 * std::min(across - lower, upper - across) / (upper - lower);
  const double factor = (1 + initial.exponent) * std::pow(std::max(0.0, wall), initial.exponent);
  return {0, factor * initial.velocity[0], factor * initial.velocity[1],
          factor * initial.velocity[2]};
}

}  // namespace

InitialState::InitialState(const Initial& initial) : initial_(initial) {
  if (initial.turbulence) modes_ = random_modes(*initial.turbulence);
}

std::array<double, 4> InitialState::smooth_at(const geometry::Vector& place) const {
  switch (initial_.kind) {
  case InitialKind::rest: return {};
  case InitialKind::uniform:
    return {0, initial_.velocity[0], initial_.velocity[1], initial_.velocity[2]};
  case InitialKind::taylor_green: return vortices_at(initial_, place);
  case InitialKind::vortex: return vortex_at(initial_, place);
  case InitialKind::channel: break;
  }
  return channel_at(initial_, place);
}

std::array<double, 4> InitialState::at(const geometry::Vector& place) const {
  std::array<double, 4> state = smooth_at(place);
  if (modes_.empty()) return state;
  double added[3] = {};
  const double at[3] = {place[0], place[1], place[2]};
  add_modes(modes_.data(), static_cast<int>(modes_.size()), at, added);
  const double factor =
      initial_.turbulence->is_relative ? std::hypot(state[1], state[2], state[3]) : 1;
  for (std::size_t d = 0; d < 3; ++d) state[d + 1] += factor * added[d];
  return state;
}

}  // namespace thalweg::flow
