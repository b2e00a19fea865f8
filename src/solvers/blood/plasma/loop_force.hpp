// SPDX-License-Identifier: Apache-2.0
// What drives fluid round a vessel that closes on itself. docs/theory/blood.md, (5.10).
#pragma once

#include <cstdint>

#include "exec/array.hpp"
#include "solvers/blood/lattice/site_kernels.hpp"

namespace thalweg::blood::inline TW_HALF {

/// A force per volume along the loop at each site, added to what membranes push there.
template <class Real>
struct AddLoopForce {
  NodeForce<Real> nodes;
  const Real* direction;  // (coordinate, site)
  std::int64_t sites;
  Real strength;

  TW_HD void operator()(int i) const {
    const int s = nodes.of_site[i];
    const std::int64_t node = nodes.stretch_nodes[s] + i - nodes.first[s];
    for (int d = 0; d < 3; ++d)
      nodes.force[d * nodes.nodes + node] += strength * direction[d * sites + i];
  }
};

/// Of one site: how fast it flows along the loop, as flow_rate counts it.
template <State state, class Real, class Force>
struct VelocityAlongLoop {
  FlowAt<state, Real, Force> flow;
  const Real* direction;  // (coordinate, site)
  std::int64_t sites;

  TW_HD double operator()(int i) const {
    const Flow<Real> at = flow.at(i);
    double along = 0;
    for (int d = 0; d < 3; ++d)
      along += static_cast<double>(at.velocity[d] * direction[d * sites + i]);
    return along;
  }
};

/// Of this rank's sites. The force itself is held by the nodes of cells, or here where there are
/// none.
template <class Real>
struct LoopForce {
  exec::Array<Real, 2> direction, force{}, velocity{};  // (coordinate, site)

  std::int64_t sites() const { return direction.view().extent[1]; }
  /// Without cells: each site is a node. first, of_site: of stretches.
  NodeForce<Real> on_sites(const UniformForce<Real>& uniform, const int* first,
                           const int* of_site) {
    const Real(&u)[3] = uniform.uniform;
    return {{u[0], u[1], u[2]},
            force.view().data,
            velocity.view().data,
            sites(),
            first,
            first,
            of_site};
  }
};

}  // namespace thalweg::blood::inline TW_HALF
