// SPDX-License-Identifier: Apache-2.0
#include "solvers/flow/level/residual_tiles.hpp"

#include <algorithm>
#include <array>
#include <numeric>

namespace thalweg::flow {

namespace {

/// Cells beyond a face that its flux is made of.
constexpr int reach = 2;

/// Which tiles a block is cut into.
struct BlockTiles {
  int first = 0;
  std::array<std::vector<int>, 3> begins;  // along each axis

  int along(std::size_t d, int cell) const {
    const auto after = std::upper_bound(begins[d].begin(), begins[d].end(), cell);
    return static_cast<int>(after - begins[d].begin()) - 1;
  }
  int number(const grid::Cell& cell) const {
    const auto count = [&](std::size_t d) { return static_cast<int>(begins[d].size()); };
    return first + (along(0, cell[0]) * count(1) + along(1, cell[1])) * count(2) +
           along(2, cell[2]);
  }
};

/// Margins below and above are tiles of their own, if enough is left between them.
std::vector<int> begins_along(int cells, int most, bool below, bool above) {
  const int lower = below ? reach : 0, upper = cells - (above ? reach : 0);
  const bool has_margins = upper - lower >= 2 * reach;
  std::vector<int> begins;
  if (has_margins && below) begins.push_back(0);
  for (int at = has_margins ? lower : 0; at < (has_margins ? upper : cells); at += most)
    begins.push_back(at);
  if (has_margins && above) begins.push_back(upper);
  return begins;
}

BlockTiles cuts_of(const grid::BlockPlace& place, const TileShape& shape,
                   const std::vector<grid::Box>& awaited) {
  const int most[3] = {shape.k, shape.j, shape.i};
  BlockTiles block;
  for (std::size_t d = 0; d < 3; ++d) {
    const auto is_awaited = [&](int at) {
      grid::Box beyond{{}, {place.cells[0], place.cells[1], place.cells[2]}};
      beyond.lower[d] = at;
      beyond.upper[d] = at + 1;
      return d < 2 && reaches(beyond, 0, awaited);
    };
    block.begins[d] =
        begins_along(place.cells[d], most[d], is_awaited(-1), is_awaited(place.cells[d]));
  }
  return block;
}

BlockTiles append(int number, const grid::BlockPlace& place, const TileShape& shape,
                  const std::vector<grid::Box>& awaited, std::vector<ResidualTile>& tiles) {
  BlockTiles block = cuts_of(place, shape, awaited);
  block.first = static_cast<int>(tiles.size());
  grid::Cell count{};
  for (std::size_t d = 0; d < 3; ++d) count[d] = static_cast<int>(block.begins[d].size());
  grid::for_each_cell({{}, count}, [&](const grid::Cell& t) {
    ResidualTile tile{.place = number};
    for (std::size_t d = 0; d < 3; ++d) {
      tile.lower[d] = block.begins[d][grid::index(t[d])];
      tile.upper[d] = t[d] + 1 < count[d] ? block.begins[d][grid::index(t[d] + 1)] : place.cells[d];
    }
    const ResidualTile* before = tiles.empty() ? nullptr : &tiles.back();
    if (before) tile.first_layer = before->first_layer + before->upper[0] - before->lower[0];
    tiles.push_back(tile);
  });
  return block;
}

/// The indices of a cell of a block.
grid::Cell cell_of(const grid::BlockPlace& place, std::int64_t in_arena) {
  const std::int64_t at = in_arena - place.origin, in_layer = at % place.stride[0];
  return {static_cast<int>(at / place.stride[0]), static_cast<int>(in_layer / place.stride[1]),
          static_cast<int>(in_layer % place.stride[1])};
}

/// A face of the cell inside.
struct FaceOfCell {
  std::int64_t cell;
  int axis;
  bool is_upper;
};

GivenFlux given_flux(int number, const FaceOfCell& face, const grid::Cell& cell,
                     const ResidualTile& tile, const TileShape& shape) {
  const int k = cell[0] - tile.lower[0], j = cell[1] - tile.lower[1], i = cell[2] - tile.lower[2];
  const int upper = face.is_upper ? 1 : 0;
  if (face.axis == 0)
    return {number, shape.begin_of_z((k + upper) % 2) + j * shape.i + i, shape.across_z()};
  if (face.axis == 1)
    return {number, shape.begin_of_y() + (j + upper) * shape.i + i, shape.across_y()};
  return {number, shape.begin_of_x() + j * (shape.i + 1) + i + upper, shape.across_x()};
}

/// All tiles of a rank, and what is given in them.
class Tiling {
 public:
  Tiling(const grid::BlockArena& arena, const TileShape& shape, const AwaitedGhosts& awaited)
      : places_(arena.places()), shape_(shape) {
    for (std::size_t n = 0; n < places_.size(); ++n)
      blocks_.push_back(append(static_cast<int>(n), places_[n], shape, awaited[n], tiles_));
  }

