// SPDX-License-Identifier: Apache-2.0
#include "solvers/blood/lattice/sites.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include "base/error.hpp"
#include "solvers/blood/lattice/d3q19.hpp"

namespace thalweg::blood {

namespace {

/// Each rank looks through an even share of the lattice's planes.
std::vector<grid::Cell> found_sites(const Vessel& vessel, const transport::Communicator& comm) {
  const std::int64_t planes = vessel.lattice().extent[0], rank = comm.rank(), ranks = comm.size();
  std::vector<grid::Cell> found = vessel.sites(static_cast<int>(planes * rank / ranks),
                                               static_cast<int>(planes * (rank + 1) / ranks));
  if (comm.sum(static_cast<double>(found.size())) == 0)
    throw InputError("no lattice site lies inside the vessel: take a smaller grid.spacing. Nothing "
                     "was run.");
  return found;
}

void require_few_enough(std::int64_t slots, const transport::Communicator& comm) {
  if (comm.max(static_cast<double>(slots)) > std::numeric_limits<int>::max())
    throw InputError("a rank would have more than 113 million lattice sites. Run on more ranks, or "
                     "with a larger grid.spacing. Nothing was run.");
}

geometry::Vector step_of(int q, double spacing) {
  return {d3q19[q].x * spacing, d3q19[q].y * spacing, d3q19[q].z * spacing};
}

/// The links of populations where they lie shifted: f_q of a site in its slot of the opposite.
void shift(std::vector<transport::HaloLink>& links, std::int64_t stride) {
  for (transport::HaloLink& link : links)
    for (std::int64_t& point : link.points)
      point = opposite(static_cast<int>(point / stride)) * stride + point % stride;
}

}  // namespace

std::int64_t padded_stride(std::int64_t sites) {
  // Of single numbers; twice as many double ones. 19 multiples of 37, and of 74, differ modulo 64.
  constexpr std::int64_t line = 16, lines_of_page = 64, apart = 37;
  const std::int64_t lines = (sites + line - 1) / line;
  const std::int64_t missing = (apart - lines % lines_of_page + lines_of_page) % lines_of_page;
  return line * (lines + missing);
}

Sites::Sites(const Parameters& p, const transport::Communicator& comm)
    : Sites(p, comm,
            grid::SparseCells(comm, p.vessel.lattice(), found_sites(p.vessel, comm),
                              grid::d3q19())) {}

Sites::Sites(const Parameters& p, const transport::Communicator& comm, const grid::Bisection& cuts,
             std::span<const grid::Cell> found)
    : Sites(p, comm, grid::SparseCells(comm, p.vessel.lattice(), cuts, found, grid::d3q19())) {}

Sites::Sites(const Parameters& p, const transport::Communicator& comm,
             const grid::SparseCells& sparse)
    : lattice_(sparse.lattice()), bisection_(sparse.bisection()), cells_(sparse.cells()),
      interior_(sparse.interior()), own_(sparse.own()),
      total_(static_cast<std::int64_t>(comm.sum(static_cast<double>(own_)))),
      links_(sparse.population_links(stride())) {
  require_few_enough(directions * stride(), comm);
  shift(links_.sends, stride());
  shift(links_.receives, stride());
  find_stretches(sparse);
  if (p.interpolated_walls || p.vessel.has_moving_walls() || !p.openings.empty())
    find_walls(p, sparse);
}

void Sites::release_tables() {
  stretches_ = {};
  walls_ = {};
  opening_links_ = {};
  links_ = {};
}

/// Whether the second site is the next one along x. In a layer one site wide that which follows is
/// the next one along y, though its slots follow, too.
bool Sites::are_side_by_side(int first, int second) const {
  const grid::Cell &a = cells_[static_cast<std::size_t>(first)],
                   &b = cells_[static_cast<std::size_t>(second)];
  return b == grid::Cell{a[0], a[1], a[2] + 1};
}

/// What streams in from a site lies in that site's slot of the opposite; what comes back from a
/// wall lies where it is at home. (2.2)
void Sites::find_stretches(const grid::SparseCells& sparse) {
  std::array<int, directions - 1> last{}, slots;
  for (int i = 0; i < own_; ++i) {
    bool follows = i > 0 && i != interior_ && are_side_by_side(i - 1, i), is_at_edge = false;
    for (int q = 1; q < directions; ++q) {
      const int from = sparse.neighbour(opposite(q), i);
      int& at = slots[static_cast<std::size_t>(q - 1)];
      at = from >= 0 ? slot(opposite(q), from) : slot(q, i);
      is_at_edge = is_at_edge || from < 0;
      follows = follows && at == last[static_cast<std::size_t>(q - 1)] + 1;
    }
    if (is_at_edge) at_edge_.push_back(i);
    if (!follows) {
      stretches_.first.push_back(i);
      stretches_.slots.insert(stretches_.slots.end(), slots.begin(), slots.end());
    }
    stretches_.of_site.push_back(static_cast<int>(stretches_.first.size()) - 1);
    last = slots;
  }
  stretches_.first.push_back(own_);
}

void Sites::find_walls(const Parameters& p, const grid::SparseCells& sparse) {
  for (int i = 0; i < own_; ++i) {
    bool is_at_opening = false;
    for (int q = 1; q < directions; ++q)
      if (sparse.neighbour(opposite(q), i) < 0) {
        const int opening = opening_of(p, q, i);
        is_at_opening |= opening >= 0;
        if (opening >= 0)
          opening_links_.push_back({opening, i, q});
        else
          add_wall(p, sparse, q, i);
      }
    if (is_at_opening && !walls_.rest.empty() && walls_.rest.back() == slot(0, i))
      walls_.rest.back() = -1;
  }
  walls_.first.push_back(static_cast<int>(walls_.slot.size()));
  std::ranges::stable_sort(opening_links_, {}, &OpeningLink::opening);
}

/// Openings are in faces of the box, so a step from the outermost plane of sites alone leaves by
/// them.
int Sites::opening_of(const Parameters& p, int q, int site) const {
  const Vessel& vessel = p.vessel;
  const grid::Cell& cell = cells_[static_cast<std::size_t>(site)];
  const int step[3] = {-d3q19[q].x, -d3q19[q].y, -d3q19[q].z};
  for (std::size_t n = 0; n < p.openings.size(); ++n) {
    const int number = p.openings[n].number;
    const geometry::Opening& opening =
        vessel.interior->openings()[static_cast<std::size_t>(number)];
    const std::size_t axis = opening.axis;
    const int plane = opening.is_high ? lattice_.extent[2 - axis] - 1 : 0;
    if (cell[2 - axis] != plane || step[axis] != (opening.is_high ? 1 : -1)) continue;
    if (vessel.interior->opening_left_by(vessel.place(cell),
                                         step_of(opposite(q), vessel.spacing)) == number)
      return static_cast<int>(n);
  }
  return -1;
}

/// M. Bouzidi, M. Firdaouss, P. Lallemand, "Momentum transfer of a Boltzmann-lattice fluid with
/// boundaries", Phys. Fluids 13 (2001), eqs. 5 and 6. (2.4)
void Sites::add_wall(const Parameters& p, const grid::SparseCells& sparse, int q, int site) {
  const Vessel& vessel = p.vessel;
  const int out = opposite(q), behind = sparse.neighbour(q, site);
  const geometry::Vector from = vessel.place(cells_[static_cast<std::size_t>(site)]);
  const geometry::Vector step = step_of(out, vessel.spacing);
  const double distance = vessel.distance_to_wall(from, step);
  // Where there is a wall on either side, it is taken to stand half-way.
  const bool interpolates = p.interpolated_walls && behind >= 0;
  const bool is_far = distance >= 0.5;
  const double near = !interpolates ? 1 : (is_far ? 1 / (2 * distance) : 2 * distance);
  const geometry::Vector wall = vessel.wall_velocity(geometry::plus(from, step, distance));
  const double along =
      (d3q19[q].x * wall[0] + d3q19[q].y * wall[1] + d3q19[q].z * wall[2]) / p.units().velocity();
  const double pushed = 6 * d3q19[q].weight * along * (interpolates && is_far ? near : 1);
  if (near == 1 && pushed == 0) return;

  if (walls_.rest.empty() || walls_.rest.back() != slot(0, site)) {
    walls_.first.push_back(static_cast<int>(walls_.slot.size()));
    walls_.rest.push_back(slot(0, site));
  }
  walls_.slot.push_back(slot(q, site));
  walls_.near.push_back(near);
  walls_.pushed.push_back(pushed);
  if (!interpolates) {
    walls_.partner_at_home.push_back(slot(q, site));
    walls_.partner_shifted.push_back(slot(q, site));
  } else if (is_far) {  // f*_q of this site, on its way to the one behind
    walls_.partner_at_home.push_back(slot(q, behind));
    walls_.partner_shifted.push_back(slot(out, site));
  } else {  // f_out of this site, which came from the one behind
    walls_.partner_at_home.push_back(slot(out, site));
    walls_.partner_shifted.push_back(slot(q, behind));
  }
}

}  // namespace thalweg::blood
