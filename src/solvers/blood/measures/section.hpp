// SPDX-License-Identifier: Apache-2.0
// The lattice sites that a plane is made of. A plane is spread over its thickness, as a sum over
// sites stands for an integral over a plane (B. Engquist, A.-K. Tornberg, R. Tsai, "Discretization
// of Dirac delta functions in level set methods", J. Comput. Phys. 207, 2005).
#pragma once

#include <vector>

#include "grid/box.hpp"
#include "solvers/blood/measures/planes.hpp"

namespace thalweg::blood {

/// How a plane lies on the lattice. Lengths in m.
class PlaneOnLattice {
 public:
  PlaneOnLattice(const Plane& plane, const Vessel& vessel);

  /// A site's share of the plane's area, over the square of the spacing: 0 away from the plane. On
  /// a plane across an axis the shares of a row across it sum to 1.
  double share(const geometry::Vector& place) const;
  /// Along the normal, round the period where the plane goes_on().
  double distance(const geometry::Vector& place) const;
  /// Whether the plane lies across a periodic axis.
  bool goes_on() const { return period_ > 0; }
  double distance_in_plane(const geometry::Vector& place) const;
  /// The number of the class of a profile that a place belongs to; -1 beyond the plane's radius.
  int bin(const geometry::Vector& place) const;
  int bins() const { return bins_; }
  /// Spread over so much, at least what a site spans along the normal.
  double thickness() const { return thickness_; }
  const Plane& plane() const { return plane_; }

 private:
  Plane plane_;
  double spacing_, thickness_, span_;
  double period_ = 0;  // along the normal; 0: none
  double lowest_ = 0;  // z of the lowest sites
  int bins_ = 1;
};

/// The sites of one rank that belong to a plane.
struct PlaneSection {
  std::vector<int> sites;
  std::vector<double> shares;     // of area, in squares of the spacing
  std::vector<int> bins;          // of the profile
  std::vector<double> positions;  // r or z [m]
};
/// sites: of this rank.
PlaneSection find_plane_section(const PlaneOnLattice& plane, const Vessel& vessel,
                                const std::vector<grid::Cell>& sites, int count);

}  // namespace thalweg::blood
