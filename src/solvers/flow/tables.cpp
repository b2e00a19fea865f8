// SPDX-License-Identifier: Apache-2.0
// Values at points and at walls: tables, and columns of the history.
#include <algorithm>

#include "solvers/flow/samples.hpp"
#include "solvers/flow/solver.hpp"
#include "solvers/flow/walls.hpp"

namespace thalweg::flow::inline TW_HALF {

template <class Real>
std::vector<simulation::Table> Flow<Real>::tables(const std::vector<std::string>& names) {
  std::vector<simulation::Table> tables;
  fine().fill_ghosts();
  if (scalars_) scalars_->fill_ghosts();
  const auto is_wanted = [&](const std::string& name) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  for (std::size_t n = 0; n < p_.lines.size(); ++n)
    if (is_wanted(p_.lines[n].name)) tables.push_back(line_table(n));
  for (std::size_t n = 0; n < p_.boundaries.size(); ++n)
    if (p_.boundaries[n].has_table && is_wanted(wall_table_name(p_.boundaries[n].family)))
      tables.push_back(wall_table_of(static_cast<int>(n)));
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
  return wall_table(p_, boundary, faces, fine().tractions(), spacings, comm_);
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

template class Flow<float>;
template class Flow<double>;

}  // namespace thalweg::flow::inline TW_HALF
