// SPDX-License-Identifier: Apache-2.0
#include "solvers/flow/case/immersed_shape_parameters.hpp"

#include <fmt/format.h>

#include <limits>

#include "base/error.hpp"
#include "geometry/surface_fault_text.hpp"
#include "geometry/surface_file.hpp"
#include "simulation/checks/text_table.hpp"

namespace thalweg::flow {

using geometry::Vector;

io::Number positive(const std::string& meaning, const std::string& unit) {
  return {.minimum = 0, .exclusive = true, .meaning = meaning, .unit = unit};
}

std::size_t read_axis(io::Case& input, const std::string& key, const std::string& meaning,
                      bool is_flat) {
  if (is_flat && !input.has(key)) return 2;
  const std::string axis = input.choice(key, {"x", "y", "z"}, "z", meaning);
  if (is_flat && axis != "z") input.error(key, "must be \"z\" in a flat grid");
  return static_cast<std::size_t>(axis[0] - 'x');
}

namespace {

constexpr double endless = std::numeric_limits<double>::infinity();

Vector read_centre(io::Case& input, const std::string& at) {
  return input.numbers3(at + "centre", {.meaning = "of the body", .unit = "length"});
}

ShapePointer read_cylinder(io::Case& input, const std::string& at, bool is_flat) {
  const Vector centre = read_centre(input, at);
  const double radius = input.number(at + "radius", positive("of the cylinder"));
  const std::size_t axis = read_axis(input, at + "axis", "that it runs along", is_flat);
  if (is_flat) return cylinder_shape(centre, radius, axis, endless);
  double length = endless;
  if (input.has(at + "length"))
    length = input.number(at + "length", positive("of the cylinder; none: through the grid"));
  return cylinder_shape(centre, radius, axis, length);
}

ShapePointer read_sphere(io::Case& input, const std::string& at, bool is_flat) {
  if (is_flat)
    input.error(at + "shape", "has no meaning in a flat grid: take \"cylinder\", which is a circle "
                              "there");
  const Vector centre = read_centre(input, at);
  return sphere_shape(centre, input.number(at + "radius", positive("of the sphere")));
}

ShapePointer read_box(io::Case& input, const std::string& at, bool is_flat) {
  const Vector centre = read_centre(input, at);
  Vector size = input.numbers3(at + "size", positive("along x, y, z, before it is turned"));
  const Vector rotation = input.numbers3(
      at + "rotation",
      {.default_value = 0, .meaning = "about x, y and z, one after the other", .unit = "degrees"});
  if (is_flat) {
    size[2] = endless;
    if (rotation[0] != 0 || rotation[1] != 0)
      input.error(at + "rotation", "must be about z in a flat grid");
  }
  return box_shape(centre, size, rotation);
}

/// A file that is there; empty where there is a mistake.
std::filesystem::path read_file_name(io::Case& input, const std::string& key,
                                     const std::string& meaning) {
  const std::size_t mistakes = input.error_count();
  const std::string name = input.text(key, {}, meaning);
  if (input.error_count() != mistakes) return {};
  auto file = input.resolve(name);
  if (std::filesystem::is_regular_file(file)) return file;
  input.error(key, "there is no file " + file.string());
  return {};
}

geometry::Placement read_placement(io::Case& input, const std::string& at) {
  geometry::Placement placement;
  io::Number scale = positive("the file is enlarged by this", "");
  scale.default_value = 1;
  placement.scale = input.number(at + "scale", scale);
  placement.rotation = input.numbers3(
      at + "rotation",
      {.default_value = 0, .meaning = "then turned about x, y and z in turn", .unit = "degrees"});
  placement.translation = input.numbers3(
      at + "translation", {.default_value = 0, .meaning = "then shifted", .unit = "length"});
  return placement;
}

ShapePointer read_outline(io::Case& input, const std::string& at, bool is_sheet) {
  const auto file = read_file_name(input, at + "file", "text with x and y of each point");
  const geometry::Placement placement = read_placement(input, at);
  if (placement.rotation[0] != 0 || placement.rotation[1] != 0)
    input.error(at + "rotation",
                "of an outline must be about z: it is the same in all planes across z");
  if (file.empty()) return {};
  try {
    const auto table = simulation::checks::read_finite_table(file);
    const std::size_t fewest = is_sheet ? 2 : 3;
    if (table.columns.size() != 2 || table.columns[0].size() < fewest)
      throw InputError(fmt::format("{} must have two columns, x and y, and {} rows or more",
                                   file.string(), fewest));
    geometry::TriangleSurface points;
    for (std::size_t n = 0; n < table.columns[0].size(); ++n)
      points.corners.push_back({table.columns[0][n], table.columns[1][n], 0});
    geometry::place(points, placement);
    return outline_shape(points.corners, is_sheet);
  } catch (const InputError& error) {
    input.error(at + "file", error.what());
    return {};
  }
}

/// A surface that has an inside. Throws InputError where it has none.
void check_closed(const geometry::TriangleSurface& surface, const std::string& file) {
  const auto faults =
      geometry::fault_texts(geometry::faults_of(surface), "",
                            "close it, or make it a sheet with a thickness (sheet = true)");
  if (!faults.empty()) throw InputError(fmt::format("{}: {}", file, fmt::join(faults, "; ")));
}

ShapePointer read_surface(io::Case& input, const std::string& at, bool is_sheet) {
  const auto file = read_file_name(input, at + "file", "STL or OBJ file of its surface");
  const geometry::Placement placement = read_placement(input, at);
  if (file.empty()) return {};
  try {
    geometry::TriangleSurface surface = geometry::read_surface_file(file);
    geometry::place(surface, placement);
    if (!is_sheet) check_closed(surface, file.string());
    if (!is_sheet && surface.volume() < 0) surface.turn_over();
    return surface_shape(std::move(surface), is_sheet);
  } catch (const InputError& error) {
    input.error(at + "file", error.what());
    return {};
  }
}

}  // namespace

ShapePointer read_shape(io::Case& input, const std::string& at, bool is_flat, bool& is_sheet) {
  const std::string kind =
      input.choice(at + "shape", {"cylinder", "sphere", "box", "outline", "surface"}, {},
                   "box: a plate, too; outline: points from a file; surface: STL or OBJ");
  is_sheet = (kind == "outline" || kind == "surface") &&
             input.boolean(at + "sheet", false, "it has no inside, but a thickness");
  if (kind == "cylinder") return read_cylinder(input, at, is_flat);
  if (kind == "sphere") return read_sphere(input, at, is_flat);
  if (kind == "box") return read_box(input, at, is_flat);
  return kind == "outline" ? read_outline(input, at, is_sheet) : read_surface(input, at, is_sheet);
}

}  // namespace thalweg::flow
