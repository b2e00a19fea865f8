// SPDX-License-Identifier: Apache-2.0
#include "solvers/flow/level.hpp"

#include "solvers/flow/boundary_kernels.hpp"
#include "solvers/flow/turn_ghosts.hpp"

namespace thalweg::flow::inline TW_HALF {

namespace {

constexpr int layers = 2;
constexpr int fields_of_metrics = 10;  // that ghosts need: means of areas, and volumes

std::vector<exec::Box3> boxes_of(const grid::BlockArena& arena, int axis_of_faces = -1) {
  std::vector<exec::Box3> boxes;
  for (const grid::BlockPlace& place : arena.places()) {
    exec::Box3 box{{0, 0, 0}, {place.cells[0], place.cells[1], place.cells[2]}};
    if (axis_of_faces >= 0) ++box.hi.v[axis_of_faces];
    boxes.push_back(box);
  }
  return boxes;
}

/// Fields behind each other.
template <class Real, class List>
std::vector<Real> joined(const List& fields) {
  std::vector<Real> all;
  for (const std::vector<double>& field : fields)
    for (const double value : field) all.push_back(static_cast<Real>(value));
  return all;
}

/// As InvertDiagonal takes them.
std::vector<int> closed_faces(const std::vector<BoundaryFace>& faces, std::int64_t size) {
  std::vector<int> closed(static_cast<std::size_t>(size));
  for (const BoundaryFace& face : faces)
    if (is_wall(face.condition) || face.condition == Condition::symmetry)
      closed[static_cast<std::size_t>(face.cell)] |= 1 << (2 * face.axis + face.is_upper);
  return closed;
}

std::string name_of_halo(int level) {
  return level == 0 ? "cells" : "cells of level " + std::to_string(level);
}

template <class Real>
struct SetToZero {
  Real* values;
  TW_HD void operator()(std::int64_t i) const { values[i] = 0; }
};

}  // namespace

template <class Real>
Level<Real>::Level(const MeshLevel& mesh, const std::vector<int>& owners, const Parameters& p,
                   const transport::Communicator& comm, const exec::Exec& exec, Phases& phases)
    : p_(p), exec_(exec), phases_(phases), mesh_(mesh), first_axis_(mesh.mesh->first_axis()),
      arena_(mesh.blocks, owners, comm.rank(), layers), size_(arena_.size()),
      places_(exec::uploaded(arena_.places())), state_({4 * size_}), residual_({4 * size_}),
      flux_({12 * size_}), cells_(boxes_of(arena_)) {
  for (int axis = 0; axis < 3; ++axis) faces_across_.emplace_back(boxes_of(arena_, axis));
  const Metrics metrics = metrics_of(mesh_, arena_);
  for (const double v : metrics.volume) volume_ += v;
  volume_ = comm.sum(volume_);
  area_ = exec::uploaded(joined<Real>(metrics.area));
  mean_ = exec::uploaded(joined<Real>(metrics.mean));
  cell_volume_ = exec::uploaded(joined<Real>(std::array{metrics.volume}));
  geometry_ = {std::as_const(places_).view().data, std::as_const(area_).view().data,
               std::as_const(mean_).view().data, std::as_const(cell_volume_).view().data, size_};
  const grid::Ghosts ghosts = grid::find_ghosts(mesh_.blocks, layers);
  conditions_.emplace(boundary_faces(mesh_, arena_, ghosts, p.boundaries), p_, exec_);
  const grid::BlockLinks links = grid::links_of(ghosts, owners, arena_, comm.rank());
  halo_.emplace(comm, name_of_halo(mesh_.level), links.sends, links.receives, fields_of_metrics,
                p.transport.route);
  complete_metrics(ghosts);
  if (p.cycles.smoother == Smoother::runge_kutta) {
    before_ = exec::Array<Real, 1>({4 * size_});
  } else {
    inverse_ = exec::Array<float, 1>({16 * size_});
    closed_ = exec::uploaded(closed_faces(conditions_->host_faces(), size_));
  }
  force_ = p.force;
  if (!is_fine()) restricted_ = exec::Array<Real, 1>({4 * size_});
}

/// Ghosts get what their donors have.
template <class Real>
void Level<Real>::complete_metrics(const grid::Ghosts& ghosts) {
  std::vector<Real*> fields{cell_volume_.view().data};
  for (int n = 0; n < 9; ++n) fields.push_back(mean_.view().data + n * size_);
  const transport::HaloFields<Real> moved(fields);
  halo_->start(exec_, moved);
  halo_->finish(exec_);
  std::vector<typename TurnGhosts<Real>::Turn> turns;
  std::vector<exec::Box3> boxes;
  for (const grid::GhostBox& box : ghosts.filled)
    for (std::size_t n = 0; n < arena_.places().size(); ++n) {
      if (arena_.places()[n].block != box.block) continue;
      typename TurnGhosts<Real>::Turn turn{};
      turn.place = static_cast<int>(n);
      for (std::size_t d = 0; d < 3; ++d) {
        turn.axis[d] = box.map.axis[d];
        turn.sign[d] = box.map.sign[d];
        turn.lower[d] = box.ghosts.lower[d];
      }
      turns.push_back(turn);
      boxes.push_back(
          {{0, 0, 0}, {box.ghosts.extent(0), box.ghosts.extent(1), box.ghosts.extent(2)}});
    }
  const auto table = exec::uploaded(turns);
  const exec::Blocks<> turned(boxes);
  exec::parallel_for(
      exec_, turned,
      TurnGhosts<Real>{geometry_.places, table.view().data, mean_.view().data, size_});
  exec_.wait();
}

template <class Real>
Real* Level<Real>::source() {
  if (source_.size() == 0) source_ = exec::Array<Real, 1>({4 * size_});
  return source_.view().data;
}

/// Four fields.
template <class Real>
void Level<Real>::exchange(Real* fields) {
  const auto timer = phases_.measure(phase("ghosts"));
  halo_->start(exec_, {fields, fields + size_, fields + 2 * size_, fields + 3 * size_});
  halo_->finish(exec_);
}

template <class Real>
void Level<Real>::fill_ghosts() {
  exchange(state_.view().data);
  fill_ghosts_beyond_boundaries();
}

template <class Real>
void Level<Real>::fill_ghosts_beyond_boundaries() {
  const auto timer = phases_.measure(phase("ghosts"));
  exec::parallel_for(exec_, conditions_->count(),
                     FillGhosts<Real>{at_faces(), state_.view().data, size_});
}

template <class Real>
void Level<Real>::fill_ghosts_of_change(Real* change) {
  const auto timer = phases_.measure(phase("ghosts"));
  exchange(change);
  exec::parallel_for(exec_, conditions_->count(),
                     FillGhostsOfChange<Real>{conditions_->faces(), change, size_});
}

template <class Real>
void Level<Real>::compute_fluxes() {
  constexpr double kappa = 1.0 / 3;
  const auto through_faces = [&]<Upwinding upwinding>() {
    for (int axis = first_axis_; axis < 3; ++axis)
      exec::parallel_for(
          exec_, faces_across_[grid::index(axis)],
          FaceFluxes<upwinding, Real>{geometry_, std::as_const(state_).view().data,
                                      flux_.view().data + 4 * axis * size_, axis,
                                      static_cast<Real>(p_.beta), static_cast<Real>(p_.viscosity),
                                      static_cast<Real>(is_fine() ? (1 - kappa) / 4 : 0),
                                      static_cast<Real>(is_fine() ? (1 + kappa) / 4 : 0)});
  };
  if (p_.flux == Flux::roe)
    through_faces.template operator()<Upwinding::roe>();
  else
    through_faces.template operator()<Upwinding::rusanov>();
  exec::parallel_for(exec_, conditions_->count(),
                     BoundaryFluxes<Real>{geometry_, at_faces(), std::as_const(state_).view().data,
                                          flux_.view().data, static_cast<Real>(p_.viscosity)});
}

template <class Real>
std::vector<Traction> Level<Real>::tractions() const {
  exec::Array<Traction, 1> all({conditions_->count()});
  exec::parallel_for(exec_, conditions_->count(),
                     Tractions<Real>{geometry_, at_faces(), state_.view().data, all.view().data,
                                     static_cast<Real>(p_.viscosity)});
  return exec::downloaded(exec_, std::as_const(all).view());
}

template <class Real>
void Level<Real>::gather(double rate, bool with_source) {
  for_each_cell(GatherResiduals<Real>{
      geometry_,
      std::as_const(state_).view().data,
      std::as_const(flux_).view().data,
      residual_.view().data,
      first_axis_,
      static_cast<Real>(rate),
      {static_cast<Real>(force_[0]), static_cast<Real>(force_[1]), static_cast<Real>(force_[2])}});
  if (with_source && source_.size() > 0)
    for_each_cell(Combine<Real>{geometry_, 1, 1, std::as_const(residual_).view().data,
                                std::as_const(source_).view().data, residual_.view().data});
}

template <class Real>
void Level<Real>::compute_residuals(double rate) {
  if (residual_rate_ == rate) return;
  fill_ghosts();
  const auto timer = phases_.measure(phase("fluxes"));
  compute_fluxes();
  gather(rate, true);
  residual_rate_ = rate;
}

template <class Real>
void Level<Real>::smooth(double rate) {
  if (p_.cycles.smoother == Smoother::runge_kutta)
    smooth_by_stages(rate);
  else
    smooth_by_sweeps(rate);
}

template <class Real>
void Level<Real>::smooth_by_stages(double rate) {
  // For fluxes of the second order, and of the first: as far as waves may travel.
  constexpr double second[] = {0.0695, 0.1602, 0.2898, 0.5060, 1},
                   first[] = {0.0533, 0.1263, 0.2375, 0.4414, 1};
  exec::copy(exec_, before_.view(), std::as_const(state_).view());
  for (const double coefficient : is_fine() ? second : first) {
    compute_residuals(rate);
    const auto timer = phases_.measure(phase("smooth"));
    for_each_cell(PseudoStage<Real>{
        geometry_, std::as_const(before_).view().data, std::as_const(residual_).view().data,
        state_.view().data, first_axis_, static_cast<Real>(p_.beta),
        static_cast<Real>(p_.viscosity), static_cast<Real>(p_.cycles.cfl),
        static_cast<Real>(coefficient), static_cast<Real>(rate)});
    state_has_changed();
  }
}

template <class Real>
void Level<Real>::smooth_by_sweeps(double rate) {
  constexpr int sweeps = 4;
  compute_residuals(rate);
  const auto timer = phases_.measure(phase("smooth"));
  // Fluxes have been used up: their room is that of changes, which stay 0 in ghosts at boundaries.
  Real *change = flux_.view().data, *next = change + 4 * size_;
  exec::parallel_for(exec_, 8 * size_, SetToZero<Real>{change});
  for_each_cell(InvertDiagonal<Real>{
      geometry_, std::as_const(state_).view().data, std::as_const(closed_).view().data,
      inverse_.view().data, first_axis_, static_cast<Real>(p_.beta),
      static_cast<Real>(p_.viscosity), static_cast<Real>(p_.cycles.cfl), static_cast<Real>(rate)});
  for (int n = 0; n < sweeps; ++n) {
    if (n > 0) exchange(change);
    for_each_cell(JacobiSweep<Real>{geometry_, std::as_const(state_).view().data,
                                    std::as_const(residual_).view().data, change,
                                    std::as_const(inverse_).view().data, next, first_axis_,
                                    static_cast<Real>(p_.beta), static_cast<Real>(p_.viscosity)});
    std::swap(change, next);
  }
  for_each_cell(AddChange<Real>{geometry_, change, state_.view().data});
  state_has_changed();
}

template <class Real>
void Level<Real>::restrict_to(Level& coarse, double rate) {
  compute_residuals(rate);
  const auto timer = phases_.measure("coarse levels");
  const TwoLevels levels{geometry_.places, coarse.geometry_.places, size_, coarse.size_,
                         first_axis_};
  Real* source = coarse.source();
  coarse.for_each_cell(Restrict<Real>{levels, std::as_const(state_).view().data,
                                      std::as_const(residual_).view().data, geometry_.volume,
                                      coarse.state_.view().data, source});
  exec::copy(exec_, coarse.restricted_.view(), std::as_const(coarse.state_).view());
  coarse.exchange(coarse.state_.view().data);
  coarse.conditions_->hold(std::as_const(coarse.state_).view().data, coarse.size_);
  coarse.fill_ghosts_beyond_boundaries();
  coarse.compute_fluxes();
  coarse.gather(rate, false);
  coarse.for_each_cell(Combine<Real>{coarse.geometry_, 1, -1, source,
                                     std::as_const(coarse.residual_).view().data, source});
  coarse.state_has_changed();
}

template <class Real>
void Level<Real>::correct_from(Level& coarse) {
  const auto timer = phases_.measure("coarse levels");
  Real* correction = coarse.restricted_.view().data;
  coarse.for_each_cell(Combine<Real>{
      coarse.geometry_, 1, -1, std::as_const(coarse.state_).view().data, correction, correction});
  coarse.fill_ghosts_of_change(correction);
  const TwoLevels levels{geometry_.places, coarse.geometry_.places, size_, coarse.size_,
                         first_axis_};
  for_each_cell(Prolong<Real>{levels, correction, state_.view().data});
  state_has_changed();
}

template class Level<float>;
template class Level<double>;

}  // namespace thalweg::flow::inline TW_HALF
