// SPDX-License-Identifier: Apache-2.0
#include "solvers/blood/vessel/surface_parameters.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "solvers/blood/vessel/interior_memory.hpp"
#include "solvers/blood/vessel/surface_crop.hpp"
#include "solvers/blood/vessel/surface_interior.hpp"
#include "solvers/blood/vessel/surface_keys.hpp"

namespace thalweg::blood {

namespace {

using geometry::TriangleSurface, geometry::Vector;

std::string times(const Vector& size, double spacing) {
  return fmt::format("{:.4g} x {:.4g} x {:.4g} times grid.spacing", size[0] / spacing,
                     size[1] / spacing, size[2] / spacing);
}

Vector size_of(const TriangleSurface& surface) {
  const geometry::Bounds box = surface.bounds();
  return geometry::plus(box.upper, box.lower, -1);
}

/// Whether a lattice can hold a vessel: three sites across, and fewer than any machine holds.
bool fits(const Vector& size, double spacing, bool is_periodic) {
  const double longest = std::ranges::max(size);
  return std::min(size[1], size[2]) >= 3 * spacing &&
         size[0] >= (is_periodic ? 0.5 : 3) * spacing && longest <= 1e5 * spacing &&
         size[0] * size[1] * size[2] <= 1e12 * std::pow(spacing, 3);
}

void check_size(io::Case& input, const Vector& size, double spacing, const std::string& unit,
                bool is_periodic) {
  if (fits(size, spacing, is_periodic)) return;
  std::string advice;
  for (const LengthUnit& other : length_units) {
    const Vector then = geometry::plus({}, size, other.meters / meters_of(unit));
    if (fits(then, spacing, is_periodic))
      advice += fmt::format("\nWith \"{}\" it would be {}.", other.name, times(then, spacing));
  }
  if (advice.empty()) advice = "\nNo other unit helps: see geometry.scale and grid.spacing.";
  input.error("geometry.unit",
              fmt::format("makes the vessel {:.4g} x {:.4g} x {:.4g} m large, {}. It must be 3 "
                          "times or more across, and not beyond 10^12 sites.{}",
                          size[0], size[1], size[2], times(size, spacing), advice));
}

using Openings = std::vector<geometry::Opening>;

std::vector<const geometry::Opening*> on_face(const Openings& openings, bool is_high) {
  std::vector<const geometry::Opening*> found;
  for (const geometry::Opening& opening : openings)
    if (opening.axis == 0 && opening.is_high == is_high) found.push_back(&opening);
  return found;
}

std::string names_of(const Openings& openings) {
  std::string names;
  for (const geometry::Opening& opening : openings)
    names += (names.empty() ? "" : ", ") + opening.name;
  return names.empty() ? "none" : names;
}

/// What leaves by x_high comes in by x_low.
void check_period(io::Case& input, const TriangleSurface& surface, const Openings& openings,
                  const Vessel& vessel) {
  const auto low = on_face(openings, false), high = on_face(openings, true);
  if (low.empty() || high.empty()) {
    input.error("geometry.periodic", "needs a flat cap on both ends along x; openings found: " +
                                         names_of(openings) + ". See geometry.rotation");
    return;
  }
  const double length = size_of(surface)[0],
               apart = geometry::rim_distance(surface, low, high, {-length, 0, 0});
  if (apart > 0.02 * vessel.spacing)
    input.error("geometry.periodic",
                fmt::format("needs equal openings on both ends along x, but their rims differ by "
                            "{:.3g} m, {:.3g} times grid.spacing (at most 0.02)",
                            apart, apart / vessel.spacing));
  const double cells = length / vessel.spacing;
  if (std::abs(cells - std::round(cells)) > 1e-4)
    input.error("grid.spacing",
                fmt::format("must divide the length of a periodic vessel, {:.7g} m, not {:.6g} "
                            "times; {:.6g} m does",
                            length, cells, length / std::ceil(cells)));
}

/// Single precision, which files have, makes lengths no multiple of the spacing that are meant so.
Vector snapped(Vector size, double spacing) {
  for (double& length : size)
    if (const double cells = std::round(length / spacing);
        std::abs(length - cells * spacing) < 1e-4 * spacing)
      length = cells * spacing;
  return size;
}

}  // namespace

namespace {

/// Checks and makes what has not been made before; nothing where there is a mistake.
std::shared_ptr<const SurfaceInterior> made_surface(io::Case& input, const Vessel& vessel,
                                                    TriangleSurface surface,
                                                    const geometry::Placement& placement,
                                                    const std::vector<geometry::CutPlane>& planes,
                                                    const std::string& unit, bool is_periodic) {
  const std::size_t mistakes = input.error_count();
  geometry::place(surface, placement);
  crop(input, surface, planes);
  if (input.error_count() != mistakes) return nullptr;
  check_size(input, size_of(surface), vessel.spacing, unit, is_periodic);
  check_closed(input, "geometry.path", surface, "close it, openings with flat caps");
  if (input.error_count() != mistakes) return nullptr;
  if (surface.volume() < 0) surface.turn_over();
  Openings openings = geometry::find_openings(surface);
  if (is_periodic) check_period(input, surface, openings, vessel);
  if (input.error_count() != mistakes) return nullptr;
  return std::make_shared<SurfaceInterior>(surface, std::move(openings), is_periodic);
}

}  // namespace

void read_surface(io::Case& input, Vessel& vessel) {
  vessel.size = {1, 1, 1};  // where there is a mistake, so that reading goes on
  vessel.interior = make_interior(VesselShape::box, vessel.size);
  const std::size_t mistakes = input.error_count();
  const auto file =
      read_surface_path(input, "geometry.", "STL or OBJ file of the vessel's surface");
  const std::string unit = read_length_unit(input, "geometry.");
  geometry::Placement placement = read_scale_and_rotation(input, "geometry.");
  placement.translation = input.numbers3(
      "geometry.translation", {.default_value = 0, .meaning = "then moved by this", .unit = "m"});
  placement.scale *= meters_of(unit);
  const std::vector<geometry::CutPlane> planes = read_crop(input);
  const bool is_periodic =
      input.boolean("geometry.periodic", false, "what leaves along x comes in at the other end");
  if (!file || input.error_count() != mistakes) return;

  const std::string key =
      fmt::format("surface|{}|{}|{}|{}|{}|{}|{}", file_in_key(*file), placement.scale,
                  fmt::join(placement.rotation, ","), fmt::join(placement.translation, ","),
                  text_of(planes), is_periodic, vessel.spacing);
  auto interior = std::dynamic_pointer_cast<const SurfaceInterior>(remembered_interior(key));
  if (!interior) {
    std::optional<TriangleSurface> surface = read_triangles(input, "geometry.", *file);
    if (surface)
      interior =
          made_surface(input, vessel, std::move(*surface), placement, planes, unit, is_periodic);
    if (!interior) return;
    remember_interior(key, interior);
  }
  const geometry::Bounds& box = interior->box();
  const Vector size = geometry::plus(box.upper, box.lower, -1);
  vessel.size = snapped(size, vessel.spacing);
  vessel.middle = geometry::plus(box.lower, size, 0.5);
  vessel.interior = interior;
}

}  // namespace thalweg::blood
