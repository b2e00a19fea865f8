// SPDX-License-Identifier: Apache-2.0
// Residuals tile by tile: fluxes are computed once for a tile and summed up while they are in the
// memory of a block or the cache of a core. docs/theory/flow.md, (1.5).
#pragma once

#include "solvers/flow/boundary/boundary_kernels.hpp"
#include "solvers/flow/fluxes/fluxes.hpp"
#include "solvers/flow/level/residual_tiles.hpp"

namespace thalweg::flow::inline TW_HALF {

/// What is added to the last of the residuals of a cell: to none, to those of momentum, or to all.
template <class Real>
struct Source {
  const Real* fields = nullptr;
  int count = 0;
  const Real* of_momentum(std::int64_t size) const {
    return count == 0 ? nullptr : fields + (count - 3) * size;
  }
};

/// residual = sum of fluxes out of a cell, and what the step in time asks for.
template <int sources, class Real>
struct GatherRow {
  const Real *state, *volume, *source;
  Real* residual;
  std::int64_t size, first, row;
  // Fluxes through lower and upper faces of the first cell; from one component to the next, from
  // one row to the next. Without an axis z both are the same.
  const Real *z[2], *y[2], *x[2];
  int z_size, y_size, x_size, pitch, x_pitch;
  Real rate;      // of momentum by the step in time [1/time]
  Real force[3];  // of a unit of mass

  TW_HD void operator()(int r, int i) const {
    const std::int64_t cell = first + r * row + i;
    const int at = r * pitch + i, x_at = r * x_pitch + i;
    Real sum[4];
    TW_UNROLL
    for (int n = 0; n < 4; ++n)
      sum[n] = (z[1][n * z_size + at] - z[0][n * z_size + at]) +
               (y[1][n * y_size + at] - y[0][n * y_size + at]) +
               (x[1][n * x_size + x_at] - x[0][n * x_size + x_at]);
    TW_UNROLL
    for (int n = 1; n < 4; ++n)
      sum[n] += volume[cell] * (rate * state[n * size + cell] - force[n - 1]);
    TW_UNROLL
    for (int n = 0; n < 4; ++n) {
      if (n >= 4 - sources) sum[n] += source[(n - 4 + sources) * size + cell];
      residual[n * size + cell] = sum[n];
    }
  }
};

/// Fluxes that are computed for themselves, by layer of the tiles.
struct GivenTable {
  const GivenFlux* fluxes;
  const int* before;
};

/// What conditions give. (4.8)
template <class Real>
struct GiveBoundaryFluxes {
  BoundaryFluxes<Real> boundary;
  const GivenFlux* given;
  Real* scratch;
  TW_HD void operator()(int n) const {
    boundary(given[n].face, scratch + given[n].at, given[n].step);
  }
};

/// Through faces at whose ends other than four cells meet: differences along them are of the cells
/// that count. (3.8)
template <class Row, class Real>
struct GiveOneSidedFluxes {
  Row row;  // of any axis
  const OneSidedFace* faces;
  const GivenFlux* given;
  Real* scratch;

  TW_HD void operator()(int n) const {
    const OneSidedFace& face = faces[given[n].face];
    Row own = row;
    own.axis = face.axis;
    own.step = face.step;
    Along<Real> along[Row::count];
    TW_UNROLL
    for (int t = 0; t < Row::count; ++t) {
      own.other_axis[t] = Row::other(face.axis, t);
      const int side = own.other_axis[t] == (face.axis + 1) % 3 ? 0 : 1;
      const std::int64_t above = face.above[side], below = face.below[side];
      along[t] = {above, below, above != 0 && below != 0 ? Real(1) : Real(2)};
    }
    const auto sides =
        sides_at<Row::is_of_even_cells>(own.scheme.even, own.geometry.widths, face.place, face.axis,
                                        face.at[0], face.at[1], face.at[2]);
    store(own.at(face.cell, along, sides), scratch + given[n].at, given[n].step, 0);
  }
};

/// Of one tile.
template <Upwinding upwinding, bool is_plain, bool is_even, bool is_flat, class Real>
struct TileResiduals {
  Geometry<Real> geometry;
  const Real* state;
  Source<Real> source;
  Real* residual;
  FluxScheme<Real> scheme;
  BoundaryFluxes<Real> boundary;
  TileShape shape;
  const ResidualTile* tiles;
  GivenTable of_conditions, of_one_sided;
  const OneSidedFace* one_sided;
  Real rate, force[3];

  using Row = FluxRow<upwinding, is_plain, is_even, is_flat ? 1 : 2, Real>;

  /// Of a block of a device: faces of a full layer, 808, are three passes of them.
  static constexpr unsigned threads = 288;

