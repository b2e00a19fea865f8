// SPDX-License-Identifier: Apache-2.0
#include "solvers/blood/cells/vertex_copies.hpp"

#include <algorithm>
#include <numeric>

#include "solvers/blood/case/changing_hands.hpp"
#include "solvers/blood/contrast/marks.hpp"

namespace thalweg::blood {

namespace {

/// -1, 0 or 1 along x, y, z.
std::array<int, 3> ends_of(int image) { return {image % 3 - 1, image / 3 % 3 - 1, image / 9 - 1}; }

}  // namespace

std::vector<int> possible_images(const grid::Lattice& lattice) {
  std::vector<int> possible;
  for (int image = 0; image < images; ++image) {
    const std::array<int, 3> over = ends_of(image);
    bool is_possible = true;
    for (std::size_t d = 0; d < 3; ++d)
      is_possible = is_possible && (over[d] == 0 || lattice.periodic[2 - d]);
    if (is_possible) possible.push_back(image);
  }
  return possible;
}

grid::Cell image_cells(const grid::Lattice& lattice, int image) {
  const std::array<int, 3> over = ends_of(image);
  return {over[2] * lattice.extent[0], over[1] * lattice.extent[1], over[0] * lattice.extent[2]};
}

geometry::Vector image_shift(const grid::Lattice& lattice, int image) {
  const grid::Cell by = image_cells(lattice, image);
  return {static_cast<double>(by[2]), static_cast<double>(by[1]), static_cast<double>(by[0])};
}

Range range_of(const double* places, int vertices) {
  Range range{};
  for (std::size_t d = 0; d < 3; ++d) {
    const double* of = places + static_cast<std::ptrdiff_t>(d) * vertices;
    const auto [least, most] = std::minmax_element(of, of + vertices);
    range.lower[d] = *least;
    range.upper[d] = *most;
  }
  return range;
}

std::vector<int> copied_vertices(const grid::Box& box, const double* places, int vertices,
                                 const geometry::Vector& shift, double reach, bool whole) {
  std::vector<int> copied;
  for (int v = 0; v < vertices; ++v)
    if (is_near(box,
                {places[v] + shift[0], places[vertices + v] + shift[1],
                 places[2 * vertices + v] + shift[2]},
                reach))
      copied.push_back(v);
  if (!whole || copied.empty()) return copied;
  copied.resize(static_cast<std::size_t>(vertices));
  std::iota(copied.begin(), copied.end(), 0);
  return copied;
}

geometry::Vector centre_of(const double* places, int vertices) {
  geometry::Vector centre{};
  for (std::size_t d = 0; d < 3; ++d) {
    const double* of = places + static_cast<std::ptrdiff_t>(d) * vertices;
    centre[d] = std::accumulate(of, of + vertices, 0.0) / vertices;
  }
  return centre;
}

double copy_reach(const Parameters& p) {
  const int support =
      std::max(support_of(p.cells.delta), p.cells.have_contrast() ? marked_support : 0);
  return std::max(support / 2.0, p.cells.repulsion.range / p.units().spacing) + skin;
}

}  // namespace thalweg::blood
