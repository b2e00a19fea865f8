// SPDX-License-Identifier: Apache-2.0
// What is measured and kept of cells: docs/theory/blood.md, section 8.
#include <algorithm>
#include <cmath>
#include <iterator>
#include <numbers>

#include "base/error.hpp"
#include "solvers/blood/cells/cells.hpp"
#include "solvers/blood/cells/fault_text.hpp"
#include "solvers/blood/measures/turning.hpp"
#include "solvers/blood/membrane/tension.hpp"
#include "transport/movements/gathered.hpp"
#include "transport/movements/migration.hpp"

namespace thalweg::blood::inline TW_HALF {

namespace {

/// The section through x and z of the ellipsoid with a body's second moments.
struct Section {
  double deformation, inclination;
};
Section section_of(const double* sums) {
  const double volume = sums[measured_volume];
  const auto about_centre = [&](int moment, int a, int b) {
    return sums[second_moment + moment] / volume -
           sums[first_moment + a] * sums[first_moment + b] / (volume * volume);
  };
  const double xx = about_centre(0, 0, 0), zz = about_centre(2, 2, 2), xz = about_centre(4, 0, 2);
  const double middle = (xx + zz) / 2, radius = std::hypot((xx - zz) / 2, xz);
  const double longer = std::sqrt(middle + radius), shorter = std::sqrt(middle - radius);
  return {(longer - shorter) / (longer + shorter), std::atan2(2 * xz, xx - zz) / 2};
}

constexpr std::size_t numbers_of_state = 16;

std::array<double, numbers_of_state> packed(const CellState& s) {
  return {static_cast<double>(s.identity),
          static_cast<double>(s.species),
          s.centre[0],
          s.centre[1],
          s.centre[2],
          s.extent[0],
          s.extent[1],
          s.extent[2],
          s.area,
          s.volume,
          s.area_strain,
          s.volume_strain,
          s.deformation,
          s.inclination,
          s.turning,
          s.energy};
}

CellState unpacked(const double* v) {
  return {static_cast<std::int64_t>(v[0]),
          static_cast<int>(v[1]),
          {v[2], v[3], v[4]},
          {v[5], v[6], v[7]},
          v[8],
          v[9],
          v[10],
          v[11],
          v[12],
          v[13],
          v[14],
          v[15]};
}

/// Of all ranks, by identity.
std::vector<CellState> gathered(const std::vector<CellState>& own,
                                const transport::Communicator& comm) {
  std::vector<double> numbers;
  for (const CellState& state : own) std::ranges::copy(packed(state), std::back_inserter(numbers));
  numbers = transport::gathered(numbers, comm).all;
  std::vector<CellState> all;
  for (std::size_t n = 0; n < numbers.size(); n += numbers_of_state)
    all.push_back(unpacked(numbers.data() + n));
  std::sort(all.begin(), all.end(),
            [](const CellState& a, const CellState& b) { return a.identity < b.identity; });
  return all;
}

}  // namespace

template <class Real>
std::vector<CellState> Cells<Real>::states(const exec::Exec& exec) {
  const auto timer = phases_.measure("diagnostics");
  for (const Species& species : species_) measure(exec, species);
  const std::vector<double> sums = exec::downloaded(exec, std::as_const(measured_).view());
  const std::vector<HostCells> own = host_cells(exec);
  const std::vector<double> speeds = exec::downloaded(exec, std::as_const(speeds_).view());
  std::vector<CellState> of_rank;
  const double* of_cell = sums.data();
  const double h = units_.spacing;
  const geometry::Vector origin = p_.vessel.place({0, 0, 0});
  for (std::size_t s = 0; s < species_.size(); ++s) {
    const Species& species = species_[s];
    const auto vertices = static_cast<std::size_t>(species.vertices());
    for (std::size_t k = 0; k < own[s].identities.size(); ++k, of_cell += measures) {
      const double* places = own[s].places.data() + 3 * k * vertices;
      CellState state{};
      geometry::Vector centre;
      state.identity = own[s].identities[k];
      state.species = static_cast<int>(s);
      for (std::size_t d = 0; d < 3; ++d) {
        const double* of = places + d * vertices;
        const auto [least, most] = std::minmax_element(of, of + vertices);
        state.extent[d] = (*most - *least) * h;
        centre[d] = of[0] + of_cell[first_moment + static_cast<int>(d)] / of_cell[measured_volume];
        state.centre[d] = origin[d] + h * centre[d];
      }
      state.turning =
          turning(places,
                  speeds.data() + 3 * static_cast<std::size_t>(species.begin) + 3 * k * vertices,
                  vertices, centre) /
          units_.step;
      state.area = of_cell[measured_area] * h * h;
      state.volume = of_cell[measured_volume] * h * h * h;
      state.area_strain = of_cell[measured_area] / species.tables.reference_area() - 1;
      state.volume_strain = of_cell[net_volume] / species.tables.reference_volume() - 1;
      const Section section = section_of(of_cell);
      state.deformation = section.deformation;
      state.inclination = section.inclination;
      state.energy = of_cell[measured_energy] * units_.energy();
      of_rank.push_back(state);
    }
  }
  return gathered(of_rank, comm_);
}

/// Means over all cells, and the largest strains.
template <class Real>
std::vector<simulation::Scalar> Cells<Real>::scalars(const exec::Exec& exec, double fluid_volume) {
  const std::vector<CellState> all = states(exec);
  double volume = 0, deformation = 0, inclination = 0, turns = 0, energy = 0, area_strain = 0,
         volume_strain = 0;
  geometry::Vector extent{};
  const auto count = static_cast<double>(all.size());
  for (const CellState& s : all) {
    volume += s.volume;
    deformation += s.deformation / count;
    inclination += s.inclination / count;
    turns += s.turning / count;
    energy += s.energy;
    area_strain = std::max(area_strain, std::abs(s.area_strain));
    volume_strain = std::max(volume_strain, std::abs(s.volume_strain));
    extent = geometry::plus(extent, s.extent, 1 / count);
  }
  constexpr double degrees = 180 / std::numbers::pi;
  std::vector<simulation::Scalar> scalars{{"cells", "1", count},
                                          {"hematocrit", "1", volume / fluid_volume},
                                          {"deformation", "1", deformation},
                                          {"inclination", "degrees", inclination * degrees},
                                          {"tank_treading_frequency", "1/s", turns},
                                          {"extent_x", "m", extent[0]},
                                          {"extent_y", "m", extent[1]},
                                          {"extent_z", "m", extent[2]},
                                          {"area_strain", "1", area_strain},
                                          {"volume_strain", "1", volume_strain},
                                          {"membrane_energy", "J", energy}};
  for (simulation::Scalar& scalar : traffic_.scalars()) scalars.push_back(std::move(scalar));
  return scalars;
}

template <class Real>
simulation::Table Cells<Real>::table(const exec::Exec& exec) {
  simulation::Table table{"cells",
                          {"cell", "species", "x", "y", "z", "area_strain", "volume_strain",
                           "deformation", "inclination"},
                          {"1", "1", "m", "m", "m", "1", "1", "1", "radians"},
                          std::vector<std::vector<double>>(9)};
  for (const CellState& s : states(exec)) {
    const double row[] = {static_cast<double>(s.identity),
                          static_cast<double>(s.species),
                          s.centre[0],
                          s.centre[1],
                          s.centre[2],
                          s.area_strain,
                          s.volume_strain,
                          s.deformation,
                          s.inclination};
    for (std::size_t c = 0; c < table.values.size(); ++c) table.values[c].push_back(row[c]);
  }
  return table;
}

/// Elastic tensions of this rank's vertices of a species: (isotropic, shear; vertex) [N/m].
template <class Real>
std::vector<double> Cells<Real>::tensions(const exec::Exec& exec, const Species& species) {
  measure(exec, species);
  exec::Array<double, 1> found({tension_fields * species.own()});
  find_tensions(exec, species.tables.view(), places_.view().data + 3 * species.begin,
                species.cells(), measured_.view().data + species.first_cell * measures,
                found.view().data);
  std::vector<double> tensions = exec::downloaded(exec, std::as_const(found).view());
  for (double& tension : tensions) tension *= units_.tension();
  return tensions;
}

template <class Real>
io::PointSet Cells<Real>::points(const exec::Exec& exec) {
  const std::vector<HostCells> own = host_cells(exec);
  const std::vector<double> forces = exec::downloaded(exec, std::as_const(forces_).view()),
                            speeds = exec::downloaded(exec, std::as_const(speeds_).view());
  io::PointSet set;
  std::vector<std::int64_t> cells, kinds;
  std::vector<double> force, velocity, isotropic, shear;
  const geometry::Vector origin = p_.vessel.place({0, 0, 0});
  // Vertices and triangles are numbered as if all cells had as many as those that have most.
  std::int64_t most_vertices = 0;
  for (const Species& species : species_)
    most_vertices = std::max(most_vertices, std::int64_t{species.vertices()});
  for (std::size_t s = 0; s < species_.size(); ++s) {
    const Species& species = species_[s];
    const auto n = static_cast<std::size_t>(species.vertices());
    const auto faces = static_cast<std::int64_t>(species.net.triangles.size());
    const std::vector<double> tension = tensions(exec, species);
    const auto half = tension.begin() + species.own();
    isotropic.insert(isotropic.end(), tension.begin(), half);
    shear.insert(shear.end(), half, tension.end());
    for (std::size_t k = 0; k < own[s].identities.size(); ++k) {
      const std::int64_t identity = own[s].identities[k];
      const auto first_here = static_cast<std::int64_t>(set.identities.size());
      const std::size_t at = 3 * (static_cast<std::size_t>(species.begin) + k * n);
      for (std::size_t v = 0; v < n; ++v) {
        for (std::size_t d = 0; d < 3; ++d) {
          set.places.push_back(origin[d] + units_.spacing * own[s].places[3 * k * n + d * n + v]);
          force.push_back(forces[at + d * n + v] * units_.force());
          velocity.push_back(speeds[at + d * n + v] * units_.velocity());
        }
        set.identities.push_back(identity * most_vertices + static_cast<std::int64_t>(v));
        cells.push_back(identity);
        kinds.push_back(static_cast<std::int64_t>(s));
      }
      for (std::int64_t t = 0; t < faces; ++t) {
        for (const int corner : species.net.triangles[static_cast<std::size_t>(t)])
          set.triangles.push_back(first_here + corner);
        // Twice as many triangles as vertices, less four.
        set.triangle_identities.push_back(2 * identity * most_vertices + t);
      }
    }
  }
  set.values = {
      {"cell", "", 1, std::move(cells)},           {"species", "", 1, std::move(kinds)},
      {"velocity", "m/s", 3, std::move(velocity)}, {"force", "N", 3, std::move(force)},
      {"tension", "N/m", 1, std::move(isotropic)}, {"tension_shear", "N/m", 1, std::move(shear)}};
  return set;
}

template <class Real>
std::vector<Membranes> Cells<Real>::membranes(const exec::Exec& exec) const {
  std::vector<HostCells> own = host_cells(exec);
  std::vector<Membranes> all;
  for (std::size_t s = 0; s < species_.size(); ++s)
    all.push_back({&species_[s].net.triangles, static_cast<std::size_t>(species_[s].vertices()),
                   std::move(own[s].places)});
  return all;
}

template <class Real>
void Cells<Real>::save(io::CheckpointWriter& file, const exec::Exec& exec) {
  const std::vector<HostCells> own = stored(exec);
  file.attribute("cells", p_.cells.count());
  traffic_.save(file);
  file.attribute("ranks", std::int64_t{comm_.size()});
  file.attribute("next_relocation", next_relocation_);
  if (contrast_) {
    file.attribute("next_marks", next_marks_);
    file.attribute("steps_between_marks", steps_between_marks_);
  }
  for (std::size_t s = 0; s < species_.size(); ++s) {
    const std::string name = "cells" + std::to_string(s);
    const io::SortedItems items(comm_, own[s].identities);
    const std::vector<std::int64_t> owners(own[s].identities.size(), comm_.rank());
    file.attribute(name + "_vertices", std::int64_t{species_[s].vertices()});
    file.attribute(name + "_contrast", species_[s].parameters.contrast);
    file.items(name, items);
    file.items<std::int64_t>(name, "owner", items, std::span<const std::int64_t>(owners));
    file.items<double>(name, "places", items, std::span<const double>(own[s].places),
                       3 * species_[s].vertices());
    file.items<double>(name, "speeds", items, std::span<const double>(own[s].speeds),
                       3 * species_[s].vertices());
    if (const int numbers = species_[s].metrics_of_cell(); numbers > 0)
      file.items<double>(name, "metrics", items, std::span<const double>(own[s].metrics), numbers);
  }
}

template <class Real>
void Cells<Real>::load(io::CheckpointReader& file, const exec::Exec& exec, std::int64_t step) {
  if (file.integer("cells") != p_.cells.count())
    throw InputError(other_cells_text(file.file(), file.integer("cells"), p_.cells.count()));
  const bool same_ranks = file.integer("ranks") == comm_.size();
  // Interiors are as they were stored, unless the case has changed the viscosities.
  bool same_contrast = true;
  std::vector<HostCells> all;
  for (std::size_t s = 0; s < species_.size(); ++s) {
    const std::string name = "cells" + std::to_string(s);
    same_contrast &= file.number(name + "_contrast") == species_[s].parameters.contrast;
    const int vertices = species_[s].vertices();
    if (file.integer(name + "_vertices") != vertices)
      throw InputError(other_cells_text(file.file(), file.integer(name + "_vertices"), vertices));
    const io::ItemShare share = file.items(name);
    HostCells read{share.identities,
                   file.template items<double>(name, "places", share, 3 * vertices)};
    read.speeds = file.template items<double>(name, "speeds", share, 3 * vertices);
    if (const int numbers = species_[s].metrics_of_cell(); numbers > 0)
      read.metrics = file.template items<double>(name, "metrics", share, numbers);
    const auto stored = file.template items<std::int64_t>(name, "owner", share);
    const std::vector<int> owners =
        same_ranks ? std::vector<int>(stored.begin(), stored.end()) : wrapped(read, vertices);
    all.push_back(moved(exec, std::move(read), owners, species_[s]));
  }
  next_relocation_ = file.integer("next_relocation");
  if (contrast_ && file.has("next_marks")) {
    next_marks_ = file.integer("next_marks");
    steps_between_marks_ = file.integer("steps_between_marks");
  }
  places_then_.clear();
  traffic_.load(file);
  relocate(exec, std::move(all), false);
  hold_to_size(exec, step);
  if (contrast_ && !same_contrast) fill_interior(exec);
  push_fluid(exec);
  forget_exchanges();
}

TW_INSTANTIATE(Cells)

}  // namespace thalweg::blood::inline TW_HALF
