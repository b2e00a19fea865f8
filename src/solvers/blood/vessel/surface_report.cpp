// SPDX-License-Identifier: Apache-2.0
// What `thalweg check` says of a surface.
#include <fmt/format.h>

#include "solvers/blood/vessel/passage.hpp"
#include "solvers/blood/vessel/report_lines.hpp"
#include "solvers/blood/vessel/surface_interior.hpp"

namespace thalweg::blood {

std::vector<std::string> SurfaceInterior::report_with(const Interior& walls, double spacing) const {
  const geometry::Vector size = geometry::plus(box_.upper, box_.lower, -1);
  std::vector<std::string> lines{fmt::format(
      "surface of {} triangles: {:.4g} x {:.4g} x {:.4g} um from {} um on, {:.6g} um^3, {:.3g} of "
      "its box",
      triangles_, size[0] * 1e6, size[1] * 1e6, size[2] * 1e6, place_in_units(box_.lower, 1e-6),
      volume_ * 1e18, volume_ / (size[0] * size[1] * size[2]))};
  for (const geometry::Opening& opening : openings_) lines.push_back(opening_line(opening));
  if (openings_.empty()) lines.push_back("no openings: no flat caps on the faces of its box");
  add_passage(find_passage(walls, box_, spacing), spacing, lines);
  return lines;
}

}  // namespace thalweg::blood
