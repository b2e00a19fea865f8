// SPDX-License-Identifier: Apache-2.0
#include "solvers/flow/mesh/line_widths.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include "solvers/flow/mesh/metrics.hpp"

namespace thalweg::flow {

using grid::index;

namespace {

constexpr int layers = 2;

/// The widths of the cells of a block along one axis, with those of ghosts beyond its ends.
class BlockWidths {
 public:
  BlockWidths(const MeshLevel& mesh, const grid::BlockPlace& place, const grid::Ghosts& ghosts,
              int axis)
      : axis_(index(axis)), cells_(mesh.blocks.cells(place.block)), all_(cells_) {
    all_.lower[axis_] -= layers;
    all_.upper[axis_] += layers;
    widths_.resize(static_cast<std::size_t>(all_.size()));
    grid::for_each_cell(
        cells_, [&](const grid::Cell& c) { at(c) = cell_width(mesh, place.block, axis, c); });
    mirror();
    for (const grid::GhostBox& box : ghosts.filled)
      if (box.block == place.block)
        grid::for_each_cell(intersection(box.ghosts, all_), [&](const grid::Cell& c) {
          at(c) = cell_width(mesh, box.donor, box.map.axis[axis_], box.map(c));
        });
    scale();
  }

  bool is_even() const {
    return holds_for(axis_, [](double own, double first) { return is_as_wide(own, first); });
  }
  /// Appends them to a list, of lines that are alike only the first.
  WidthPlace append_to(std::vector<double>& list) const {
    grid::Box kept = all_;
    for (std::size_t d = 0; d < 3; ++d)
      if (d != axis_ && holds_for(d, std::equal_to<>())) kept.upper[d] = 1;
    const bool is_one_along_x = kept.upper[2] == 1;
    kept.upper[2] = all_.upper[2];  // rows are read with a stride of 1
    WidthPlace place;
    for (std::size_t d : {1u, 0u}) {
      const std::int64_t of_layer = d == 1 ? 1 : kept.extent(1);
      place.stride[d] = kept.extent(d) == 1 ? 0 : of_layer * kept.extent(2);
    }
    place.first = static_cast<std::int64_t>(list.size());
    for (std::size_t d = 0; d < 3; ++d)
      place.first -= kept.lower[d] * (d == 2 ? 1 : place.stride[d]);
    grid::for_each_cell(kept, [&](grid::Cell c) {
      if (is_one_along_x) c[2] = 0;
      list.push_back(at(c));
    });
    return place;
  }

 private:
  double& at(const grid::Cell& c) { return widths_[number(c)]; }
  double at(const grid::Cell& c) const { return widths_[number(c)]; }
  std::size_t number(const grid::Cell& c) const {
    const auto from = [&](std::size_t d) { return index(c[d] - all_.lower[d]); };
    return (from(0) * index(all_.extent(1)) + from(1)) * index(all_.extent(2)) + from(2);
  }
  void mirror() {
    const int count = cells_.upper[axis_];
    grid::for_each_cell(all_, [&](const grid::Cell& c) {
      grid::Cell inside = c;
      int& along = inside[axis_];
      if (along < 0) along = std::min(-1 - along, count - 1);
      if (along >= count) along = std::max(2 * count - 1 - along, 0);
      at(c) = at(inside);
    });
  }
  /// So that products keep off the ends of single precision. A power of two changes no bit of what
  /// weights are, so cuts of a block do not either.
  void scale() {
    const int power = std::ilogb(at({}));
    for (double& width : widths_) width = std::scalbn(width, -power);
  }
  /// Whether a relation holds between each width and the first one along an axis.
  template <class Relation>
  bool holds_for(std::size_t d, Relation relation) const {
    bool holds = true;
    grid::for_each_cell(all_, [&](const grid::Cell& c) {
      grid::Cell first = c;
      first[d] = 0;
      holds = holds && relation(at(c), at(first));
    });
    return holds;
  }

  std::size_t axis_;
  grid::Box cells_, all_;
  std::vector<double> widths_;
};

}  // namespace

double cell_width(const MeshLevel& mesh, int block, int axis, const grid::Cell& cell) {
  grid::Cell beyond = cell;
  ++beyond[index(axis)];
  return geometry::distance(face_centre(mesh, block, axis, cell),
                            face_centre(mesh, block, axis, beyond));
}

bool is_as_wide(double a, double b) {
  constexpr double rounding = 1e-10;  // of places far from the origin, in thin cells
  return std::abs(a - b) <= rounding * std::abs(b);
}

LineWidths line_widths(const MeshLevel& mesh, const grid::BlockArena& arena,
                       const grid::Ghosts& ghosts) {
  LineWidths lines;
  for (const grid::BlockPlace& place : arena.places()) {
    bool is_even = true;
    for (int axis = 0; axis < 3; ++axis) {
      const BlockWidths widths(mesh, place, ghosts, axis);
      if (axis >= mesh.mesh->first_axis()) is_even = is_even && widths.is_even();
      lines.places.push_back(widths.append_to(lines.relative));
    }
    lines.is_even.push_back(is_even);
  }
  return lines;
}

}  // namespace thalweg::flow
