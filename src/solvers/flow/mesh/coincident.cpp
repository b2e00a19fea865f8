// SPDX-License-Identifier: Apache-2.0
#include "solvers/flow/mesh/coincident.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.hpp"

namespace thalweg::flow {

using geometry::Vector, grid::index;

namespace {

/// Its vertices: the lowest, the next along the first axis of the face, along the second, both.
std::array<grid::Cell, 4> corners_of(const FaceCell& f) {
  const std::size_t a = index(f.face.axis), first = a == 0 ? 1 : 0, second = a == 2 ? 1 : 2;
  grid::Cell lowest = f.cell;
  lowest[a] += f.face.upper;
  std::array<grid::Cell, 4> corners{lowest, lowest, lowest, lowest};
  for (const std::size_t c : {1u, 3u}) ++corners[c][first];
  for (const std::size_t c : {2u, 3u}) ++corners[c][second];
  return corners;
}

FaceCell face_cell(const VertexGrid& grid, int block, grid::Face face, const grid::Cell& cell) {
  FaceCell f{block, face, cell};
  const std::array<grid::Cell, 4> corners = corners_of(f);
  std::array<Vector, 4> at;
  for (std::size_t c = 0; c < 4; ++c) {
    at[c] = grid.blocks[index(block)].at(corners[c]);
    for (std::size_t n = 0; n < 3; ++n) f.centre[n] += at[c][n] / 4;
  }
  f.spacing = std::min({geometry::distance(at[0], at[1]), geometry::distance(at[1], at[3]),
                        geometry::distance(at[3], at[2]), geometry::distance(at[2], at[0])});
  return f;
}

/// Finds faces by their centres: in the order of a direction that no grid is likely to have.
class FaceFinder {
 public:
  FaceFinder(const VertexGrid& grid, const std::vector<FaceCell>& faces)
      : grid_(grid), faces_(faces) {
    for (std::size_t n = 0; n < faces.size(); ++n) order_.emplace_back(key(faces[n].centre), n);
    std::sort(order_.begin(), order_.end());
  }

  /// That of the face after a motion. Throws InputError where there are two.
  std::optional<Link> find(std::size_t number, const RigidMotion& motion,
                           std::size_t motion_number) const {
    const FaceCell& own = faces_[number];
    const Vector centre = motion(own.centre);
    const double reach = 2 * grid_.tolerance * own.spacing;
    std::optional<Link> found;
    const auto begin = std::lower_bound(order_.begin(), order_.end(),
                                        std::pair{key(centre) - reach, std::size_t{0}});
    for (auto at = begin; at != order_.end() && at->first <= key(centre) + reach; ++at) {
      if (at->second == number) continue;
      const std::optional<grid::IndexMap> map = map_to(own, faces_[at->second], motion);
      if (!map) continue;
      if (found) refuse(own, faces_[found->partner], faces_[at->second]);
      found =
          Link{at->second, faces_[at->second].block, faces_[at->second].face, *map, motion_number};
    }
    return found;
  }

 private:
  static double key(const Vector& at) { return geometry::dot(at, {0.5377, 0.7149, 0.4472}); }

  Vector vertex(const FaceCell& f, const grid::Cell& v) const {
    return grid_.blocks[index(f.block)].at(v);
  }

  /// Of the cells of one face to those of the other, where all corners coincide.
  std::optional<grid::IndexMap> map_to(const FaceCell& own, const FaceCell& other,
                                       const RigidMotion& motion) const {
    const double tolerance = grid_.tolerance * std::min(own.spacing, other.spacing);
    const std::array<grid::Cell, 4> corners = corners_of(own), there = corners_of(other);
    std::array<grid::Cell, 4> images;
    for (std::size_t c = 0; c < 4; ++c) {
      const Vector at = motion(vertex(own, corners[c]));
      const auto image = std::find_if(there.begin(), there.end(), [&](const grid::Cell& v) {
        return geometry::distance(at, vertex(other, v)) <= tolerance;
      });
      if (image == there.end()) return std::nullopt;
      images[c] = *image;
    }
    return map_of(own.face, other.face, corners, images);
  }