  void give(int number, const FaceOfCell& face) {
    const auto after =
        std::upper_bound(places_.begin(), places_.end(), face.cell,
                         [](std::int64_t c, const grid::BlockPlace& p) { return c < p.origin; });
    const auto n = static_cast<std::size_t>(after - places_.begin() - 1);
    const grid::Cell cell = cell_of(places_[n], face.cell);
    const ResidualTile& tile = tiles_[grid::index(blocks_[n].number(cell))];
    given_.push_back(
        {tile.first_layer + cell[0] - tile.lower[0], given_flux(number, face, cell, tile, shape_)});
  }

  /// What was given since the last call.
  GivenFluxes take() {
    std::stable_sort(given_.begin(), given_.end(),
                     [](const InLayer& a, const InLayer& b) { return a.layer < b.layer; });
    GivenFluxes taken;
    taken.before.assign(grid::index(layers() + 1), 0);
    for (const InLayer& g : given_) {
      ++taken.before[grid::index(g.layer + 1)];
      taken.fluxes.push_back(g.flux);
    }
    std::partial_sum(taken.before.begin(), taken.before.end(), taken.before.begin());
    given_.clear();
    return taken;
  }
  const std::vector<ResidualTile>& tiles() const { return tiles_; }

 private:
  struct InLayer {
    int layer;
    GivenFlux flux;
  };
  int layers() const {
    if (tiles_.empty()) return 0;
    return tiles_.back().first_layer + tiles_.back().upper[0] - tiles_.back().lower[0];
  }

  const std::vector<grid::BlockPlace>& places_;
  TileShape shape_;
  std::vector<BlockTiles> blocks_;
  std::vector<ResidualTile> tiles_;
  std::vector<InLayer> given_;
};

/// Even blocks first, and then where they end.
void append_runs(int begin, int end, const std::vector<bool>& is_even, ResidualTiles& all) {
  const auto tile = [&](int n) { return all.tiles.begin() + n; };
  const auto middle = std::stable_partition(
      tile(begin), tile(end), [&](const ResidualTile& t) { return is_even[grid::index(t.place)]; });
  const int at = static_cast<int>(middle - all.tiles.begin());
  if (at > begin) all.runs.push_back({begin, at, true});
  if (end > at) all.runs.push_back({at, end, false});
}

}  // namespace

ResidualTiles residual_tiles(const grid::BlockArena& arena, const std::vector<BoundaryFace>& faces,
                             const std::vector<OneSidedFace>& one_sided, const TileShape& shape,
                             const AwaitedGhosts& awaited, const std::vector<bool>& is_even) {
  Tiling tiling(arena, shape, awaited);
  ResidualTiles all;
  all.tiles = tiling.tiles();
  for (std::size_t f = 0; f < faces.size(); ++f)
    if (!faces[f].is_of_ghost)
      tiling.give(static_cast<int>(f), {faces[f].cell, faces[f].axis, faces[f].is_upper});
  all.of_conditions = tiling.take();
  for (std::size_t f = 0; f < one_sided.size(); ++f) {
    const OneSidedFace& face = one_sided[f];
    tiling.give(static_cast<int>(f),
                {face.cell - (face.is_upper ? face.step : 0), face.axis, face.is_upper});
  }
  all.one_sided = tiling.take();
  const auto outer =
      std::stable_partition(all.tiles.begin(), all.tiles.end(), [&](const ResidualTile& tile) {
        const grid::Box cells{{tile.lower[0], tile.lower[1], tile.lower[2]},
                              {tile.upper[0], tile.upper[1], tile.upper[2]}};
        return !reaches(cells, reach, awaited[grid::index(tile.place)]);
      });
  all.inner = static_cast<int>(outer - all.tiles.begin());
  append_runs(0, all.inner, is_even, all);
  append_runs(all.inner, static_cast<int>(all.tiles.size()), is_even, all);
  return all;
}

}  // namespace thalweg::flow
