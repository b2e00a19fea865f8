// SPDX-License-Identifier: Apache-2.0
#include "solvers/sound/case/array_case.hpp"

#include <cmath>

#include "solvers/sound/case/shape_case.hpp"

namespace thalweg::sound {

namespace {

void read_delays(io::Case& input, const std::string& at, const Grid& grid, const Vector& along,
                 double speed, std::vector<Element>& elements) {
  const std::string key = input.at_most_one({at + "focus", at + "steering"}, "delays of an array");
  if (key == at + "focus")
    focus_at(elements, read_place(input, key, grid, "where the waves meet"), speed);
  if (key == at + "steering")
    steer(elements, along,
          input.number(key, {.minimum = -90,
                             .maximum = 90,
                             .exclusive = true,
                             .meaning = "angle from the array's direction",
                             .unit = "degrees"}),
          speed);
}

}  // namespace

Row read_row(io::Case& input, const std::string& at, const Grid& grid) {
  Row row;
  const Vector center = read_place(input, at + "center", grid, "centre of the array");
  row.along = read_direction(input, at + "along", grid, {0, 1, 0}, "from first to last element");
  const auto count = static_cast<int>(
      input.integer(at + "elements", {.minimum = 1, .maximum = 4096, .meaning = "elements"}));
  const double pitch = input.number(at + "pitch", length_of("distance of the elements' centres"));
  for (const Vector& place : geometry::row(center, row.along, count, pitch))
    row.elements.push_back({place});
  return row;
}

std::vector<Emission> read_array(io::Case& input, const std::string& at, const Vector& direction,
                                 const EmitterContext& context) {
  const Grid& grid = context.grid;
  const std::size_t before = input.error_count();
  Row row = read_row(input, at, grid);
  const Vector& along = row.along;
  std::vector<Element>& elements = row.elements;
  const double width = input.number(at + "element_width", length_of("width of an element"));
  double height = 0;
  if (grid.dimensions == 3)
    height = input.number(at + "element_height", length_of("height of an element"));
  if (std::abs(geometry::dot(along, direction)) > 1e-6)
    input.error(at + "along", "must be at right angles to \"direction\"");
  const double speed = input.number(at + "sound_speed", {.default_value = context.speed,
                                                         .minimum = 0,
                                                         .exclusive = true,
                                                         .meaning = "that the delays are made for",
                                                         .unit = "m/s"});
  read_delays(input, at, grid, along, speed, elements);
  apodise(elements, input.choice(at + "apodisation", {"none", "hann", "tukey"}, "none"));
  if (!grid.is_known || input.error_count() > before) return {};
  std::vector<Facet> facets;
  for (const Element& element : elements)
    facets.push_back(
        {geometry::rectangle(element.center, direction, along, width, height, sampling_of(grid)),
         element.delay, element.weight});
  return emissions_of(facets, grid, context.spread);
}

}  // namespace thalweg::sound
