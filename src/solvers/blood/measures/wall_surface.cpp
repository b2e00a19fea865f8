// SPDX-License-Identifier: Apache-2.0
#include "solvers/blood/measures/wall_surface.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "solvers/blood/measures/wall_neighbourhood.hpp"

namespace thalweg::blood {

namespace {

using geometry::TriangleSurface, geometry::Vector;

/// Of one without area the normal is 0: nothing stands on its side of the fluid.
WallElement element_of(const TriangleSurface& surface, int triangle) {
  Vector sum{};
  for (int k = 0; k < 3; ++k) sum = geometry::plus(sum, surface.corner(triangle, k));
  const Vector outward = surface.area_vector(triangle);
  if (geometry::dot(outward, outward) == 0) return {geometry::plus({}, sum, 1.0 / 3), {}};
  return {geometry::plus({}, sum, 1.0 / 3), geometry::plus({}, geometry::unit(outward), -1)};
}

/// Not one within another part of the surface, where fluid is on both sides.
bool is_wall(const Vessel& vessel, const WallElement& element) {
  constexpr double beyond = 0.01;  // spacings
  return !vessel.is_inside(
      geometry::plus(element.centre, element.normal, -beyond * vessel.spacing));
}

/// Site numbers in place of sites: those that occur, each once and in order.
std::vector<int> renumbered(std::vector<int>& sites) {
  std::vector<int> used = sites;
  std::sort(used.begin(), used.end());
  used.erase(std::unique(used.begin(), used.end()), used.end());
  for (int& site : sites)
    site = static_cast<int>(std::lower_bound(used.begin(), used.end(), site) - used.begin());
  return used;
}

/// Of each triangle, over all ranks; 0 where it has no fluid beside it.
std::vector<NormalMatrix> matrices_of(const Vessel& vessel, const WallTriangles& walls,
                                      WallNeighbourhood& near,
                                      const transport::Communicator& comm) {
  std::vector<NormalMatrix> matrices(walls.numbers.size());
  for (std::size_t n = 0; n < matrices.size(); ++n) {
    const WallElement element = element_of(*walls.surface, walls.numbers[n]);
    near.for_each_near(element, [&](int, const WallSample& s) { add_sample(matrices[n], s); });
    if (matrices[n][0] > 0 && !is_wall(vessel, element)) matrices[n] = {};
  }
  if (!matrices.empty())
    comm.sum(std::span<double>(matrices.front().data(),
                               matrices.size() * std::tuple_size_v<NormalMatrix>));
  return matrices;
}

}  // namespace

// Samples are sought twice, as all of them at once would take most memory of all.
WallSurface::WallSurface(const Vessel& vessel, std::span<const grid::Cell> sites,
                         const transport::Communicator& comm)
    : comm_(comm) {
  const WallTriangles walls = vessel.interior->wall_triangles();
  surface_ = walls.surface;
  WallNeighbourhood near(vessel, sites);
  const std::vector<NormalMatrix> matrices = matrices_of(vessel, walls, near, comm);
  for (std::size_t n = 0; n < matrices.size(); ++n) {
    if (matrices[n][0] == 0) continue;
    triangles_.push_back(walls.numbers[n]);
    const auto row = first_row_of_inverse(matrices[n]);
    near.for_each_near(element_of(*surface_, walls.numbers[n]),
                       [&](int site, const WallSample& sample) {
                         from_.push_back(site);
                         shares_.push_back(share_of(sample, row) / vessel.spacing);
                       });
    first_.push_back(from_.size());
  }
  sites_ = renumbered(from_);
}

double WallSurface::bytes(const Vessel& vessel, double sites, int ranks) {
  const auto triangles = static_cast<double>(vessel.interior->wall_triangles().numbers.size());
  if (triangles == 0) return 0;
  constexpr double reach = WallNeighbourhood::reach,
                   near = 2 * std::numbers::pi / 3 * reach * reach * reach;  // of half a ball
  const double uneven = ranks == 1 ? 1 : 1.5, share = sizeof(double) + sizeof(int);
  const double layer = reach * vessel.wall_area() / (vessel.spacing * vessel.spacing);
  // Where a rank's sites are is kept while they are sought.
  const double site = 3 * sizeof(int) + sizeof(std::int64_t);
  return triangles * (uneven / ranks * near * share + sizeof(NormalMatrix)) + sites * site +
         uneven / ranks * layer * sizeof(WallPoint);
}

std::vector<double> WallSurface::areas() const {
  std::vector<double> areas;
  for (const int triangle : triangles_) {
    const Vector area = surface_->area_vector(triangle);
    areas.push_back(std::sqrt(geometry::dot(area, area)));
  }
  return areas;
}

std::vector<Vector> WallSurface::shear_rates(std::span<const double> velocities) const {
  std::vector<Vector> of_site(sites_.size());  // so that x, y and z are in one line of the cache
  for (std::size_t d = 0; d < 3; ++d)
    for (std::size_t i = 0; i < sites_.size(); ++i)
      of_site[i][d] = velocities[d * sites_.size() + i];
  std::vector<Vector> rates(triangles_.size());
  for (std::size_t n = 0; n < triangles_.size(); ++n)
    for (std::size_t s = first_[n]; s < first_[n + 1]; ++s)
      for (std::size_t d = 0; d < 3; ++d)
        rates[n][d] += shares_[s] * of_site[static_cast<std::size_t>(from_[s])][d];
  if (!rates.empty()) comm_.sum(std::span<double>(rates.front().data(), 3 * rates.size()));
  for (std::size_t n = 0; n < rates.size(); ++n) {
    const Vector normal = element_of(*surface_, triangles_[n]).normal;
    rates[n] = geometry::plus(rates[n], normal, -geometry::dot(rates[n], normal));
  }
  return rates;
}

}  // namespace thalweg::blood
