// SPDX-License-Identifier: Apache-2.0
// Set-up and the step. Which rank has which cell: cells_relocate.cpp.
#include "solvers/blood/cells/cells.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "io/files/together.hpp"
#include "solvers/blood/case/membrane_units.hpp"
#include "solvers/blood/cells/cell_kernels.hpp"

namespace thalweg::blood::inline TW_HALF {

template <class Real>
Cells<Real>::Cells(const Parameters& p, const transport::Communicator& comm, const Sites& sites,
                   Phases& phases)
    : p_(p), units_(p.units()), comm_(comm), phases_(phases), lattice_(sites.lattice()),
      species_(make_species(p)), traffic_(p, comm, nets()) {
  for (Species& species : species_) {
    species.pull = pull_of(species);
    species.substep_mobility = substep_mobility(species.parameters, p_);
  }
  set_sites(sites);
}

template <class Real>
void Cells<Real>::set_sites(const Sites& sites) {
  owner_ = [bisection = sites.bisection()](const grid::Cell& c) { return bisection.owner(c); };
  boxes_.clear();
  for (int rank = 0; rank < comm_.size(); ++rank) boxes_.push_back(sites.bisection().box(rank));
  force_ = {}, velocity_ = {};  // free before there are others
  list_nodes(sites);
}

template <class Real>
std::vector<typename Cells<Real>::Species> Cells<Real>::make_species(const Parameters& p) {
  std::vector<Species> all;
  std::int64_t identity = 0;
  for (const SpeciesParameters& parameters : p.cells.species) {
    const Mesh net = net_on_lattice(parameters, p.vessel);
    SpeciesTables<double> tables(net, elements_on(net, parameters),
                                 in_lattice_units(parameters, p));
    all.push_back({parameters, net, std::move(tables), 0, {}, identity, 0, 0, {}, {}, {}});
    identity += parameters.count;
  }
  return all;
}

template <class Real>
std::vector<Mesh> Cells<Real>::nets() const {
  std::vector<Mesh> nets;
  for (const Species& species : species_) nets.push_back(species.net);
  return nets;
}

template <class Real>
void Cells<Real>::list_nodes(const Sites& sites) {
  const auto has_fluid = [&](const grid::Cell& at) {
    const auto cell = lattice_.neighbour({0, 0, 0}, at);
    return cell && p_.vessel.is_inside(p_.vessel.place(*cell));
  };
  const std::span<const grid::Cell> own(sites.cells().data(),
                                        static_cast<std::size_t>(sites.own()));
  const bool gathers =
      exec::kernel_space == exec::Space::device && p_.cells.spreading == Spreading::gather;
  const NodeLayout layout(own, support_of(p_.cells.delta), has_fluid,
                          gathers && p_.cells.have_contrast() ? mark_margin : 0);
  std::vector<int> of_stretches;
  const std::vector<int>& first = sites.stretches().first;
  for (std::size_t s = 0; s + 1 < first.size(); ++s)
    of_stretches.push_back(layout.node(own[static_cast<std::size_t>(first[s])]));
  stretch_nodes_ = exec::uploaded(of_stretches);
  nodes_.emplace(layout);
  layout_nodes_ = layout.nodes();
  force_ = exec::Array<Real, 1>({layout.values()});
  velocity_ = exec::Array<Real, 1>({layout.values()});
  if (gathers) gather_ = std::make_unique<ForceGather<Real>>(p_.cells.delta, layout_nodes_);
  if (p_.cells.repulsion.range > 0) make_repulsion(layout);
  if (p_.cells.have_contrast())
    contrast_ = std::make_unique<ContrastField<Real>>(layout_nodes_, gathers);
}

/// Forces along x on the outermost vertices of a cell at rest, as those of the species lie.
template <class Real>
exec::Array<double, 1> Cells<Real>::pull_of(const Species& species) const {
  const Stretching& stretching = species.parameters.stretching;
  std::vector<double> pull(species.net.vertices.size());
  if (stretching.force > 0) {
    const Placement& first = species.parameters.placements.at(0);
    const std::vector<geometry::Vector> vertices =
        placed(species.net, {{}, first.axis, first.spin}).vertices;
    std::vector<std::size_t> by_x(pull.size());
    std::iota(by_x.begin(), by_x.end(), std::size_t{0});
    std::stable_sort(by_x.begin(), by_x.end(),
                     [&](std::size_t a, std::size_t b) { return vertices[a][0] < vertices[b][0]; });
    const auto ends = std::max<std::size_t>(
        1,
        static_cast<std::size_t>(std::lround(stretching.share * static_cast<double>(pull.size()))));
    const double each = stretching.force / units_.force() / static_cast<double>(ends);
    for (std::size_t k = 0; k < ends; ++k) {
      pull[by_x[k]] = -each;
      pull[by_x[by_x.size() - 1 - k]] = each;
    }
  }
  return exec::uploaded(pull);
}

template <class Real>
void Cells<Real>::initialise(const exec::Exec& exec) {
  // Every rank could place all cells; the first does, and then they change hands.
  std::vector<std::vector<Placement>> placements(species_.size());
  io::on_root(comm_, [&] { placements = place_cells(p_.cells, p_.vessel); });
  std::vector<HostCells> all;
  for (std::size_t s = 0; s < species_.size(); ++s) {
    HostCells mine;
    std::int64_t identity = species_[s].first_identity;
    const Mesh net = scaled(species_[s].net, p_.cells.growth.from);
    for (const Placement& placement : placements[s]) {
      const Mesh cell = placed_on_lattice(net, placement, p_.vessel);
      mine.identities.push_back(identity++);
      for (std::size_t d = 0; d < 3; ++d)
        for (const geometry::Vector& vertex : cell.vertices) mine.places.push_back(vertex[d]);
    }
    all.push_back(std::move(mine));
  }
  traffic_.initialise();
  look_for_faults(all, 0, 0);
  relocate(exec, std::move(all), true);
  hold_to_size(exec, 0);
  if (contrast_) fill_interior(exec);
  push_fluid(exec);
  forget_exchanges();
}

/// Copies go first: their velocities travel while those of this rank's vertices are found.
template <class Real>
void Cells<Real>::follow_fluid(const exec::Exec& exec, std::int64_t step,
                               const std::function<void()>& meanwhile,
                               const std::function<double()>& fastest) {
  for (const CopiedPart& copied : copied_) interpolate(exec, copied.part);
  exchange(
      exec, velocities_sent_, [&] { halo_->start_reverse(exec, {speeds_.view().data}); },
      [&] {
        meanwhile();
        halo_->progress();
        for_each_own_part([&](const Part& part) { interpolate(exec, part); });
      });
  move(exec);
  grow(exec, step);
  traffic_.flow(step);
  if (step + 1 >= next_relocation_ || traffic_.is_due(step + 1)) renew(exec, step + 1, fastest);
  plan_marks(step + 1);
}

template <class Real>
void Cells<Real>::interpolate(const exec::Exec& exec, const Part& part) {
  const auto timer = phases_.measure("interpolate");
  if (part.vertices == 0) return;
  const auto places = part.of(places_);
  interpolate_velocity(exec, p_.cells.delta, nodes_->view(), {places.values, places.per_group},
                       part.vertices, NodeValues<const Real>{velocity_.view().data, layout_nodes_},
                       part.of(speeds_));
}

template <class Real>
void Cells<Real>::move(const exec::Exec& exec) {
  const auto timer = phases_.measure("move");
  for (const Species& species : species_) {
    const std::int64_t begin = 3 * species.begin;
    const bool in_substeps = species.parameters.substeps > 1;
    move_vertices(exec, species.tables.view(),
                  {forces_.view().data + begin, past_speeds_.view().data + begin,
                   speeds_.view().data + begin, places_.view().data + begin},
                  species.cells(), mobilities(species), !in_substeps,
                  pressures_.view().data + species.begin);
    if (in_substeps) move_in_substeps(exec, species);
  }
}

/// This rank's vertices push the nodes while copies travel, which push them after that.
template <class Real>
void Cells<Real>::push_fluid(const exec::Exec& exec) {
  const bool marks = contrast_ && are_marks_due_;
  if (has_whole_copies()) {
    send_places(exec, marks);
    find_forces_of_copies(exec);
  } else {
    send_forces(exec, marks);
  }
  if (marks) {
    for (const CopiedPart& copied : copied_) mark_near(exec, copied.part);
    read_marks(exec);
  }
  for (const CopiedPart& copied : copied_) spread(exec, copied.part);
  gather(exec);
}

template <class Real>
void Cells<Real>::push_by_own(const exec::Exec& exec, bool marks) {
  for_each_own_part([&](const Part& part) {
    if (marks) mark_near(exec, part);
    spread(exec, part);
  });
}

/// Where forces are gathered, vertices are only listed: sites gather from all of them.
template <class Real>
void Cells<Real>::spread(const exec::Exec& exec, const Part& part) {
  const auto timer = phases_.measure("spread");
  if (part.vertices == 0) return;
  const auto places = part.of(places_), forces = part.of(forces_);
  if (gather_)
    return gather_->list(exec, nodes_->view(), {places.values, places.per_group},
                         {forces.values, forces.per_group}, part.first, part.vertices);
  spread_forces(exec, p_.cells.delta, nodes_->view(), {places.values, places.per_group},
                {forces.values, forces.per_group}, part.vertices, force(), ranges_.view().data);
}

template <class Real>
void Cells<Real>::gather(const exec::Exec& exec) {
  const auto timer = phases_.measure("spread");
  if (gather_) gather_->gather(exec, nodes_->view(), force());
}

template <class Real>
void Cells<Real>::measure(const exec::Exec& exec, const Species& species) {
  const CellGroup<double> cells{species.tables.view(), places_.view().data + 3 * species.begin,
                                nullptr, nullptr};
  exec::parallel_tiles(
      exec, species.cells(), MeasureCells<double>::scratch_bytes,
      MeasureCells<double>{cells, measured_.view().data + species.first_cell * measures});
}

/// Between two fluids the kink is another one, which forces do not tell. (7.8)
template <class Real>
Mobilities Cells<Real>::mobilities(const Species& species) const {
  const double contrast = species.parameters.contrast, viscosity = viscosity_of(p_);
  const Moduli moduli = species.tables.view().moduli;
  Mobilities mobilities;
  if (p_.cells.mends_kinks && contrast == 0) {
    mobilities.along = mean_kink_of(p_.cells.delta) / viscosity;
    mobilities.least_area = 8 * mobilities.along * in_plane_modulus(moduli);
  }
  if (p_.cells.mends_short_waves)
    mobilities.across =
        missing_mobility(p_.cells.delta, (1 + contrast / 2) * viscosity, moduli.bending,
                         species.tables.reference_area() / species.vertices());
  return mobilities;
}

template <class Real>
void Cells<Real>::find_forces(const exec::Exec& exec) {
  const auto timer = phases_.measure("elastic forces");
  for (Species& species : species_) find_forces(exec, species);
}

template <class Real>
void Cells<Real>::find_forces(const exec::Exec& exec, Species& species) {
  std::swap(species.past_metrics, species.metrics);
  PastMetrics<double> metrics;
  if (species.metrics_of_cell() > 0)
    metrics = {species.past_metrics.view().data, species.metrics.view().data};
  find_forces(exec, species, {species.begin, species.vertices(), species.own()}, metrics);
}

/// part: of whole cells.
template <class Real>
void Cells<Real>::find_forces(const exec::Exec& exec, const Species& species, const Part& part,
                              const PastMetrics<double>& metrics) {
  if (part.vertices == 0) return;
  double* forces = forces_.view().data + 3 * part.first;
  find_membrane_forces(exec, species.tables.view(), places_.view().data + 3 * part.first,
                       static_cast<int>(part.vertices / part.per_group), force_scratch_, forces,
                       metrics);
  if (species.parameters.stretching.force > 0)
    exec::parallel_for(exec, part.vertices,
                       AddPull{species.pull.view().data, forces, species.vertices()});
}

template <class Real>
void Cells<Real>::find_forces_of_copies(const exec::Exec& exec) {
  const auto timer = phases_.measure("elastic forces");
  for (const CopiedPart& copied : copied_)
    find_forces(exec, species_[static_cast<std::size_t>(copied.species)], copied.part, {});
}

TW_INSTANTIATE(Cells)

}  // namespace thalweg::blood::inline TW_HALF
