// SPDX-License-Identifier: Apache-2.0
#include "solvers/sound/case/record_names.hpp"

#include <algorithm>

namespace thalweg::sound {

namespace {

struct Ending {
  const char* text;
  Statistic at_points, everywhere;
};

// Statistic::raw stands for "not of the whole grid". An intensity is a mean, whose name has no
// ending.
constexpr Ending endings[] = {{"", Statistic::raw, Statistic::raw},
                              {"-max", Statistic::maximum, Statistic::maximum_all},
                              {"-min", Statistic::minimum, Statistic::minimum_all},
                              {"-rms", Statistic::rms, Statistic::rms_all},
                              {"-final", Statistic::final, Statistic::final}};
constexpr const char* fields[] = {"pressure", "velocity", "colocated-velocity", "intensity"};

bool exists(const std::string& field, const Ending& ending, bool whole_grid) {
  if (field == "intensity") return ending.at_points == Statistic::raw && !whole_grid;
  if (whole_grid) return ending.everywhere != Statistic::raw && field != "colocated-velocity";
  return ending.at_points != Statistic::final;
}

Field first_component(const std::string& field) {
  return field == "pressure"             ? Field::pressure
         : field == "velocity"           ? Field::velocity_x
         : field == "colocated-velocity" ? Field::colocated_velocity_x
                                         : Field::intensity_x;
}

}  // namespace

std::vector<std::string> record_names(bool whole_grid) {
  std::vector<std::string> names;
  for (const std::string field : fields)
    for (const Ending& ending : endings)
      if (exists(field, ending, whole_grid)) names.push_back(field + ending.text);
  return names;
}

std::vector<Record> records_of(const std::string& name, bool whole_grid, int dimensions) {
  std::vector<Record> records;
  for (const std::string field : fields)
    for (const Ending& ending : endings) {
      if (name != field + ending.text || !exists(field, ending, whole_grid)) continue;
      const int components = field == "pressure" ? 1 : dimensions;
      const Statistic statistic = field == "intensity" ? Statistic::mean
                                  : whole_grid         ? ending.everywhere
                                                       : ending.at_points;
      for (int c = 0; c < components; ++c)
        records.push_back({component(first_component(field), c), statistic});
    }
  return records;
}

std::string record_name(const Record& record) {
  std::string name = name_of(record.field);
  std::replace(name.begin(), name.end(), '_', '-');
  for (const Ending& ending : endings)
    if (record.statistic == ending.at_points || record.statistic == ending.everywhere)
      return name + ending.text;
  return name;
}

std::string unit_of(Field field) {
  return is_intensity(field) ? "W/m^2" : field == Field::pressure ? "Pa" : "m/s";
}

}  // namespace thalweg::sound
