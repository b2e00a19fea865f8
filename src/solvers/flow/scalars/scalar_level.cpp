// SPDX-License-Identifier: Apache-2.0
#include "solvers/flow/scalars/scalar_level.hpp"

#include <algorithm>

#include "solvers/flow/fluxes/flow_through.hpp"

namespace thalweg::flow::inline TW_HALF {

namespace {

/// Faces across an axis: cells of each block, and one more along the axis.
exec::Blocks<> faces_across(int axis, const grid::BlockArena& arena) {
  std::vector<exec::Box3> boxes;
  for (const grid::BlockPlace& place : arena.places()) {
    int cells[3] = {place.cells[0], place.cells[1], place.cells[2]};
    ++cells[axis];
    boxes.push_back({{0, 0, 0}, {cells[0], cells[1], cells[2]}});
  }
  return exec::Blocks<>(boxes);
}

template <class Real>
struct SetEverywhere {
  Geometry<Real> geometry;
  Real* field;
  Real value;
  TW_HD void operator()(int block, int k, int j, int i) const {
    field[geometry.places[block].at(k, j, i)] = value;
  }
};

/// (8.7)
template <class Real>
struct ChangeBuoyancy {
  Geometry<Real> geometry;
  const Real* value;
  Real *acting, *source;
  Real factor[3];  // expansion times gravity
  TW_HD void operator()(int block, int k, int j, int i) const {
    const std::int64_t cell = geometry.places[block].at(k, j, i);
    const Real difference = geometry.volume[cell] * (value[cell] - acting[cell]);
    TW_UNROLL
    for (int n = 0; n < 3; ++n) source[n * geometry.size + cell] += difference * factor[n];
    acting[cell] = value[cell];
  }
};

/// The first ghost of a change of values, under conditions that do not change.
template <class Real>
struct FillGhostsOfScalarChange {
  ScalarFaces<Real> at;
  Real* change;
  TW_HD void operator()(int f) const {
    const BoundaryFace& face = at.faces[f];
    const bool is_given = face.condition == Condition::inflow ||
                          at.rules[face.boundary].condition == ScalarCondition::value;
    change[face.cell - face.inwards] = (is_given ? Real(-1) : Real(1)) * change[face.cell];
  }
};

template <class Real>
struct Outflow {
  const BoundaryFace* faces;
  const Real* flux;
  std::int64_t size;
  int boundary;
  TW_HD double operator()(int f) const { return faces[f].boundary == boundary ? at(f) : 0; }
  TW_HD double at(int f) const {
    const BoundaryFace& face = faces[f];
    if (face.is_of_ghost) return 0;
    const auto through = static_cast<double>(flux[face_index(face, size)]);
    return face.is_upper ? through : -through;
  }
};

template <class Real>
struct StoreOutflow {
  Outflow<Real> outflow;
  double* to;
  TW_HD void operator()(int f) const { to[f] = outflow.at(f); }
};

}  // namespace

template <class Real>
ScalarLevel<Real>::ScalarLevel(Level<Real>& flow, const LevelOwners& owners, const Parameters& p,
                               const transport::Communicator& comm, const exec::Exec& exec,
                               Phases& phases)
    : flow_(flow), p_(p), exec_(exec), phases_(phases), size_(flow.arena().size()),
      first_axis_(flow.mesh().mesh->first_axis()) {
  for (int axis = 0; axis < 3; ++axis) faces_.push_back(faces_across(axis, flow.arena()));
  const auto kept = static_cast<std::int64_t>(p.scalars.size());
  values_ = exec::Array<Real, 1>({kept * size_});
  sources_ = exec::Array<Real, 1>({kept * size_});
  residual_ = exec::Array<Real, 1>({size_});
  through_ = exec::Array<Real, 1>({3 * size_});
  flux_ = exec::Array<Real, 1>({3 * size_});
  inverse_ = exec::Array<float, 1>({size_});
  change_ = exec::Array<float, 1>({2 * size_});  // 0 in ghosts at boundaries
  if (!is_fine()) restricted_ = exec::Array<Real, 1>({kept * size_});
  acting_ = exec::Array<Real, 1>({kept * size_});
  const std::string name = "scalars of level " + std::to_string(flow.mesh().level);
  const grid::BlockGrid& blocks = flow.mesh().blocks;
  const grid::BlockLinks links = grid::links_of(grid::find_ghosts(blocks, layers_of_ghosts),
                                                owners.own, flow.arena(), comm.rank());
  halo_.emplace(flow.neighbours(), name, links.sends, links.receives, 1, p.transport.route);
  halo_of_changes_.emplace(flow.neighbours(), name + ": changes", links.sends, links.receives, 1,
                           p.transport.route);
  if (flow.waiting())
    gathering_.emplace(
        comm, name,
        gathering_links(blocks, owners, *flow.waiting(), flow.arena(), comm.rank(), first_axis_), 2,
        p.transport.route);
  if (is_fine() && !p.immersed.empty()) in_bodies_.emplace(p, comm, exec);
  set_time(0);
  for (int s = 0; s < static_cast<int>(p.scalars.size()); ++s)
    closed_.push_back(exec::uploaded(closed_faces(s)));
  held_.resize(p.scalars.size());
}

template <class Real>
std::vector<int> ScalarLevel<Real>::closed_faces(int scalar) const {
  std::vector<int> closed(static_cast<std::size_t>(size_));
  for (const BoundaryFace& face : flow_.conditions().host_faces())
    if (of(scalar).at_boundaries[grid::index(face.boundary)].condition != ScalarCondition::value)
      closed[static_cast<std::size_t>(face.cell)] |= 1 << (2 * face.axis + face.is_upper);
  return closed;
}

template <class Real>
void ScalarLevel<Real>::set_time(double time) {
  if (in_bodies_) in_bodies_->set_time(time);
  for (std::size_t s = 0; s < p_.scalars.size(); ++s) {
    std::vector<ScalarRule<Real>> rules;
    bool is_steady = s < rules_.size();
    for (const ScalarAtBoundary& at : p_.scalars[s].at_boundaries) {
      rules.push_back({at.condition, static_cast<Real>(at.value * at.factor(time))});
      is_steady = is_steady && at.factor.is_constant();
    }
    if (is_steady) continue;
    exec_.wait();  // kernels may still use what goes
    if (s == rules_.size())
      rules_.push_back(exec::uploaded(rules));
    else
      rules_[s] = exec::uploaded(rules);
  }
}

template <class Real>
Diffusivity<Real> ScalarLevel<Real>::diffusivity(int scalar) const {
  return {static_cast<Real>(of(scalar).diffusivity),
          p_.has_eddies() ? flow_.flux_scheme().of_eddies : nullptr,
          static_cast<Real>(1 / of(scalar).turbulent_schmidt)};
}

template <class Real>
ScalarFaces<Real> ScalarLevel<Real>::at_faces(int scalar) const {
  return {flow_.geometry(), flow_.conditions().faces(),
          rules_[static_cast<std::size_t>(scalar)].view().data,
          static_cast<Real>(of(scalar).diffusivity), flow_.at_faces().is_first_order};
}

template <class Real>
template <Upwinding upwinding, bool is_plain, bool is_even>
void ScalarLevel<Real>::take_flow_between_cells() {
  for (int axis = first_axis_; axis < 3; ++axis)
    exec::parallel_for(exec_, faces_[grid::index(axis)],
                       FlowThroughFaces<upwinding, is_plain, is_even, Real>{
                           flow_.geometry(), flow_.state(), flow_.flux_scheme(), axis,
                           through_.view().data, 1 / flow_.flux_scheme().beta});
}

template <class Real>
void ScalarLevel<Real>::take_flow() {
  flow_.fill_ghosts();
  flow_.with_fluxes([&](auto upwinding, auto is_plain) {
    with_constant(flow_.is_even(), [&](auto is_even) {
      this->template take_flow_between_cells<upwinding(), is_plain(), is_even()>();
    });
  });
  exec::parallel_for(
      exec_, flow_.conditions().count(),
      FlowThroughConditions<Real>{flow_.at_faces(), flow_.state(), through_.view().data, size_});
}

template <class Real>
void ScalarLevel<Real>::forget_buoyancy() {
  for (int s = 0; s < static_cast<int>(p_.scalars.size()); ++s)
    for_each_cell(SetEverywhere<Real>{flow_.geometry(), acting_.view().data + s * size_,
                                      static_cast<Real>(of(s).reference)});
}

template <class Real>
void ScalarLevel<Real>::act_on_flow() {
  for (int s = 0; s < static_cast<int>(p_.scalars.size()); ++s) {
    const double expansion = of(s).expansion;
    if (expansion == 0) continue;
    const auto factor = [&](std::size_t d) { return static_cast<Real>(expansion * p_.gravity[d]); };
    for_each_cell(ChangeBuoyancy<Real>{flow_.geometry(),
                                       value(s),
                                       acting_.view().data + s * size_,
                                       flow_.momentum_source(),
                                       {factor(0), factor(1), factor(2)}});
  }
  flow_.state_has_changed();
}

template <class Real>
template <class Value>
void ScalarLevel<Real>::exchange(transport::Halo<Value>& halo,
                                 const transport::HaloFields<Value>& fields) {
  const auto watch = [this] { return phases_.measure("exchange"); };
  halo.start(exec_, fields, watch);
  halo.finish(exec_, watch);
}

template <class Real>
std::vector<const transport::MessagePlan*> ScalarLevel<Real>::last_exchanges() const {
  std::vector<const transport::MessagePlan*> plans;
  if (!flow_.is_gathered()) plans = {halo_->last().plan, halo_of_changes_->last().plan};
  if (gathering_)
    for (const transport::MessagePlan* plan : gathering_->last_exchanges()) plans.push_back(plan);
  std::erase(plans, nullptr);
  return plans;
}

/// Values in bands are made of those of free cells, values in bodies of both: ghosts are filled
/// after each.
template <class Real>
void ScalarLevel<Real>::set_immersed(int scalar) {
  if (!in_bodies_ || !flow_.immersion()) return;
  in_bodies_->set_band(*flow_.immersion(), scalar, value(scalar));
  exchange(*halo_, {value(scalar)});
  in_bodies_->set_inside(*flow_.immersion(), scalar, value(scalar));
  exchange(*halo_, {value(scalar)});
}

template <class Real>
void ScalarLevel<Real>::fill_ghosts(int scalar) {
  exchange(*halo_, {value(scalar)});
  set_immersed(scalar);
  exec::parallel_for(exec_, flow_.conditions().count(),
                     FillScalarGhosts<Real>{at_faces(scalar), flow_.state(), value(scalar)});
}

template <class Real>
template <bool is_even>
void ScalarLevel<Real>::compute_fluxes_between_cells(int scalar) {
  const ScalarFlux<Real> fluxes{flow_.geometry(),
                                value(scalar),
                                std::as_const(through_).view().data,
                                flux_.view().data,
                                {diffusivity(scalar), flow_.flux_scheme().even},
                                first_axis_};
  for (int axis = first_axis_; axis < 3; ++axis)
    exec::parallel_for(exec_, faces_[grid::index(axis)],
                       ScalarFluxesAcross<is_even, Real>{fluxes, axis});
  const auto one_sided = flow_.one_sided();
  exec::parallel_for(exec_, static_cast<int>(one_sided.size()),
                     OneSidedScalarFluxes<is_even, Real>{fluxes, one_sided.data});
}

template <class Real>
void ScalarLevel<Real>::compute_residual(int scalar, double rate, bool with_source) {
  fill_ghosts(scalar);
  const Real *values = value(scalar), *through = std::as_const(through_).view().data;
  const auto real = [](double number) { return static_cast<Real>(number); };
  with_constant(flow_.is_even(), [&](auto is_even) {
    this->template compute_fluxes_between_cells<is_even()>(scalar);
  });
  exec::parallel_for(
      exec_, flow_.conditions().count(),
      ScalarFluxesOfConditions<Real>{at_faces(scalar), values, through, flux_.view().data});
  const GatherScalar<Real> gather{
      flow_.geometry(),      values,      through,    std::as_const(flux_).view().data,
      residual_.view().data, first_axis_, real(rate), real(of(scalar).production)};
  if (with_source)
    for_each_cell(GatherScalarWithSource<Real>{gather, source(scalar)});
  else
    for_each_cell(gather);
  hold_rows(scalar, rate, with_source);
}

template <class Real>
double ScalarLevel<Real>::outflow(int boundary) const {
  return exec::parallel_sum<double>(
      exec_, flow_.conditions().count(),
      Outflow<Real>{flow_.conditions().faces(), flux_.view().data, size_, boundary});
}

template <class Real>
std::vector<double> ScalarLevel<Real>::boundary_fluxes() const {
  const int count = flow_.conditions().count();
  exec::Array<double, 1> fluxes({count});
  exec::parallel_for(exec_, count,
                     StoreOutflow<Real>{{flow_.conditions().faces(), flux_.view().data, size_, 0},
                                        fluxes.view().data});
  return exec::downloaded(exec_, std::as_const(fluxes).view());
}

/// Where streamlines are closed, what is carried along and hardly spreads diverges above
/// (docs/theory/flow.md, section 8).
template <class Real>
double ScalarLevel<Real>::courant_number(int scalar, double rate) const {
  constexpr double of_carried = 3;
  const TransportedScalar& s = of(scalar);
  const bool is_carried = rate == 0 && s.expansion == 0 && s.diffusivity <= p_.viscosity / 10;
  return is_carried ? std::min(flow_.cfl(), of_carried) : flow_.cfl();
}

template <class Real>
void ScalarLevel<Real>::smooth(int scalar, double rate) {
  constexpr int sweeps = 4;
  compute_residual(scalar, rate);
  const ScalarSystem<Real> system{flow_.geometry(),
                                  std::as_const(through_).view().data,
                                  std::as_const(closed_[grid::index(scalar)]).view().data,
                                  first_axis_,
                                  diffusivity(scalar),
                                  static_cast<Real>(rate),
                                  static_cast<Real>(p_.beta)};
  float *change = change_.view().data, *next = change + size_, *inverse = inverse_.view().data;
  for_each_cell(InvertScalarDiagonal<Real>{system, residual(), inverse, change,
                                           static_cast<float>(courant_number(scalar, rate))});
  for (int n = 1; n < sweeps; ++n) {
    exchange(*halo_of_changes_, {change});
    const ScalarSweep<Real> sweep{system, residual(), change, inverse};
    if (n + 1 < sweeps)
      for_each_cell(StoreScalarChange<Real>{sweep, next});
    else
      for_each_cell(AddScalarChange<Real>{sweep, value(scalar)});
    std::swap(change, next);
  }
}

template <class Real>
void ScalarLevel<Real>::restrict_to(ScalarLevel& coarse, int scalar, double rate) {
  compute_residual(scalar, rate);
  Real *value_there = coarse.value(scalar), *source = coarse.source(scalar);
  exec::parallel_for(exec_, coarse.flow_.handed_cells(),
                     Restrict<Real, 1>{flow_.to(coarse.flow_), value(scalar), residual(),
                                       flow_.geometry().volume, value_there, source});
  if (coarse.gathering_) exchange(coarse.gathering_->gather, {value_there, source});
  const auto bytes = static_cast<std::size_t>(coarse.size_) * sizeof(Real);
  const std::int64_t at = scalar * coarse.size_;
  for (exec::Array<Real, 1>* copy : {&coarse.restricted_, &coarse.acting_})
    exec::copy_bytes(exec_, copy->view().data + at, value_there, bytes);
  coarse.compute_residual(scalar, rate, false);
  coarse.for_each_cell(
      Combine<Real, 1>{coarse.flow_.geometry(), 1, -1, source, coarse.residual(), source});
}

template <class Real>
void ScalarLevel<Real>::correct_from(ScalarLevel& coarse, int scalar) {
  Real* correction = coarse.restricted_.view().data + scalar * coarse.size_;
  coarse.for_each_cell(Combine<Real, 1>{coarse.flow_.geometry(), 1, -1, coarse.value(scalar),
                                        correction, correction});
  coarse.exchange(*coarse.halo_, {correction});
  exec::parallel_for(exec_, coarse.flow_.conditions().count(),
                     FillGhostsOfScalarChange<Real>{coarse.at_faces(scalar), correction});
  if (coarse.gathering_) exchange(coarse.gathering_->hand_back, {correction});
  for_each_cell(Prolong<Real, 1>{flow_.to(coarse.flow_), correction, value(scalar)});
}

TW_INSTANTIATE(ScalarLevel)

}  // namespace thalweg::flow::inline TW_HALF
