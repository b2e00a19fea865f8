// SPDX-License-Identifier: Apache-2.0
#include "solvers/flow/scalars/scalars.hpp"

#include <cmath>
#include <limits>

namespace thalweg::flow::inline TW_HALF {

namespace {

template <class Real>
struct SquaredScalarResidual {
  Geometry<Real> geometry;
  const Real* residual;
  TW_HD double operator()(int block, int k, int j, int i) const {
    const std::int64_t cell = geometry.places[block].at(k, j, i);
    const auto r = static_cast<double>(residual[cell]);
    return r * r / static_cast<double>(geometry.volume[cell]);
  }
};

template <class Real>
struct ScalarContent {
  Geometry<Real> geometry;
  const Real* value;
  TW_HD double operator()(int block, int k, int j, int i) const {
    const std::int64_t cell = geometry.places[block].at(k, j, i);
    return static_cast<double>(value[cell]) * static_cast<double>(geometry.volume[cell]);
  }
};

template <class Real>
struct ScalarMagnitude {
  Geometry<Real> geometry;
  const Real* value;
  TW_HD double operator()(int block, int k, int j, int i) const {
    const auto one = static_cast<double>(value[geometry.places[block].at(k, j, i)]);
    return one < 0 ? -one : one;
  }
};

/// Above the least that a value can be, by the largest magnitude of all: maxima are at least 0.
template <class Real>
struct AboveLeast {
  Geometry<Real> geometry;
  const Real* value;
  double magnitude, sign;
  TW_HD double operator()(int block, int k, int j, int i) const {
    return magnitude + sign * static_cast<double>(value[geometry.places[block].at(k, j, i)]);
  }
};

}  // namespace

template <class Real>
Scalars<Real>::Scalars(const std::vector<std::unique_ptr<Level<Real>>>& levels,
                       const std::vector<LevelOwners>& owners, const Parameters& p,
                       const transport::Communicator& comm, const exec::Exec& exec, Phases& phases)
    : p_(p), comm_(comm), exec_(exec), phases_(phases), first_magnitudes_(p.scalars.size()) {
  for (std::size_t n = 0; n < levels.size(); ++n)
    levels_.push_back(
        std::make_unique<ScalarLevel<Real>>(*levels[n], owners[n], p, comm, exec, phases));
  if (!p.step) return;
  before_ = exec::Array<Real, 1>({count() * fine().size()});
}

template <class Real>
void Scalars<Real>::initialise() {
  const grid::BlockArena& arena = fine().flow().arena();
  const auto size = static_cast<std::size_t>(arena.size());
  std::vector<Real> values(p_.scalars.size() * size);
  for (const grid::BlockPlace& place : arena.places())
    grid::for_each_cell(
        {{}, {place.cells[0], place.cells[1], place.cells[2]}}, [&](const grid::Cell& cell) {
          const geometry::Vector at = cell_centre(fine().flow().mesh(), place.block, cell);
          for (std::size_t s = 0; s < p_.scalars.size(); ++s)
            values[s * size + static_cast<std::size_t>(place.at(cell[0], cell[1], cell[2]))] =
                static_cast<Real>(p_.scalars[s].initial +
                                  geometry::dot(p_.scalars[s].gradient, at));
        });
  exec::copy_bytes(exec_, this->values(), values.data(), values.size() * sizeof(Real));
  exec_.wait();
}

template <class Real>
void Scalars<Real>::place_bodies() {
  for (int s = 0; s < count(); ++s) {
    std::vector<std::uint8_t> held = fine().held_by_bodies(s);
    for (std::size_t n = 0; n < levels_.size(); ++n) {
      if (n > 0) held = levels_[n - 1]->flow().restrict_held(held, levels_[n]->flow());
      levels_[n]->hold(s, held);
    }
  }
}

template <class Real>
void Scalars<Real>::begin_step(double time, const TimeDifference& difference) {
  rate_ = difference.rate;
  for (const auto& level : levels_) level->set_time(time);
  for (int s = 0; s < count(); ++s) {
    const std::int64_t at = s * fine().size();
    exec::parallel_for(exec_, fine().flow().cells(),
                       BeginStep<Real, 1>{fine().flow().geometry(), values() + at,
                                          before_.view().data + at, fine().source(s),
                                          static_cast<Real>(difference.before),
                                          static_cast<Real>(difference.long_before)});
  }
  fine().take_flow();
  begin_.clear();
  for (int s = 0; s < count(); ++s) begin_.push_back(residual_norm(s));
}

template <class Real>
bool Scalars<Real>::act_on_flow() const {
  return drive_flow(p_.scalars);
}

template <class Real>
void Scalars<Real>::renew_buoyancy() {
  fine().forget_buoyancy();
  fine().act_on_flow();
}

template <class Real>
void Scalars<Real>::smooth(std::size_t n) {
  const auto timer = phases_.measure("scalars");
  levels_[n]->take_flow();
  for (int s = 0; s < count(); ++s) levels_[n]->smooth(s, rate_);
  levels_[n]->act_on_flow();
}

template <class Real>
void Scalars<Real>::restrict_from(std::size_t n) {
  const auto timer = phases_.measure("scalars");
  levels_[n + 1]->take_flow();
  for (int s = 0; s < count(); ++s) levels_[n]->restrict_to(*levels_[n + 1], s, rate_);
}

template <class Real>
void Scalars<Real>::correct(std::size_t n) {
  const auto timer = phases_.measure("scalars");
  for (int s = 0; s < count(); ++s) levels_[n]->correct_from(*levels_[n + 1], s);
  levels_[n]->act_on_flow();
}

/// Of all levels, in their present states.
template <class Real>
void Scalars<Real>::take_flow() {
  for (const auto& level : levels_) level->take_flow();
}

template <class Real>
void Scalars<Real>::cycle() {
  const auto timer = phases_.measure("scalars");
  take_flow();
  for (int s = 0; s < count(); ++s) cycle(0, p_.cycles.kind, s);
}

template <class Real>
void Scalars<Real>::cycle(std::size_t n, CycleKind kind, int scalar) {
  ScalarLevel<Real>& level = *levels_[n];
  if (n + 1 == levels_.size()) {
    for (int s = 0; s < p_.cycles.coarsest; ++s) level.smooth(scalar, rate_);
    return;
  }
  level.smooth(scalar, rate_);
  level.restrict_to(*levels_[n + 1], scalar, rate_);
  cycle(n + 1, kind, scalar);
  if (const auto second = p_.cycles.second_visit(kind, static_cast<int>(n + 1)))
    cycle(n + 1, *second, scalar);
  level.correct_from(*levels_[n + 1], scalar);
  level.smooth(scalar, rate_);
}

/// The root of a mean over the volume, as (6.1). The flow was taken.
template <class Real>
double Scalars<Real>::residual_norm(int scalar) {
  fine().compute_residual(scalar, rate_);
  const double own = exec::parallel_sum<double>(
      exec_, fine().flow().cells(),
      SquaredScalarResidual<Real>{fine().flow().geometry(), fine().residual()});
  return std::sqrt(comm_.sum(own) / fine().flow().volume());
}

template <class Real>
std::vector<Convergence> Scalars<Real>::converge(double tolerance, int most) {
  const auto timer = phases_.measure("scalars");
  take_flow();
  std::vector<Convergence> all;
  for (int s = 0; s < count(); ++s) all.push_back(converge(s, tolerance, most));
  return all;
}

template <class Real>
Convergence Scalars<Real>::converge(int s, double tolerance, int most) {
  const double begin = begin_[grid::index(s)];
  // As near as rounding lets a residual come.
  const double least =
      100 * static_cast<double>(std::numeric_limits<Real>::epsilon()) * rate_ * magnitude(s);
  Convergence now;
  for (double rest = residual_norm(s); rest > least; rest = residual_norm(s)) {
    if (!std::isfinite(rest)) break;
    now.reached = rest / begin;
    if (now.cycles >= most || now.reached <= tolerance) return now;
    cycle(0, p_.cycles.kind, s);
    ++now.cycles;
  }
  now.reached = 0;
  return now;
}

template <class Real>
std::vector<const transport::MessagePlan*> Scalars<Real>::last_exchanges() const {
  std::vector<const transport::MessagePlan*> plans;
  for (const auto& level : levels_)
    for (const transport::MessagePlan* plan : level->last_exchanges()) plans.push_back(plan);
  return plans;
}

template <class Real>
bool Scalars<Real>::are_finite() {
  for (int s = 0; s < count(); ++s) {
    const double contents =
        exec::parallel_sum<double>(exec_, fine().flow().cells(),
                                   ScalarContent<Real>{fine().flow().geometry(), fine().value(s)});
    if (!std::isfinite(comm_.sum(contents))) return false;
  }
  return true;
}

/// A first cycle leaves a part of what a scalar settles at: 1/Pe of it, where a wall lets a flux
/// in.
template <class Real>
std::optional<ScalarGrowth> Scalars<Real>::growth() {
  constexpr double beyond_doubt = 1e8;
  for (int s = 0; s < count(); ++s) {
    double& first = first_magnitudes_[grid::index(s)];
    const double now = magnitude(s);
    if (first == 0) first = now;
    if (now > beyond_doubt * first) return ScalarGrowth{s, first, now};
  }
  return std::nullopt;
}

template <class Real>
void Scalars<Real>::fill_ghosts() {
  for (int s = 0; s < count(); ++s) fine().fill_ghosts(s);
}

template <class Real>
std::vector<std::vector<double>> Scalars<Real>::boundary_fluxes() {
  std::vector<std::vector<double>> fluxes;
  fine().take_flow();
  for (int s = 0; s < count(); ++s) {
    fine().compute_residual(s, rate_);
    fluxes.push_back(fine().boundary_fluxes());
  }
  return fluxes;
}

template <class Real>
double Scalars<Real>::magnitude(int scalar) const {
  return comm_.max(exec::parallel_max<double>(
      exec_, fine().flow().cells(),
      ScalarMagnitude<Real>{fine().flow().geometry(), fine().value(scalar)}));
}

template <class Real>
double Scalars<Real>::extreme(int scalar, double magnitude, double sign) const {
  const double above = comm_.max(exec::parallel_max<double>(
      exec_, fine().flow().cells(),
      AboveLeast<Real>{fine().flow().geometry(), fine().value(scalar), magnitude, sign}));
  return sign * (above - magnitude);
}

template <class Real>
std::vector<simulation::Scalar> Scalars<Real>::measured() {
  std::vector<simulation::Scalar> all;
  fine().take_flow();
  for (int s = 0; s < count(); ++s) {
    const std::string& name = p_.scalars[grid::index(s)].name;
    all.push_back({"residual_" + name, "1/time", residual_norm(s)});
    const double contents =
        exec::parallel_sum<double>(exec_, fine().flow().cells(),
                                   ScalarContent<Real>{fine().flow().geometry(), fine().value(s)});
    all.push_back({"mean_" + name, "1", comm_.sum(contents) / fine().flow().volume()});
    const double most = magnitude(s);
    all.push_back({"least_" + name, "1", extreme(s, most, -1)});
    all.push_back({"largest_" + name, "1", extreme(s, most, 1)});
    for (std::size_t b = 0; b < p_.boundaries.size(); ++b)
      if (p_.boundaries[b].condition != Condition::symmetry)
        all.push_back({"outflow_" + name + '_' + p_.boundaries[b].family, "length^3/time",
                       comm_.sum(fine().outflow(static_cast<int>(b)))});
    const std::vector<double> through_bodies = fine().outflows_through_bodies(s);
    for (std::size_t n = 0; n < through_bodies.size(); ++n)
      all.push_back(
          {"outflow_" + name + '_' + p_.immersed[n].name, "length^3/time", through_bodies[n]});
  }
  return all;
}

template class Scalars<float>;
template class Scalars<double>;

}  // namespace thalweg::flow::inline TW_HALF
