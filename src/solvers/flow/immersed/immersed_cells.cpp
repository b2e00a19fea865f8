// SPDX-License-Identifier: Apache-2.0
#include "solvers/flow/immersed/immersed_cells.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "solvers/flow/immersed/fit.hpp"

namespace thalweg::flow {

using geometry::Vector, grid::index;

namespace {

void put(const Vector& v, double (&to)[3]) { std::copy(v.begin(), v.end(), to); }

/// Pressures that go on straight into a body feed back on those that they are made of: below 0.1
/// cycles diverge where a gap has few cells. From 0.1 to 100 results differ by 0.1 %.
constexpr double stiffness_of_pressure = 0.5, stiffness_of_slopes = 1e-3;

/// A cell of the fluid beside one that is in a list.
struct Neighbour {
  std::int64_t cell;
  Vector place;     // where it is seen from there
  double distance;  // from the surface
  bool is_free;     // not of a band
  Vector rigid;     // what the body's velocity would be there
};
using Neighbours = std::vector<Neighbour>;

/// A cell of the list.
struct Spot {
  CellStanding of;
  Vector centre, surface;  // the nearest place of the surface
};

constexpr auto any = [](const Neighbour&) { return true; };

/// Weights at a target by those of the neighbours that count; 0 for the others. (9.3)
template <class Counts>
std::vector<double> weights_at(const Vector& target, double size, const Neighbours& all,
                               Counts counts, double stiffness) {
  std::vector<Vector> places;
  for (const Neighbour& neighbour : all)
    if (counts(neighbour)) places.push_back(neighbour.place);
  const std::vector<double> found = fit_weights(places, target, size, stiffness);
  std::vector<double> weights;
  std::size_t next = 0;
  for (const Neighbour& neighbour : all) weights.push_back(counts(neighbour) ? found[next++] : 0);
  return weights;
}

class ListMaker {
 public:
  ListMaker(const ArenaCells& cells, const grid::BlockArena& arena,
            const std::vector<ImmersedBody>& bodies, const std::vector<Pose>& poses)
      : cells_(cells), arena_(arena), bodies_(bodies), poses_(poses), kinds_(cells, bodies, poses),
        known_(static_cast<std::size_t>(cells.size())) {
    list_.held.resize(known_.size());
    for (auto* numbers : {&list_.volumes, &list_.in_band, &list_.parted})
      numbers->resize(bodies.size());
  }

  ImmersedCells made() {
    for (const grid::BlockPlace& place : arena_.places())
      grid::for_each_cell({{}, {place.cells[0], place.cells[1], place.cells[2]}},
                          [&](const grid::Cell& c) { add(place, place.at(c[0], c[1], c[2])); });
    return std::move(list_);
  }

 private:
  /// Found once, as many ask.
  const CellStanding& standing(std::int64_t n) {
    auto& known = known_[static_cast<std::size_t>(n)];
    if (!known) known = kinds_.at(n);
    return *known;
  }

  void add(const grid::BlockPlace& place, std::int64_t n) {
    const CellStanding of = standing(n);
    if (of.kind == CellKind::fluid) return;
    const bool is_band = of.kind == CellKind::band;
    list_.held[static_cast<std::size_t>(n)] =
        is_band ? velocity_is_held : velocity_is_held | pressure_is_held;
    if (is_band)
      count_band(place, n, of);
    else
      list_.volumes[index(of.body)] += cells_.volume(n);
    const Vector& centre = cells_[n].centre;
    ImmersedCell cell{.cell = n, .kind = of.kind, .body = of.body};
    cell.first = cell.end = static_cast<int>(list_.donors.size());
    put(poses_[index(of.body)].velocity_at(centre), cell.offset);
    put(of.normal, cell.normal);
    cell.stride[0] = place.stride[0];
    cell.stride[1] = place.stride[1];
    if (of.kind != CellKind::deep)
      add_donors({of, centre, geometry::plus(centre, of.normal, -of.distance)},
                 neighbours(place, n, of), cell);
    list_.cells.push_back(cell);
  }

  /// What lies between two cells of the fluid that face away from each other is a body; less of it
  /// than a cell is more than the grid can tell.
  void count_band(const grid::BlockPlace& place, std::int64_t n, const CellStanding& of) {
    list_.in_band[index(of.body)] += 1;
    const std::int64_t steps[] = {1, place.stride[1], place.stride[0]};
    for (int axis = 0; axis < (cells_.is_flat() ? 2 : 3); ++axis)
      for (const int count : {1, 2})
        if (is_parted(n, of, n + count * steps[axis], count)) list_.parted[index(of.body)] += 1;
  }
  bool is_parted(std::int64_t n, const CellStanding& of, std::int64_t m, int count) {
    const ArenaCell& other = cells_[m];
    if (other.block < 0) return false;
    const CellStanding there = standing(m);
    if (there.kind != CellKind::band || there.body != of.body) return false;
    const Vector way = geometry::plus(place_seen(m), cells_[n].centre, -1);
    if (geometry::dot(of.normal, there.normal) > 0 || geometry::dot(way, of.normal) > 0)
      return false;
    const double length = std::sqrt(geometry::dot(way, way)),
                 thickness = length - of.distance - distance_seen(m, of);
    return thickness > 0 && thickness < length / count;
  }

