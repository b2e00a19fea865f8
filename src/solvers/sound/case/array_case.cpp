// SPDX-License-Identifier: Apache-2.0
#include "solvers/sound/case/array_case.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "solvers/sound/case/shape.hpp"

namespace thalweg::sound {

namespace {

constexpr double pi = std::numbers::pi;

io::Number length(const std::string& meaning) {
  return {.minimum = 0, .exclusive = true, .meaning = meaning, .unit = "m"};
}

/// Elements at equal distances about a centre.
std::vector<Element> in_a_row(const Place& center, const Place& along, int count, double pitch) {
  std::vector<Element> elements;
  for (int i = 0; i < count; ++i)
    elements.push_back({plus(center, along, pitch * (i - 0.5 * (count - 1)))});
  return elements;
}

void read_delays(io::Case& input, const std::string& at, const Grid& grid, const Place& along,
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

void focus_at(std::vector<Element>& elements, const Place& focus, double speed) {
  double furthest = 0;
  for (const Element& e : elements) furthest = std::max(furthest, distance(e.center, focus));
  for (Element& e : elements) e.delay = (furthest - distance(e.center, focus)) / speed;
}

void steer(std::vector<Element>& elements, const Place& along, double angle, double speed) {
  double least = std::numeric_limits<double>::infinity();
  for (Element& e : elements) {
    e.delay = dot(e.center, along) * std::sin(angle * pi / 180) / speed;
    least = std::min(least, e.delay);
  }
  for (Element& e : elements) e.delay -= least;
}

void apodise(std::vector<Element>& elements, const std::string& window) {
  if (window == "none") return;
  const double width = window == "hann" ? 0.5 : 0.25;  // of each slope
  const auto count = static_cast<double>(elements.size());
  for (std::size_t i = 0; i < elements.size(); ++i) {
    const double x = (static_cast<double>(i) + 0.5) / count;  // never quite 0
    const double edge = std::min(x, 1 - x);
    elements[i].weight = edge >= width ? 1 : (1 - std::cos(pi * edge / width)) / 2;
  }
}

Row read_row(io::Case& input, const std::string& at, const Grid& grid) {
  Row row;
  const Place center = read_place(input, at + "center", grid, "centre of the array");
  row.along = read_direction(input, at + "along", grid, {0, 1, 0}, "from first to last element");
  const auto count = static_cast<int>(
      input.integer(at + "elements", {.minimum = 1, .maximum = 4096, .meaning = "elements"}));
  const double pitch = input.number(at + "pitch", length("distance of the elements' centres"));
  row.elements = in_a_row(center, row.along, count, pitch);
  return row;
}

std::vector<Emission> read_array(io::Case& input, const std::string& at, const Place& direction,
                                 const EmitterContext& context) {
  const Grid& grid = context.grid;
  const std::size_t before = input.error_count();
  Row row = read_row(input, at, grid);
  const Place& along = row.along;
  std::vector<Element>& elements = row.elements;
  const double width = input.number(at + "element_width", length("width of an element"));
  double height = 0;
  if (grid.dimensions == 3)
    height = input.number(at + "element_height", length("height of an element"));
  if (std::abs(dot(along, direction)) > 1e-6)
    input.error(at + "along", "must be at right angles to \"direction\"");
  const double speed = input.number(at + "sound_speed", {.default_value = context.speed,
                                                         .minimum = 0,
                                                         .exclusive = true,
                                                         .meaning = "that the delays are made for",
                                                         .unit = "m/s"});
  read_delays(input, at, grid, along, speed, elements);
  apodise(elements, input.choice(at + "apodisation", {"none", "hann", "tukey"}, "none"));
  if (!grid.is_known || input.error_count() > before) return {};
  std::vector<Emission> all;
  for (const Element& element : elements) {
    const auto surface = rectangle_surface(element.center, direction, along, width, height, grid);
    for (Emission emission : emissions_of(surface, grid, context.spread)) {
      emission.weight *= element.weight;
      emission.delay = element.delay;
      all.push_back(emission);
    }
  }
  return all;
}

}  // namespace thalweg::sound
