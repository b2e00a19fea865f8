// SPDX-License-Identifier: Apache-2.0
#include "solvers/flow/eddies/wall_distance.hpp"

#include <algorithm>
#include <iterator>

#include "geometry/surface_queries.hpp"
#include "transport/movements/gathered.hpp"

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

/// Two triangles each, in the order of faces.
geometry::TriangleSurface triangles_of(const std::vector<WallFace>& faces) {
  geometry::TriangleSurface surface;
  for (const WallFace& face : faces) {
    const auto first = static_cast<int>(surface.corners.size());
    surface.corners.insert(surface.corners.end(), std::begin(face.corners), std::end(face.corners));
    surface.triangles.push_back({first, first + 1, first + 2});
    surface.triangles.push_back({first, first + 2, first + 3});
  }
  return surface;
}

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
  std::vector<double> numbers;
  for (const WallFace& face : own)
    for (const Vector& corner : face.corners)
      std::ranges::copy(corner, std::back_inserter(numbers));
  const transport::Gathered gathered = transport::gathered(numbers, comm);
  for (int& number : walls.number)
    if (number >= 0) number += static_cast<int>(gathered.before / corner_values);
  walls.all.resize(gathered.all.size() / corner_values);
  for (std::size_t n = 0; n < gathered.all.size(); ++n)
    walls.all[n / corner_values].corners[n % corner_values / 3][n % 3] = gathered.all[n];
  return walls;
}

std::vector<NearestWall> nearest_walls(const MeshLevel& mesh, const grid::BlockArena& arena,
                                       const std::vector<WallFace>& faces) {
  const geometry::SurfaceQueries queries(triangles_of(faces),
                                         std::vector<std::uint8_t>(2 * faces.size(), 1));
  std::vector<NearestWall> nearest(static_cast<std::size_t>(arena.size()));
  for (const grid::BlockPlace& place : arena.places())
    grid::for_each_cell(
        {{}, {place.cells[0], place.cells[1], place.cells[2]}}, [&](const grid::Cell& c) {
          const auto [triangle, distance] =
              queries.nearest_to(cell_centre(mesh, place.block, c), 1);
          nearest[static_cast<std::size_t>(place.at(c[0], c[1], c[2]))] = {triangle / 2, distance};
        });
  return nearest;
}

}  // namespace thalweg::flow
