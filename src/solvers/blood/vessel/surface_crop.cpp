// SPDX-License-Identifier: Apache-2.0
#include "solvers/blood/vessel/surface_crop.hpp"

#include <fmt/format.h>

#include <utility>

#include "solvers/blood/vessel/surface_keys.hpp"

namespace thalweg::blood {

namespace {

std::string crop_key(std::size_t axis) { return std::string("geometry.crop.") + "xyz"[axis]; }

}  // namespace

std::vector<geometry::CutPlane> read_crop(io::Case& input) {
  std::vector<geometry::CutPlane> planes;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const std::string key = crop_key(axis);
    if (!input.has(key)) continue;
    const std::size_t mistakes = input.error_count();
    const std::vector<double> ends = input.numbers(
        key, {.meaning = "what lies beyond is cut off, with an opening in each cut", .unit = "m"},
        {2, 2});
    if (input.error_count() != mistakes) continue;
    if (ends[0] >= ends[1]) {
      input.error(key, "must rise: from where to where the vessel is kept");
      continue;
    }
    planes.push_back({axis, ends[0], false});
    planes.push_back({axis, ends[1], true});
  }
  return planes;
}

void crop(io::Case& input, geometry::TriangleSurface& surface,
          const std::vector<geometry::CutPlane>& planes) {
  for (const geometry::CutPlane& plane : planes) {
    const geometry::Bounds box = surface.bounds();
    geometry::CutSurface cut = geometry::cut_along(surface, plane);
    if (cut.surface.triangles.empty()) {
      input.error(crop_key(plane.axis),
                  fmt::format("leaves nothing of the surface, which reaches from {:.6g} to {:.6g} "
                              "m along {}. Both are in metres, after scale, rotation and "
                              "translation",
                              box.lower[plane.axis], box.upper[plane.axis], "xyz"[plane.axis]));
      return;
    }
    if (cut.hole) {
      input.error(crop_key(plane.axis),
                  fmt::format("cuts where the vessel has a body in it, at {}: an opening cannot "
                              "have a hole. Cut elsewhere",
                              place_in_words(*cut.hole)));
      return;
    }
    surface = std::move(cut.surface);
  }
}

std::string text_of(const std::vector<geometry::CutPlane>& planes) {
  std::string text;
  for (const geometry::CutPlane& plane : planes)
    text += fmt::format("{}{}{};", "xyz"[plane.axis], plane.is_high ? "<" : ">", plane.at);
  return text;
}

}  // namespace thalweg::blood
