// SPDX-License-Identifier: Apache-2.0
#include "solvers/turbulence/particles/plane_ghosts.hpp"

#include <numeric>

namespace thalweg::turbulence {

namespace {

std::vector<std::int64_t> points_of_plane(int at, std::int64_t values) {
  std::vector<std::int64_t> points(static_cast<std::size_t>(values));
  std::iota(points.begin(), points.end(), at * values);
  return points;
}

}  // namespace

std::vector<PlaneGhost> plane_ghosts(const fft::Partition& planes, int rank) {
  const int first = planes.begin(rank), count = planes.size(rank), all = planes.total();
  std::vector<PlaneGhost> ghosts;
  for (int n = 0; n < planes_below; ++n)
    ghosts.push_back({(first - planes_below + n + all) % all, n});
  for (int n = 0; n < planes_above; ++n)
    ghosts.push_back({(first + count + n) % all, planes_below + count + n});
  return ghosts;
}

std::vector<int> owners_of_planes(const fft::Partition& planes) {
  std::vector<int> owners;
  for (int rank = 0; rank < planes.parts(); ++rank)
    owners.insert(owners.end(), static_cast<std::size_t>(planes.size(rank)), rank);
  return owners;
}

PlaneLinks plane_links(const fft::Layout& layout, std::int64_t values) {
  const std::vector<int> owners = owners_of_planes(layout.planes);
  const auto owner = [&](int plane) { return owners[static_cast<std::size_t>(plane)]; };
  PlaneLinks links;
  for (const PlaneGhost& ghost : plane_ghosts(layout.planes, layout.rank))
    links.receives.push_back({owner(ghost.plane), points_of_plane(ghost.at, values)});
  for (int rank = 0; rank < layout.ranks; ++rank)
    for (const PlaneGhost& ghost : plane_ghosts(layout.planes, rank))
      if (owner(ghost.plane) == layout.rank)
        links.sends.push_back(
            {rank, points_of_plane(ghost.plane - layout.first_plane() + planes_below, values)});
  return links;
}

}  // namespace thalweg::turbulence
