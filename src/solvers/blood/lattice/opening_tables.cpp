// SPDX-License-Identifier: Apache-2.0
#include "solvers/blood/lattice/opening_tables.hpp"

#include <algorithm>
#include <numbers>
#include <span>

#include "base/error.hpp"
#include "solvers/blood/lattice/d3q19.hpp"
#include "solvers/blood/lattice/opening_flows.hpp"
#include "solvers/blood/lattice/opening_kernels.hpp"
#include "solvers/blood/openings/section.hpp"

namespace thalweg::blood {

namespace {

using Complex = std::complex<double>;

int direction_of(const std::array<int, 3>& c) {
  for (int q = 1; q < directions; ++q)
    if (d3q19[q].x == c[0] && d3q19[q].y == c[1] && d3q19[q].z == c[2]) return q;
  return 0;
}

std::array<int, 3> steps_of(int q) { return {d3q19[q].x, d3q19[q].y, d3q19[q].z}; }

class TableMaker {
 public:
  TableMaker(const Parameters& p, const Sites& sites, const transport::Communicator& comm)
      : p_(p), sites_(sites), comm_(comm) {}

  OpeningTables make() {
    tables_.first_shape.push_back(0);
    tables_.groups.push_back(0);
    int values = 0;
    const std::vector<OpeningSection> sections = find_sections();
    const std::vector<std::vector<SectionFlow>> flows = find_opening_flows(p_, sections, comm_);
    for (std::size_t n = 0; n < p_.openings.size(); ++n) {
      section_ = sections[n];
      flows_ = flows[n];
      OpeningTable table = of_opening(p_.openings[n], static_cast<int>(n));
      if (values + table.values > most_opening_values) {
        tables_.groups.push_back(static_cast<int>(n));
        values = 0;
      }
      for (int link = table.first_link; link < table.end_link; ++link)
        tables_.first_value.push_back(values);
      values += table.values;
      tables_.openings.push_back(std::move(table));
    }
    tables_.groups.push_back(static_cast<int>(p_.openings.size()));
    return std::move(tables_);
  }

 private:
  std::vector<OpeningSection> find_sections() const {
    std::vector<OpeningSection> sections;
    for (const OpeningParameters& opening : p_.openings) {
      sections.push_back(find_opening_section(p_.vessel, opening.number, !p_.interpolated_walls));
      if (sections.back().sites.empty())
        throw InputError("no lattice site lies behind the opening " + opening.name +
                         ": take a smaller grid.spacing. Nothing was run.");
    }
    return sections;
  }

  using Links = std::span<const OpeningLink>;

  /// They follow each other.
  Links links_of(int number) const {
    const std::vector<OpeningLink>& all = sites_.opening_links();
    const auto before = [](const OpeningLink& link, int opening) { return link.opening < opening; };
    return {std::lower_bound(all.begin(), all.end(), number, before),
            std::lower_bound(all.begin(), all.end(), number + 1, before)};
  }

  OpeningTable of_opening(const OpeningParameters& opening, int number) {
    const Links links = links_of(number);
    OpeningTable table;
    table.first_link = static_cast<int>(tables_.slot.size());
    for (const OpeningLink& link : links) add_link(link, opening);
    table.end_link = static_cast<int>(tables_.slot.size());
    table.first_site = static_cast<int>(tables_.measured_sites.size());
    if (opening.kind == OpeningKind::velocity) {
      add_flow_shapes(opening, table, links);
      add_measured_sites();
    } else {
      add_pressure_shapes(table);
      add_pressure_sites(links, table.first_link);
    }
    table.end_site = static_cast<int>(tables_.measured_sites.size());
    return table;
  }

  void add_link(const OpeningLink& link, const OpeningParameters& opening) {
    std::array<int, 3> mirror = steps_of(link.q), inward{};
    for (const std::size_t d : section_.across) mirror[d] = -mirror[d];
    inward[section_.axis] = section_.is_high ? -1 : 1;
    std::array<int, 3> tangent = steps_of(link.q);
    tangent[section_.axis] = 0;
    tables_.tangent.push_back(direction_of(tangent));
    tables_.slot.push_back(static_cast<int>(link.q * sites_.stride() + link.site));
    tables_.direction.push_back(link.q);
    tables_.mirror.push_back(direction_of(mirror));
    tables_.inward.push_back(direction_of(inward));
    tables_.sign.push_back(opening.kind == OpeningKind::velocity ? 1 : -1);
    tables_.distance.push_back(section_.distance);
  }

  void add_pressure_shapes(OpeningTable& table) {
    for (int link = table.first_link; link < table.end_link; ++link) {
      const int q = tables_.direction[static_cast<std::size_t>(link)];
      tables_.shapes.push_back(2 * d3q19[q].weight);
      tables_.first_shape.push_back(static_cast<int>(tables_.shapes.size()));
      table.slope += tables_.shapes.back();
    }
    table.slope = comm_.sum(table.slope);
  }

  void add_pressure_sites(Links links, int first_link) {
    int link = first_link;
    for (const OpeningLink& at : links) {
      // Sites of one opening follow each other; a site behind two openings stands for each.
      const bool is_new = link == first_link || tables_.pressure_sites.back() != at.site;
      if (is_new) {
        tables_.pressure_sites.push_back(at.site);
        tables_.first_link.push_back(link);
        tables_.end_link.push_back(link);
      }
      tables_.end_link.back() = ++link;
    }
  }

