// SPDX-License-Identifier: Apache-2.0
#include "solvers/blood/vessel/report_lines.hpp"

#include <fmt/format.h>

#include <cmath>

namespace thalweg::blood {

/// Thousandths of the unit are enough, and hide what rounding leaves of zero.
std::string place_in_units(const geometry::Vector& place, double unit) {
  const auto part = [&](std::size_t d) { return std::round(place[d] / unit * 1e3) / 1e3 + 0.0; };
  return fmt::format("({:.7g}, {:.7g}, {:.7g})", part(0), part(1), part(2));
}

std::string opening_line(const geometry::Opening& opening) {
  return fmt::format("opening {}: {:.4g} um^2 about {} um, normal {}", opening.name,
                     opening.area * 1e12, place_in_units(opening.center, 1e-6),
                     place_in_units(opening.normal, 1));
}

void add_passage(const Passage& passage, double spacing, std::vector<std::string>& lines) {
  const double widths = passage.diameter / spacing;
  if (passage.diameter == 0) {
    lines.push_back(fmt::format(
        "warning: {} at places {:.3g} um apart: take a smaller grid.spacing",
        passage.is_way ? "no way joins all openings" : "there is no room", passage.accuracy * 1e6));
    return;
  }
  if (std::isinf(passage.diameter)) {
    lines.emplace_back("a ball of any size has room: there are no walls");
    return;
  }
  lines.push_back(fmt::format(
      "a ball of {:.4g} um ({:.3g} spacings) {}; tried at places {:.3g} um apart",
      passage.diameter * 1e6, widths,
      (passage.is_way ? "passes between all openings, with least room at " : "has room, at ") +
          place_in_units(passage.place, 1e-6) + " um",
      passage.accuracy * 1e6));
  if (widths < 8)
    lines.push_back(
        fmt::format("warning: {:.3g} spacings are few where it is narrowest; 8 give 1 %", widths));
}

}  // namespace thalweg::blood
