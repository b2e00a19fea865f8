// SPDX-License-Identifier: Apache-2.0
#include "solvers/turbulence/statistics/averaged_fields.hpp"

#include <algorithm>

#include "simulation/setup/field_samples.hpp"

namespace thalweg::turbulence {

AverageParameters read_averages(io::Case& input, const SetDescription& set) {
  AverageParameters averages;
  if (!input.has_table("averages")) return averages;
  averages.from =
      input.number("averages.from", {.minimum = 0, .meaning = "when they begin", .unit = "time"});
  averages.every_steps = static_cast<int>(
      input.integer("averages.every_steps", {.default_value = 1,
                                             .minimum = 1,
                                             .maximum = 1e9,
                                             .meaning = "between two states that are taken"}));
  std::vector<std::string> known;
  for (const ImageHead& head : image_fields(set)) known.push_back(head.name);
  averages.fields = input.texts("averages.fields", {known.front()}, "fields that they are of");
  simulation::require_known(input, "averages.fields", "field", averages.fields, known);
  std::vector<std::string> sorted = averages.fields;
  std::sort(sorted.begin(), sorted.end());
  if (sorted.empty() || std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end())
    input.error("averages.fields", "must name a field or more, each once");
  return averages;
}

std::vector<AveragedField> averaged_fields(const AverageParameters& averages,
                                           const SetDescription& set) {
  std::vector<AveragedField> fields;
  for (const std::string& name : averages.fields)
    for (const ImageHead& head : image_fields(set))
      if (head.name == name) fields.push_back({head, name == "velocity" ? 6 : head.components});
  return fields;
}

std::vector<AverageOutput> average_outputs(const AverageParameters& averages,
                                           const SetDescription& set) {
  std::vector<AverageOutput> outputs;
  const std::vector<AveragedField> fields = averaged_fields(averages, set);
  for (std::size_t f = 0; f < fields.size(); ++f) {
    const auto& [head, seconds] = fields[f];
    outputs.push_back({{"mean_" + head.name, head.unit, head.components}, f, 0});
    if (head.name != "velocity") {
      const std::string unit = head.unit == "1" ? "1" : "(" + head.unit + ")^2";
      outputs.push_back({{"variance_" + head.name, unit, head.components}, f, head.components});
      continue;
    }
    int next = head.components;
    for (const char* pair : {"xx", "yy", "zz", "xy", "xz", "yz"})
      outputs.push_back(
          {{std::string("reynolds_stress_") + pair, "length^2/time^2", 1}, f, next++});
  }
  return outputs;
}

}  // namespace thalweg::turbulence
