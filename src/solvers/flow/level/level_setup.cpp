// SPDX-License-Identifier: Apache-2.0
// A level before its first state: metrics, boundary faces, tiles and halos. What works on it:
// level.cpp.
#include <algorithm>

#include "solvers/flow/level/level.hpp"
#include "solvers/flow/level/turn_ghosts.hpp"

namespace thalweg::flow::inline TW_HALF {

namespace {

constexpr int fields_of_metrics = 10;  // that ghosts need: means of areas, and volumes

std::vector<exec::Box3> boxes_of(const std::vector<grid::Box>& of_grid) {
  std::vector<exec::Box3> boxes;
  boxes.reserve(of_grid.size());
  for (const grid::Box& box : of_grid) boxes.push_back(box_of(box));
  return boxes;
}

/// Tiles that keep a large device at work: two or three times as many as it holds at once.
constexpr std::int64_t filling_tiles = 2048;

/// On a device fluxes of a layer that fit the memory a block has without asking, and three passes
/// of its threads (TileResiduals); on a processor fluxes that fit its second cache, of rows so long
/// that few are computed for two tiles. Deep tiles compute few fluxes twice. But the layers of one
/// follow each other, so on a device tiles are no deeper than leaves enough of them.
TileShape tile_shape(const grid::BlockArena& arena, bool is_flat) {
  constexpr bool is_device = exec::kernel_space == exec::Space::device;
  TileShape shape{is_flat ? 1 : 32, is_device ? 8 : 16, is_device ? 32 : 64};
  if (!is_device) return shape;
  std::int64_t layers_of_cells = 0;
  for (const grid::BlockPlace& place : arena.places()) {
    const std::int64_t tiles_of_layer =
        std::int64_t{(place.cells[1] - 1) / shape.j + 1} * ((place.cells[2] - 1) / shape.i + 1);
    layers_of_cells += place.cells[0] * tiles_of_layer;
  }
  shape.k = static_cast<int>(std::clamp<std::int64_t>(layers_of_cells / filling_tiles, 1, shape.k));
  return shape;
}

/// Fields behind each other.
template <class Real, class List>
std::vector<Real> joined(const List& fields) {
  std::vector<Real> all;
  for (const std::vector<double>& field : fields)
    for (const double value : field) all.push_back(static_cast<Real>(value));
  return all;
}

/// Blocks are even where all parts of the whole are, so that cuts change no bit. Collective.
void take_as_whole_blocks(std::vector<bool>& is_even, const MeshLevel& mesh,
                          const grid::BlockArena& arena, const transport::Communicator& comm) {
  std::vector<double> is_uneven(grid::index(mesh.mesh->blocks.size()));
  const auto whole = [&](std::size_t n) {
    return grid::index(mesh.blocks.block(arena.places()[n].block).whole);
  };
  for (std::size_t n = 0; n < is_even.size(); ++n)
    if (!is_even[n]) is_uneven[whole(n)] = 1;
  comm.max(is_uneven);
  for (std::size_t n = 0; n < is_even.size(); ++n) is_even[n] = is_uneven[whole(n)] == 0;
}

bool are_all(const std::vector<bool>& values) {
  return std::all_of(values.begin(), values.end(), [](bool value) { return value; });
}

std::string name_of_halo(int level) {
  return level == 0 ? "cells" : "cells of level " + std::to_string(level);
}

}  // namespace

std::vector<int> closed_faces(const std::vector<BoundaryFace>& faces, std::int64_t size) {
  std::vector<int> closed(static_cast<std::size_t>(size));
  for (const BoundaryFace& face : faces)
    if (is_wall(face.condition) || face.condition == Condition::symmetry)
      closed[static_cast<std::size_t>(face.cell)] |= 1 << (2 * face.axis + face.is_upper);
  return closed;
}

template <class Real>
Level<Real>::Level(const MeshLevel& mesh, const LevelOwners& owners, const Parameters& p,
                   const transport::Communicator& comm, const exec::Exec& exec, Phases& phases)
    : p_(p), comm_(comm),
      neighbours_(owners.are_several() ? comm : transport::Communicator::self()), exec_(exec),
      phases_(phases), mesh_(mesh), first_axis_(mesh.mesh->first_axis()),
      arena_(mesh.blocks, owners.own, comm.rank(), layers_of_ghosts,
             waiting_arena(mesh.blocks, owners, comm.rank()).size()),
      size_(arena_.size()), places_(exec::uploaded(arena_.places())), state_({4 * size_}),
      residual_({4 * size_}), cells_(boxes_of(arena_.places())),
      shape_(tile_shape(arena_, mesh.mesh->is_flat)) {
  const Metrics metrics = metrics_of(mesh_, arena_);
  for (const double v : metrics.volume) volume_ += v;
  volume_ = comm.sum(volume_);
  area_ = exec::uploaded(joined<Real>(metrics.area));
  mean_ = exec::uploaded(joined<Real>(metrics.mean));
  cell_volume_ = exec::uploaded(joined<Real>(std::array{metrics.volume}));
  geometry_ = {std::as_const(places_).view().data, std::as_const(area_).view().data,
               std::as_const(mean_).view().data, std::as_const(cell_volume_).view().data, size_};
  const grid::Ghosts ghosts = grid::find_ghosts(mesh_.blocks, layers_of_ghosts);
  sector_ = Sector::of(*mesh.mesh, ghosts, arena_);
  // Ghosts that turn are ready once all are.
  const bool overlaps = p.transport.overlap && owners.are_several() && !sector_;
  const AwaitedGhosts awaited = overlaps ? awaited_ghosts(ghosts, owners.own, arena_, comm.rank())
                                         : AwaitedGhosts(arena_.places().size());
  std::vector<BoundaryFace> faces = boundary_faces(mesh_, arena_, ghosts, p.boundaries);
  if (overlaps) {
    const AwaitingCells cells = awaiting_cells(arena_, awaited);
    overlap_.emplace(Overlap{.faces = awaiting_last(faces, arena_, awaited),
                             .inner = exec::Blocks<>(boxes_of(cells.inner)),
                             .outer = exec::Blocks<>(boxes_of(cells.outer)),
                             .outer_places = exec::uploaded(cells.outer_places)});
    lay_lines(&cells);
  } else {
    lay_lines(nullptr);
  }
  conditions_.emplace(std::move(faces), p_, comm_, exec_);
  cut_into_tiles(awaited, take_widths(ghosts));
  const grid::BlockLinks links = grid::links_of(ghosts, owners.own, arena_, comm.rank());
  halo_.emplace(neighbours_, name_of_halo(mesh_.level), links.sends, links.receives,
                fields_of_metrics, p.transport.route);
  complete_metrics(ghosts);
  if (!is_plain() || p.flux == Flux::rusanov) eddies_ = exec::Array<Real, 1>({size_});
  if (p.cycles.smoother == Smoother::runge_kutta) {
    before_ = exec::Array<Real, 1>({4 * size_});
    pseudo_step_ = exec::Array<Real, 1>({size_});
  } else {
    inverse_ = exec::Array<float, 1>({16 * size_});
    change_ = exec::Array<float, 1>({8 * size_});  // 0 in ghosts at boundaries
    single_state_ = exec::Array<float, 1>({4 * size_});
    single_area_ = exec::uploaded(joined<float>(metrics.area));
    if (has_eddies()) friction_ = exec::Array<float, 1>({3 * size_});
    closed_ = exec::uploaded(closed_faces(conditions_->host_faces(), size_));
    // Sweeps take from neighbours through faces alone.
    const grid::BlockLinks of_changes =
        grid::links_of(grid::find_ghosts(mesh_.blocks, 1, grid::GhostRegion::faces), owners.own,
                       arena_, comm.rank());
    halo_of_changes_.emplace(neighbours_, name_of_halo(mesh_.level) + ": changes", of_changes.sends,
                             of_changes.receives, 4, p.transport.route);
  }
  if (p.has_eddies())
    halo_of_eddies_.emplace(neighbours_, name_of_halo(mesh_.level) + ": eddies", links.sends,
                            links.receives, 1, p.transport.route);
  if (is_fine() && p.has_eddies())
    subgrid_.emplace(p, mesh_, arena_, metrics.volume, conditions_->host_faces(), comm);
  force_ = p.force;
  if (owners.are_gathered()) prepare_gathering(owners);
  if (!is_fine()) restricted_ = exec::Array<Real, 1>({4 * size_});
}

template <class Real>
void Level<Real>::prepare_gathering(const LevelOwners& owners) {
  waiting_.emplace(mesh_.blocks, owners, arena_, comm_.rank());
  const GatheringLinks links =
      gathering_links(mesh_.blocks, owners, *waiting_, arena_, comm_.rank(), first_axis_);
  gathering_.emplace(comm_, name_of_halo(mesh_.level), links, 2 * state_fields, p_.transport.route);
  if (p_.has_eddies())
    gathering_of_eddies_.emplace(comm_, name_of_halo(mesh_.level) + ": eddies", links, 1,
                                 p_.transport.route);
}

template <class Real>
void Level<Real>::lay_lines(const AwaitingCells* awaiting) {
  if (p_.cycles.smoother != Smoother::lines) return;
  std::vector<LineAxes> axes;
  bool have_two = false;
  for (const grid::BlockPlace& place : arena_.places()) {
    const int whole = mesh_.blocks.block(place.block).whole;
    axes.push_back(p_.line_axes[grid::index(whole < 0 ? place.block : whole)]);
    have_two = have_two || axes.back().axis[0] != axes.back().axis[1];
  }
  lines_ = smoothing_lines(arena_, axes, 0, awaiting);
  if (have_two) second_lines_ = smoothing_lines(arena_, axes, 1, awaiting);
}

/// Ghosts get what their donors have.
template <class Real>
void Level<Real>::complete_metrics(const grid::Ghosts& ghosts) {
  std::vector<Real*> fields{cell_volume_.view().data};
  for (int n = 0; n < 9; ++n) fields.push_back(mean_.view().data + n * size_);
  const transport::HaloFields<Real> moved(fields);
  halo_->start(exec_, moved);
  halo_->finish(exec_);
  for (int axis = 0; sector_ && axis < 3; ++axis)
    sector_->turn(exec_, geometry_.places, mean_.view().data + 3 * axis * size_, size_);
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
std::vector<bool> Level<Real>::take_widths(const grid::Ghosts& ghosts) {
  if (!is_fine()) return std::vector<bool>(arena_.places().size(), true);  // of the first order
  LineWidths lines = line_widths(mesh_, arena_, ghosts);
  take_as_whole_blocks(lines.is_even, mesh_, arena_, comm_);
  if (!are_all(lines.is_even)) {
    width_places_ = exec::uploaded(lines.places);
    widths_ = exec::uploaded(joined<Real>(std::array{lines.relative}));
    geometry_.widths = {std::as_const(width_places_).view().data,
                        std::as_const(widths_).view().data};
  }
  return lines.is_even;
}

template <class Real>
void Level<Real>::cut_into_tiles(const AwaitedGhosts& awaited, const std::vector<bool>& is_even) {
  const std::vector<OneSidedFace> one_sided = one_sided_faces(mesh_, arena_);
  const ResidualTiles tiles =
      residual_tiles(arena_, conditions_->host_faces(), one_sided, shape_, awaited, is_even);
  if (overlap_) overlap_->tiles = tiles.inner;
  tiles_ = exec::uploaded(tiles.tiles);
  tile_runs_ = tiles.runs;
  one_sided_ = exec::uploaded(one_sided);
  const auto given = [](const GivenFluxes& g) {
    return Given{exec::uploaded(g.fluxes), exec::uploaded(g.before)};
  };
  of_conditions_ = given(tiles.of_conditions);
  of_one_sided_ = given(tiles.one_sided);
}

TW_INSTANTIATE(Level)

}  // namespace thalweg::flow::inline TW_HALF
