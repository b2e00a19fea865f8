// SPDX-License-Identifier: Apache-2.0
#include "solvers/flow/mesh/weld.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>

#include "base/error.hpp"

namespace thalweg::flow {

using geometry::Vector, grid::index;

namespace {

/// The vertices of a patch.
grid::Box vertices_of(const grid::Connection& c) {
  grid::Box box = c.patch;
  for (int& end : box.upper) ++end;
  const std::size_t a = index(c.face.axis);
  box.lower[a] += c.face.upper;
  box.upper[a] = box.lower[a] + 1;
  return box;
}

/// The map of vertices that belongs to one of cells.
grid::IndexMap of_vertices(grid::IndexMap map) {
  for (std::size_t d = 0; d < 3; ++d) map.shift[d] += map.sign[d] < 0;
  return map;
}

/// visit(vertex, vertex of the donor)
template <class Visit>
void for_each_pair(const grid::Connection& c, Visit visit) {
  const grid::IndexMap map = of_vertices(c.map);
  grid::for_each_cell(vertices_of(c), [&](const grid::Cell& v) { visit(v, map(v)); });
}

bool has(const VertexBlock& block, const grid::Cell& v) {
  for (std::size_t d = 0; d < 3; ++d)
    if (v[d] < 0 || v[d] > block.cells[d]) return false;
  return true;
}

/// To the next vertex of the face along its axes.
double spacing_at(const VertexBlock& block, const grid::Box& face, const grid::Cell& v) {
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t d = 0; d < 3; ++d)
    for (const int step : {-1, 1}) {
      grid::Cell next = v;
      next[d] += step;
      if (next[d] >= face.lower[d] && next[d] < face.upper[d])
        least = std::min(least, geometry::distance(block.at(v), block.at(next)));
    }
  return least;
}

/// The vertices that seams share, by their place among those of all blocks.
class Shared {
 public:
  explicit Shared(VertexGrid& grid) : grid_(grid) {
    std::size_t begin = 0;
    for (const VertexBlock& block : grid.blocks) {
      begins_.push_back(begin);
      begin += block.vertices.size();
    }
  }

  /// Of two, the one whose point came from a later place takes that of the other. Returns whether
  /// any did.
  bool pass() {
    bool has_changed = false;
    for (const Seam& seam : grid_.seams) {
      const grid::Connection& c = seam.connection;
      const RigidMotion back = seam.motion.inverse();
      VertexBlock &own = grid_.blocks[index(c.block)], &donor = grid_.blocks[index(c.donor)];
      for_each_pair(c, [&](const grid::Cell& v, const grid::Cell& w) {
        std::size_t &from = origin(c.block, v), &to = origin(c.donor, w);
        if (from == to) return;
        has_changed = true;
        if (from < to) {
          to = from;
          donor.at(w) = seam.motion(own.at(v));
        } else {
          from = to;
          own.at(v) = back(donor.at(w));
        }
      });
    }
    return has_changed;
  }

 private:
  std::size_t& origin(int block, const grid::Cell& v) {
    const std::size_t place = begins_[index(block)] + grid_.blocks[index(block)].number(v);
    return origins_.emplace(place, place).first->second;
  }

  VertexGrid& grid_;
  std::vector<std::size_t> begins_;
  std::map<std::size_t, std::size_t> origins_;
};

}  // namespace

void refuse_open_seams(const VertexGrid& grid) {
  std::string faults;
  for (const Seam& seam : grid.seams) {
    const grid::Connection& c = seam.connection;
    const VertexBlock &own = grid.blocks[index(c.block)], &donor = grid.blocks[index(c.donor)];
    double worst = 0;
    std::string at;
    for_each_pair(c, [&](const grid::Cell& v, const grid::Cell& w) {
      if (!has(own, v) || !has(donor, w)) return;  // BlockGrid says what is wrong
      const Vector here = seam.motion(own.at(v)), there = donor.at(w);
      const double apart = geometry::distance(here, there) / spacing_at(own, vertices_of(c), v);
      if (apart <= std::max(worst, grid.tolerance)) return;
      worst = apart;
      at = fmt::format("vertex ({}, {}, {}) of i, j, k lies at ({:.6g}, {:.6g}, {:.6g}), that of "
                       "the other block at ({:.6g}, {:.6g}, {:.6g}): {:.2g} spacings apart, where "
                       "{:.2g} is taken",
                       v[2] + 1, v[1] + 1, v[0] + 1, here[0], here[1], here[2], there[0], there[1],
                       there[2], apart, grid.tolerance);
    });
    if (worst > 0)
      faults +=
          fmt::format("the connection of face {} of block \"{}\" to face {} of block \"{}\": "
                      "{}\n",
                      grid::text_of(c.face), own.name, grid::text_of(c.donor_face), donor.name, at);
  }
  if (!faults.empty()) throw InputError(faults + "Nothing was run.");
}

void weld(VertexGrid& grid) {
  Shared shared(grid);
  while (shared.pass()) {
  }
}

}  // namespace thalweg::flow
