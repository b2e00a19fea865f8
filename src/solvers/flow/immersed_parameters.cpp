// SPDX-License-Identifier: Apache-2.0
#include "solvers/flow/immersed_parameters.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <numbers>
#include <optional>

#include "base/error.hpp"
#include "geometry/surface_faults.hpp"
#include "geometry/surface_file.hpp"
#include "simulation/checks/text_table.hpp"
#include "solvers/flow/mesh/quality.hpp"

namespace thalweg::flow {

using geometry::Vector;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double degree = std::numbers::pi / 180;

io::Number positive(const std::string& meaning, const std::string& unit = "length") {
  return {.minimum = 0, .exclusive = true, .meaning = meaning, .unit = unit};
}

/// Number of x, y, z.
std::size_t read_axis(io::Case& input, const std::string& key, const std::string& meaning) {
  return static_cast<std::size_t>(input.choice(key, {"x", "y", "z"}, "z", meaning)[0] - 'x');
}

Vector read_centre(io::Case& input, const std::string& at) {
  return input.numbers3(at + "centre", {.meaning = "of the body", .unit = "length"});
}

ShapePointer read_cylinder(io::Case& input, const std::string& at, bool is_flat) {
  const Vector centre = read_centre(input, at);
  const double radius = input.number(at + "radius", positive("of the cylinder"));
  if (is_flat) return cylinder_shape(centre, radius, 2, infinity);
  const std::size_t axis = read_axis(input, at + "axis", "that it runs along");
  double length = infinity;
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
    size[2] = infinity;
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
  const auto file = input.resolve(name);
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
  if (file.empty()) return {};
  try {
    const auto table = simulation::checks::read_text_table(file);
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

/// Why a surface has no inside; empty where it has one.
std::string fault_of(const geometry::TriangleSurface& surface) {
  const geometry::SurfaceFaults faults = geometry::faults_of(surface);
  const auto place = [](const Vector& v) {
    return fmt::format("x = {:.6g}, y = {:.6g}, z = {:.6g}", v[0], v[1], v[2]);
  };
  if (!faults.holes.empty())
    return fmt::format("the surface has {} hole{}, the widest {:.3g} wide at {}: close it, or make "
                       "it a sheet with a thickness (sheet = true)",
                       faults.holes.size(), faults.holes.size() == 1 ? "" : "s",
                       faults.holes.front().width, place(faults.holes.front().center));
  if (!faults.turned.empty())
    return fmt::format("at {} edges two triangles face opposite sides, the first at {}: let all "
                       "face outward",
                       faults.turned.size(), place(faults.turned.front()));
  if (!faults.crowded.empty())
    return fmt::format("at {} edges three triangles or more meet that do not pair, the first at "
                       "{}: leave one surface there",
                       faults.crowded.size(), place(faults.crowded.front()));
  return {};
}

ShapePointer read_surface(io::Case& input, const std::string& at, bool is_sheet) {
  const auto file = read_file_name(input, at + "file", "STL or OBJ file of its surface");
  const geometry::Placement placement = read_placement(input, at);
  if (file.empty()) return {};
  try {
    geometry::TriangleSurface surface = geometry::read_surface_file(file);
    geometry::place(surface, placement);
    const std::string fault = is_sheet ? "" : fault_of(surface);
    if (!fault.empty()) throw InputError(file.string() + ": " + fault);
    if (!is_sheet && surface.volume() < 0) surface.turn_over();
    return surface_shape(std::move(surface), is_sheet);
  } catch (const InputError& error) {
    input.error(at + "file", error.what());
    return {};
  }
}

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

Motion read_motion(io::Case& input, const std::string& at, const Parameters& p, bool is_flat) {
  Motion motion;
  const Vector drift = input.numbers3(
      at + "velocity", {.default_value = 0, .meaning = "that stays the same", .unit = "velocity"});
  const Vector amplitude = input.numbers3(
      at + "amplitude", {.default_value = 0, .meaning = "of a swing", .unit = "length"});
  const double angle = input.number(
      at + "angle", {.default_value = 0, .meaning = "amplitude of a turning", .unit = "degrees"});
  double frequency = 0;
  if (amplitude != Vector{} || angle != 0)
    frequency = input.number(at + "frequency", positive("of swing and turning", "1/time"));
  Vector phase{};
  if (amplitude != Vector{})
    phase = input.numbers3(at + "phase", {.default_value = 0,
                                          .meaning = "amplitude cos(2 pi frequency t + phase)",
                                          .unit = "degrees"});
  for (std::size_t d = 0; d < 3; ++d)
    motion.shift[d] = {drift[d], amplitude[d], frequency, phase[d] * degree};
  motion.spin =
      input.number(at + "spin", {.default_value = 0,
                                 .meaning = "angular velocity of a surface that turns in itself",
                                 .unit = "radians/time"});
  if (angle == 0 && motion.spin == 0) return motion;
  double angle_phase = 0;
  if (angle != 0)
    angle_phase = input.number(at + "angle_phase", {.default_value = 0, .unit = "degrees"});
  motion.angle = {0, angle * degree, frequency, angle_phase * degree};
  motion.pivot = input.numbers3(at + "pivot", {.meaning = "that it turns about", .unit = "length"});
  motion.axis = {};
  motion.axis[is_flat ? 2 : read_axis(input, at + "pivot_axis", "that it turns about")] = 1;
  if (p.step || motion.is_still()) return motion;
  input.error(at + "angle", "needs time.scheme = \"bdf2\"");
  return motion;
}

void read_profile(io::Case& input, const std::string& at, ImmersedBody& body) {
  if (input.choice(at + "profile", {"laminar", "power-law"}, "laminar",
                   "of the velocity in cells at the surface") == "power-law")
    body.exponent = input.number(at + "exponent", {.default_value = 1.0 / 7,
                                                   .minimum = 0,
                                                   .maximum = 1,
                                                   .exclusive = true,
                                                   .meaning = "of the power law"});
}

ImmersedBody read_one(io::Case& input, const std::string& at, const Mesh& mesh,
                      const Parameters& p) {
  ImmersedBody body;
  body.name = input.text(at + "name", {}, "of its columns");
  bool is_sheet = false;
  body.shape = read_shape(input, at, mesh.is_flat, is_sheet);
  if (is_sheet)
    body.half_thickness = input.number(at + "thickness", positive("of the sheet")) / 2;
  else
    body.is_hollow = input.boolean(at + "hollow", false, "the fluid is inside of it");
  read_profile(input, at, body);
  body.motion = read_motion(input, at, p, mesh.is_flat);
  for (const char* key : {"velocity", "amplitude"})
    if (!p.step && input.has(at + key) && !body.motion.is_still())
      input.error(at + key, "needs time.scheme = \"bdf2\"");
  if (mesh.is_flat && !body.motion.shift[2].is_none())
    input.error(at + "velocity", "must not lead out of a flat grid, along z");
  return body;
}

/// Of the run, as far as the case says.
double end_of(io::Case& input, const Parameters& p) {
  if (input.has("time.end")) return input.number("time.end", {.minimum = 0});
  const bool is_counted = p.step && input.has("time.steps");
  return is_counted ? *p.step * static_cast<double>(input.integer("time.steps", {.minimum = 0}))
                    : 0;
}

/// The first time at which a body is nowhere in the box around the grid.
std::optional<double> time_outside(const Mesh& mesh, const ImmersedBody& body, double end) {
  const Bounds grid = bounds_of(mesh);
  const geometry::Bounds own = body.shape->bounds();
  constexpr int samples = 1000;
  for (int n = 0; n <= (body.motion.is_still() ? 0 : samples); ++n) {
    const Pose pose = body.motion.pose(end * n / samples);
    geometry::Bounds box{{infinity, infinity, infinity}, {-infinity, -infinity, -infinity}};
    for (int corner = 0; corner < 8; ++corner) {
      Vector place{};
      for (std::size_t d = 0; d < 3; ++d) {
        const double side = (corner >> d & 1) != 0 ? own.upper[d] : own.lower[d];
        place[d] = std::isfinite(side) ? side : pose.pivot[d];
      }
      place = pose.forth(place);
      for (std::size_t d = 0; d < 3; ++d) {
        box.lower[d] = std::min(box.lower[d], place[d]);
        box.upper[d] = std::max(box.upper[d], place[d]);
      }
    }
    for (std::size_t d = 0; d < (mesh.is_flat ? 2 : 3); ++d) {
      if (std::isinf(own.upper[d])) continue;
      const double margin = body.half_thickness;
      if (box.upper[d] + margin < grid.lower[d] || box.lower[d] - margin > grid.upper[d])
        return end * n / samples;
    }
  }
  return {};
}

void check_place(io::Case& input, const std::string& at, const Mesh& mesh, const ImmersedBody& body,
                 const Parameters& p) {
  const auto time = time_outside(mesh, body, end_of(input, p));
  if (!time) return;
  if (*time == 0)
    input.error(at + "name", "lies outside of the grid: `thalweg grid` says where that is");
  else
    input.error(at + "name", fmt::format("leaves the grid at time {:.4g}: stop before, or let it "
                                         "move less",
                                         *time));
}

void check_name(io::Case& input, const std::string& key, const std::string& name,
                const Parameters& p) {
  if (name.empty() || name.find_first_of("., /") != std::string::npos)
    input.error(key, "must be a word without '.', ',', '/' and blanks");
  for (const ImmersedBody& other : p.immersed)
    if (other.name == name) input.error(key, "is that of another body");
  for (const Boundary& boundary : p.boundaries)
    if (boundary.family == name) input.error(key, "is that of a family of faces");
}

}  // namespace

void read_immersed(io::Case& input, const Mesh& mesh, Parameters& p) {
  const int count = input.count("immersed");
  if (count > 0 && p.cycles.smoother == Smoother::runge_kutta)
    input.error("cycles.smoother", "must be \"block-jacobi\" where there are immersed bodies");
  for (int n = 0; n < count; ++n) {
    const std::string at = fmt::format("immersed.{}.", n);
    ImmersedBody body = read_one(input, at, mesh, p);
    check_name(input, at + "name", body.name, p);
    if (body.shape) check_place(input, at, mesh, body, p);
    p.immersed.push_back(std::move(body));
  }
}

}  // namespace thalweg::flow
