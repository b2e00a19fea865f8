// SPDX-License-Identifier: Apache-2.0
#include "solvers/flow/case/immersed_parameters.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>

#include "solvers/flow/case/immersed_shape_parameters.hpp"
#include "solvers/flow/case/names.hpp"
#include "solvers/flow/mesh/quality.hpp"

namespace thalweg::flow {

using geometry::Vector;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double degree = std::numbers::pi / 180;

/// Whether a key is given that has a meaning with one of others alone. These may be 0, as in a
/// study that begins with a body at rest.
bool is_given_with(io::Case& input, const std::string& key,
                   const std::vector<std::string>& others) {
  if (!input.has(key)) return false;
  if (std::none_of(others.begin(), others.end(),
                   [&](const std::string& other) { return input.has(other); }))
    input.error(key, fmt::format("needs {}", fmt::join(others, " or ")));
  return true;
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
  if (is_given_with(input, at + "frequency", {at + "amplitude", at + "angle"}) ||
      amplitude != Vector{} || angle != 0)
    frequency = input.number(at + "frequency", positive("of swing and turning", "1/time"));
  Vector phase{};
  if (is_given_with(input, at + "phase", {at + "amplitude"}) || amplitude != Vector{})
    phase = input.numbers3(at + "phase", {.default_value = 0,
                                          .meaning = "amplitude cos(2 pi frequency t + phase)",
                                          .unit = "degrees"});
  for (std::size_t d = 0; d < 3; ++d)
    motion.shift[d] = {drift[d], amplitude[d], frequency, phase[d] * degree};
  motion.spin =
      input.number(at + "spin", {.default_value = 0,
                                 .meaning = "angular velocity of a surface that turns in itself",
                                 .unit = "radians/time"});
  double angle_phase = 0;
  if (is_given_with(input, at + "angle_phase", {at + "angle"}) || angle != 0)
    angle_phase = input.number(at + "angle_phase", {.default_value = 0, .unit = "degrees"});
  motion.angle = {0, angle * degree, frequency, angle_phase * degree};
  const bool has_pivot = is_given_with(input, at + "pivot", {at + "angle", at + "spin"});
  if (!has_pivot && angle == 0 && motion.spin == 0) return motion;
  motion.pivot = input.numbers3(at + "pivot", {.meaning = "that it turns about", .unit = "length"});
  motion.axis = {};
  motion.axis[read_axis(input, at + "pivot_axis", "that it turns about", is_flat)] = 1;
  if (!p.step && angle != 0) input.error(at + "angle", "needs time.scheme = \"bdf2\"");
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
    input.error(at + (body.motion.shift[2].drift != 0 ? "velocity" : "amplitude"),
                "must not lead out of a flat grid, along z");
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
  require_word(input, key, name);
  for (const ImmersedBody& other : p.immersed)
    if (other.name == name) input.error(key, "is that of another body");
  for (const Boundary& boundary : p.boundaries)
    if (boundary.family == name) input.error(key, "is that of a family of faces");
}

}  // namespace

void read_immersed(io::Case& input, const Mesh& mesh, Parameters& p) {
  const int count = input.count("immersed");
  if (count > 0 && p.cycles.smoother == Smoother::runge_kutta)
    input.error("cycles.smoother",
                "must be \"block-jacobi\" or \"lines\" where there are immersed bodies");
  for (int n = 0; n < count; ++n) {
    const std::string at = fmt::format("immersed.{}.", n);
    ImmersedBody body = read_one(input, at, mesh, p);
    check_name(input, at + "name", body.name, p);
    if (body.shape) check_place(input, at, mesh, body, p);
    p.immersed.push_back(std::move(body));
  }
}

}  // namespace thalweg::flow
