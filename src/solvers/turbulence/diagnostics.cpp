// SPDX-License-Identifier: Apache-2.0
// What is measured of a state: docs/theory/turbulence.md, section 7.
#include <algorithm>
#include <cmath>
#include <limits>

#include "solvers/turbulence/diagnostics/spectra.hpp"
#include "solvers/turbulence/fault_text.hpp"
#include "solvers/turbulence/solver.hpp"

namespace thalweg::turbulence::inline TW_HALF {

template <class Real>
template <class Measure>
std::array<double, measured_values> Solver<Real>::sum_of(const Measure& measure) {
  return mode_sums_.of(exec_, comm_, std::as_const(state_).view(), k_.wave_vectors(), measure);
}

template <class Real>
const Sums& Solver<Real>::sums() {
  if (sums_known_) return sums_;
  const auto timer = phases_.measure("diagnostics");
  const auto u = sum_of(VelocityMeasure<Real>{});
  sums_ = {u[0], u[1], u[2], u[3], std::sqrt(u[4])};
  sums_.fields.resize(set_.fields.size());
  for (std::size_t f = 1; f < set_.fields.size(); ++f) sums_.fields[f] = sum_of_field(f);
  if (has_directions(p_) || damping_.is_present()) {
    const auto c = sum_of(ComponentMeasure<Real>{damping_.rate(), set_.components});
    std::copy_n(c.begin(), 3, sums_.component_energy);
    sums_.extra_dissipation = c[3];
  }
  sums_known_ = true;
  return sums_;
}

template <class Real>
std::array<double, measured_values> Solver<Real>::sum_of_field(std::size_t f) {
  const StateField& field = set_.fields[f];
  if (field.kind == FieldKind::scalar) return sum_of(ScalarMeasure<Real>{field.first});
  auto b = sum_of(MagneticMeasure<Real>{field.first});
  b[4] = std::sqrt(b[4]);
  return b;
}

template <class Real>
std::vector<simulation::Scalar> Solver<Real>::scalars() {
  const Sums& s = sums();
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double energy = total_energy(set_, s);
  const double dissipation = total_dissipation(p_, set_, s);  // (7.4)
  double from_energy = nan, mismatch = nan;
  if (last_row_ && time_ > last_row_->time) {
    from_energy = (last_row_->energy - energy) / (time_ - last_row_->time);  // (7.5)
    const double mean = (last_row_->dissipation + dissipation) / 2;
    mismatch = mean > 0 ? std::abs(from_energy - mean) / mean : nan;  // (7.6)
  }
  const fft::Modes modes = layout_.modes;
  const double tau = 2 * std::acos(-1.0);
  const double k_max =
      tau * std::min({modes.kx / p_.length[0], modes.ky / p_.length[1], modes.kz / p_.length[2]});
  const double u_rms = std::sqrt(2 * s.energy / 3);
  const double viscous = 2 * p_.viscosity * s.enstrophy;
  const double eta = std::pow(std::pow(p_.viscosity, 3) / viscous, 0.25);  // (7.8)
  const double taylor = std::sqrt(5 * s.energy / s.enstrophy);             // (7.10)
  std::vector<simulation::Scalar> columns{
      {"energy", "velocity^2", energy},
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
  for (const auto& column : further_columns(p_, set_, s)) columns.push_back(column);
  if (particles_)
    for (auto& column : particles_->columns(exec_)) columns.push_back(std::move(column));
  return columns;
}

template <class Real>
void Solver<Real>::history_written() {
  last_row_ = Row{time_, total_energy(set_, sums()), total_dissipation(p_, set_, sums())};
}

template <class Real>
std::vector<simulation::Table> Solver<Real>::tables(const std::vector<std::string>& names) {
  const auto is_asked = [&](const std::string& name) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  std::vector<simulation::Table> result;
  for (const StateField& field : set_.fields) {
    const auto of_field = spectrum_names(field);
    if (std::none_of(of_field.begin(), of_field.end(), is_asked)) continue;
    for (simulation::Table& table :
         spectra<Real>(exec_, layout_, p_.length, comm_, std::as_const(state_).view(), field))
      if (is_asked(table.name)) result.push_back(std::move(table));
  }
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
simulation::Table Solver<Real>::statistics() {
  exec::Array<Real, 4> gradients({layout_.local_planes(), layout_.modes.ny, layout_.modes.nx, 3});
  to_points(LoadLongitudinalGradients<Real>{std::as_const(state_).view(), k_.wave_vectors()},
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
std::vector<simulation::Fault> Solver<Real>::faults() {
  const double energy = total_energy(set_, sums());
  const bool finite = std::isfinite(energy);
  // Without forcing the energy can only fall; twice the initial value is no rounding error.
  const bool runaway = finite && energy > 2 * initial_energy_;
  if (finite && !runaway) return {};
  const io::ImageField field = points_of(output_fields(set_).front());
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

template class Solver<float>;
template class Solver<double>;

}  // namespace thalweg::turbulence::inline TW_HALF
