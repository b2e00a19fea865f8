// SPDX-License-Identifier: Apache-2.0
// Values at points and at walls: tables, and columns of the history.
#include <algorithm>

#include "solvers/flow/case/measure_parameters.hpp"
#include "solvers/flow/case/names.hpp"
#include "solvers/flow/measures/samples.hpp"
#include "solvers/flow/measures/walls.hpp"
#include "solvers/flow/solver.hpp"

namespace thalweg::flow::inline TW_HALF {

template <class Real>
std::vector<simulation::Table> Flow<Real>::tables(const std::vector<std::string>& names) {
  std::vector<simulation::Table> tables;
  fine().fill_ghosts();
  fine().eddy_viscosity();  // of the present state: walls with a law feel it, and scalars
  if (scalars_) scalars_->fill_ghosts();
  const auto is_wanted = [&](const std::string& name) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  for (std::size_t n = 0; n < p_.lines.size(); ++n)
    if (is_wanted(p_.lines[n].name)) tables.push_back(line_table(n));
  for (std::size_t n = 0; n < p_.boundaries.size(); ++n)
    if (p_.boundaries[n].has_table && is_wanted(wall_table_name(p_.boundaries[n].family)))
      tables.push_back(wall_table_of(static_cast<int>(n)));
  for (const MeanProfile& profile : p_.profiles)
    if (is_wanted(profile.name)) tables.push_back(profile_table_of(profile));
  return tables;
}

/// Pressure, velocity and scalars.
template <class Real>
std::vector<double> Flow<Real>::samples_at(const SamplePoints& points) {
  const std::int64_t size = fine().arena().size();
  std::vector<double> all =
      samples(exec_, points, static_cast<const Real*>(fine().state()), size, 4, comm_);
  if (!scalars_) return all;
  const std::vector<double> more = samples(
      exec_, points, static_cast<const Real*>(scalars_->values()), size, scalars_->count(), comm_);
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

template <class Real>
simulation::Table Flow<Real>::line_table(std::size_t number) {
  const SamplePoints& line = lines_[number];
  const std::size_t count = line.places.size();
  const std::vector<double> values = samples_at(line);
  simulation::Table table{p_.lines[number].name,
                          line_columns(p_),
                          {"length", "length", "length", "length", "length^2/time^2", "length/time",
                           "length/time", "length/time"},
                          {{}}};
  table.units.resize(table.columns.size(), "1");  // of scalars
  for (const geometry::Vector& place : line.places)
    table.values.front().push_back(geometry::distance(place, line.places.front()));
  for (std::size_t d = 0; d < 3; ++d) {
    std::vector<double>& column = table.values.emplace_back();
    for (const geometry::Vector& place : line.places) column.push_back(place[d]);
  }
  for (std::size_t n = 0; n < 4 + p_.scalars.size(); ++n) {
    const auto begin = values.begin() + static_cast<std::ptrdiff_t>(n * count);
    table.values.emplace_back(begin, begin + static_cast<std::ptrdiff_t>(count));
  }
  return table;
}

template <class Real>
simulation::Table Flow<Real>::wall_table_of(int boundary) {
  const std::vector<BoundaryFace>& faces = fine().conditions().host_faces();
  const exec::View<const Real, 1> volumes{fine().geometry().volume, {fine().arena().size()}};
  const std::vector<Real> volume = exec::downloaded(exec_, volumes);
  std::vector<double> spacings;
  spacings.reserve(faces.size());
  for (const BoundaryFace& face : faces)
    spacings.push_back(static_cast<double>(volume[static_cast<std::size_t>(face.cell)]) /
                       std::sqrt(dot(face.area, face.area)));
  return wall_table(p_, boundary, faces, fine().tractions(), spacings,
                    scalars_ ? scalars_->boundary_fluxes() : std::vector<std::vector<double>>{},
                    comm_);
}

/// Of the mean flow: its stress is linear in the velocity. (6.10)
template <class Real>
MeanWalls Flow<Real>::mean_walls_of(const MeanProfile& profile, const std::vector<Real>& means) {
  const std::int64_t size = fine().arena().size();
  const exec::View<const Real, 1> volumes{fine().geometry().volume, {size}};
  const std::vector<Real> volume = exec::downloaded(exec_, volumes);
  std::vector<double> sums(5 * profile.walls.size());
  for (const BoundaryFace& face : fine().conditions().host_faces()) {
    const auto wall = std::find(profile.walls.begin(), profile.walls.end(), face.boundary);
    if (wall == profile.walls.end() || face.is_of_ghost) continue;
    double* sum = &sums[5 * static_cast<std::size_t>(wall - profile.walls.begin())];
    const geometry::Vector area{face.area[0], face.area[1], face.area[2]};
    const double squared = geometry::dot(area, area);
    geometry::Vector u;
    for (std::size_t d = 0; d < 3; ++d)
      u[d] = static_cast<double>(
          means[static_cast<std::size_t>((static_cast<std::int64_t>(d) + 1) * size + face.cell)]);
    u = geometry::plus(u, area, -geometry::dot(u, area) / squared);
    const double of_cell = static_cast<double>(volume[static_cast<std::size_t>(face.cell)]);
    const double viscosity = face.has_law
                                 ? wall_viscosity(std::sqrt(geometry::dot(u, u)),
                                                  of_cell / (2 * std::sqrt(squared)), p_.viscosity)
                                 : p_.viscosity;
    const double factor = 2 * viscosity * squared / of_cell;
    for (std::size_t d = 0; d < 3; ++d) sum[d] += factor * u[d];
    sum[3] += std::sqrt(squared);
    sum[4] += std::sqrt(squared) * face.centre[profile.axis];
  }
  comm_.sum(sums);
  std::vector<WallSums> walls;
  for (std::size_t n = 0; n < sums.size(); n += 5)
    walls.push_back({{sums[n], sums[n + 1], sums[n + 2]}, sums[n + 3], sums[n + 4]});
  return mean_walls(walls);
}

template <class Real>
simulation::Table Flow<Real>::profile_table_of(const MeanProfile& profile) {
  const grid::BlockArena& arena = fine().arena();
  const Planes planes(fine().mesh(), arena, profile.axis, comm_);
  const auto count = static_cast<std::size_t>(average_count(p_));
  const int scalars = static_cast<int>(p_.scalars.size());
  const std::vector<Real> means = averages_->fields(exec_);
  const exec::View<const Real, 1> volumes{fine().geometry().volume, {arena.size()}};
  const std::vector<Real> volume = exec::downloaded(exec_, volumes);
  PlaneSums sums(planes.positions().size(), count);
  for (const grid::BlockPlace& place : arena.places())
    grid::for_each_cell(
        {{}, {place.cells[0], place.cells[1], place.cells[2]}}, [&](const grid::Cell& c) {
          const auto cell = static_cast<std::size_t>(place.at(c[0], c[1], c[2]));
          std::vector<double> values(count);
          for (std::size_t n = 0; n < count; ++n)
            values[n] =
                static_cast<double>(means[n * static_cast<std::size_t>(arena.size()) + cell]);
          sums.add(planes.number(cell_centre(fine().mesh(), place.block, c)[profile.axis]),
                   static_cast<double>(volume[cell]), std::move(values), scalars, p_.has_eddies());
        });
  return profile_table(p_, profile, planes.positions(),
                       sums.averages(comm_, scalars, p_.has_eddies()),
                       mean_walls_of(profile, means));
}

/// Columns of probe_columns(). Ghosts are filled.
template <class Real>
void Flow<Real>::append_probes(std::vector<simulation::Scalar>& to) {
  if (p_.probes.empty()) return;
  if (scalars_) scalars_->fill_ghosts();
  const std::vector<double> values = samples_at(probes_);
  const std::vector<std::string> names = probe_columns(p_);
  const std::size_t fields = 4 + p_.scalars.size();
  for (std::size_t n = 0; n < p_.probes.size(); ++n)
    for (std::size_t field = 0; field < fields; ++field)
      to.push_back({names[fields * n + field],
                    field == 0  ? "length^2/time^2"
                    : field < 4 ? "length/time"
                                : "1",
                    values[field * p_.probes.size() + n]});
}

TW_INSTANTIATE(Flow)

}  // namespace thalweg::flow::inline TW_HALF
