// SPDX-License-Identifier: Apache-2.0
#include "geometry/surface_fault_text.hpp"

#include <fmt/format.h>

namespace thalweg::geometry {

namespace {

std::string with_unit(std::string number, const std::string& unit) {
  return unit.empty() ? number : number + " " + unit;
}

std::string holes_text(const std::vector<Hole>& holes, const std::string& unit,
                       const std::string& advice) {
  const Hole& widest = holes.front();
  const bool is_alone = holes.size() == 1;
  return fmt::format("the surface has {} hole{}, {} about {}, {} wide with {} edges: {}",
                     holes.size(), is_alone ? "" : "s", is_alone ? "it lies" : "the widest",
                     place_text(widest.center, unit),
                     with_unit(fmt::format("{:.3g}", widest.width), unit), widest.edges, advice);
}

std::string edges_text(const std::vector<Vector>& places, const std::string& unit,
                       const std::string& what) {
  return fmt::format("at {} edge{} {}, the first at {}", places.size(),
                     places.size() == 1 ? "" : "s", what, place_text(places.front(), unit));
}

}  // namespace

std::string place_text(const Vector& place, const std::string& unit) {
  return with_unit(fmt::format("x = {:.6g}, y = {:.6g}, z = {:.6g}", place[0], place[1], place[2]),
                   unit);
}

std::vector<std::string> fault_texts(const SurfaceFaults& faults, const std::string& unit,
                                     const std::string& about_holes) {
  std::vector<std::string> texts;
  if (!faults.holes.empty()) texts.push_back(holes_text(faults.holes, unit, about_holes));
  if (!faults.turned.empty())
    texts.push_back(
        edges_text(faults.turned, unit, "two triangles face opposite sides: let all face outward"));
  if (!faults.crowded.empty())
    texts.push_back(
        edges_text(faults.crowded, unit,
                   "three triangles or more meet that do not pair: leave one surface there"));
  return texts;
}

}  // namespace thalweg::geometry
