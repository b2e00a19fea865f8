// SPDX-License-Identifier: Apache-2.0
// What is measured of a state: docs/theory/turbulence.md, section 7.
#include <algorithm>
#include <cmath>
#include <limits>

#include "solvers/turbulence/fault_text.hpp"
#include "solvers/turbulence/navier_stokes.hpp"
#include "solvers/turbulence/spectra.hpp"

namespace thalweg::turbulence::inline TW_HALF {

template <class Real>
const Sums& NavierStokes<Real>::sums() {
  if (!sums_known_) {
    const auto timer = phases_.measure("diagnostics");
    sums_ = mode_sums_.of(exec_, comm_, std::as_const(velocity_).view(), k_.wave_vectors());
    sums_known_ = true;
  }
  return sums_;
}

template <class Real>
std::vector<simulation::Scalar> NavierStokes<Real>::scalars() {
  const Sums& s = sums();
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double dissipation = 2 * p_.viscosity * s.enstrophy;  // (7.4)
  double from_energy = nan, mismatch = nan;
  if (last_row_ && time_ > last_row_->time) {
    from_energy = (last_row_->energy - s.energy) / (time_ - last_row_->time);  // (7.5)
    const double mean = (last_row_->dissipation + dissipation) / 2;
    mismatch = mean > 0 ? std::abs(from_energy - mean) / mean : nan;  // (7.6)
  }
  const fft::Modes modes = layout_.modes;
  const double tau = 2 * std::acos(-1.0);
  const double k_max =
      tau * std::min({modes.kx / p_.length[0], modes.ky / p_.length[1], modes.kz / p_.length[2]});
  const double u_rms = std::sqrt(2 * s.energy / 3);
  const double eta = std::pow(std::pow(p_.viscosity, 3) / dissipation, 0.25);  // (7.8)
  const double taylor = std::sqrt(5 * s.energy / s.enstrophy);                 // (7.10)
  return {
      {"energy", "velocity^2", s.energy},
      {"enstrophy", "1/time^2", s.enstrophy},
      {"helicity", "velocity/time", s.helicity},
      {"dissipation", "velocity^2/time", dissipation},
      {"dissipation_from_energy", "velocity^2/time", from_energy},
      {"dissipation_mismatch", "1", mismatch},
      {"divergence_max", "1/time", s.divergence_max},
      {"cfl", "1", courant_number()},
      {"kmax_eta", "1", k_max * eta},
      {"integral_scale", "length", 0.75 * std::acos(-1.0) * s.energy_over_k / s.energy},  // (7.9)
      {"taylor_scale", "length", taylor},
      {"reynolds_taylor", "1", u_rms * taylor / p_.viscosity}};
}

template <class Real>
void NavierStokes<Real>::history_written() {
  last_row_ = Row{time_, sums().energy, 2 * p_.viscosity * sums().enstrophy};
}

template <class Real>
std::vector<simulation::Table> NavierStokes<Real>::tables(const std::vector<std::string>& names) {
  const auto is_asked = [&](const std::string& name) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  std::vector<simulation::Table> result =
      spectra<Real>(exec_, layout_, p_.length, comm_, std::as_const(velocity_).view());
  std::erase_if(result, [&](const simulation::Table& table) { return !is_asked(table.name); });
  if (is_asked("statistics")) result.push_back(statistics());
  return result;
}

namespace {

/// u^p at a point of one component, for means.
template <class Real, int power>
struct PowerOf {
  exec::View<const Real, 4> field;
  int component;
  TW_HD double operator()(int z, int y, int x) const {
    const double value = static_cast<double>(field(z, y, x, component));
    return power == 2 ? value * value : value * value * value;
  }
};

}  // namespace

/// Skewness of the longitudinal gradients, S = <g^3> / <g^2>^(3/2). (7.12)
template <class Real>
simulation::Table NavierStokes<Real>::statistics() {
  exec::Array<Real, 4> gradients({layout_.local_planes(), layout_.modes.ny, layout_.modes.nx, 3});
  to_points(LoadLongitudinalGradients<Real>{std::as_const(velocity_).view(), k_.wave_vectors()},
            gradients.view());
  const exec::Box3 box{{0, 0, 0}, {layout_.local_planes(), layout_.modes.ny, layout_.modes.nx}};
  const auto field = std::as_const(gradients).view();
  simulation::Table table{"statistics",
                          {"time", "skewness_x", "skewness_y", "skewness_z", "skewness"},
                          {"time", "1", "1", "1", "1"},
                          {{time_}}};
  double mean = 0;
  for (int c = 0; c < 3; ++c) {
    const double n = layout_.modes.points();
    const double square =
        comm_.sum(exec::parallel_sum<double>(exec_, box, PowerOf<Real, 2>{field, c})) / n;
    const double cube =
        comm_.sum(exec::parallel_sum<double>(exec_, box, PowerOf<Real, 3>{field, c})) / n;
    table.values.push_back({square > 0 ? cube / std::pow(square, 1.5) : 0});
    mean += table.values.back()[0] / 3;
  }
  table.values.push_back({mean});
  return table;
}

namespace {

/// The first non-finite value of a rank's velocity, or else the fastest point.
struct Worst {
  std::size_t point = 0;
  double size = -1;
  bool finite = true;
};

template <class Real>
Worst worst_point(const std::vector<Real>& values) {
  Worst worst;
  for (std::size_t i = 0; i < values.size() / 3; ++i) {
    const double size = std::hypot(values[3 * i], values[3 * i + 1], values[3 * i + 2]);
    if (!std::isfinite(size)) return {i, std::numeric_limits<double>::infinity(), false};
    if (size > worst.size) worst = {i, size, true};
  }
  return worst;
}

}  // namespace

template <class Real>
std::vector<simulation::Fault> NavierStokes<Real>::faults() {
  const double energy = sums().energy;
  const bool finite = std::isfinite(energy);
  // Without forcing the energy can only fall; twice the initial value is no rounding error.
  const bool runaway = finite && energy > 2 * initial_energy_;
  if (finite && !runaway) return {};
  const io::ImageField field = points_of("velocity");
  const Worst worst = worst_point(std::get<std::vector<Real>>(field.values));
  // The lowest rank among those with the worst value tells where it is.
  const double largest = comm_.max(worst.size);
  const int owner = static_cast<int>(
      comm_.min(worst.size == largest ? comm_.rank() : std::numeric_limits<int>::max()));
  const auto nx = static_cast<std::size_t>(p_.points[0]),
             ny = static_cast<std::size_t>(p_.points[1]);
  double point[3] = {static_cast<double>(worst.point % nx),
                     static_cast<double>(worst.point / nx % ny),
                     static_cast<double>(worst.point / nx / ny) + layout_.first_plane()};
  comm_.broadcast(point, owner);
  return {{"velocity", place_text(p_, point),
           runaway ? runaway_text(largest, energy, initial_energy_) : "is not finite"}};
}

template class NavierStokes<float>;
template class NavierStokes<double>;

}  // namespace thalweg::turbulence::inline TW_HALF
