// SPDX-License-Identifier: Apache-2.0
#include "solvers/flow/walls.hpp"

#include <algorithm>
#include <cmath>

namespace thalweg::flow {

using geometry::Vector;

namespace {

constexpr std::size_t places = 5;  // whole block, side and cell of a face, to order them
/// Places, then values as wall_columns().
using Row = std::vector<double>;

Row row_of(const BoundaryFace& face, const Traction& traction, double spacing, double viscosity) {
  const Vector area{face.area[0], face.area[1], face.area[2]},
      pressing{traction.pressure[0], traction.pressure[1], traction.pressure[2]},
      viscous{traction.viscous[0], traction.viscous[1], traction.viscous[2]};
  const double size = std::sqrt(geometry::dot(area, area));
  const Vector shear = geometry::plus(viscous, area, -geometry::dot(viscous, area) / (size * size));
  const double stress = std::sqrt(geometry::dot(shear, shear)) / size;
  return {static_cast<double>(face.whole),
          static_cast<double>(2 * face.axis + face.is_upper),
          static_cast<double>(face.whole_cell[0]),
          static_cast<double>(face.whole_cell[1]),
          static_cast<double>(face.whole_cell[2]),
          face.centre[0],
          face.centre[1],
          face.centre[2],
          size,
          geometry::dot(pressing, area) / (size * size),
          shear[0] / size,
          shear[1] / size,
          shear[2] / size,
          viscosity > 0 ? std::sqrt(stress) * spacing / 2 / viscosity : 0};
}

/// Those of all ranks, on all ranks.
std::vector<Row> gathered(const std::vector<Row>& own, std::size_t width,
                          const transport::Communicator& comm) {
  std::vector<double> counts(static_cast<std::size_t>(comm.size()));
  counts[static_cast<std::size_t>(comm.rank())] = static_cast<double>(own.size());
  comm.sum(counts);
  std::size_t before = 0, count = 0;
  for (std::size_t rank = 0; rank < counts.size(); ++rank) {
    if (rank < static_cast<std::size_t>(comm.rank()))
      before += static_cast<std::size_t>(counts[rank]);
    count += static_cast<std::size_t>(counts[rank]);
  }
  std::vector<double> all(count * width);
  for (std::size_t n = 0; n < own.size(); ++n)
    std::copy(own[n].begin(), own[n].end(),
              all.begin() + static_cast<std::ptrdiff_t>((before + n) * width));
  comm.sum(all);
  std::vector<Row> rows(count);
  for (std::size_t n = 0; n < count; ++n)
    rows[n].assign(all.begin() + static_cast<std::ptrdiff_t>(n * width),
                   all.begin() + static_cast<std::ptrdiff_t>((n + 1) * width));
  return rows;
}

}  // namespace

std::string wall_table_name(const std::string& family) { return "wall_" + family; }

simulation::Table wall_table(const Parameters& p, int boundary,
                             const std::vector<BoundaryFace>& faces,
                             const std::vector<Traction>& tractions,
                             const std::vector<double>& spacings,
                             const std::vector<std::vector<double>>& fluxes,
                             const transport::Communicator& comm) {
  const std::vector<std::string> columns = wall_columns(p);
  std::vector<Row> own;
  for (std::size_t f = 0; f < faces.size(); ++f)
    if (faces[f].boundary == boundary && !faces[f].is_of_ghost) {
      Row& row =
          own.emplace_back(row_of(faces[f], tractions[f], spacings[f], p.viscosity));
      for (const std::vector<double>& flux : fluxes) row.push_back(-flux[f] / row[places + 3]);
    }
  std::vector<Row> rows = gathered(own, places + columns.size(), comm);
  std::sort(rows.begin(), rows.end());  // places are all different
  simulation::Table table{wall_table_name(p.boundaries[grid::index(boundary)].family),
                          columns,
                          {"length", "length", "length", "length^2", "length^2/time^2",
                           "length^2/time^2", "length^2/time^2", "length^2/time^2", "1"},
                          {}};
  table.units.resize(columns.size(), "length/time");  // of scalars
  for (std::size_t c = 0; c < columns.size(); ++c) {
    std::vector<double>& column = table.values.emplace_back();
    for (const Row& row : rows) column.push_back(row[places + c]);
  }
  return table;
}

}  // namespace thalweg::flow