  static grid::IndexMap map_of(grid::Face face, grid::Face donor_face,
                               const std::array<grid::Cell, 4>& corners,
                               const std::array<grid::Cell, 4>& images) {
    grid::IndexMap map;
    const std::size_t a = index(face.axis), first = a == 0 ? 1 : 0, second = a == 2 ? 1 : 2;
    map.axis[a] = donor_face.axis;
    map.sign[a] = face.upper != donor_face.upper ? 1 : -1;
    for (const auto& [axis, corner] : {std::pair{first, 1u}, std::pair{second, 2u}})
      for (std::size_t d = 0; d < 3; ++d)
        if (const int step = images[corner][d] - images[0][d]; step != 0) {
          map.axis[axis] = static_cast<int>(d);
          map.sign[axis] = step;
        }
    // Vertex v is vertex sign v + shift; cell c lies between the vertices c and c + 1.
    for (std::size_t d = 0; d < 3; ++d) {
      const int shift = images[0][index(map.axis[d])] - map.sign[d] * corners[0][d];
      map.shift[d] = map.sign[d] > 0 ? shift : shift - 1;
    }
    return map;
  }

  std::string text_of(const FaceCell& f) const {
    return fmt::format("face {} of block \"{}\", cell ({}, {}, {}) of x, y, z",
                       grid::text_of(f.face), grid_.blocks[index(f.block)].name, f.cell[2],
                       f.cell[1], f.cell[0]);
  }
  [[noreturn]] void refuse(const FaceCell& a, const FaceCell& b, const FaceCell& c) const {
    throw InputError(fmt::format(
        "three faces lie at ({:.6g}, {:.6g}, {:.6g}), where two may be connected: {}; {}; {}. The "
        "file of the grid or a neutral map (grid.map) must say which two are, or give families to "
        "the others: [[grid.family]] names what is left once connections were found. Nothing was "
        "run.",
        a.centre[0], a.centre[1], a.centre[2], text_of(a), text_of(b), text_of(c)));
  }

  const VertexGrid& grid_;
  const std::vector<FaceCell>& faces_;
  std::vector<std::pair<double, std::size_t>> order_;
};

}  // namespace

std::vector<FaceCell> bare_faces(const VertexGrid& grid) {
  std::vector<FaceCell> all;
  for (int b = 0; b < static_cast<int>(grid.blocks.size()); ++b)
    for (int axis = grid.is_flat ? 1 : 0; axis < 3; ++axis)
      for (const bool upper : {false, true}) {
        const grid::Face face{axis, upper};
        grid::Box layer{{}, grid.blocks[index(b)].cells};
        (upper ? layer.lower : layer.upper)[index(axis)] = upper ? layer.upper[index(axis)] - 1 : 1;
        std::vector<grid::Box> taken;
        for (const Patch& patch : grid.patches)
          if (patch.block == b && patch.face == face) taken.push_back(patch.cells);
        for (const Seam& seam : grid.seams)
          for (const grid::Connection& c : {seam.connection, seam.connection.reverse()})
            if (c.block == b && c.face == face) taken.push_back(c.patch);
        for (const grid::Box& bare : difference(layer, taken))
          grid::for_each_cell(
              bare, [&](const grid::Cell& cell) { all.push_back(face_cell(grid, b, face, cell)); });
      }
  return all;
}

std::vector<std::optional<Link>> find_links(const VertexGrid& grid,
                                            const std::vector<FaceCell>& faces,
                                            const std::vector<RigidMotion>& motions) {
  const FaceFinder finder(grid, faces);
  std::vector<std::optional<Link>> links(faces.size());
  for (std::size_t n = 0; n < faces.size(); ++n)
    for (std::size_t m = 0; m < motions.size() && !links[n]; ++m)
      links[n] = finder.find(n, motions[m], m);
  return links;
}

}  // namespace thalweg::flow
