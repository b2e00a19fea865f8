// SPDX-License-Identifier: Apache-2.0
#include "solvers/blood/vessel/mask_interior.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>

#include "solvers/blood/vessel/passage.hpp"
#include "solvers/blood/vessel/report_lines.hpp"

namespace thalweg::blood {

using geometry::Vector;

MaskInterior::MaskInterior(Voxels voxels, MaskOpenings kind)
    : voxels_(std::move(voxels)), wall_area_(voxels_.wall_area()) {
  for (std::size_t axis = 0; axis < 3; ++axis)
    for (const bool is_high : {false, true}) {
      faces_.push_back({axis, is_high, {(axis + 1) % 3, (axis + 2) % 3}, {}});
      if (!voxels_.is_periodic(axis)) find_openings_in(faces_.back(), kind);
    }
}

double MaskInterior::width() const {
  return wall_area_ > 0 ? 4 * voxels_.volume() / wall_area_ : std::cbrt(voxels_.volume());
}

Voxel MaskInterior::voxel_of(const Face& face, int number) const {
  Voxel voxel;
  voxel[face.axis] = face.is_high ? voxels_.count()[face.axis] - 1 : 0;
  voxel[face.across[0]] = number % voxels_.count()[face.across[0]];
  voxel[face.across[1]] = number / voxels_.count()[face.across[0]];
  return voxel;
}

std::size_t MaskInterior::number_in(const Face& face, const Voxel& voxel) const {
  return static_cast<std::size_t>(voxel[face.across[1]]) *
             static_cast<std::size_t>(voxels_.count()[face.across[0]]) +
         static_cast<std::size_t>(voxel[face.across[0]]);
}

/// All voxels with fluid that hang together with one of them by their sides.
std::vector<int> MaskInterior::part_from(const Face& face, int first,
                                         std::vector<bool>& is_seen) const {
  const int wide = voxels_.count()[face.across[0]], high = voxels_.count()[face.across[1]];
  std::vector<int> part{first};
  is_seen[static_cast<std::size_t>(first)] = true;
  for (std::size_t n = 0; n < part.size(); ++n) {
    const int a = part[n] % wide, b = part[n] / wide;
    for (const auto& [da, db] : {std::pair{1, 0}, {-1, 0}, {0, 1}, {0, -1}}) {
      int next_a = a + da, next_b = b + db;
      if (voxels_.is_periodic(face.across[0])) next_a = (next_a + wide) % wide;
      if (voxels_.is_periodic(face.across[1])) next_b = (next_b + high) % high;
      if (next_a < 0 || next_a >= wide || next_b < 0 || next_b >= high) continue;
      const int next = next_b * wide + next_a;
      if (is_seen[static_cast<std::size_t>(next)] || !voxels_.has_fluid(voxel_of(face, next)))
        continue;
      is_seen[static_cast<std::size_t>(next)] = true;
      part.push_back(next);
    }
  }
  std::ranges::sort(part);
  return part;
}

namespace {

/// The first place behind the longest gap of a ring of places, so that no more than has to be is
/// torn apart where its numbers begin anew.
int first_behind_gap(const std::vector<bool>& is_taken) {
  const int all = static_cast<int>(is_taken.size());
  int first = 0, longest = 0, gap = 0;
  for (int n = 0; n < 2 * all; ++n) {
    if (!is_taken[static_cast<std::size_t>(n % all)]) {
      ++gap;
      continue;
    }
    if (gap > longest) longest = gap, first = n % all;
    gap = 0;
  }
  return first;
}

}  // namespace

/// Those of a part that reaches over the end of a period lie beside each other, some beyond the
/// box.
std::vector<Voxel> MaskInterior::voxels_of(const Face& face, const std::vector<int>& part) const {
  std::vector<Voxel> voxels;
  voxels.reserve(part.size());
  for (const int number : part) voxels.push_back(voxel_of(face, number));
  for (const std::size_t d : face.across) {
    if (!voxels_.is_periodic(d)) continue;
    std::vector<bool> is_taken(static_cast<std::size_t>(voxels_.count()[d]));
    for (const Voxel& voxel : voxels) is_taken[static_cast<std::size_t>(voxel[d])] = true;
    const int first = first_behind_gap(is_taken);
    for (Voxel& voxel : voxels)
      if (voxel[d] < first) voxel[d] += voxels_.count()[d];
  }
  return voxels;
}

geometry::Opening MaskInterior::measured(const Face& face, const std::vector<int>& part) const {
  const std::vector<Voxel> voxels = voxels_of(face, part);
  geometry::Opening opening;
  opening.axis = face.axis;
  opening.is_high = face.is_high;
  opening.normal[face.axis] = face.is_high ? 1 : -1;
  const Vector size = voxels_.size();
  opening.area = static_cast<double>(part.size()) * size[face.across[0]] * size[face.across[1]];
  for (const Voxel& voxel : voxels)
    opening.center =
        geometry::plus(opening.center, voxels_.centre(voxel), 1 / static_cast<double>(part.size()));
  opening.center[face.axis] = (face.is_high ? voxels_.box().upper : voxels_.box().lower)[face.axis];
  opening.nearest_rim = std::numeric_limits<double>::infinity();
  // Sides of voxels are longer than the rim that they stand for, by 4/pi in the mean.
  for (const Voxel& voxel : voxels) {
    Vector apart = geometry::plus(voxels_.centre(voxel), opening.center, -1);
    apart[face.axis] = 0;
    const double corner = std::hypot(std::abs(apart[face.across[0]]) + size[face.across[0]] / 2,
                                     std::abs(apart[face.across[1]]) + size[face.across[1]] / 2);
    opening.farthest_rim = std::max(opening.farthest_rim, corner);
    for (const std::size_t d : face.across)
      for (const int side : {-1, 1}) {
        Voxel beside = voxel;
        beside[d] += side;
        if (voxels_.has_fluid(beside)) continue;
        opening.perimeter += std::numbers::pi / 4 * size[face.across[d == face.across[0] ? 1 : 0]];
        Vector rim = apart;
        rim[d] += side * size[d] / 2;
        opening.nearest_rim = std::min(opening.nearest_rim, std::sqrt(geometry::dot(rim, rim)));
      }
  }
  opening.nearest_rim = std::min(opening.nearest_rim, opening.farthest_rim);
  for (const std::size_t d : face.across)
    if (voxels_.is_periodic(d) && opening.center[d] >= voxels_.box().upper[d])
      opening.center[d] -= voxels_.count()[d] * size[d];
  return opening;
}

void MaskInterior::find_openings_in(Face& face, MaskOpenings kind) {
  const auto voxels = static_cast<std::size_t>(voxels_.count()[face.across[0]]) *
                      static_cast<std::size_t>(voxels_.count()[face.across[1]]);
  face.opening.assign(voxels, -1);
  std::vector<bool> is_seen(voxels);
  std::vector<std::vector<int>> parts;
  for (int n = 0; n < static_cast<int>(voxels); ++n)
    if (!is_seen[static_cast<std::size_t>(n)] && voxels_.has_fluid(voxel_of(face, n)))
      parts.push_back(part_from(face, n, is_seen));
  if (kind == MaskOpenings::faces && parts.size() > 1) {
    for (std::size_t n = 1; n < parts.size(); ++n)
      parts[0].insert(parts[0].end(), parts[n].begin(), parts[n].end());
    parts.resize(1);
  }
  std::ranges::stable_sort(parts, std::ranges::greater{},
                           [](const std::vector<int>& part) { return part.size(); });
  for (std::size_t n = 0; n < parts.size(); ++n) {
    for (const int voxel : parts[n])
      face.opening[static_cast<std::size_t>(voxel)] = static_cast<int>(openings_.size());
    openings_.push_back(measured(face, parts[n]));
    openings_.back().name =
        geometry::name_of_opening(face.axis, face.is_high, static_cast<int>(n) + 1);
  }
}

/// A step that leaves where the fluid would meet a wall at once, were it to go on, meets the wall.
int MaskInterior::opening_left_by(const Vector& from, const Vector& step) const {
  double first = std::numeric_limits<double>::infinity();
  std::size_t axis = 0;
  for (std::size_t d = 0; d < 3; ++d) {
    if (voxels_.is_periodic(d) || step[d] == 0) continue;
    const double end = (step[d] > 0 ? voxels_.box().upper : voxels_.box().lower)[d];
    if (const double at = (end - from[d]) / step[d]; at < first) first = at, axis = d;
  }
  if (first > 1) return -1;
  const Face& left = face(axis, step[axis] > 0);
  int opening = -1;
  constexpr double beside = 1e-6;
  for (const double part : {first - beside, first + beside}) {
    Voxel voxel = voxels_.at(geometry::plus(from, step, part));
    voxel[axis] = left.is_high ? voxels_.count()[axis] - 1 : 0;
    if (!voxels_.has_fluid(voxel)) return -1;
    for (const std::size_t d : left.across)
      voxel[d] = (voxel[d] % voxels_.count()[d] + voxels_.count()[d]) % voxels_.count()[d];
    opening = left.opening[number_in(left, voxel)];
  }
  return opening;
}

/// Voxels behind a face, without fluid where one of these openings is.
Voxels MaskInterior::wall_behind(const Face& face, const std::vector<int>& openings) const {
  Voxel count = voxels_.count();
  count[face.axis] = 1;
  std::array<bool, 3> is_periodic{};
  for (const std::size_t d : face.across) is_periodic[d] = voxels_.is_periodic(d);
  Vector middle = geometry::plus({}, geometry::plus(box().lower, box().upper), 0.5);
  const double half = voxels_.size()[face.axis] / 2;
  middle[face.axis] = face.is_high ? box().upper[face.axis] + half : box().lower[face.axis] - half;
  std::vector<bool> has_fluid(face.opening.size());
  Voxel at{};
  std::size_t index = 0;
  for (at[2] = 0; at[2] < count[2]; ++at[2])
    for (at[1] = 0; at[1] < count[1]; ++at[1])
      for (at[0] = 0; at[0] < count[0]; ++at[0])
        has_fluid[index++] =
            !std::ranges::binary_search(openings, face.opening[number_in(face, at)]);
  return {count, voxels_.size(), is_periodic, middle, std::move(has_fluid)};
}

DistanceWithin MaskInterior::distance_to(const std::vector<int>& openings) const {
  std::vector<Voxels> walls;
  for (const Face& face : faces_)
    if (std::ranges::any_of(face.opening,
                            [&](int n) { return std::ranges::binary_search(openings, n); }))
      walls.push_back(wall_behind(face, openings));
  return [walls = std::make_shared<const std::vector<Voxels>>(std::move(walls))](
             const Vector& place, double most) {
    for (const Voxels& wall : *walls) most = std::min(most, wall.clearance(place));
    return most;
  };
}

std::vector<std::string> MaskInterior::report_with(const Interior& walls, double spacing) const {
  const Vector size = geometry::plus(box().upper, box().lower, -1), voxel = voxels_.size();
  std::vector<std::string> lines{fmt::format(
      "mask of {} x {} x {} voxels of {:.4g} x {:.4g} x {:.4g} um: {:.4g} x {:.4g} x {:.4g} um, "
      "{:.6g} um^3 with fluid, {:.3g} of its box; walls of about {:.4g} um^2",
      voxels_.count()[0], voxels_.count()[1], voxels_.count()[2], voxel[0] * 1e6, voxel[1] * 1e6,
      voxel[2] * 1e6, size[0] * 1e6, size[1] * 1e6, size[2] * 1e6, volume() * 1e18,
      volume() / (size[0] * size[1] * size[2]), walls.wall_area() * 1e12)};
  constexpr std::size_t most = 20;
  for (std::size_t n = 0; n < std::min(openings_.size(), most); ++n)
    lines.push_back(opening_line(openings_[n]));
  if (openings_.size() > most)
    lines.push_back(
        fmt::format("and {} more openings: see geometry.openings_by", openings_.size() - most));
  if (openings_.empty()) lines.push_back("no openings: no fluid in the faces of its box");
  add_passage(find_passage(walls, box(), spacing), spacing, lines);
  for (std::size_t d = 0; d < 3; ++d)
    if (const double per_voxel = voxel[d] / spacing;
        std::abs(per_voxel - std::round(per_voxel)) > 1e-6 * per_voxel) {
      lines.push_back(fmt::format("warning: voxels are {:.4g} spacings long along {}, so walls lie "
                                  "beside the half of links: take a whole number",
                                  per_voxel, "xyz"[d]));
      break;
    }
  return lines;
}

}  // namespace thalweg::blood
