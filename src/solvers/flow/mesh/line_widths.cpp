// SPDX-License-Identifier: Apache-2.0
#include "solvers/flow/mesh/line_widths.hpp"

#include <algorithm>
#include <cmath>

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
    divide_by_first();
  }

  bool is_even() const {
    return std::all_of(widths_.begin(), widths_.end(), [](double w) { return is_as_wide(w, 1); });
  }
  /// Appends them to a list, of lines that are alike only the first.
  WidthPlace append_to(std::vector<double>& list) const {
    grid::Box kept = all_;
    for (std::size_t d = 0; d < 3; ++d)
      if (d != axis_ && is_alike_along(d)) kept.upper[d] = 1;
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
  void divide_by_first() {
    grid::Box first = cells_;
    first.upper[axis_] = 1;
    grid::for_each_cell(first, [&](const grid::Cell& line) {
      const double width = at(line);
      grid::Cell c = line;
      for (c[axis_] = all_.lower[axis_]; c[axis_] < all_.upper[axis_]; ++c[axis_]) at(c) /= width;
    });
  }
  bool is_alike_along(std::size_t d) const {
    bool is_alike = true;
    grid::for_each_cell(all_, [&](const grid::Cell& c) {
      grid::Cell first = c;
      first[d] = 0;
      is_alike = is_alike && is_as_wide(at(c), at(first));
    });
    return is_alike;
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
  bool are_all_even = true;
  for (const grid::BlockPlace& place : arena.places()) {
    bool is_even = true;
    for (int axis = 0; axis < 3; ++axis) {
      const BlockWidths widths(mesh, place, ghosts, axis);
      if (axis >= mesh.mesh->first_axis()) is_even = is_even && widths.is_even();
      lines.places.push_back(widths.append_to(lines.relative));
    }
    lines.is_even.push_back(is_even);
    are_all_even = are_all_even && is_even;
  }
  if (are_all_even) lines.relative.clear();
  return lines;
}

}  // namespace thalweg::flow
