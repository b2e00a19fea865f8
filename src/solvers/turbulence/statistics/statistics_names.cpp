// SPDX-License-Identifier: Apache-2.0
#include "solvers/turbulence/statistics/statistics_names.hpp"

#include <array>

namespace thalweg::turbulence {

namespace {

constexpr std::array<const char*, 3> axes{"x", "y", "z"};

/// Of the velocity along all three axes: columns "xy" are of its x component along y.
DensityTable along_axes(const std::string& name, const char* unit, PointQuantity quantity,
                        int separation) {
  DensityTable table{"density_" + name, name + "_", unit, {}};
  for (int axis = 0; axis < 3; ++axis) {
    QuantityGroup group{quantity, 0, 3, axis, separation, {}};
    for (const std::string component : axes)
      group.columns.push_back(component + axes[static_cast<std::size_t>(axis)]);
    table.groups.push_back(group);
  }
  return table;
}

DensityTable of_field(const std::string& name, const std::string& unit, PointQuantity quantity,
                      const StateField& field) {
  const bool is_vector = field.components() == 3;
  return {"density_" + name,
          name + "_",
          unit,
          {{quantity, field.first, field.components(), 0, 0,
            is_vector ? std::vector<std::string>(axes.begin(), axes.end())
                      : std::vector<std::string>{"value"}}}};
}

std::string power_of_velocity(int order) {
  if (order == 1) return "length/time";
  const std::string n = std::to_string(order);
  return "length^" + n + "/time^" + n;
}

std::string square_of(const std::string& unit) {
  return unit == "1" ? "1" : unit == "1/time" ? "1/time^2" : "length^2/time^2";
}

}  // namespace

std::vector<DensityTable> density_tables(const SetDescription& set,
                                         const StatisticsParameters& statistics) {
  if (set.is_quantum()) return {};
  std::vector<DensityTable> tables;
  for (const StateField& field : set.fields) {
    tables.push_back(of_field(field.name, field.unit, PointQuantity::field, field));
    if (field.components() == 3)
      tables.push_back(of_field(field.kind == FieldKind::magnetic ? "current" : "vorticity",
                                "1/time", PointQuantity::curl, field));
  }
  tables.push_back(along_axes("gradient", "1/time", PointQuantity::gradient, 0));
  for (const int points : statistics.increments)
    tables.push_back(along_axes("increment_" + std::to_string(points), "length/time",
                                PointQuantity::increment, points));
  return tables;
}

TableHead structure_head(std::size_t axis, const StatisticsParameters& statistics) {
  TableHead head{std::string("structure_") + axes[axis], {"separation"}, {"length"}};
  const auto add = [&](const std::string& kind, int first, int step) {
    for (int order = first; order <= statistics.orders; order += step) {
      head.columns.push_back(kind + "_" + std::to_string(order));
      head.units.push_back(power_of_velocity(order));
    }
  };
  for (const char* kind : {"longitudinal", "transverse"}) add(kind, 1, 1);
  // Even powers have no sign.
  for (const char* kind : {"longitudinal_absolute", "transverse_absolute"}) add(kind, 1, 2);
  return head;
}

TableHead density_head(const DensityTable& table) {
  TableHead head{table.name, {"deviation"}, {"1"}};
  for (const QuantityGroup& group : table.groups)
    for (const std::string& column : group.columns) {
      head.columns.push_back(column);
      head.units.emplace_back("1");
    }
  return head;
}

TableHead moments_head(const std::vector<DensityTable>& tables) {
  TableHead head{moments_table, {"time"}, {"time"}};
  for (const DensityTable& table : tables)
    for (const QuantityGroup& group : table.groups)
      for (const std::string& column : group.columns) {
        for (const char* moment : {"_mean", "_variance", "_skewness", "_flatness"})
          head.columns.push_back(table.prefix + column + moment);
        head.units.insert(head.units.end(), {table.unit, square_of(table.unit), "1", "1"});
      }
  return head;
}

std::vector<TableHead> statistics_heads(const SetDescription& set,
                                        const StatisticsParameters& statistics) {
  if (set.is_quantum()) return {};
  std::vector<TableHead> heads;
  for (std::size_t axis = 0; axis < 3; ++axis) heads.push_back(structure_head(axis, statistics));
  const std::vector<DensityTable> tables = density_tables(set, statistics);
  for (const DensityTable& table : tables) heads.push_back(density_head(table));
  heads.push_back(moments_head(tables));
  return heads;
}

}  // namespace thalweg::turbulence
