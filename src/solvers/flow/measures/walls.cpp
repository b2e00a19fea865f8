// SPDX-License-Identifier: Apache-2.0
#include "solvers/flow/measures/walls.hpp"

#include <algorithm>
#include <cmath>

#include "solvers/flow/case/names.hpp"
#include "transport/movements/gathered.hpp"

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

/// Those of all ranks, on all ranks, so many numbers in each, in the order of their places, which
/// are all different.
std::vector<Row> gathered_rows(const std::vector<Row>& own, std::size_t width,
                               const transport::Communicator& comm) {
  std::vector<double> numbers;
  for (const Row& row : own) numbers.insert(numbers.end(), row.begin(), row.end());
  const std::vector<double> all = transport::gathered(numbers, comm).all;
  std::vector<Row> rows;
  for (auto at = all.begin(); at != all.end(); at += static_cast<std::ptrdiff_t>(width))
    rows.emplace_back(at, at + static_cast<std::ptrdiff_t>(width));
  std::ranges::sort(rows);
  return rows;
}

}  // namespace

simulation::Table
wall_table(const Parameters& p, int boundary, const std::vector<BoundaryFace>& faces,
           const std::vector<Traction>& tractions, const std::vector<double>& spacings,
           const std::vector<std::vector<double>>& fluxes, const transport::Communicator& comm) {
  const std::vector<std::string> columns = wall_columns(p);
  std::vector<Row> own;
  for (std::size_t f = 0; f < faces.size(); ++f)
    if (faces[f].boundary == boundary && !faces[f].is_of_ghost) {
      Row& row = own.emplace_back(row_of(faces[f], tractions[f], spacings[f], p.viscosity));
      for (const std::vector<double>& flux : fluxes) row.push_back(-flux[f] / row[places + 3]);
    }
  const std::vector<Row> rows = gathered_rows(own, places + columns.size(), comm);
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
