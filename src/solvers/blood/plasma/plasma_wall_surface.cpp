// SPDX-License-Identifier: Apache-2.0
// The shear stress on the triangles of a vessel's surface. docs/theory/blood.md, section 10.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "solvers/blood/plasma/plasma.hpp"

namespace thalweg::blood::inline TW_HALF {

namespace {

std::vector<double> sizes_of(const std::vector<geometry::Vector>& vectors) {
  std::vector<double> sizes;
  for (const geometry::Vector& v : vectors) sizes.push_back(std::sqrt(geometry::dot(v, v)));
  return sizes;
}

std::vector<double> flat(const std::vector<geometry::Vector>& vectors) {
  std::vector<double> values;
  for (const geometry::Vector& v : vectors) values.insert(values.end(), v.begin(), v.end());
  return values;
}

/// With the corners that they have.
io::PointSet point_set_of(const geometry::TriangleSurface& surface,
                          const std::vector<int>& triangles) {
  io::PointSet set;
  std::vector<std::int64_t> place_of(surface.corners.size(), -1);
  for (const int triangle : triangles) {
    set.triangle_identities.push_back(triangle);
    for (const int corner : surface.triangles[static_cast<std::size_t>(triangle)]) {
      std::int64_t& place = place_of[static_cast<std::size_t>(corner)];
      if (place < 0) {
        place = static_cast<std::int64_t>(set.identities.size());
        set.identities.push_back(corner);
        const geometry::Vector& at = surface.corners[static_cast<std::size_t>(corner)];
        set.places.insert(set.places.end(), at.begin(), at.end());
      }
      set.triangles.push_back(place);
    }
  }
  return set;
}

}  // namespace

template <class Real>
WallSurface& Plasma<Real>::wall_surface() {
  if (!wall_surface_) {
    const std::span<const grid::Cell> own(sites_.cells().data(),
                                          static_cast<std::size_t>(sites_.own()));
    wall_surface_.emplace(p_.vessel, own, comm_);
    wall_surface_sites_ = exec::uploaded(wall_surface_->sites());
  }
  return *wall_surface_;
}

template <class Real>
std::vector<geometry::Vector> Plasma<Real>::stress_on_surface() {
  const auto timer = phases_.measure("diagnostics");
  const WallSurface& wall = wall_surface();
  std::vector<double> flow = flow_of_listed(wall_surface_sites_);
  for (double& value : flow) value *= units_.velocity();
  std::vector<geometry::Vector> stresses =
      wall.shear_rates(std::span<const double>(flow).subspan(wall.sites().size()));
  for (geometry::Vector& stress : stresses) {
    const double rate = std::sqrt(geometry::dot(stress, stress));
    stress = geometry::plus({}, stress, p_.thinning ? p_.thinning->viscosity(rate) : p_.viscosity);
  }
  return stresses;
}

template <class Real>
void Plasma<Real>::add_stress_on_surface(std::vector<simulation::Scalar>& all) {
  const std::vector<double> sizes = sizes_of(stress_on_surface()), areas = wall_surface().areas();
  const double sum = std::inner_product(sizes.begin(), sizes.end(), areas.begin(), 0.0);
  const double area = std::accumulate(areas.begin(), areas.end(), 0.0);
  all.push_back({"mean_wall_shear_stress", "Pa", sizes.empty() ? 0 : sum / area});
  all.push_back({"largest_wall_shear_stress", "Pa",
                 sizes.empty() ? 0 : *std::max_element(sizes.begin(), sizes.end())});
}

template <class Real>
void Plasma<Real>::average_wall_shear_stress() {
  if (wall_averages_->is_due(steps_, time_)) wall_averages_->add(stress_on_surface());
}

/// All of them are given by the first rank: files are dealt to ranks where they are written.
template <class Real>
io::PointSet Plasma<Real>::wall_triangles() {
  std::vector<geometry::Vector> stresses = stress_on_surface();
  std::vector<int> triangles = wall_surface().triangles();
  if (!comm_.is_root()) stresses.clear(), triangles.clear();
  io::PointSet set = point_set_of(wall_surface().surface(), triangles);
  set.triangle_values = {{"wall_shear_stress", "Pa", 3, flat(stresses)},
                         {"wall_shear_stress_magnitude", "Pa", 1, sizes_of(stresses)}};
  if (wall_averages_) {
    set.triangle_values.push_back({"time_averaged_wall_shear_stress", "Pa", 1,
                                   wall_averages_->mean_magnitudes(triangles.size())});
    set.triangle_values.push_back({"oscillatory_shear_index", "1", 1,
                                   wall_averages_->oscillatory_shear_indices(triangles.size())});
  }
  return set;
}

TW_INSTANTIATE(Plasma)

}  // namespace thalweg::blood::inline TW_HALF
