// SPDX-License-Identifier: Apache-2.0
// What is measured of a state: docs/theory/turbulence.md, section 7.
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "solvers/turbulence/diagnostics/mean_modes.hpp"
#include "solvers/turbulence/fault_text.hpp"
#include "solvers/turbulence/solver.hpp"

namespace thalweg::turbulence::inline TW_HALF {

template <class Real>
const Sums& Solver<Real>::sums() {
  if (sums_known_) return sums_;
  const auto timer = phases_.measure("diagnostics");
  const auto u = sum_of(VelocityMeasure<Real>{});
  sums_ = {u[0], u[1], u[2], u[3], std::sqrt(u[4])};
  sums_.resize(set_.fields.size());
  for (std::size_t f = 1; f < set_.fields.size(); ++f) sums_.fields[f] = sum_of_field(f);
  if (has_directions(p_) || damping_.is_present()) {
    const auto c = sum_of(ComponentMeasure<Real>{damping_.rate(), 0, set_.components});
    std::copy_n(c.begin(), 3, sums_.component_energy);
    sums_.extra_dissipation = c[3];
  }
  if (damping_.is_present())
    for (std::size_t f = set_.own_fields(); f < set_.fields.size(); ++f)
      sums_.scalar_damping[f] =
          sum_of(ComponentMeasure<Real>{damping_.rate(), set_.fields[f].first, 1})[3];
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
typename Solver<Real>::Row Solver<Real>::row_now() {
  const Sums& s = sums();
  const double power = p_.forcing.kind == ForcingKind::linear
                           ? 2 * p_.forcing.rate * energy_of(s, forced_field(p_, set_))
                           : 0;
  return {time_, total_energy(set_, s),   total_dissipation(p_, set_, s), forcing_.work(exec_),
          power, magnetic_energy(set_, s)};
}

namespace {

/// Of the mean flow, rounded as VelocityMeasure rounds it. Collective.
template <class Real>
double energy_of_mean(const exec::Exec& exec, const transport::Communicator& comm,
                      ConstSpectralView<Real> state) {
  const MeanModes<Real> u = mean_modes(exec, comm, state, 0);
  return comm.sum(static_cast<double>(Real(0.5) * (norm(u[0]) + norm(u[1]) + norm(u[2]))));
}

}  // namespace

template <class Real>
std::vector<simulation::Scalar> Solver<Real>::scalars() {
  if (set_.is_quantum()) return quantum_scalars();
  const Sums& s = sums();
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const Row now = row_now();
  const double energy = now.energy, dissipation = now.dissipation;  // (7.4)
  double from_energy = nan, mismatch = nan, input = nan, growth = nan;
  if (last_row_ && time_ > last_row_->time) {
    const double interval = time_ - last_row_->time;
    input = (now.work - last_row_->work) / interval + (now.power + last_row_->power) / 2;  // (11.8)
    growth = std::log(now.magnetic / last_row_->magnetic) / (2 * interval);                // (7.18)
    from_energy = input + (last_row_->energy - energy) / interval;                         // (7.5)
    const double mean = (last_row_->dissipation + dissipation) / 2;
    mismatch = mean > 0 ? std::abs(from_energy - mean) / mean : nan;  // (7.6)
  }
  // What moves with a mean flow has the same scales.
  const double fluctuating =
      s.energy - energy_of_mean<Real>(exec_, comm_, std::as_const(state_).view());
  const double u_rms = std::sqrt(2 * fluctuating / 3);
  const double taylor = std::sqrt(5 * fluctuating / s.enstrophy);  // (7.10)
  std::vector<simulation::Scalar> columns{
      {"energy", "velocity^2", energy},
      {"enstrophy", "1/time^2", s.enstrophy},
      {"helicity", "velocity/time", s.helicity},
      {"dissipation", "velocity^2/time", dissipation},
      {"dissipation_from_energy", "velocity^2/time", from_energy},
      {"dissipation_mismatch", "1", mismatch},
      {"divergence_max", "1/time", s.divergence_max},
      {"cfl", "1", courant_number()},
      {"kmax_eta", "1", kmax_eta(p_, layout_.modes, s)},
      {"integral_scale", "length",
       0.75 * std::acos(-1.0) * s.energy_over_k / fluctuating},  // (7.9)
      {"taylor_scale", "length", taylor},
      {"reynolds_taylor", "1", u_rms * taylor / p_.viscosity}};
  for (const auto& column : further_columns(p_, set_, s)) columns.push_back(column);
  for (const std::string& name : columns_between_rows(p_, set_))
    columns.push_back(name == "energy_input" ? simulation::Scalar{name, "velocity^2/time", input}
                                             : simulation::Scalar{name, "1/time", growth});
  if (particles_)
    for (auto& column : particles_->columns(exec_)) columns.push_back(std::move(column));
  return columns;
}

/// Says once that the smallest scales are not resolved, where the sums are known anyway.
template <class Real>
std::vector<std::string> Solver<Real>::notes() {
  const double least = 1;
  if (!told_of_resolution_ && sums_known_ && p_.viscosity > 0 && !damping_.is_present()) {
    const double reached = kmax_eta(p_, layout_.modes, sums_);
    told_of_resolution_ = reached < least;
    if (reached < least) notes_.push_back(resolution_text(reached, time_));
  }
  return std::exchange(notes_, {});
}

template <class Real>
void Solver<Real>::history_written() {
  if (set_.is_quantum()) return;
  last_row_ = row_now();
}

namespace {

/// The first non-finite value of a rank's field, or else its largest.
struct Worst {
  std::size_t point = 0;
  double size = -1;
  bool finite = true;
};

template <class Real>
Worst worst_point(const std::vector<Real>& values, std::size_t components) {
  Worst worst;
  for (std::size_t i = 0; i < values.size() / components; ++i) {
    double square = 0;
    for (std::size_t c = 0; c < components; ++c)
      square += static_cast<double>(values[components * i + c] * values[components * i + c]);
    const double size = std::sqrt(square);
    if (!std::isfinite(size)) return {i, std::numeric_limits<double>::infinity(), false};
    if (size > worst.size) worst = {i, size, true};
  }
  return worst;
}

}  // namespace

template <class Real>
std::vector<simulation::Fault> Solver<Real>::faults() {
  const double size = set_.is_quantum() ? mass() : total_energy(set_, sums());
  const bool finite = std::isfinite(size);
  // Without forcing the energy can only fall, and a wave function keeps its mass; twice the initial
  // value is no rounding error.
  const bool is_forced = p_.forcing.kind != ForcingKind::none;
  const bool runaway = finite && !is_forced && size > 2 * initial_energy_;
  if (finite && !runaway) return {};
  return {fault_of(runaway, size)};
}

template <class Real>
simulation::Fault Solver<Real>::fault_of(bool runaway, double size) {
  const io::ImageField field = *image_named(image_fields(set_).front().name);
  const Worst worst = worst_point(std::get<std::vector<Real>>(field.values),
                                  static_cast<std::size_t>(field.components));
  // The lowest rank among those with the worst value tells where it is.
  const double largest = comm_.max(worst.size);
  const int owner = static_cast<int>(
      comm_.min(worst.size == largest ? comm_.rank() : std::numeric_limits<int>::max()));
  const auto nx = static_cast<std::size_t>(p_.points[0]),
             ny = static_cast<std::size_t>(p_.points[1]);
  double point[3] = {
      static_cast<double>(worst.point % nx), static_cast<double>(worst.point / nx % ny),
      static_cast<double>(worst.point / nx / ny) + static_cast<double>(field.plane_begin)};
  comm_.broadcast(point, owner);
  return {field.name, place_text(p_, point),
          runaway
              ? runaway_text(set_.is_quantum() ? "mass" : "energy", largest, size, initial_energy_)
              : "is not finite"};
}

TW_INSTANTIATE(Solver)

}  // namespace thalweg::turbulence::inline TW_HALF