  TW_HD void operator()(const exec::Team& team) const {
    const ResidualTile tile = tiles[team.tile()];
    const grid::BlockPlace place = geometry.places[tile.place];
    Real* scratch = team.template scratch<Real>();
    const int rows = tile.upper[1] - tile.lower[1], length = tile.upper[2] - tile.lower[2];
    for (int k = tile.lower[0]; k < tile.upper[0]; ++k) {
      const int layer = k - tile.lower[0], side = layer % 2;
      sweep_faces(team, place, tile, k, side, scratch);
      team.barrier();
      const int number = tile.first_layer + layer;
      const int conditions = of_conditions.before[number], one_sides = of_one_sided.before[number];
      team.for_each_shared(
          of_conditions.before[number + 1] - conditions,
          GiveBoundaryFluxes<Real>{boundary, of_conditions.fluxes + conditions, scratch});
      team.for_few(of_one_sided.before[number + 1] - one_sides,
                   GiveOneSidedFluxes<Row, Real>{across(place, tile, k, 1, scratch), one_sided,
                                                 of_one_sided.fluxes + one_sides, scratch});
      team.barrier();
      if (source.count == 0)
        team.for_each_of_rows_shared(rows, length, gather<0>(place, tile, k, side, scratch));
      else if (source.count == 3)
        team.for_each_of_rows_shared(rows, length, gather<3>(place, tile, k, side, scratch));
      else
        team.for_each_of_rows_shared(rows, length, gather<4>(place, tile, k, side, scratch));
      team.barrier();
    }
  }

 private:
  /// Those through a layer that are not there from the one below it.
  TW_HD void sweep_faces(const exec::Team& team, const grid::BlockPlace& place,
                         const ResidualTile& tile, int k, int side, Real* scratch) const {
    const int rows = tile.upper[1] - tile.lower[1], length = tile.upper[2] - tile.lower[2];
    if constexpr (is_flat) {
      team.for_each_of_sets({exec::TileRows{rows + 1, length}, {rows, length, true}},
                            [&](auto set) { return across(place, tile, k, 1 + set, scratch); });
    } else {
      const int first = k == tile.lower[0] ? rows : 0;
      team.for_each_of_sets(
          {exec::TileRows{first, length}, {rows, length}, {rows + 1, length}, {rows, length, true}},
          [&](auto set) {
            const bool is_upper = set == 1;
            return across(place, tile, is_upper ? k + 1 : k, set == 0 ? 0 : set - 1, scratch,
                          is_upper ? 1 - side : side);
          });
    }
  }

  /// Through the lower faces of cells of layer k.
  TW_HD Row across(const grid::BlockPlace& place, const ResidualTile& tile, int k, int axis,
                   Real* scratch, int side = 0) const {
    const std::int64_t strides[3] = {place.stride[0], place.stride[1], 1};
    const int begin = axis == 0   ? shape.begin_of_z(side)
                      : axis == 1 ? shape.begin_of_y()
                                  : shape.begin_of_x();
    const int size = axis == 0 ? shape.across_z() : axis == 1 ? shape.across_y() : shape.across_x();
    const int one = Row::other(axis, 0), other = (axis + 2) % 3;
    return {geometry,
            state,
            scheme,
            axis,
            place.at(k, tile.lower[1], tile.lower[2]),
            place.stride[1],
            strides[axis],
            {one, other},
            {strides[one], strides[other]},
            scratch + begin,
            shape.i + (axis == 2 ? 1 : 0),
            size,
            widths_across(tile, k, axis)};
  }
  TW_HD WidthRow<Real> widths_across(const ResidualTile& tile, int k, int axis) const {
    if constexpr (is_even) {
      return {};
    } else {
      const WidthPlace place = geometry.widths.places[3 * tile.place + axis];
      return {geometry.widths.relative + place.at(k, tile.lower[1], tile.lower[2]), place.stride[1],
              place.step(axis)};
    }
  }

  template <int sources>
  TW_HD GatherRow<sources, Real> gather(const grid::BlockPlace& place, const ResidualTile& tile,
                                        int k, int side, const Real* scratch) const {
    const Real* y = scratch + shape.begin_of_y();
    const Real* x = scratch + shape.begin_of_x();
    const Real *lower = y, *upper = y;
    if constexpr (!is_flat) {
      lower = scratch + shape.begin_of_z(side);
      upper = scratch + shape.begin_of_z(1 - side);
    }
    return {state,
            geometry.volume,
            source.fields,
            residual,
            geometry.size,
            place.at(k, tile.lower[1], tile.lower[2]),
            place.stride[1],
            {lower, upper},
            {y, y + shape.i},
            {x, x + 1},
            is_flat ? shape.across_y() : shape.across_z(),
            shape.across_y(),
            shape.across_x(),
            shape.i,
            shape.i + 1,
            rate,
            {force[0], force[1], force[2]}};
  }
};

}  // namespace thalweg::flow::inline TW_HALF
