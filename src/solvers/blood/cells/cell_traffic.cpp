// SPDX-License-Identifier: Apache-2.0
// Cells that enter. Those that leave: cell_traffic_out.cpp; what is kept of both:
// cell_traffic_record.cpp.
#include "solvers/blood/cells/cell_traffic.hpp"

#include <algorithm>
#include <cmath>

#include "io/files/together.hpp"
#include "solvers/blood/case/changing_hands.hpp"
#include "solvers/blood/case/inflow_parameters.hpp"
#include "solvers/blood/inflow/mesh_distance.hpp"

namespace thalweg::blood {

using geometry::Opening, geometry::Vector;

namespace {

double mean_edge_of(const Mesh& net) {
  double sum = 0;
  for (const std::array<int, 3>& triangle : net.triangles)
    for (std::size_t k = 0; k < 3; ++k)
      sum += geometry::distance(net.vertices[static_cast<std::size_t>(triangle[k])],
                                net.vertices[static_cast<std::size_t>(triangle[(k + 1) % 3])]);
  return sum / (3 * static_cast<double>(net.triangles.size()));
}

void append(HostCells& cells, std::int64_t identity, const Mesh& mesh) {
  cells.identities.push_back(identity);
  for (std::size_t d = 0; d < 3; ++d)
    for (const Vector& vertex : mesh.vertices) cells.places.push_back(vertex[d]);
}

}  // namespace

CellTraffic::CellTraffic(const Parameters& p, const transport::Communicator& comm,
                         std::vector<Mesh> nets)
    : p_(p), comm_(comm), nets_(std::move(nets)), interval_(inflow_interval(p)),
      next_identity_(p.cells.count()), entered_(p.openings.size()), left_(p.openings.size()) {
  for (const Mesh& net : nets_) edges_.push_back(mean_edge_of(net));
  for (std::size_t n = 0; n < p_.openings.size(); ++n)
    if (p_.openings[n].feeds()) feeds_.push_back({n, {}, {}});
}

std::vector<FedSpecies> CellTraffic::fed_species(const OpeningParameters& opening) const {
  std::vector<FedSpecies> fed;
  for (std::size_t s = 0; s < p_.cells.species.size(); ++s) {
    const SpeciesParameters& species = p_.cells.species[s];
    const Mesh net = control_net(species);
    fed.push_back({{bounding_disc(net.vertices), volume_of_cell(species), 0},
                   [net](const Vector& axis) {
                     return placed(net, {{}, axis});
                   },
                   opening.hematocrits[s]});
  }
  return fed;
}

/// What the first rank has packed, to all: processors round differently.
void CellTraffic::share_reservoir(std::vector<ReservoirCell>& cells) const {
  double count = static_cast<double>(cells.size());
  comm_.broadcast({&count, 1});
  cells.resize(static_cast<std::size_t>(count));
  for (ReservoirCell& cell : cells) {
    std::array<double, 9> told{static_cast<double>(cell.species),
                               cell.first,
                               cell.period,
                               cell.centre[0],
                               cell.centre[1],
                               cell.centre[2],
                               cell.axis[0],
                               cell.axis[1],
                               cell.axis[2]};
    comm_.broadcast(told);
    cell = {static_cast<int>(told[0]),
            {told[3], told[4], told[5]},
            {told[6], told[7], told[8]},
            told[1],
            told[2]};
  }
}

void CellTraffic::initialise() {
  for (Feed& feed : feeds_) fill(feed);
}

void CellTraffic::fill(Feed& feed) const {
  const OpeningParameters& opening = p_.openings[feed.opening];
  io::on_root(comm_, [&] {
    feed.cells =
        make_reservoir(p_.vessel, opening, fed_species(opening),
                       {p_.cells.clearance, opening_margin(p_.cells.delta) * p_.vessel.spacing,
                        p_.cells.seed + feed.opening});  // in front of each another
  });
  share_reservoir(feed.cells);
  feed.entered.assign(feed.cells.size(), 0);
  feed.volume = 0;
}

void CellTraffic::flow(std::int64_t step) {
  const double dt = p_.units().step, end = static_cast<double>(step + 1) * dt;
  for (Feed& feed : feeds_)
    feed.volume += std::max(0.0, p_.openings[feed.opening].waveform(end)) * dt;
}

bool CellTraffic::is_due(std::int64_t step) const {
  return step % interval_ == 0 && std::ranges::any_of(feeds_, [&](const Feed& feed) {
           return flows_in(feed, step) && waiting(feed) > 0;
         });
}

/// While an opening leads out, what enters by it would leave at once.
bool CellTraffic::flows_in(const Feed& feed, std::int64_t step) const {
  return p_.openings[feed.opening].waveform(static_cast<double>(step) * p_.units().step) > 0;
}

/// Cells that are due and have not entered.
double CellTraffic::waiting(const Feed& feed) {
  double count = 0;
  for (std::size_t n = 0; n < feed.cells.size(); ++n)
    count += std::max(0.0, std::floor((feed.volume - feed.next(n)) / feed.cells[n].period) + 1);
  return count;
}

double CellTraffic::waiting() const {
  double count = 0;
  for (const Feed& feed : feeds_) count += waiting(feed);
  return count;
}

/// In the order in which they were to enter.
std::vector<CellTraffic::Candidate> CellTraffic::candidates(std::int64_t step) const {
  struct Due {
    std::size_t feed, cell;
    double late;  // what has flowed in since
  };
  std::vector<Due> due;
  for (std::size_t f = 0; f < feeds_.size(); ++f) {
    if (!flows_in(feeds_[f], step)) continue;
    for (std::size_t n = 0; n < feeds_[f].cells.size(); ++n)
      if (const double late = feeds_[f].volume - feeds_[f].next(n); late >= 0)
        due.push_back({f, n, late});
  }
  std::ranges::stable_sort(due, [](const Due& a, const Due& b) { return a.late > b.late; });
  std::vector<Candidate> found;
  found.reserve(due.size());
  for (const Due& one : due)
    found.push_back({one.feed, one.cell, mesh_at(feeds_[one.feed].cells[one.cell])});
  return found;
}

/// A cell at rest, in spacings.
Mesh CellTraffic::mesh_at(const ReservoirCell& cell) const {
  const Vector first = p_.vessel.place({0, 0, 0});
  Placement placement{cell.centre, cell.axis};
  for (std::size_t d = 0; d < 3; ++d)
    placement.centre[d] = (placement.centre[d] - first[d]) / p_.vessel.spacing;
  return placed(nets_[static_cast<std::size_t>(cell.species)], placement);
}

/// The same cells where else they may enter, as far as that is in the vessel.
std::vector<CellTraffic::Candidate>
CellTraffic::elsewhere(const std::vector<Candidate>& due) const {
  const Vector first = p_.vessel.place({0, 0, 0});
  std::vector<Candidate> found;
  for (const Candidate& one : due) {
    const Feed& feed = feeds_[one.feed];
    const Opening& at = p_.openings[feed.opening].in(p_.vessel);
    for (const ReservoirCell& other : other_places(p_.vessel, at, feed.cells[one.cell])) {
      Mesh mesh = mesh_at(other);
      if (std::ranges::all_of(mesh.vertices, [&](const Vector& vertex) {
            return p_.vessel.is_inside(geometry::plus(first, vertex, p_.vessel.spacing));
          }))
        found.push_back({one.feed, one.cell, std::move(mesh)});
    }
  }
  return found;
}

/// This rank's cells that candidates may meet.
std::vector<CellTraffic::Present> CellTraffic::near(const std::vector<Candidate>& candidates,
                                                    const std::vector<HostCells>& own) const {
  std::vector<Present> found;
  if (candidates.empty()) return found;
  std::vector<Vector> corners;
  for (const Candidate& candidate : candidates) {
    const Around box = around(candidate.mesh.vertices);
    corners.insert(corners.end(), {box.lower, box.upper});
  }
  const Around all = around(corners);
  const grid::Lattice lattice = p_.vessel.lattice();
  const double reach = 1 + p_.cells.clearance / p_.vessel.spacing;
  for (std::size_t s = 0; s < own.size(); ++s) {
    const std::size_t n = nets_[s].vertices.size();
    for (std::size_t k = 0; k < own[s].identities.size(); ++k) {
      bool is_near = true;
      for (std::size_t d = 0; d < 3 && is_near; ++d) {
        const auto first = own[s].places.begin() + static_cast<std::ptrdiff_t>((3 * k + d) * n);
        const auto [least, most] =
            std::minmax_element(first, first + static_cast<std::ptrdiff_t>(n));
        is_near =
            lattice.periodic[2 - d] || (*least<all.upper[d] + reach&& * most> all.lower[d] - reach);
      }
      if (is_near) found.push_back({s, mesh_of(own[s], s, k)});
    }
  }
  return found;
}

/// Vertices of one cell and triangles of the other, as triangles are flat and cells are not: by the
/// clearance, or a tenth of an edge. Over the ends of a periodic axis, too.
bool CellTraffic::keeps_apart(const Mesh& a, std::size_t species_a, Mesh b,
                              std::size_t species_b) const {
  const double least = std::max(p_.cells.clearance / p_.vessel.spacing,
                                0.1 * std::max(edges_[species_a], edges_[species_b]));
  const grid::Lattice lattice = p_.vessel.lattice();
  const Around of_a = around(a.vertices), of_b = around(b.vertices);
  for (std::size_t d = 0; d < 3; ++d) {
    if (!lattice.periodic[2 - d]) continue;
    const double apart = of_a.lower[d] + of_a.upper[d] - of_b.lower[d] - of_b.upper[d];
    const double turns = std::round(apart / 2 / lattice.extent[2 - d]) * lattice.extent[2 - d];
    for (Vector& vertex : b.vertices) vertex[d] += turns;
  }
  return are_apart(a, b, least);
}

Mesh CellTraffic::mesh_of(const HostCells& cells, std::size_t species, std::size_t number) const {
  Mesh mesh = nets_[species];
  const std::size_t n = mesh.vertices.size();
  for (std::size_t v = 0; v < n; ++v)
    for (std::size_t d = 0; d < 3; ++d)
      mesh.vertices[v][d] = cells.places[(3 * number + d) * n + v];
  return mesh;
}

bool CellTraffic::is_free(const Candidate& candidate, const std::vector<Present>& present) const {
  return std::ranges::all_of(present, [&](const Present& other) {
    return keeps_apart(candidate.mesh, species_of(candidate), other.mesh, other.species);
  });
}

std::size_t CellTraffic::species_of(const Candidate& candidate) const {
  return static_cast<std::size_t>(feeds_[candidate.feed].cells[candidate.cell].species);
}

/// Those of the candidates that have room, beside those let in before, in their order.
void CellTraffic::admit(std::vector<Candidate> candidates, const std::vector<HostCells>& own,
                        std::vector<Candidate>& let) const {
  const std::vector<Present> present = near(candidates, own);
  std::vector<double> blocked(candidates.size());
  for (std::size_t n = 0; n < candidates.size(); ++n)
    blocked[n] = is_free(candidates[n], present) ? 0 : 1;
  comm_.max(blocked);
  for (std::size_t n = 0; n < candidates.size(); ++n) {
    Candidate& one = candidates[n];
    if (blocked[n] == 0 && std::ranges::all_of(let, [&](const Candidate& other) {
          const bool is_same = one.feed == other.feed && one.cell == other.cell;
          return !is_same && keeps_apart(one.mesh, species_of(one), other.mesh, species_of(other));
        }))
      let.push_back(std::move(one));
  }
}

bool CellTraffic::let_in(std::vector<HostCells>& own, std::int64_t step) {
  const std::vector<Candidate> due = candidates(step);
  std::vector<Candidate> let;
  admit(due, own, let);
  if (let.size() < due.size()) admit(elsewhere(due), own, let);
  for (const Candidate& one : let) {
    Feed& feed = feeds_[one.feed];
    ++feed.entered[one.cell];
    ++entered_[feed.opening];
    if (comm_.is_root()) append(own[species_of(one)], next_identity_, one.mesh);
    ++next_identity_;
  }
  return !let.empty();
}

}  // namespace thalweg::blood
