// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "base/error.hpp"
#include "solvers/sound/case/quantity_file.hpp"
#include "solvers/sound/case/sections.hpp"
#include "solvers/sound/case/shape_case.hpp"

namespace thalweg::sound {

void read_initial(io::Case& input, Parameters& p) {
  const int count = input.count("initial.pressure");
  std::vector<Part> parts;
  for (int i = 0; i < count; ++i) {
    const std::string at = fmt::format("initial.pressure.{}.", i);
    const geometry::Shape shape = read_shape(input, at, p.grid);
    parts.push_back({shape, input.number(at + "value", {.meaning = "pressure", .unit = "Pa"})});
  }
  const bool from_file = input.has("initial.pressure_file");
  if (parts.empty() && !from_file) return;
  Quantity base{0};
  if (const auto quantity = read_file_quantity(input, "initial.pressure", p.grid)) base = *quantity;
  Quantity pressure = with_parts(base, std::move(parts), Overlap::add, p.grid);
  const bool smooth = input.boolean("initial.smoothing", true,
                                    "Blackman window over wave numbers, keeps the maximum");
  if (input.has_errors()) return;
  try {
    range_of(pressure, p.grid);  // every value is a number
    p.problem.initial_pressure = smooth ? smoothed(pressure, p.grid) : pressure;
  } catch (const Error& error) {
    input.error("initial.pressure_file", error.what());
  }
}

}  // namespace thalweg::sound
