// SPDX-License-Identifier: Apache-2.0
#include "solvers/flow/measures/mean_profiles.hpp"

#include <algorithm>
#include <cmath>

#include "solvers/flow/case/measure_parameters.hpp"
#include "transport/movements/gathered.hpp"

namespace thalweg::flow {

using geometry::Vector;

namespace {

constexpr std::size_t pairs[6][2] = {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {0, 2}, {1, 2}};

/// Sorted, each once but for a tolerance.
std::vector<double> distinct(std::vector<double> values, double tolerance) {
  std::sort(values.begin(), values.end());
  const auto end = std::unique(values.begin(), values.end(),
                               [&](double a, double b) { return b - a < tolerance; });
  values.erase(end, values.end());
  return values;
}

/// Covariances and second moments differ by products of means: sign 1 for moments.
void add_products(std::vector<double>& fields, int scalars, bool eddies, double sign) {
  for (std::size_t n = 0; n < 6; ++n)
    fields[4 + n] += sign * fields[1 + pairs[n][0]] * fields[1 + pairs[n][1]];
  for (std::size_t s = 0; s < static_cast<std::size_t>(scalars); ++s) {
    const std::size_t at = 10 + eddies + 5 * s;
    fields[at + 1] += sign * fields[at] * fields[at];
    for (std::size_t d = 0; d < 3; ++d) fields[at + 2 + d] += sign * fields[at] * fields[1 + d];
  }
}

}  // namespace

Planes::Planes(const MeshLevel& mesh, const grid::BlockArena& arena, std::size_t axis,
               const transport::Communicator& comm) {
  std::vector<double> own;
  for (const grid::BlockPlace& place : arena.places())
    grid::for_each_cell(
        {{}, {place.cells[0], place.cells[1], place.cells[2]}},
        [&](const grid::Cell& cell) { own.push_back(cell_centre(mesh, place.block, cell)[axis]); });
  double least = own.empty() ? 1e300 : *std::min_element(own.begin(), own.end()),
         largest = own.empty() ? -1e300 : *std::max_element(own.begin(), own.end());
  least = comm.min(least);
  largest = comm.max(largest);
  tolerance_ = std::max(1e-6 * (largest - least), 1e-300);
  positions_ =
      distinct(transport::gathered(distinct(std::move(own), tolerance_), comm).all, tolerance_);
}

std::size_t Planes::number(double position) const {
  const auto above = std::lower_bound(positions_.begin(), positions_.end(), position);
  if (above == positions_.begin()) return 0;
  const auto below = above - 1;
  const bool is_above = above != positions_.end() && *above - position < position - *below;
  return static_cast<std::size_t>((is_above ? above : below) - positions_.begin());
}

void PlaneSums::add(std::size_t plane, double volume, std::vector<double> means, int scalars,
                    bool eddies) {
  add_products(means, scalars, eddies, 1);
  double* sums = &sums_[plane * (fields_ + 1)];
  sums[0] += volume;
  for (std::size_t n = 0; n < fields_; ++n) sums[1 + n] += volume * means[n];
}

std::vector<std::vector<double>> PlaneSums::averages(const transport::Communicator& comm,
                                                     int scalars, bool eddies) {
  comm.sum(sums_);
  std::vector<std::vector<double>> all;
  for (std::size_t at = 0; at < sums_.size(); at += fields_ + 1) {
    std::vector<double>& fields = all.emplace_back();
    for (std::size_t n = 0; n < fields_; ++n) fields.push_back(sums_[at + 1 + n] / sums_[at]);
    add_products(fields, scalars, eddies, -1);
  }
  return all;
}

MeanWalls mean_walls(const std::vector<WallSums>& sums) {
  MeanWalls walls;
  double stress = 0, area = 0, largest = 0;
  for (const WallSums& wall : sums) {
    const double size = std::sqrt(geometry::dot(wall.stress, wall.stress));
    stress += size;
    area += wall.area;
    if (size > largest) {
      largest = size;
      walls.along = geometry::unit(wall.stress);
    }
    walls.positions.push_back(wall.position / wall.area);
  }
  if (area > 0) walls.friction_velocity = std::sqrt(stress / area);
  return walls;
}

namespace {

constexpr const char* wall_profile_columns[] = {"y_plus",     "distance",         "u_plus",
                                                "u_rms_plus", "v_rms_plus",       "w_rms_plus",
                                                "shear_plus", "friction_velocity"};

struct PlaneRow {
  double distance, count;
  std::vector<double> values;  // from u_plus to shear_plus, not yet over the friction velocity
};

/// Stresses and the mean along the wall, out of it, and across both. (6.10)
PlaneRow row_at(double position, const std::vector<double>& averages, std::size_t axis,
                const MeanWalls& walls) {
  PlaneRow row{1e300, 1, {}};
  double sense = 1;
  for (const double wall : walls.positions)
    if (std::abs(position - wall) < row.distance) {
      row.distance = std::abs(position - wall);
      sense = position < wall ? -1 : 1;
    }
  Vector out{};
  out[axis] = sense;
  const Vector across = geometry::cross(walls.along, out);
  const auto stress = [&](const Vector& a, const Vector& b) {
    double sum = 0;
    for (std::size_t n = 0; n < 6; ++n) {
      const auto [i, j] = pairs[n];
      sum += averages[4 + n] * (i == j ? a[i] * b[i] : a[i] * b[j] + a[j] * b[i]);
    }
    return sum;
  };
  row.values = {geometry::dot({averages[1], averages[2], averages[3]}, walls.along),
                stress(walls.along, walls.along), stress(out, out), stress(across, across),
                -stress(walls.along, out)};
  return row;
}

/// By distance; what is equally far from its nearest wall is one row.
std::vector<PlaneRow> folded(std::vector<PlaneRow> rows) {
  std::sort(rows.begin(), rows.end(),
            [](const PlaneRow& a, const PlaneRow& b) { return a.distance < b.distance; });
  std::vector<PlaneRow> all;
  for (const PlaneRow& row : rows) {
    if (all.empty() || row.distance - all.back().distance > 1e-6 * rows.back().distance) {
      all.push_back(row);
      continue;
    }
    PlaneRow& joined = all.back();
    for (std::size_t n = 0; n < row.values.size(); ++n)
      joined.values[n] = (joined.count * joined.values[n] + row.values[n]) / (joined.count + 1);
    joined.count += 1;
  }
  return all;
}

}  // namespace

std::vector<std::string> profile_columns(const Parameters& p, const MeanProfile& profile) {
  if (!profile.walls.empty())
    return {std::begin(wall_profile_columns), std::end(wall_profile_columns)};
  std::vector<std::string> names{"position"};
  for (const std::string& name : average_names(p)) names.push_back(name);
  return names;
}

namespace {

simulation::Table table_by_position(simulation::Table table, const std::vector<double>& positions,
                                    const std::vector<std::vector<double>>& averages) {
  for (std::size_t row = 0; row < positions.size(); ++row) {
    table.values[0].push_back(positions[row]);
    for (std::size_t n = 0; n < averages[row].size(); ++n)
      table.values[n + 1].push_back(averages[row][n]);
  }
  return table;
}

}  // namespace

simulation::Table profile_table(const Parameters& p, const MeanProfile& profile,
                                const std::vector<double>& positions,
                                const std::vector<std::vector<double>>& averages,
                                const MeanWalls& walls) {
  simulation::Table table{profile.name, profile_columns(p, profile), {}, {}};
  table.values.resize(table.columns.size());
  if (profile.walls.empty()) {
    table.units = average_units(p);
    table.units.insert(table.units.begin(), "length");
    return table_by_position(std::move(table), positions, averages);
  }
  table.units = {"1", "length", "1", "1", "1", "1", "1", "length/time"};
  std::vector<PlaneRow> rows;
  for (std::size_t n = 0; n < positions.size(); ++n)
    rows.push_back(row_at(positions[n], averages[n], profile.axis, walls));
  const double u = walls.friction_velocity, by_u = u > 0 ? 1 / u : 0;
  for (const PlaneRow& row : folded(std::move(rows))) {
    std::vector<double> values{p.viscosity > 0 ? row.distance * u / p.viscosity : 0, row.distance,
                               row.values[0] * by_u};
    for (std::size_t n = 1; n < 4; ++n)
      values.push_back(std::sqrt(std::max(0.0, row.values[n])) * by_u);
    values.push_back(row.values[4] * by_u * by_u);
    values.push_back(u);
    for (std::size_t c = 0; c < values.size(); ++c) table.values[c].push_back(values[c]);
  }
  return table;
}

}  // namespace thalweg::flow