  /// Up to two away along each axis: ghosts reach as far.
  Neighbours neighbours(const grid::BlockPlace& place, std::int64_t n, const CellStanding& of) {
    Neighbours found;
    const int deep = cells_.is_flat() ? 0 : 2;
    grid::for_each_cell({{-deep, -2, -2}, {deep + 1, 3, 3}}, [&](const grid::Cell& c) {
      const std::int64_t m = n + c[0] * place.stride[0] + c[1] * place.stride[1] + c[2];
      if (cells_[m].block < 0) return;
      const CellStanding& there = standing(m);
      if (there.kind != CellKind::fluid && there.kind != CellKind::band) return;
      const bool is_free = there.kind == CellKind::fluid;
      const double distance = distance_seen(m, of);
      // Across periodic faces there may be fluid where the body would go on.
      if (is_across(m, of) && distance <= (is_free ? of.reach / 4 : 0)) return;
      const Vector seen = place_seen(m);
      found.push_back({m, seen, distance, is_free, poses_[index(of.body)].velocity_at(seen)});
    });
    return found;
  }

  Vector place_seen(std::int64_t m) const {
    return geometry::plus(cells_[m].centre, cells_[m].shift);
  }
  /// Whether a cell is seen across a periodic face: shifted by more than rounding.
  bool is_across(std::int64_t m, const CellStanding& of) const {
    const Vector& shift = cells_[m].shift;
    return geometry::dot(shift, shift) > of.reach * of.reach / 100;
  }
  /// From the body of a cell to where another is seen from there: bodies do not repeat.
  double distance_seen(std::int64_t m, const CellStanding& of) {
    if (is_across(m, of))
      return bodies_[index(of.body)].distance(place_seen(m), poses_[index(of.body)]);
    const CellStanding& there = standing(m);
    return there.body == of.body ? there.distance : kinds_.distance(m, of.body);
  }

  void add_donors(const Spot& spot, const Neighbours& all, ImmersedCell& cell) {
    for (const Neighbour& neighbour : all) list_.donors.push_back({.cell = neighbour.cell});
    cell.end = static_cast<int>(list_.donors.size());
    const bool is_band = spot.of.kind == CellKind::band;
    if (bodies_[index(spot.of.body)].exponent == 1)
      set_slope(spot, all, cell);
    else if (is_band)
      set_power_law(spot, all, cell);
    set_surface(spot, all, cell);
    if (is_band) return;
    const auto weights = weights_at(spot.centre, spot.of.reach, all, any, stiffness_of_pressure);
    for (std::size_t k = 0; k < all.size(); ++k) donor(cell, k).pressure = weights[k];
    set_mirrored(spot, all, cell);
  }
  Donor& donor(const ImmersedCell& cell, std::size_t k) {
    return list_.donors[index(cell.first) + k];
  }

  /// (u - rigid)/distance is linear: that of free cells goes on to a band, that of both into the
  /// body. (9.4)
  void set_slope(const Spot& spot, const Neighbours& all, ImmersedCell& cell) {
    const CellStanding& of = spot.of;
    const auto counts = [&](const Neighbour& neighbour) {
      return of.kind == CellKind::band ? neighbour.is_free : is_apart(of, neighbour);
    };
    const auto weights = weights_at(spot.centre, of.reach, all, counts, stiffness_of_slopes);
    for (std::size_t k = 0; k < all.size(); ++k) {
      if (weights[k] == 0) continue;
      const double weight = of.distance * weights[k] / all[k].distance;
      donor(cell, k).velocity = weight;
      for (std::size_t d = 0; d < 3; ++d) cell.offset[d] -= weight * all[k].rigid[d];
    }
  }

  /// Choi et al. (2007): weights by how far off the normal free cells are. (9.5)
  void set_power_law(const Spot& spot, const Neighbours& all, ImmersedCell& cell) {
    const CellStanding& of = spot.of;
    double sum = 0, distance = 0;
    for (std::size_t k = 0; k < all.size(); ++k) {
      if (!all[k].is_free) continue;
      const Vector from = geometry::plus(all[k].place, spot.surface, -1);
      const double out = geometry::dot(from, of.normal);
      const double off = geometry::dot(from, from) - out * out + 0.01 * of.reach * of.reach;
      donor(cell, k).velocity = 1 / std::sqrt(off);
      sum += donor(cell, k).velocity;
      distance += donor(cell, k).velocity * out;
    }
    if (sum == 0) return;
    const double part = of.distance * sum / distance, exponent = bodies_[index(of.body)].exponent;
    cell.along = std::pow(part, exponent);
    cell.across = std::pow(part, exponent + 1);
    Vector rigid{};
    for (std::size_t k = 0; k < all.size(); ++k) {
      donor(cell, k).velocity /= sum;
      rigid = geometry::plus(rigid, all[k].rigid, donor(cell, k).velocity);
    }
    const double out = geometry::dot(rigid, of.normal) * (cell.across - cell.along);
    for (std::size_t d = 0; d < 3; ++d)
      cell.offset[d] -= cell.along * rigid[d] + out * of.normal[d];
  }