  /// By links, the velocity of each mode of the profile, before it is scaled.
  std::vector<Complex> velocities(const OpeningParameters& opening, std::size_t mode,
                                  Links links) const {
    const bool is_simple = flows_.empty();
    const Profile profile(section_, is_simple ? SectionFlow{} : flows_[mode]);
    const geometry::Opening& at =
        p_.vessel.interior->openings()[static_cast<std::size_t>(opening.number)];
    std::vector<Complex> velocities;
    for (const OpeningLink& link : links) {
      const grid::Cell& cell = sites_.cells()[static_cast<std::size_t>(link.site)];
      const std::array<int, 3> c = steps_of(opposite(link.q));
      if (!is_simple) {
        velocities.push_back(profile.half_way(cell, c[section_.across[0]], c[section_.across[1]]));
        continue;
      }
      geometry::Vector place = p_.vessel.place(cell);
      for (std::size_t d = 0; d < 3; ++d) place[d] += 0.5 * c[d] * p_.vessel.spacing;
      velocities.push_back(simple_profile(opening.profile, p_.vessel, at, place));
    }
    return velocities;
  }

  /// Factors by links with which a flow of 1 enters over all of them. (11.2)
  std::vector<Complex> flow_shapes(const OpeningParameters& opening, std::size_t mode,
                                   Links links) const {
    std::vector<Complex> shapes = velocities(opening, mode, links);
    double sum[2] = {0, 0};
    for (std::size_t n = 0; n < shapes.size(); ++n) {
      shapes[n] *= 6 * d3q19[links[n].q].weight;
      sum[0] += shapes[n].real();
      sum[1] += shapes[n].imag();
    }
    comm_.sum(sum);
    for (Complex& shape : shapes) shape /= Complex{sum[0], sum[1]};
    return shapes;
  }

  void add_flow_shapes(const OpeningParameters& opening, OpeningTable& table, Links links) {
    std::vector<std::vector<Complex>> modes{flow_shapes(opening, 0, links)};
    const FlowHarmonics harmonics = harmonics_of(opening);
    table.harmonics = harmonics.factors;
    table.orders = harmonics.orders;
    for (std::size_t mode = 1; mode <= table.orders.size(); ++mode)
      modes.push_back(flow_shapes(opening, mode, links));
    table.values = 1 + 2 * static_cast<int>(table.orders.size());
    for (std::size_t link = 0; link < modes[0].size(); ++link) {
      tables_.shapes.push_back(modes[0][link].real());
      for (std::size_t k = 1; k < modes.size(); ++k) {
        tables_.shapes.push_back(modes[k][link].real());
        tables_.shapes.push_back(modes[k][link].imag());
      }
      tables_.first_shape.push_back(static_cast<int>(tables_.shapes.size()));
    }
  }

  /// The means of the two planes nearest to the opening, on a straight line to it.
  void add_measured_sites() {
    std::vector<int> planes[2];
    for (int site = 0; site < sites_.own(); ++site) {
      const grid::Cell& cell = sites_.cells()[static_cast<std::size_t>(site)];
      for (int behind = 0; behind < 2; ++behind)
        if (section_.is_behind(cell, behind) && section_.find(cell) >= 0)
          planes[behind].push_back(site);
    }
    double counts[2] = {static_cast<double>(planes[0].size()),
                        static_cast<double>(planes[1].size())};
    comm_.sum(counts);
    const double slope = counts[1] > 0 ? section_.distance : 0;
    const double weights[2] = {(1 + slope) / counts[0], -slope / std::max(1.0, counts[1])};
    for (int behind = 0; behind < 2; ++behind)
      for (const int site : planes[behind]) {
        tables_.measured_sites.push_back(site);
        tables_.weights.push_back(weights[behind]);
      }
  }

  const Parameters& p_;
  const Sites& sites_;
  const transport::Communicator& comm_;
  OpeningSection section_;
  std::vector<SectionFlow> flows_;
  OpeningTables tables_;
};

}  // namespace

OpeningTables make_opening_tables(const Parameters& p, const Sites& sites,
                                  const transport::Communicator& comm) {
  return TableMaker(p, sites, comm).make();
}

/// What the harmonics leave of the flow has the profile of a steady one, so that the whole flow is
/// that of the case.
std::vector<double> flow_values(const OpeningParameters& opening, const OpeningTable& table,
                                const Units& units, double time) {
  const double risen = opening.waveform.risen(time) / units.flow_rate();
  double steady = opening.waveform.steady(time);
  std::vector<double> values{0};
  for (std::size_t k = 0; k < table.orders.size(); ++k) {
    const double angle = 2 * std::numbers::pi * table.orders[k] * time / opening.waveform.period();
    const Complex part = table.harmonics[k] * std::polar(1.0, angle);
    steady -= part.real();
    values.push_back(risen * part.real());
    values.push_back(-risen * part.imag());
  }
  values[0] = risen * steady;
  return values;
}

}  // namespace thalweg::blood
