// SPDX-License-Identifier: Apache-2.0
#include "solvers/flow/wall_distance.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

#include "geometry/triangle_distance.hpp"

namespace thalweg::flow {

using geometry::Vector, grid::index;

namespace {

constexpr std::size_t corner_values = 12;  // of the corners of a face

/// Of a face of a cell of a block as it is made.
WallFace wall_face(const Mesh& mesh, const BoundaryFace& face) {
  grid::Cell at{face.whole_cell[0], face.whole_cell[1], face.whole_cell[2]};
  if (face.is_upper) ++at[index(face.axis)];
  const auto one = index((face.axis + 1) % 3), other = index((face.axis + 2) % 3);
  grid::Cell corner[4] = {at, at, at, at};
  ++corner[1][one], ++corner[2][one], ++corner[2][other], ++corner[3][other];
  WallFace to;
  for (std::size_t n = 0; n < 4; ++n) to.corners[n] = mesh.vertex(face.whole, corner[n]);
  return to;
}

Vector centre_of(const WallFace& face) {
  Vector sum{};
  for (const Vector& corner : face.corners) sum = geometry::plus(sum, corner, 0.25);
  return sum;
}

double squared_distance(const Vector& a, const Vector& b) {
  const Vector d = geometry::plus(a, b, -1);
  return geometry::dot(d, d);
}

double distance_to(const WallFace& face, const Vector& place) {
  const auto& c = face.corners;
  return std::min(geometry::distance_to_triangle(place, c[0], c[1], c[2]),
                  geometry::distance_to_triangle(place, c[0], c[2], c[3]));
}

/// A k-d tree over places: the middle one of a range parts it along one axis, and the halves are
/// parted along the next.
class PlaceTree {
 public:
  explicit PlaceTree(std::vector<Vector> places) : places_(std::move(places)) {
    order_.resize(places_.size());
    std::iota(order_.begin(), order_.end(), 0);
    part(0, order_.size(), 0);
  }
  int nearest(const Vector& place) const {
    Best best;
    search(0, order_.size(), 0, place, best);
    return best.number;
  }

 private:
  struct Best {
    int number = -1;
    double squared = std::numeric_limits<double>::infinity();
  };
  double along(std::size_t at, std::size_t axis) const { return places_[index(order_[at])][axis]; }

  void part(std::size_t begin, std::size_t end, std::size_t axis) {
    if (end - begin < 2) return;
    const std::size_t middle = (begin + end) / 2;
    const auto at = [&](std::size_t n) { return order_.begin() + static_cast<std::ptrdiff_t>(n); };
    std::nth_element(at(begin), at(middle), at(end), [&](int a, int b) {
      const double x = places_[index(a)][axis], y = places_[index(b)][axis];
      return x < y || (x == y && a < b);
    });
    part(begin, middle, (axis + 1) % 3);
    part(middle + 1, end, (axis + 1) % 3);
  }

  /// Of places as near as each other the first by their coordinates: numbers depend on ranks.
  void search(std::size_t begin, std::size_t end, std::size_t axis, const Vector& place,
              Best& best) const {
    if (begin == end) return;
    const std::size_t middle = (begin + end) / 2;
    const int number = order_[middle];
    const double squared = squared_distance(places_[index(number)], place);
    if (squared < best.squared || (squared == best.squared && best.number >= 0 &&
                                   places_[index(number)] < places_[index(best.number)]))
      best = {number, squared};
    const double beyond = place[axis] - along(middle, axis);
    const std::size_t next = (axis + 1) % 3;
    const auto visit = [&](bool is_upper) {
      is_upper ? search(middle + 1, end, next, place, best)
               : search(begin, middle, next, place, best);
    };
    visit(beyond > 0);
    if (beyond * beyond <= best.squared) visit(!(beyond > 0));
  }

  std::vector<Vector> places_;
  std::vector<int> order_;
};

}  // namespace

WallFaces wall_faces(const Mesh& mesh, const std::vector<BoundaryFace>& faces,
                     const transport::Communicator& comm) {
  WallFaces walls;
  std::vector<WallFace> own;
  for (const BoundaryFace& face : faces) {
    const bool counts = face.condition == Condition::wall && !face.is_of_ghost;
    walls.number.push_back(counts ? static_cast<int>(own.size()) : -1);
    if (counts) own.push_back(wall_face(mesh, face));
  }
  std::vector<double> counts(index(comm.size()));
  counts[index(comm.rank())] = static_cast<double>(own.size());
  comm.sum(counts);
  const auto before =
      static_cast<std::size_t>(std::accumulate(counts.begin(), counts.begin() + comm.rank(), 0.0));
  const auto count = static_cast<std::size_t>(std::accumulate(counts.begin(), counts.end(), 0.0));
  for (int& number : walls.number)
    if (number >= 0) number += static_cast<int>(before);
  std::vector<double> all(count * corner_values);
  for (std::size_t n = 0; n < own.size() * corner_values; ++n)
    all[before * corner_values + n] = own[n / corner_values].corners[n % corner_values / 3][n % 3];
  comm.sum(all);
  walls.all.resize(count);
  for (std::size_t n = 0; n < all.size(); ++n)
    walls.all[n / corner_values].corners[n % corner_values / 3][n % 3] = all[n];
  return walls;
}

std::vector<NearestWall> nearest_walls(const MeshLevel& mesh, const grid::BlockArena& arena,
                                       const std::vector<WallFace>& faces) {
  std::vector<Vector> centres;
  centres.reserve(faces.size());
  for (const WallFace& face : faces) centres.push_back(centre_of(face));
  const PlaceTree tree(std::move(centres));
  std::vector<NearestWall> nearest(static_cast<std::size_t>(arena.size()));
  for (const grid::BlockPlace& place : arena.places())
    grid::for_each_cell({{}, {place.cells[0], place.cells[1], place.cells[2]}},
                        [&](const grid::Cell& c) {
                          const Vector at = cell_centre(mesh, place.block, c);
                          const int face = tree.nearest(at);
                          nearest[static_cast<std::size_t>(place.at(c[0], c[1], c[2]))] = {
                              face, distance_to(faces[index(face)], at)};
                        });
  return nearest;
}

}  // namespace thalweg::flow
