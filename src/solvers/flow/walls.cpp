// SPDX-License-Identifier: Apache-2.0
#include "solvers/flow/walls.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

#include "transport/movements/gathered.hpp"

namespace thalweg::flow {

using geometry::Vector;

namespace {

constexpr std::size_t places = 5;  // whole block, side and cell of a face, to order them
constexpr std::size_t values = 9;  // as wall_columns()
using Row = std::array<double, places + values>;

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

/// Those of all ranks, on all ranks, in the order of their places, which are all different.
std::vector<Row> gathered(const std::vector<Row>& own, const transport::Communicator& comm) {
  std::vector<double> numbers;
  for (const Row& row : own) std::ranges::copy(row, std::back_inserter(numbers));
  numbers = transport::gathered(numbers, comm).all;
  std::vector<Row> rows(numbers.size() / std::tuple_size_v<Row>);
  for (std::size_t n = 0; n < numbers.size(); ++n)
    rows[n / std::tuple_size_v<Row>][n % std::tuple_size_v<Row>] = numbers[n];
  std::ranges::sort(rows);
  return rows;
}

}  // namespace

std::string wall_table_name(const std::string& family) { return "wall_" + family; }

simulation::Table wall_table(const Parameters& p, int boundary,
                             const std::vector<BoundaryFace>& faces,
                             const std::vector<Traction>& tractions,
                             const std::vector<double>& spacings,
                             const transport::Communicator& comm) {
  std::vector<Row> own;
  for (std::size_t f = 0; f < faces.size(); ++f)
    if (faces[f].boundary == boundary && !faces[f].is_of_ghost)
      own.push_back(row_of(faces[f], tractions[f], spacings[f], p.viscosity));
  const std::vector<Row> rows = gathered(own, comm);
  simulation::Table table{wall_table_name(p.boundaries[grid::index(boundary)].family),
                          wall_columns(),
                          {"length", "length", "length", "length^2", "length^2/time^2",
                           "length^2/time^2", "length^2/time^2", "length^2/time^2", "1"},
                          {}};
  for (std::size_t c = 0; c < values; ++c) {
    std::vector<double>& column = table.values.emplace_back();
    for (const Row& row : rows) column.push_back(row[places + c]);
  }
  return table;
}

}  // namespace thalweg::flow
