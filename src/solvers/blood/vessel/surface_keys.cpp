// SPDX-License-Identifier: Apache-2.0
#include "solvers/blood/vessel/surface_keys.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "geometry/surface_fault_text.hpp"
#include "geometry/surface_file.hpp"

namespace thalweg::blood {

using geometry::TriangleSurface, geometry::Vector;

double meters_of(const std::string& unit) {
  return std::ranges::find(length_units, unit, &LengthUnit::name)->meters;
}

std::optional<std::filesystem::path> read_surface_path(io::Case& input, const std::string& prefix,
                                                       const std::string& meaning) {
  const std::string key = prefix + "path";
  const std::size_t mistakes = input.error_count();
  const std::string path = input.text(key, {}, meaning);
  if (input.error_count() != mistakes) return std::nullopt;
  const auto file = input.resolve(path);
  if (!std::filesystem::is_regular_file(file)) {
    input.error(key, "there is no file " + file.string());
    return std::nullopt;
  }
  return file;
}

std::optional<TriangleSurface> read_triangles(io::Case& input, const std::string& prefix,
                                              const std::filesystem::path& file) {
  try {
    return geometry::read_surface_file(file);
  } catch (const InputError& error) {
    input.error(prefix + "path", error.what());
    return std::nullopt;
  }
}

std::string read_length_unit(io::Case& input, const std::string& prefix) {
  std::vector<std::string> names;
  for (const LengthUnit& unit : length_units) names.emplace_back(unit.name);
  return input.choice(prefix + "unit", names, {}, "of the file");
}

geometry::Placement read_scale_and_rotation(io::Case& input, const std::string& prefix) {
  geometry::Placement placement;
  placement.scale = input.number(prefix + "scale", {.default_value = 1,
                                                    .minimum = 0,
                                                    .exclusive = true,
                                                    .meaning = "the surface is enlarged by this"});
  placement.rotation = input.numbers3(
      prefix + "rotation",
      {.default_value = 0, .meaning = "then turned about x, y and z in turn", .unit = "degrees"});
  return placement;
}

void check_closed(io::Case& input, const std::string& key, const TriangleSurface& surface,
                  const std::string& advice) {
  for (const std::string& text : geometry::fault_texts(geometry::faults_of(surface), "m", advice))
    input.error(key, text);
}

std::string place_in_words(const Vector& place) { return geometry::place_text(place, "m"); }

}  // namespace thalweg::blood
