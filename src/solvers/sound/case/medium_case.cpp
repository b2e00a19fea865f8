// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "solvers/sound/case/quantity_file.hpp"
#include "solvers/sound/case/sections.hpp"
#include "solvers/sound/case/shape_case.hpp"
#include "solvers/sound/medium/cell_mean.hpp"

namespace thalweg::sound {

using geometry::Shape;

namespace {

/// One quantity of the medium: [medium] has its background, [[medium.region]] its exceptions.
struct Item {
  const char* name;
  io::Number rule;
};

const Item sound_speed{
    "sound_speed", {.minimum = 0, .exclusive = true, .meaning = "speed of sound", .unit = "m/s"}};
const Item density{"density",
                   {.minimum = 0, .exclusive = true, .meaning = "density", .unit = "kg/m^3"}};
const Item nonlinearity{"nonlinearity", {.meaning = "B/A of the nonlinear medium"}};
const Item absorption{"absorption",
                      {.minimum = 0, .meaning = "absorption", .unit = "dB/(MHz^y cm)"}};

std::vector<Shape> read_regions(io::Case& input, const Grid& grid) {
  std::vector<Shape> shapes;
  const int count = input.count("medium.region");
  for (int i = 0; i < count; ++i)
    shapes.push_back(read_shape(input, fmt::format("medium.region.{}.", i), grid));
  return shapes;
}

std::string region_key(std::size_t i, const Item& item) {
  return fmt::format("medium.region.{}.{}", i, item.name);
}

bool is_given(const io::Case& input, const Item& item, std::size_t regions) {
  const std::string key = std::string("medium.") + item.name;
  bool given = input.has(key) || input.has(key + "_file");
  for (std::size_t i = 0; i < regions; ++i) given |= input.has(region_key(i, item));
  return given;
}

/// The background, from a number or a file.
Quantity read_background(io::Case& input, const Item& item, const Grid& grid) {
  const std::string key = std::string("medium.") + item.name;
  if (input.has(key + "_file") && input.at_most_one({key, key + "_file"}, item.rule.meaning) != key)
    if (const auto quantity = read_file_quantity(input, key, grid)) return *quantity;
  if (input.has(key + "_file")) return {1};
  return {input.number(key, item.rule)};
}

/// Bounds by what the case says, without visiting the points of the grid: a file is read once.
Range background_range(io::Case& input, const Item& item, const Quantity& quantity,
                       const Grid& grid) {
  const std::string key = std::string("medium.") + item.name + "_file";
  try {
    const Range range = range_of(quantity, grid);
    const bool low =
        item.rule.exclusive ? range.lowest <= item.rule.minimum : range.lowest < item.rule.minimum;
    if (low)
      input.error(key, fmt::format("holds values down to {}; must be {} {} ({}, {})", range.lowest,
                                   item.rule.exclusive ? ">" : ">=", item.rule.minimum,
                                   item.rule.meaning, item.rule.unit));
    return range;
  } catch (const Error& error) {
    input.error(key, error.what());
    return {1, 1};
  }
}

/// A region's value of one quantity, and how much it varies.
Part read_part(io::Case& input, const Item& item, std::size_t region, const Shape& shape) {
  const std::string key = region_key(region, item);
  Part part{.shape = shape, .value = input.number(key, item.rule)};
  if (!input.has(key + "_deviation")) return part;
  part.deviation = input.number(
      key + "_deviation",
      {.minimum = 0, .meaning = "standard deviation at random", .unit = item.rule.unit});
  part.seed = static_cast<std::uint64_t>(input.integer(
      "medium.seed",
      {.default_value = 1, .minimum = 0, .maximum = 9e15, .meaning = "of what varies at random"}));
  const double lowest = part.value - std::sqrt(3.0) * part.deviation;
  if (lowest <= item.rule.minimum)
    input.error(key + "_deviation",
                fmt::format("lets the {} fall to {:g}; must be below {:g}", item.rule.meaning,
                            lowest, (part.value - item.rule.minimum) / std::sqrt(3.0)));
  return part;
}

/// A quantity, and what the case says of it: the latter goes to `bodies`.
KnownQuantity read_quantity(io::Case& input, const Item& item, const std::vector<Shape>& regions,
                            const Grid& grid, Bodies& bodies) {
  KnownQuantity known;
  known.is_given = is_given(input, item, regions.size());
  bodies.base = read_background(input, item, grid);
  known.range = background_range(input, item, bodies.base, grid);
  std::vector<Part>& parts = bodies.parts;
  for (std::size_t i = 0; i < regions.size(); ++i) {
    const std::string key = region_key(i, item);
    if (!input.has(key) && !input.has(key + "_deviation")) continue;
    parts.push_back(read_part(input, item, i, regions[i]));
    const double spread = std::sqrt(3.0) * parts.back().deviation;
    known.range.lowest = std::min(known.range.lowest, parts.back().value - spread);
    known.range.highest = std::max(known.range.highest, parts.back().value + spread);
  }
  known.quantity = with_parts(bodies.base, parts, Overlap::replace, grid);
  return known;
}

void read_absorption(io::Case& input, const std::vector<Shape>& regions, Parameters& p,
                     Bodies& bodies) {
  Medium& medium = p.problem.medium;
  const std::string law = input.choice("sound.absorption", {"none", "power-law", "stokes"}, "none");
  medium.absorption = law == "none"     ? Absorption::none
                      : law == "stokes" ? Absorption::stokes
                                        : Absorption::power_law;
  const bool given = is_given(input, absorption, regions.size());
  if (law == "none" && !given) return;
  if (law == "none")
    input.error("sound.absorption",
                "the medium absorbs, so it must be \"power-law\" or \"stokes\"");
  Item item = absorption;  // tissue that absorbs may lie in a bath that does not
  if (given) item.rule.default_value = 0;
  const KnownQuantity known = read_quantity(input, item, regions, p.grid, bodies);
  medium.absorption_coefficient = known.quantity;
  p.absorption = known.range;
  if (medium.absorption != Absorption::power_law) return;
  if (p.grid.axisymmetric)
    input.error("sound.absorption", "must be \"none\" or \"stokes\" in an axisymmetric grid");
  const std::size_t before = input.error_count();
  medium.absorption_power = input.number(
      "sound.absorption_power",
      {.minimum = 0, .maximum = 3, .exclusive = true, .meaning = "y of the power law"});
  const bool is_power = input.error_count() == before;  // else it is a number in place of one
  medium.disperses =
      input.boolean("sound.dispersion", true, "dispersion that belongs to the power law");
  if (is_power && medium.disperses && medium.absorption_power == 1)
    input.error("sound.absorption_power",
                "must not be 1, where the dispersion of the power law is infinite; set "
                "sound.dispersion = false, or a power well away from it, as 1.1");
}

void warn_unused(io::Case& input, const std::vector<Shape>& regions) {
  for (std::size_t i = 0; i < regions.size(); ++i) {
    bool used = false;
    for (const Item* item : {&sound_speed, &density, &nonlinearity, &absorption})
      used |= input.has(region_key(i, *item));
    if (!used)
      input.error(fmt::format("medium.region.{}.shape", i),
                  "has no effect: give it a sound_speed, density, nonlinearity or absorption");
  }
}

/// Means over cells in place of values at points, if the case asks for them.
void read_cell_means(io::Case& input, Tissue tissue, Parameters& p) {
  tissue.samples = static_cast<int>(input.integer(
      "medium.cell_samples",
      {.default_value = 1,
       .minimum = 1,
       .maximum = 64,
       .meaning = "per axis, of the mean over a cell that a region's surface cuts; 1: no mean"}));
  if (tissue.samples == 1 || tissue.shapes.empty() || input.has_errors()) return;
  tissue.grid = p.grid;
  const auto shared = std::make_shared<const Tissue>(std::move(tissue));
  Medium& medium = p.problem.medium;
  CellMeans means = cell_means(shared);
  medium.sound_speed = p.sound_speed.quantity = std::move(means.sound_speed);
  medium.density = p.density.quantity = std::move(means.density);
  medium.absorption_coefficient = std::move(means.absorption);
  if (medium.nonlinearity) medium.nonlinearity = std::move(means.nonlinearity);
  if (medium.density.uniform() || !shared->density.base.uniform()) return;
  for (std::size_t d = 0; d < static_cast<std::size_t>(p.grid.dimensions); ++d)
    medium.density_staggered[d] = staggered_density(shared, d);
}

}  // namespace

void read_medium(io::Case& input, Parameters& p) {
  Tissue tissue;
  tissue.shapes = read_regions(input, p.grid);
  const std::vector<Shape>& regions = tissue.shapes;
  p.sound_speed = read_quantity(input, sound_speed, regions, p.grid, tissue.sound_speed);
  p.density = read_quantity(input, density, regions, p.grid, tissue.density);
  Medium& medium = p.problem.medium;
  medium.sound_speed = p.sound_speed.quantity;
  medium.density = p.density.quantity;
  if (is_given(input, nonlinearity, regions.size())) {
    Item item = nonlinearity;
    item.rule.default_value = 0;  // tissue in a linear bath
    medium.nonlinearity = read_quantity(input, item, regions, p.grid, tissue.nonlinearity).quantity;
  }
  read_absorption(input, regions, p, tissue.absorption);
  warn_unused(input, regions);
  read_cell_means(input, tissue, p);
  p.problem.sound_speed_ref = p.sound_speed.range.highest;
  if (input.has("sound.sound_speed_ref"))
    p.problem.sound_speed_ref =
        input.number("sound.sound_speed_ref", {.minimum = 0,
                                               .exclusive = true,
                                               .meaning = "speed of the k-space operators",
                                               .unit = "m/s"});
}

}  // namespace thalweg::sound
