// SPDX-License-Identifier: Apache-2.0
// The vertices of several cells of a species side by side, as many as a vector has lanes, so that
// one sweep over a mesh computes with all of them.
#pragma once

#include <algorithm>
#include <cstddef>

#include "exec/lanes.hpp"
#include "solvers/blood/membrane/vector.hpp"

namespace thalweg::blood::inline TW_HALF {

using exec::lanes, exec::Lanes;

/// Three numbers for each vertex, of all lanes.
struct LaneVertices {
  using Number = Lanes;
  double* values;  // (vertex, coordinate, lane)

  TW_HD double* at(int vertex) const { return values + std::ptrdiff_t{3} * lanes * vertex; }
  TW_HD Vector3<Lanes> operator()(int vertex) const {
    const double* x = at(vertex);
    return {exec::load_lanes(x), exec::load_lanes(x + lanes),
            exec::load_lanes(x + std::ptrdiff_t{2} * lanes)};
  }
  TW_HD void store(int vertex, const Vector3<Lanes>& a) const {
    double* x = at(vertex);
    exec::store_lanes(a.x, x);
    exec::store_lanes(a.y, x + lanes);
    exec::store_lanes(a.z, x + std::ptrdiff_t{2} * lanes);
  }
};

/// The cells of the lanes, from `first` on, of `cells` whose values follow each other as (cell,
/// coordinate, vertex).
struct LaneCells {
  int vertices, cells, first;

  static int tiles(int cells) { return (cells + lanes - 1) / lanes; }
  /// Of `lists` lists of LaneVertices.
  static std::size_t scratch_bytes(int lists, int vertices) {
    return std::size_t{3} * lanes * sizeof(double) * static_cast<std::size_t>(lists) *
           static_cast<std::size_t>(vertices);
  }
  /// Lanes without a cell repeat the last one.
  int cell(int lane) const { return std::min(first + lane, cells - 1); }

  void load(const double* values, const LaneVertices& at) const {
    for_each_list(lanes, [&](std::ptrdiff_t begin, std::ptrdiff_t to) {
      for (int v = 0; v < vertices; ++v) at.values[to + stride * v] = values[begin + v];
    });
  }
  /// Places from here on are relative to the first vertex of each cell, so that large coordinates
  /// take no digits.
  void put_origin(const LaneVertices& at) const {
    const Vector3<Lanes> origin = at(0);
    for (int v = 0; v < vertices; ++v) at.store(v, at(v) - origin);
  }
  void store(const LaneVertices& of, double* values) const {
    for_each(of, [&](std::ptrdiff_t place, double value) { values[place] = value; });
  }
  /// act(place among values, number of it in the lanes), each once.
  template <class Act>
  void for_each(const LaneVertices& of, Act act) const {
    for_each_list(std::min(lanes, cells - first), [&](std::ptrdiff_t begin, std::ptrdiff_t from) {
      for (int v = 0; v < vertices; ++v) act(begin + v, of.values[from + stride * v]);
    });
  }

 private:
  static constexpr std::ptrdiff_t stride = std::ptrdiff_t{3} * lanes;

  /// act(where a coordinate of a cell begins among values, where it does in lanes)
  template <class Act>
  void for_each_list(int of_lanes, Act act) const {
    for (int lane = 0; lane < of_lanes; ++lane)
      for (std::ptrdiff_t d = 0; d < 3; ++d)
        act((std::ptrdiff_t{3} * cell(lane) + d) * vertices, lanes * d + lane);
  }
};

}  // namespace thalweg::blood::inline TW_HALF
