// SPDX-License-Identifier: Apache-2.0
// The step. What is measured and written of a state: history.cpp, fields.cpp.
#include "solvers/flow/solver.hpp"

#include <cmath>

#include "exec/bandwidth.hpp"
#include "simulation/interface/planned_step.hpp"
#include "solvers/flow/case/decomposition.hpp"
#include "solvers/flow/case/initial_state.hpp"
#include "solvers/flow/case/measure_parameters.hpp"
#include "solvers/flow/measures/sums.hpp"
#include "solvers/flow/prediction/memory.hpp"

namespace thalweg::flow::inline TW_HALF {

namespace {

double measure_bandwidth(const exec::Exec& exec, const Parameters& p,
                         const transport::Communicator& comm) {
  const double bytes =
      flux_words * static_cast<double>(p.single_precision ? 4 : 8) * p.cells() / comm.size();
  comm.barrier();
  return exec::measure_triad_bandwidth(exec, static_cast<std::size_t>(bytes));
}

}  // namespace

template <class Real>
Flow<Real>::Flow(const Parameters& p, const transport::Communicator& comm)
    : p_(p), comm_(comm), bandwidth_(measure_bandwidth(exec_, p, comm)), mesh_(*p_.mesh) {
  const grid::BlockPartition parts = partition_of(mesh_, p_, comm.size());
  const std::vector<LevelOwners> owners =
      owners_of_levels(parts, p_, exec::kernel_space == exec::Space::device);
  first_repeating_ = first_repeating(owners);
  MeshLevel mesh{&mesh_, parts.grid};
  for (int level = 0; level < p_.cycles.levels; ++level) {
    if (level > 0) mesh = coarsened(mesh);
    const bool repeats = first_repeating_ > 0 && grid::index(level) >= first_repeating_;
    levels_.push_back(std::make_unique<Level<Real>>(mesh, owners[grid::index(level)], p_, comm_,
                                                    exec_, repeats ? untimed_ : phases_));
  }
  if (!is_steady()) {
    convergence_.emplace_back("the flow", p_.cycles);
    for (const TransportedScalar& scalar : p_.scalars)
      convergence_.emplace_back(scalar.name, p_.cycles);
    before_ = exec::Array<Real, 1>({3 * fine().arena().size()});
  }
  for (const Line& line : p_.lines)
    lines_.push_back(sample_points([&](std::size_t) { return "line \"" + line.name + '"'; },
                                   places_along(line), fine().mesh(), fine().arena(), comm_));
  std::vector<geometry::Vector> probes;
  for (const Probe& probe : p_.probes) probes.push_back(probe.point);
  probes_ = sample_points([&](std::size_t n) { return "probe \"" + p_.probes[n].name + '"'; },
                          probes, fine().mesh(), fine().arena(), comm_);
  if (p_.averages_from) averages_.emplace(fine().arena().size(), average_count(p_));
  if (!p_.scalars.empty()) scalars_.emplace(levels_, owners, p_, comm_, exec_, phases_);
  if (!p_.immersed.empty()) arena_cells_.emplace(fine().mesh(), fine().arena());
  set_floors();
}

template <class Real>
void Flow<Real>::initialise() {
  const grid::BlockArena& arena = fine().arena();
  const InitialState initial(p_.initial);
  std::vector<Real> values(4 * static_cast<std::size_t>(arena.size()));
  for (const grid::BlockPlace& place : arena.places())
    grid::for_each_cell({{}, {place.cells[0], place.cells[1], place.cells[2]}},
                        [&](const grid::Cell& cell) {
                          const auto of = initial.at(cell_centre(fine().mesh(), place.block, cell));
                          for (std::int64_t n = 0; n < 4; ++n)
                            values[static_cast<std::size_t>(n * arena.size() +
                                                            place.at(cell[0], cell[1], cell[2]))] =
                                static_cast<Real>(of[static_cast<std::size_t>(n)]);
                        });
  set_state(values);
  if (scalars_) scalars_->initialise();
  place_bodies(0);
  hold_mean_velocity();  // without a step there is no force yet
  set_conditions(0, 0);
  fine().follow_walls();
}

template <class Real>
void Flow<Real>::step(double time_limit) {
  choose_step(time_limit);
  if (is_steady()) {
    fine().follow_walls();  // (7.3)
    for (const auto& level : levels_) level->set_cfl(p_.cycles.cfl_of(steps_));
    cycle();
    if (scalars_ && !is_driven_by_scalars()) scalars_->cycle();
    cycles_ = 1;
  } else {
    set_conditions(end_of_step_, dt_);                       // section 4
    fine().follow_walls();                                   // (7.3)
    if (scalars_) fine().eddy_viscosity();                   // that first residuals of scalars take
    begin_step();                                            // (1.6)
    if (p_.has_moving_bodies()) place_bodies(end_of_step_);  // (9.1), (9.2)
    converge_all();
  }
  // A step belongs to averages if all of it does, but for rounding.
  if (averages_ && time_ >= *p_.averages_from * (1 - 1e-12))
    averages_->add(exec_, fine().cells(), fine().geometry(),
                   {fine().state(), fine().eddy_viscosity(),
                    scalars_ ? scalars_->values() : nullptr, scalars_ ? scalars_->count() : 0},
                   dt_);
  ++steps_;
  time_ = end_of_step_;
}

template <class Real>
void Flow<Real>::choose_step(double time_limit) {
  dt_before_ = dt_;
  const simulation::PlannedStep next = simulation::planned_step(time_, wanted_step(), time_limit);
  dt_ = next.size;
  end_of_step_ = next.end;
}

/// A steady flow has no time: it counts cycles.
template <class Real>
double Flow<Real>::wanted_step() {
  const double longest = p_.step.value_or(1);
  if (!p_.cfl) return longest;
  constexpr double growth = 1.5;  // (1.8)
  const double rate = courant_rate();
  const double dt = rate > 0 ? std::min(longest, *p_.cfl / rate) : longest;
  return steps_ > 0 ? std::min(dt, growth * dt_before_) : dt;
}

/// The step may change its size: at the first there is one state alone. (1.7)
template <class Real>
void Flow<Real>::begin_step() {
  const double r = steps_ > 0 ? dt_ / dt_before_ : 0;
  difference_ = {(1 + 2 * r) / (1 + r) / dt_, -(1 + r) / dt_, r * r / (1 + r) / dt_};
  rate_ = difference_.rate;
  if (scalars_) scalars_->begin_step(end_of_step_, difference_);
  exec::parallel_for(exec_, fine().cells(),
                     BeginStep<Real, 3>{fine().geometry(), fine().state() + fine().arena().size(),
                                        before_.view().data, fine().momentum_source(),
                                        static_cast<Real>(difference_.before),
                                        static_cast<Real>(difference_.long_before)});
  if (is_driven_by_scalars()) scalars_->renew_buoyancy();
  fine().state_has_changed();
}

/// Of steady flow: buoyancy in the present state of scalars.
template <class Real>
void Flow<Real>::set_source() {
  Real* source = fine().momentum_source();
  exec::parallel_for(exec_, fine().cells(), ClearSource<Real, 3>{fine().geometry(), source});
  scalars_->renew_buoyancy();
  fine().state_has_changed();
}

template <class Real>
bool Flow<Real>::is_driven_by_scalars() const {
  return scalars_ && scalars_->act_on_flow();
}

template <class Real>
void Flow<Real>::cycle() {
  if (is_driven_by_scalars() && is_steady()) set_source();
  cycle(0, p_.cycles.kind);  // section 5
}

template <class Real>
void Flow<Real>::converge_all() {
  std::vector<Convergence> ended{converge()};
  cycles_ = ended.front().cycles;
  hold_mean_velocity();
  if (scalars_)
    for (const Convergence& of : scalars_->converge(p_.cycles.tolerance, p_.cycles.most))
      ended.push_back(of);
  for (std::size_t n = 0; n < ended.size(); ++n) convergence_[n].add(steps_ + 1, ended[n]);
}

template <class Real>
Convergence Flow<Real>::converge() {
  const double begin = norms().whole;
  // As near as rounding lets a residual come.
  const double least =
      100 * static_cast<double>(std::numeric_limits<Real>::epsilon()) * rate_ * largest_speed();
  Convergence now{1, 0};
  while (now.cycles < p_.cycles.most && now.reached > p_.cycles.tolerance) {
    cycle();
    ++now.cycles;
    const double rest = norms().whole;
    now.reached = rest <= least ? 0 : rest / begin;
    if (!std::isfinite(rest)) break;
  }
  return now;
}

/// Scalars that act on the flow are smoothed with it on each level: one after the other, what they
/// do to each other would not die away.
template <class Real>
void Flow<Real>::smooth(std::size_t n) {
  levels_[n]->smooth(rate_);  // (5.1) to (5.5)
  if (is_driven_by_scalars()) scalars_->smooth(n);
}

template <class Real>
void Flow<Real>::cycle(std::size_t n, CycleKind kind) {
  if (n + 1 == levels_.size()) {
    for (int s = 0; s < p_.cycles.coarsest; ++s) smooth(n);
    return;
  }
  smooth(n);
  levels_[n]->restrict_to(*levels_[n + 1], rate_);  // (5.6)
  if (is_driven_by_scalars()) scalars_->restrict_from(n);
  if (n + 1 == first_repeating_)
    visit_repeating(kind);
  else
    visit(n + 1, kind);
  levels_[n]->correct_from(*levels_[n + 1]);  // (5.7)
  if (is_driven_by_scalars()) scalars_->correct(n);
  smooth(n);
}

template <class Real>
void Flow<Real>::visit(std::size_t n, CycleKind kind) {
  cycle(n, kind);
  if (const auto second = p_.cycles.second_visit(kind, static_cast<int>(n))) cycle(n, *second);
}

template <class Real>
std::size_t Flow<Real>::first_repeating(const std::vector<LevelOwners>& owners) const {
  if (exec::kernel_space != exec::Space::device || !p_.scalars.empty() || !p_.immersed.empty())
    return 0;
  for (std::size_t n = 1; n < owners.size(); ++n)
    if (!owners[n].are_several()) return n;
  return 0;
}

template <class Real>
void Flow<Real>::visit_repeating(CycleKind kind) {
  const Level<Real>& level = *levels_[first_repeating_];
  if (level.arena().places().empty()) return;  // another rank has it
  const auto timer = phases_.measure("coarse levels");
  coarse_visits_[static_cast<std::size_t>(kind)].run(exec_, {rate_, level.cfl(), level.force()},
                                                     [&] { visit(first_repeating_, kind); });
}

template <class Real>
typename Flow<Real>::Norms Flow<Real>::norms() {
  fine().compute_residuals(rate_);
  const auto timer = phases_.measure("diagnostics");
  const auto sum = [&](Rows rows) {
    return exec::parallel_sum<double>(
        exec_, fine().cells(), SquaredResidual<Real>{fine().geometry(), fine().residual(), rows});
  };
  std::vector<double> sums{sum(Rows::pressure), sum(Rows::momentum)};
  comm_.sum(sums);
  const auto mean = [&](double squares) { return std::sqrt(squares / fine().volume()); };
  return {mean(sums[0]) / p_.beta, mean(sums[1]), mean(sums[0] + sums[1])};
}

template <class Real>
double Flow<Real>::largest_speed() {
  const double own = exec::parallel_max<double>(
      exec_, fine().cells(), SquaredSpeed<Real>{fine().geometry(), fine().state()});
  const double infinity = std::numeric_limits<double>::infinity();
  return std::sqrt(comm_.max(std::isfinite(own) ? own : infinity));
}

/// The least time of each phase: the bytes that must pass through memory.
template <class Real>
void Flow<Real>::set_floors() {
  double cells = 0;
  for (const grid::BlockPlace& place : fine().arena().places())
    cells += static_cast<double>(place.cells[0]) * place.cells[1] * place.cells[2];
  const auto set = [&](const char* name, double words) {
    Phase& phase = phases_[name];
    phase.bytes_per_call = comm_.max(words * cells * sizeof(Real));
    phase.floor_seconds = phase.bytes_per_call / comm_.min(bandwidth_);
  };
  for (const char* name : {"ghosts", "exchange", "boundaries"}) set(name, 0);
  set("fluxes", p_.is_flat() ? flux_words_of_flat_grid : flux_words);
  set("smooth", 0);
  set("coarse levels", 0);
  if (scalars_) set("scalars", 0);
  set("diagnostics", 0);
  if (!p_.immersed.empty()) {
    set("bodies", 0);
    set("lists of bodies", 0);
  }
}

TW_INSTANTIATE(Flow)

}  // namespace thalweg::flow::inline TW_HALF
