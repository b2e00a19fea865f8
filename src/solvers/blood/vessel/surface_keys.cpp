// SPDX-License-Identifier: Apache-2.0
#include "solvers/blood/vessel/surface_keys.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"
#include "geometry/surface_faults.hpp"
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
  const geometry::SurfaceFaults faults = geometry::faults_of(surface);
  if (!faults.holes.empty()) {
    const geometry::Hole& hole = faults.holes.front();
    input.error(
        key, fmt::format("the surface has {} hole{}, {} about {}, {:.3g} m wide with {} edges: {}",
                         faults.holes.size(), faults.holes.size() == 1 ? "" : "s",
                         faults.holes.size() == 1 ? "it lies" : "the widest",
                         place_in_words(hole.center), hole.width, hole.edges, advice));
  }
  const auto say = [&](const std::vector<Vector>& places, const std::string& what) {
    if (!places.empty())
      input.error(key,
                  fmt::format("at {} edge{} {}, the first at {}", places.size(),
                              places.size() == 1 ? "" : "s", what, place_in_words(places.front())));
  };
  say(faults.turned, "two triangles face opposite sides: let all face outward");
  say(faults.crowded, "three triangles or more meet that do not pair: leave one surface there");
}

std::string place_in_words(const Vector& place) {
  return fmt::format("x = {:.6g}, y = {:.6g}, z = {:.6g} m", place[0], place[1], place[2]);
}

}  // namespace thalweg::blood
