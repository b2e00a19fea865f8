// SPDX-License-Identifier: Apache-2.0
#include "solvers/flow/residual_tiles.hpp"

#include <algorithm>

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

GivenFlux given_flux(int number, const BoundaryFace& face, const grid::Cell& cell,
                     const ResidualTile& tile, const TileShape& shape) {
  const int k = cell[0] - tile.lower[0], j = cell[1] - tile.lower[1], i = cell[2] - tile.lower[2];
  const int upper = face.is_upper ? 1 : 0;
  if (face.axis == 0)
    return {number, shape.begin_of_z((k + upper) % 2) + j * shape.i + i, shape.across_z()};
  if (face.axis == 1)
    return {number, shape.begin_of_y() + (j + upper) * shape.i + i, shape.across_y()};
  return {number, shape.begin_of_x() + j * (shape.i + 1) + i + upper, shape.across_x()};
}

}  // namespace

ResidualTiles residual_tiles(const grid::BlockArena& arena, const std::vector<BoundaryFace>& faces,
                             const TileShape& shape) {
  ResidualTiles all;
  const std::vector<grid::BlockPlace>& places = arena.places();
  std::vector<BlockTiles> blocks;
  for (std::size_t n = 0; n < places.size(); ++n)
    blocks.push_back(append(static_cast<int>(n), places[n], shape, all.tiles));
  struct InLayer {
    int layer;
    GivenFlux flux;
  };
  std::vector<InLayer> given;
  for (std::size_t f = 0; f < faces.size(); ++f) {
    if (faces[f].is_of_ghost) continue;
    const auto after =
        std::upper_bound(places.begin(), places.end(), faces[f].cell,
                         [](std::int64_t c, const grid::BlockPlace& p) { return c < p.origin; });
    const auto n = static_cast<std::size_t>(after - places.begin() - 1);
    const grid::Cell cell = cell_of(places[n], faces[f].cell);
    const ResidualTile& tile = all.tiles[grid::index(blocks[n].number(cell, shape))];
    given.push_back({tile.first_layer + cell[0] - tile.lower[0],
                     given_flux(static_cast<int>(f), faces[f], cell, tile, shape)});
  }
  std::stable_sort(given.begin(), given.end(),
                   [](const InLayer& a, const InLayer& b) { return a.layer < b.layer; });
  const ResidualTile* last = all.tiles.empty() ? nullptr : &all.tiles.back();
  const int layers = last ? last->first_layer + last->upper[0] - last->lower[0] : 0;
  all.given_before.assign(grid::index(layers + 1), 0);
  for (const InLayer& g : given) {
    ++all.given_before[grid::index(g.layer + 1)];
    all.given.push_back(g.flux);
  }
  for (std::size_t n = 1; n < all.given_before.size(); ++n)
    all.given_before[n] += all.given_before[n - 1];
  return all;
}

}  // namespace thalweg::flow
