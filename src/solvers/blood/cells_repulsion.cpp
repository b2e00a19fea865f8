// SPDX-License-Identifier: Apache-2.0
// Forces between cells that nearly touch, and from walls. docs/theory/blood.md, section 7.
#include "solvers/blood/cells.hpp"
#include "solvers/blood/repulsion/wall_distances.hpp"

namespace thalweg::blood::inline TW_HALF {

template <class Real>
void Cells<Real>::make_repulsion(const NodeLayout& layout) {
  const RepulsionLaw& si = p_.cells.repulsion;
  const RepulsionLaw law{si.range / units_.spacing, si.strength / units_.force(),
                         si.wall_strength / units_.force()};
  const std::vector<double> distances =
      law.wall_strength > 0 ? wall_distances(layout, p_.vessel) : std::vector<double>{};
  repulsion_ = std::make_unique<Repulsion>(
      law, lattice_, boxes_[static_cast<std::size_t>(comm_.rank())], distances);
}

template <class Real>
void Cells<Real>::set_repelled_vertices(const exec::Exec& exec,
                                        const std::vector<std::int64_t>& of_copies) {
  std::vector<std::int64_t> cells;
  for (const Species& species : species_)
    for (const std::int64_t identity : species.identities)
      cells.insert(cells.end(), static_cast<std::size_t>(species.vertices()), identity);
  cells.insert(cells.end(), of_copies.begin(), of_copies.end());
  repulsion_->set_vertices(exec, cells);
}

/// Each rank finds the forces on what lies in its box, and owners sum them up: copies reach as far
/// as the force does.
template <class Real>
void Cells<Real>::repel(const exec::Exec& exec) {
  send_copies(exec, Sent::places);
  {
    const auto timer = phases_.measure("repulsion");
    std::vector<Repulsion::Part> parts;
    const auto add = [&](std::int64_t begin, int per_group, std::int64_t vertices) {
      parts.push_back({{places_.view().data + 3 * begin, per_group},
                       {repulsion_->forces() + 3 * begin, per_group},
                       vertices});
    };
    for (const Species& species : species_)
      if (species.own() > 0) add(species.begin, species.vertices(), species.own());
    if (ghosts_ > 0) add(own_, static_cast<int>(ghosts_), ghosts_);
    repulsion_->find(exec, nodes_->view(), parts);
  }
  {
    const auto timer = phases_.measure("exchange cells");
    halo_->start_reverse(exec, {repulsion_->forces()});
    halo_->finish(exec);
  }
  const auto timer = phases_.measure("repulsion");
  exec::parallel_for(exec, 3 * own_, AddRepulsion{repulsion_->forces(), forces_.view().data});
}

template class Cells<float>;
template class Cells<double>;

}  // namespace thalweg::blood::inline TW_HALF
