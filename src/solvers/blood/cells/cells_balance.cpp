// SPDX-License-Identifier: Apache-2.0
// Cells while sites are dealt to ranks anew: docs/design/balance.md.
#include "solvers/blood/cells/cells.hpp"
#include "solvers/blood/cells/vertex_copies.hpp"

namespace thalweg::blood::inline TW_HALF {

template <class Real>
typename Cells<Real>::Centres Cells<Real>::centres(const exec::Exec& exec) const {
  const std::vector<HostCells> own = host_cells(exec);
  Centres all;
  for (std::size_t s = 0; s < species_.size(); ++s) {
    const int vertices = species_[s].vertices();
    for (std::size_t k = 0; k < own[s].identities.size(); ++k) {
      const double* places = own[s].places.data() + 3 * k * static_cast<std::size_t>(vertices);
      all.places.push_back(nearest_site(centre_of(places, vertices)));
      all.vertices.push_back(vertices);
    }
  }
  return all;
}

template <class Real>
std::vector<HostCells> Cells<Real>::stored(const exec::Exec& exec) const {
  std::vector<HostCells> all = host_cells(exec);
  for (std::size_t s = 0; s < species_.size(); ++s)
    if (species_[s].metrics_of_cell() > 0)
      all[s].metrics = exec::downloaded(exec, std::as_const(species_[s].past_metrics).view());
  return all;
}

template <class Real>
void Cells<Real>::resume(const exec::Exec& exec, std::vector<HostCells> stored) {
  are_marks_due_ = false;  // what they would say is known
  relocate(exec, std::move(stored), true);
  push_fluid(exec);
}

TW_INSTANTIATE(Cells)

}  // namespace thalweg::blood::inline TW_HALF
