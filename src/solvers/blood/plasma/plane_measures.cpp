// SPDX-License-Identifier: Apache-2.0
#include "solvers/blood/plasma/plane_measures.hpp"

#include <algorithm>
#include <cmath>

#include "base/error.hpp"

namespace thalweg::blood {

namespace {

using geometry::Vector;

/// What is summed up for each bin of a profile.
constexpr std::size_t kinds_of_sums = 3;
enum SumOf : std::size_t { normal_velocity, density_excess, cell_length };

std::size_t steepest_axis(const Vector& normal) {
  std::size_t steepest = 0;
  for (std::size_t d = 1; d < 3; ++d)
    if (std::abs(normal[d]) > std::abs(normal[steepest])) steepest = d;
  return steepest;
}

/// The number of a row within the lattice, round its period; -1 outside.
int within(int row, int extent, bool is_periodic) {
  if (is_periodic) return (row % extent + extent) % extent;
  return row >= 0 && row < extent ? row : -1;
}

}  // namespace

PlaneMeasures::PlaneMeasures(const Parameters& p, const transport::Communicator& comm,
                             const Sites& sites)
    : p_(p), comm_(comm) {
  for (const Plane& plane : p.planes) {
    const PlaneOnLattice on_lattice(plane, p.vessel);
    OnRank of{
        on_lattice, find_plane_section(on_lattice, p.vessel, sites.cells(), sites.own()), {}, {}};
    const auto bins = static_cast<std::size_t>(on_lattice.bins());
    std::vector<double> sums(2 * bins);
    for (std::size_t n = 0; n < of.section.sites.size(); ++n) {
      const auto bin = static_cast<std::size_t>(of.section.bins[n]);
      sums[bin] += of.section.shares[n];
      sums[bins + bin] += of.section.shares[n] * of.section.positions[n];
    }
    comm_.sum(sums);
    double area = 0;
    for (std::size_t bin = 0; bin < bins; ++bin) {
      area += sums[bin];
      of.areas.push_back(sums[bin]);
      of.positions.push_back(sums[bin] > 0 ? sums[bins + bin] / sums[bin] : 0);
    }
    if (area == 0)
      throw InputError("no lattice site lies on the plane \"" + plane.name +
                       "\": take a smaller grid.spacing, or a larger radius. Nothing was run.");
    sites_.insert(sites_.end(), of.section.sites.begin(), of.section.sites.end());
    planes_.push_back(std::move(of));
  }
}

/// The lengths of rows that lie within membranes and within the plane's thickness, by bin.
/// [spacings] Cells may reach over the end of a period. As sites, a slab goes on there only where
/// it lies across the axis. (10.3)
void PlaneMeasures::add_cells(const OnRank& of, const Membranes& membranes, double* lengths) const {
  const Plane& plane = of.plane.plane();
  const double h = p_.vessel.spacing;
  const grid::Lattice lattice = p_.vessel.lattice();
  const std::size_t a = steepest_axis(plane.normal), b = (a + 1) % 3, c = (a + 2) % 3;
  const double rows_begin = -0.5, rows_end = lattice.extent[2 - a] - 0.5;
  const int periods = lattice.periodic[2 - a] ? 1 : 0;
  const bool goes_on = of.plane.goes_on();
  const double per_site = plane.normal[a] * h, half = of.plane.thickness() / 2;
  const Vector first = p_.vessel.place({0, 0, 0});
  for_each_crossing(membranes, a, [&](const RowCrossing& crossing) {
    grid::Cell row{};
    row[2 - b] = within(crossing.row[0], lattice.extent[2 - b], lattice.periodic[2 - b]);
    row[2 - c] = within(crossing.row[1], lattice.extent[2 - c], lattice.periodic[2 - c]);
    if (row[2 - b] < 0 || row[2 - c] < 0) return;
    Vector place = p_.vessel.place(row);
    place[a] = first[a];
    const double distance = geometry::dot(geometry::plus(place, plane.at, -1), plane.normal);
    const double ends[2] = {(-half - distance) / per_site, (half - distance) / per_site};
    double low = std::min(ends[0], ends[1]), high = std::max(ends[0], ends[1]);
    if (!goes_on) {
      low = std::clamp(low, rows_begin, rows_end);
      high = std::clamp(high, rows_begin, rows_end);
    }
    place[a] -= distance / plane.normal[a];
    const int bin = of.plane.bin(place);
    if (bin < 0) return;
    double length = 0;
    for (int image = -periods; image <= periods; ++image) {
      const double at = crossing.place + image * static_cast<double>(lattice.extent[2 - a]);
      length += std::clamp(at, low, high) - low;
    }
    lengths[bin] += crossing.sign * length;
  });
}

std::vector<PlaneMeans> PlaneMeasures::means(const std::vector<double>& flow,
                                             const std::vector<Membranes>& membranes,
                                             double reference) const {
  std::size_t bins = 0;
  for (const OnRank& of : planes_) bins += of.areas.size();
  std::vector<double> sums(kinds_of_sums * bins);
  double* sums_of = sums.data();
  std::size_t site = 0;
  for (const OnRank& of : planes_) {
    const std::size_t count = of.areas.size();
    const Vector& normal = of.plane.plane().normal;
    for (std::size_t n = 0; n < of.section.sites.size(); ++n, ++site) {
      const auto bin = static_cast<std::size_t>(of.section.bins[n]);
      double along = 0;
      for (std::size_t d = 0; d < 3; ++d) along += normal[d] * flow[(d + 1) * sites_.size() + site];
      sums_of[normal_velocity * count + bin] += of.section.shares[n] * along;
      sums_of[density_excess * count + bin] += of.section.shares[n] * flow[site];
    }
    for (const Membranes& of_species : membranes)
      add_cells(of, of_species, sums_of + cell_length * count);
    sums_of += kinds_of_sums * count;
  }
  comm_.sum(sums);
  std::vector<PlaneMeans> means;
  const double* of_plane = sums.data();
  for (const OnRank& of : planes_) {
    means.push_back(means_of(of, of_plane, reference));
    of_plane += kinds_of_sums * of.areas.size();
  }
  return means;
}

/// (10.1), (10.2)
PlaneMeans PlaneMeasures::means_of(const OnRank& of, const double* sums, double reference) const {
  const Units units = p_.units();
  const double h = units.spacing, thickness = of.plane.thickness() / h;
  const std::size_t count = of.areas.size();
  PlaneMeans means;
  double area = 0, excess = 0, cells = 0;
  for (std::size_t bin = 0; bin < count; ++bin) {
    const double here = of.areas[bin], along = sums[normal_velocity * count + bin],
                 more = sums[density_excess * count + bin],
                 length = sums[cell_length * count + bin];
    means.flow_rate += along * units.velocity() * h * h;
    area += here;
    excess += more;
    cells += length;
    if (here == 0) continue;
    means.position.push_back(of.positions[bin]);
    means.velocity.push_back(along / here * units.velocity());
    means.pressures.push_back(reference + more / here / 3 * units.pressure());  // (1.3)
    means.hematocrits.push_back(length / (here * thickness));
  }
  means.pressure = reference + excess / area / 3 * units.pressure();
  means.hematocrit = cells / (area * thickness);
  return means;
}

std::vector<simulation::Scalar> PlaneMeasures::scalars(const std::vector<PlaneMeans>& means) const {
  std::vector<simulation::Scalar> scalars;
  for (std::size_t n = 0; n < means.size(); ++n) {
    const Plane& plane = p_.planes[n];
    scalars.push_back({"flow_rate_" + plane.name, "m^3/s", means[n].flow_rate});
    scalars.push_back({"pressure_" + plane.name, "Pa", means[n].pressure});
    if (plane.drop_to) {
      // A gradient that drives the flow is not part of the pressure of the lattice.
      const Vector apart = geometry::plus(p_.planes[*plane.drop_to].at, plane.at, -1);
      scalars.push_back(
          {"pressure_drop_" + plane.name, "Pa",
           means[n].pressure - means[*plane.drop_to].pressure + geometry::dot(apart, p_.gradient)});
    }
    if (!p_.cells.species.empty())
      scalars.push_back({"hematocrit_" + plane.name, "1", means[n].hematocrit});
  }
  return scalars;
}

simulation::Table PlaneMeasures::table(const std::string& name,
                                       const std::vector<PlaneMeans>& means) const {
  for (std::size_t n = 0; n < means.size(); ++n) {
    const Plane& plane = p_.planes[n];
    if (plane.profile_name() != name) continue;
    return {name,
            {plane.over == ProfileOver::height ? "z" : "r", "velocity", "pressure", "hematocrit"},
            {"m", "m/s", "Pa", "1"},
            {means[n].position, means[n].velocity, means[n].pressures, means[n].hematocrits}};
  }
  throw UsageError("no plane has the table '" + name + "'");
}

}  // namespace thalweg::blood