  /// A function of places along the surface and of the square of the distance has no slope across
  /// it: linear in these, it goes on into the body. (9.12)
  void set_mirrored(const Spot& spot, const Neighbours& all, ImmersedCell& cell) {
    const CellStanding& of = spot.of;
    Neighbours bent = all;
    for (Neighbour& neighbour : bent)
      neighbour.place = geometry::plus(neighbour.place, of.normal,
                                       bend_of(spot, neighbour.place, neighbour.distance));
    const Vector target =
        geometry::plus(spot.centre, of.normal, bend_of(spot, spot.centre, of.distance));
    const auto weights = weights_at(target, of.reach, bent, any, stiffness_of_slopes);
    cell.rise = of.distance;
    for (std::size_t k = 0; k < all.size(); ++k) {
      donor(cell, k).mirrored = weights[k];
      cell.rise -= weights[k] * all[k].distance;
    }
  }
  /// From where a place is along the normal to the square of its distance, in parts of the reach.
  static double bend_of(const Spot& spot, const Vector& place, double distance) {
    const Vector from = geometry::plus(place, spot.surface, -1);
    return distance * distance / spot.of.reach - geometry::dot(from, spot.of.normal);
  }

  /// A hat along the normal, whose sum over cells is the surface (Engquist, Tornberg, Tsai 2005);
  /// pressure and slope on the surface. (9.8)
  void set_surface(const Spot& spot, const Neighbours& all, ImmersedCell& cell) {
    const CellStanding& of = spot.of;
    const double part = 1 - std::abs(of.distance) / of.reach;
    if (part <= 0) return;
    cell.area = part * cells_.volume(cell.cell) / of.reach;
    const auto pressure = weights_at(spot.surface, of.reach, all, any, stiffness_of_slopes);
    const auto apart = [&](const Neighbour& neighbour) { return is_apart(of, neighbour); };
    const auto slope = weights_at(spot.surface, of.reach, all, apart, stiffness_of_slopes);
    for (std::size_t k = 0; k < all.size(); ++k) {
      donor(cell, k).pressure_on_surface = pressure[k];
      if (slope[k] == 0) continue;
      donor(cell, k).slope = slope[k] / all[k].distance;
      for (std::size_t d = 0; d < 3; ++d)
        cell.slope_offset[d] -= donor(cell, k).slope * all[k].rigid[d];
    }
  }

  /// So far from the surface that a slope makes sense.
  static bool is_apart(const CellStanding& of, const Neighbour& neighbour) {
    return neighbour.distance > of.reach / 4;
  }

  const ArenaCells& cells_;
  const grid::BlockArena& arena_;
  const std::vector<ImmersedBody>& bodies_;
  const std::vector<Pose>& poses_;
  CellKinds kinds_;
  std::vector<std::optional<CellStanding>> known_;
  ImmersedCells list_;
};

}  // namespace

ImmersedCells immersed_cells(const ArenaCells& cells, const grid::BlockArena& arena,
                             const std::vector<ImmersedBody>& bodies,
                             const std::vector<Pose>& poses) {
  return ListMaker(cells, arena, bodies, poses).made();
}

std::vector<std::uint8_t> coarse_held(const std::vector<grid::BlockPlace>& fine,
                                      const std::vector<grid::BlockPlace>& coarse,
                                      std::int64_t size, const std::vector<std::uint8_t>& held,
                                      int first_axis) {
  std::vector<std::uint8_t> all(static_cast<std::size_t>(size));
  const int depth = first_axis == 0 ? 2 : 1;
  for (std::size_t n = 0; n < coarse.size(); ++n) {
    const grid::BlockPlace &to = coarse[n], &from = fine[n];
    grid::for_each_cell({{}, {to.cells[0], to.cells[1], to.cells[2]}}, [&](const grid::Cell& c) {
      std::uint8_t some = 0, every = pressure_is_held;
      grid::for_each_cell({{}, {depth, 2, 2}}, [&](const grid::Cell& part) {
        const std::uint8_t of = held[static_cast<std::size_t>(
            from.at(depth * c[0] + part[0], 2 * c[1] + part[1], 2 * c[2] + part[2]))];
        some |= of;
        every &= of;
      });
      all[static_cast<std::size_t>(to.at(c[0], c[1], c[2]))] =
          static_cast<std::uint8_t>((some & velocity_is_held) | every);
    });
  }
  return all;
}

}  // namespace thalweg::flow
