// SPDX-License-Identifier: Apache-2.0
// Forces between cells that nearly touch, and from walls. docs/theory/blood.md, section 7.
#include "solvers/blood/cells/cells.hpp"
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
/// as the force does. Copies have their places. Those of other ranks go first: the forces on them
/// travel while those on this rank's vertices are found.
template <class Real>
void Cells<Real>::repel(const exec::Exec& exec) {
  const auto part_of = [&](const Part& part) {
    return Repulsion::Part{part.first,
                           {places_.view().data + 3 * part.first, part.per_group},
                           {repulsion_->forces() + 3 * part.first, part.per_group},
                           part.vertices};
  };
  std::vector<Repulsion::Part> own;
  for_each_own_part([&](const Part& part) { own.push_back(part_of(part)); });
  {
    const auto timer = phases_.measure("repulsion");
    std::vector<Repulsion::Part> all = own;
    for (const CopiedPart& copied : copied_) all.push_back(part_of(copied.part));
    repulsion_->list(exec, all);
    for (std::size_t k = own.size(); k < all.size(); ++k)
      repulsion_->find(exec, nodes_->view(), all[k]);
  }
  exchange(
      exec, repulsion_sent_, [&] { halo_->start_reverse(exec, {repulsion_->forces()}); },
      [&] {
        const auto timer = phases_.measure("repulsion");
        for (const Repulsion::Part& part : own) {
          repulsion_->find(exec, nodes_->view(), part);
          halo_->progress();
        }
      });
  const auto timer = phases_.measure("repulsion");
  exec::parallel_for(exec, 3 * own_, AddRepulsion{repulsion_->forces(), forces_.view().data});
}

TW_INSTANTIATE(Cells)

}  // namespace thalweg::blood::inline TW_HALF
