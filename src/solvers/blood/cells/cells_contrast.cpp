// SPDX-License-Identifier: Apache-2.0
// Which fluid lies within cells, where its viscosity differs from that of plasma.
// docs/theory/blood.md, section 12.
#include <algorithm>

#include "solvers/blood/cells/cells.hpp"
#include "solvers/blood/contrast/enclosed_sites.hpp"
#include "transport/movements/migration.hpp"

namespace thalweg::blood::inline TW_HALF {

namespace {

/// A control vertex with neighbours at a distance e lies e^2/4 times the curvature outside of the
/// surface: half as far as from their mean.
double sag_of(const Mesh& net) {
  double squares = 0;
  for (const std::array<int, 3>& triangle : net.triangles)
    for (std::size_t k = 0; k < 3; ++k) {
      const auto at = [&](std::size_t corner) {
        return net.vertices[static_cast<std::size_t>(triangle[corner % 3])];
      };
      const geometry::Vector edge = geometry::plus(at(k + 1), at(k), -1);
      squares += geometry::dot(edge, edge);
    }
  return squares / (3 * static_cast<double>(net.triangles.size())) / 4;
}

}  // namespace

/// Whole cells at once: each rank finds what its own cells enclose, and tells those who have these
/// sites. What lies near membranes is then marked.
template <class Real>
void Cells<Real>::fill_interior(const exec::Exec& exec) {
  std::vector<int> owners, sites;
  std::vector<double> contrasts;
  const std::vector<HostCells> own = host_cells(exec);
  for (std::size_t s = 0; s < species_.size(); ++s) {
    if (species_[s].parameters.contrast == 0) continue;
    Mesh cell = species_[s].net;
    const std::size_t n = cell.vertices.size();
    for (std::size_t k = 0; k < own[s].identities.size(); ++k) {
      for (std::size_t v = 0; v < n; ++v)
        for (std::size_t d = 0; d < 3; ++d)
          cell.vertices[v][d] = own[s].places[(3 * k + d) * n + v];
      for_each_enclosed_site(cell, [&](const grid::Cell& at) {
        const auto site = lattice_.neighbour({0, 0, 0}, at);
        if (!site) return;
        owners.push_back(owner_(*site));
        sites.insert(sites.end(), site->begin(), site->end());
        contrasts.push_back(species_[s].parameters.contrast);
      });
    }
  }
  transport::Migration migration(comm_, "sites within cells");
  exec::Array<int, 1> listed = exec::uploaded(exec, sites);
  exec::Array<double, 1> values = exec::uploaded(exec, contrasts);
  const exec::Array<int, 1> owner = exec::uploaded(exec, owners);
  const transport::MigrationPlan plan = migration.count(exec, owner.view());
  plan.move(exec, listed, 3);
  plan.move(exec, values);
  contrast_->reset(exec, nodes_->view(), listed, values);
  exec.wait();
  are_marks_due_ = true;
}

/// Of own vertices and copies, which lie one behind the other.
template <class Real>
void Cells<Real>::set_vertex_kinds(const exec::Exec& exec,
                                   const std::vector<int>& species_of_copies) {
  std::vector<VertexKind> of_species, all;
  for (const Species& species : species_) {
    of_species.push_back({species.parameters.contrast, sag_of(species.net)});
    all.insert(all.end(), static_cast<std::size_t>(species.own()), of_species.back());
  }
  for (const int species : species_of_copies)
    all.push_back(of_species[static_cast<std::size_t>(species)]);
  contrast_->set_vertices(exec, all);
}

template <class Real>
void Cells<Real>::plan_marks(std::int64_t step) {
  are_marks_due_ = step >= next_marks_;
  if (are_marks_due_) next_marks_ = step + steps_between_marks_;
}

template <class Real>
void Cells<Real>::find_normals(const exec::Exec& exec) {
  const auto timer = phases_.measure("mark interior");
  for (const Species& species : species_)
    exec::parallel_for(
        exec, species.own(),
        FindNormals<double>{
            {species.tables.view(), places_.view().data + 3 * species.begin, nullptr, nullptr},
            contrast_->normals() + 3 * species.begin});
}

/// What the vertices of a part tell of the sites beside them.
template <class Real>
void Cells<Real>::mark_near(const exec::Exec& exec, const Part& part) {
  if (part.vertices == 0) return;
  const auto timer = phases_.measure("mark interior");
  const auto places = part.of(places_);
  contrast_->mark(exec, nodes_->view(), {places.values, places.per_group}, part.first,
                  part.vertices, ranges_.view().data);
}

template <class Real>
void Cells<Real>::read_marks(const exec::Exec& exec) {
  const auto timer = phases_.measure("mark interior");
  contrast_->read_marks(exec, nodes_->view());
}

TW_INSTANTIATE(Cells)

}  // namespace thalweg::blood::inline TW_HALF
