// SPDX-License-Identifier: Apache-2.0
// What `thalweg check` says of a surface.
#include <fmt/format.h>

#include <cmath>

#include "solvers/blood/vessel/passage.hpp"

namespace thalweg::blood {

namespace {

/// Thousandths of the unit are enough, and hide what rounding leaves of zero.
std::string text_of(const geometry::Vector& v, double unit) {
  const auto part = [&](std::size_t d) { return std::round(v[d] / unit * 1e3) / 1e3 + 0.0; };
  return fmt::format("({:.7g}, {:.7g}, {:.7g})", part(0), part(1), part(2));
}

std::string line_of(const geometry::Opening& opening) {
  return fmt::format("opening {}: {:.4g} um^2 about {} um, normal {}", opening.name,
                     opening.area * 1e12, text_of(opening.center, 1e-6),
                     text_of(opening.normal, 1));
}

void add_passage(const Passage& passage, double spacing, std::vector<std::string>& lines) {
  const double widths = passage.diameter / spacing;
  if (passage.diameter == 0) {
    lines.push_back(fmt::format(
        "warning: {} at places {:.3g} um apart: take a smaller grid.spacing",
        passage.is_way ? "no way joins all openings" : "there is no room", passage.accuracy * 1e6));
    return;
  }
  lines.push_back(fmt::format(
      "a ball of {:.4g} um ({:.3g} spacings) {}; tried at places {:.3g} um apart",
      passage.diameter * 1e6, widths,
      (passage.is_way ? "passes between all openings, with least room at " : "has room, at ") +
          text_of(passage.place, 1e-6) + " um",
      passage.accuracy * 1e6));
  if (widths < 8)
    lines.push_back(
        fmt::format("warning: {:.3g} spacings are few where it is narrowest; 8 give 1 %", widths));
}

}  // namespace

std::vector<std::string> SurfaceInterior::report(double spacing) const {
  const geometry::Vector size = geometry::plus(box_.upper, box_.lower, -1);
  std::vector<std::string> lines{fmt::format(
      "surface of {} triangles: {:.4g} x {:.4g} x {:.4g} um from {} um on, {:.6g} um^3, {:.3g} of "
      "its box",
      triangles_, size[0] * 1e6, size[1] * 1e6, size[2] * 1e6, text_of(box_.lower, 1e-6),
      volume_ * 1e18, volume_ / (size[0] * size[1] * size[2]))};
  for (const geometry::Opening& opening : openings_) lines.push_back(line_of(opening));
  if (openings_.empty()) lines.push_back("no openings: no flat caps on the faces of its box");
  add_passage(find_passage(*this, spacing), spacing, lines);
  return lines;
}

}  // namespace thalweg::blood
