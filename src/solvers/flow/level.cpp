// SPDX-License-Identifier: Apache-2.0
#include "solvers/flow/level.hpp"

#include "solvers/flow/boundary_kernels.hpp"
#include "solvers/flow/turn_ghosts.hpp"

namespace thalweg::flow::inline TW_HALF {

namespace {

constexpr int layers = 2;
constexpr int fields_of_metrics = 10;  // that ghosts need: means of areas, and volumes

std::vector<exec::Box3> boxes_of(const grid::BlockArena& arena) {
  std::vector<exec::Box3> boxes;
  for (const grid::BlockPlace& place : arena.places())
    boxes.push_back({{0, 0, 0}, {place.cells[0], place.cells[1], place.cells[2]}});
  return boxes;
}

/// On a device as many cells in a layer as a block has threads, with fluxes that fit the memory it
/// has without asking; on a processor fluxes that fit its second cache, of rows so long that few
/// are computed for two tiles.
TileShape tile_shape(bool is_flat) {
  constexpr bool is_device = exec::kernel_space == exec::Space::device;
  return {is_flat ? 1 : 32, is_device ? 8 : 16, is_device ? 32 : 64};
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

}  // namespace

template <class Real>
Level<Real>::Level(const MeshLevel& mesh, const std::vector<int>& owners, const Parameters& p,
                   const transport::Communicator& comm, const exec::Exec& exec, Phases& phases)
    : p_(p), exec_(exec), phases_(phases), mesh_(mesh), first_axis_(mesh.mesh->first_axis()),
      arena_(mesh.blocks, owners, comm.rank(), layers), size_(arena_.size()),
      places_(exec::uploaded(arena_.places())), state_({4 * size_}), residual_({4 * size_}),
      cells_(boxes_of(arena_)), shape_(tile_shape(mesh.mesh->is_flat)) {
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
  cut_into_tiles();
  const grid::BlockLinks links = grid::links_of(ghosts, owners, arena_, comm.rank());
  halo_.emplace(comm, name_of_halo(mesh_.level), links.sends, links.receives, fields_of_metrics,
                p.transport.route);
  complete_metrics(ghosts);
  if (p.cycles.smoother == Smoother::runge_kutta) {
    before_ = exec::Array<Real, 1>({4 * size_});
    pseudo_step_ = exec::Array<Real, 1>({size_});
  } else {
    inverse_ = exec::Array<float, 1>({16 * size_});
    change_ = exec::Array<float, 1>({8 * size_});  // 0 in ghosts at boundaries
    single_state_ = exec::Array<float, 1>({4 * size_});
    single_area_ = exec::uploaded(joined<float>(metrics.area));
    closed_ = exec::uploaded(closed_faces(conditions_->host_faces(), size_));
    halo_of_changes_.emplace(comm, name_of_halo(mesh_.level) + ": changes", links.sends,
                             links.receives, 4, p.transport.route);
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
template <class Value>
void Level<Real>::exchange(transport::Halo<Value>& halo, Value* fields) {
  const auto timer = phases_.measure(phase("ghosts"));
  halo.start(exec_, {fields, fields + size_, fields + 2 * size_, fields + 3 * size_});
  halo.finish(exec_);
}

template <class Real>
std::vector<const transport::MessagePlan*> Level<Real>::last_exchanges() const {
  std::vector<const transport::MessagePlan*> plans{halo_->last().plan};
  if (halo_of_changes_) plans.push_back(halo_of_changes_->last().plan);
  std::erase(plans, nullptr);
  return plans;
}

template <class Real>
void Level<Real>::fill_ghosts() {
  exchange(*halo_, state_.view().data);
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
  exchange(*halo_, change);
  exec::parallel_for(exec_, conditions_->count(),
                     FillGhostsOfChange<Real>{conditions_->faces(), change, size_});
}

template <class Real>
void Level<Real>::cut_into_tiles() {
  const std::vector<OneSidedFace> one_sided = one_sided_faces(mesh_, arena_);
  const ResidualTiles tiles = residual_tiles(arena_, conditions_->host_faces(), one_sided, shape_);
  tiles_ = exec::uploaded(tiles.tiles);
  one_sided_ = exec::uploaded(one_sided);
  const auto given = [](const GivenFluxes& g) {
    return Given{exec::uploaded(g.fluxes), exec::uploaded(g.before)};
  };
  of_conditions_ = given(tiles.of_conditions);
  of_one_sided_ = given(tiles.one_sided);
}

template <class Real>
template <Upwinding upwinding, bool is_flat>
void Level<Real>::sum_fluxes(double rate, const Real* source) {
  constexpr double kappa = 1.0 / 3;
  const auto real = [](double value) { return static_cast<Real>(value); };
  const Real* state = std::as_const(state_).view().data;
  const FluxScheme<Real> scheme{real(p_.beta), real(p_.viscosity),
                                real(is_fine() ? (1 - kappa) / 4 : 0),
                                real(is_fine() ? (1 + kappa) / 4 : 0)};
  const BoundaryFluxes<Real> boundary{geometry_, at_faces(), state, scheme.viscosity};
  exec::parallel_tiles(
      exec_, static_cast<int>(tiles_.size()),
      static_cast<std::size_t>(shape_.values()) * sizeof(Real),
      TileResiduals<upwinding, is_flat, Real>{geometry_,
                                              state,
                                              source,
                                              residual_.view().data,
                                              scheme,
                                              boundary,
                                              shape_,
                                              std::as_const(tiles_).view().data,
                                              of_conditions_.table(),
                                              of_one_sided_.table(),
                                              std::as_const(one_sided_).view().data,
                                              real(rate),
                                              {real(force_[0]), real(force_[1]), real(force_[2])}});
}

template <class Real>
void Level<Real>::sum_fluxes(double rate, const Real* source) {
  const bool is_flat = mesh_.mesh->is_flat;
  if (p_.flux == Flux::roe)
    is_flat ? sum_fluxes<Upwinding::roe, true>(rate, source)
            : sum_fluxes<Upwinding::roe, false>(rate, source);
  else
    is_flat ? sum_fluxes<Upwinding::rusanov, true>(rate, source)
            : sum_fluxes<Upwinding::rusanov, false>(rate, source);
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
void Level<Real>::compute_residuals(double rate) {
  if (residual_rate_ == rate) return;
  fill_ghosts();
  const auto timer = phases_.measure(phase("fluxes"));
  sum_fluxes(rate, source_.size() > 0 ? std::as_const(source_).view().data : nullptr);
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
  const Real* before = std::as_const(before_).view().data;
  const Real* steps = std::as_const(pseudo_step_).view().data;
  {
    const auto timer = phases_.measure(phase("smooth"));
    exec::copy(exec_, before_.view(), std::as_const(state_).view());
    for_each_cell(PseudoStep<Real>{geometry_, before, pseudo_step_.view().data, first_axis_,
                                   static_cast<Real>(p_.beta), static_cast<Real>(p_.viscosity),
                                   static_cast<Real>(p_.cycles.cfl)});
  }
  for (const double coefficient : is_fine() ? second : first) {
    compute_residuals(rate);
    const auto timer = phases_.measure(phase("smooth"));
    for_each_cell(PseudoStage<Real>{geometry_, before, std::as_const(residual_).view().data, steps,
                                    state_.view().data, static_cast<Real>(coefficient),
                                    static_cast<Real>(rate)});
    state_has_changed();
  }
}

template <class Real>
void Level<Real>::smooth_by_sweeps(double rate) {
  constexpr int sweeps = 4;
  compute_residuals(rate);
  const auto timer = phases_.measure(phase("smooth"));
  exec::parallel_for(
      exec_, 4 * size_,
      CopyInSingle<Real>{std::as_const(state_).view().data, single_state_.view().data});
  const LinearSystem<Real> system{geometry_,
                                  std::as_const(single_area_).view().data,
                                  std::as_const(single_state_).view().data,
                                  first_axis_,
                                  static_cast<float>(p_.beta),
                                  static_cast<float>(p_.viscosity)};
  const Real* residual = std::as_const(residual_).view().data;
  float *change = change_.view().data, *next = change + 4 * size_, *inverse = inverse_.view().data;
  for_each_cell(InvertDiagonal<Real>{system, residual, std::as_const(closed_).view().data, inverse,
                                     change, static_cast<float>(p_.cycles.cfl),
                                     static_cast<float>(rate)});
  for (int n = 1; n < sweeps; ++n) {
    exchange(*halo_of_changes_, change);
    const JacobiSweep<Real> sweep{system, residual, change, inverse};
    if (n + 1 < sweeps)
      for_each_cell(StoreChange<Real>{sweep, next});
    else
      for_each_cell(AddChange<Real>{sweep, state_.view().data});
    std::swap(change, next);
  }
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
  coarse.exchange(*coarse.halo_, coarse.state_.view().data);
  coarse.conditions_->hold(std::as_const(coarse.state_).view().data, coarse.size_);
  coarse.fill_ghosts_beyond_boundaries();
  coarse.sum_fluxes(rate, nullptr);
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
