// SPDX-License-Identifier: Apache-2.0
#include "solvers/flow/residual_tiles.hpp"

#include <algorithm>
#include <numeric>

namespace thalweg::flow {

namespace {

int tiles_along(int cells, int most) { return (cells + most - 1) / most; }

/// Which tiles a block is cut into.
struct BlockTiles {
  int first = 0;
  grid::Cell count{};

  int number(const grid::Cell& cell, const TileShape& shape) const {
    return first + (cell[0] / shape.k * count[1] + cell[1] / shape.j) * count[2] +
           cell[2] / shape.i;
  }
};

BlockTiles append(int number, const grid::BlockPlace& place, const TileShape& shape,
                  std::vector<ResidualTile>& tiles) {
  const int most[3] = {shape.k, shape.j, shape.i};
  BlockTiles block{.first = static_cast<int>(tiles.size())};
  for (std::size_t d = 0; d < 3; ++d) block.count[d] = tiles_along(place.cells[d], most[d]);
  grid::for_each_cell({{}, block.count}, [&](const grid::Cell& t) {
    ResidualTile tile{.place = number};
    for (std::size_t d = 0; d < 3; ++d) {
      tile.lower[d] = t[d] * most[d];
      tile.upper[d] = std::min(tile.lower[d] + most[d], place.cells[d]);
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
  Tiling(const grid::BlockArena& arena, const TileShape& shape)
      : places_(arena.places()), shape_(shape) {
    for (std::size_t n = 0; n < places_.size(); ++n)
      blocks_.push_back(append(static_cast<int>(n), places_[n], shape, tiles_));
  }

  void give(int number, const FaceOfCell& face) {
    const auto after =
        std::upper_bound(places_.begin(), places_.end(), face.cell,
                         [](std::int64_t c, const grid::BlockPlace& p) { return c < p.origin; });
    const auto n = static_cast<std::size_t>(after - places_.begin() - 1);
    const grid::Cell cell = cell_of(places_[n], face.cell);
    const ResidualTile& tile = tiles_[grid::index(blocks_[n].number(cell, shape_))];
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

}  // namespace

ResidualTiles residual_tiles(const grid::BlockArena& arena, const std::vector<BoundaryFace>& faces,
                             const std::vector<OneSidedFace>& one_sided, const TileShape& shape) {
  Tiling tiling(arena, shape);
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
  return all;
}

}  // namespace thalweg::flow
