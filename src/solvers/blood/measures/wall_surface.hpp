// SPDX-License-Identifier: Apache-2.0
// The rate of shear on the triangles of a vessel's surface, from the velocities of lattice sites
// near them. docs/theory/blood.md, section 10.
#pragma once

#include <span>
#include <vector>

#include "solvers/blood/vessel/vessel.hpp"
#include "transport/comm/communicator.hpp"

namespace thalweg::blood {

class WallSurface {
 public:
  /// vessel: its walls are triangles. sites: this rank's, of all that have fluid. Collective.
  WallSurface(const Vessel& vessel, std::span<const grid::Cell> sites,
              const transport::Communicator& comm);

  /// About so much memory on the rank with most sites; 0 where walls are no triangles.
  static double bytes(const Vessel& vessel, double sites, int ranks);

  /// The triangles of the wall that have fluid beside them, by their numbers in the surface: the
  /// same on all ranks.
  const std::vector<int>& triangles() const { return triangles_; }
  const geometry::TriangleSurface& surface() const { return *surface_; }
  /// The areas of triangles() [m^2].
  std::vector<double> areas() const;

  /// Those of this rank's sites, by their place in the list, whose velocities are asked for.
  const std::vector<int>& sites() const { return sites_; }
  /// The derivative of the velocity along the normal into the fluid, less its part along the
  /// normal [1/s], of triangles(). velocities: all x of sites(), then all y, all z [m/s].
  /// Collective: a sum over ranks, with the same bits on all of them. (10.18)
  std::vector<geometry::Vector> shear_rates(std::span<const double> velocities) const;

 private:
  const geometry::TriangleSurface* surface_;
  transport::Communicator comm_;
  std::vector<int> triangles_, sites_;
  // Of triangle n those from first_[n] on: places in sites_, and what their velocities give.
  std::vector<std::size_t> first_{0};
  std::vector<int> from_;
  std::vector<double> shares_;
};

}  // namespace thalweg::blood
