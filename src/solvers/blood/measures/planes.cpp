// SPDX-License-Identifier: Apache-2.0
#include "solvers/blood/measures/planes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace thalweg::blood {

namespace {

using geometry::Vector;

bool is_word(const std::string& name) {
  const std::string allowed = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";
  return !name.empty() && name.find_first_not_of(allowed) == std::string::npos;
}

/// One entry of [[planes]].
class PlaneReader {
 public:
  PlaneReader(io::Case& input, const Vessel& vessel, std::size_t number)
      : input_(input), vessel_(vessel), path_("planes." + std::to_string(number) + ".") {}

  Plane read() {
    Plane plane;
    plane.name = input_.text(path_ + "name", {}, "names its columns and its table");
    if (!is_word(plane.name))
      input_.error(path_ + "name", "must be of letters, digits, _ and -: it is part of the names "
                                   "of columns and files");
    plane.at = input_.numbers3(path_ + "at", {.meaning = "a place on the plane", .unit = "m"});
    plane.normal = read_normal();
    if (input_.has(path_ + "radius"))
      plane.radius = input_.number(path_ + "radius", {.minimum = 0,
                                                      .exclusive = true,
                                                      .meaning = "of the part of the plane about "
                                                                 "`at` that counts",
                                                      .unit = "m"});
    plane.thickness = input_.number(path_ + "thickness",
                                    {.default_value = vessel_.spacing,
                                     .minimum = 0,
                                     .exclusive = true,
                                     .meaning = "means are taken over so much along the normal",
                                     .unit = "m"});
    check_extent(plane);
    const bool lies_along_z = std::abs(plane.normal[2]) < 1e-12;
    const bool is_flat = vessel_.shape == VesselShape::box ||
                         vessel_.shape == VesselShape::channel ||
                         vessel_.shape == VesselShape::duct;
    plane.over = lies_along_z && is_flat ? ProfileOver::height : ProfileOver::radius;
    return plane;
  }

 private:
  Vector read_normal() {
    const std::string given =
        input_.exactly_one({path_ + "axis", path_ + "normal"}, "which way the plane looks");
    if (given == path_ + "axis") {
      const std::string axis =
          input_.choice(given, {"x", "y", "z"}, {}, "the plane lies across it");
      return {axis == "x" ? 1.0 : 0.0, axis == "y" ? 1.0 : 0.0, axis == "z" ? 1.0 : 0.0};
    }
    if (given.empty()) return {1, 0, 0};
    const Vector normal = input_.numbers3(given, {.meaning = "of the plane, of any length"});
    if (geometry::dot(normal, normal) > 0) return geometry::unit(normal);
    input_.error(given, "must not be 0");
    return {1, 0, 0};
  }

  void check_extent(const Plane& plane) {
    if (!vessel_.is_inside(plane.at)) input_.error(path_ + "at", "must lie in the vessel [m]");
    std::size_t longest = 0;
    for (std::size_t d = 1; d < 3; ++d)
      if (std::abs(plane.normal[d]) > std::abs(plane.normal[longest])) longest = d;
    const double most = vessel_.size[longest] * (1 + 1e-9);
    if (plane.thickness > most)
      input_.error(path_ + "thickness",
                   fmt::format("must be at most the length of the vessel there, {:.4g} m", most));
  }

  io::Case& input_;
  const Vessel& vessel_;
  std::string path_;
};

/// planes.N.pressure_drop_to, once all names are known.
void read_drops(io::Case& input, std::vector<Plane>& planes) {
  for (std::size_t n = 0; n < planes.size(); ++n) {
    const std::string key = "planes." + std::to_string(n) + ".pressure_drop_to";
    if (!input.has(key)) continue;
    std::vector<std::string> others;
    for (std::size_t k = 0; k < planes.size(); ++k)
      if (k != n) others.push_back(planes[k].name);
    const std::string other = input.text(key, {}, "the plane that pressure is compared with");
    const auto found = std::ranges::find(planes, other, &Plane::name);
    if (found == planes.end() || others.empty() || other == planes[n].name)
      input.error(key, others.empty() ? "needs another plane in [[planes]]"
                                      : "must be one of " + io::listed(others));
    else
      planes[n].drop_to = static_cast<std::size_t>(found - planes.begin());
  }
}

}  // namespace

std::vector<Plane> read_planes(io::Case& input, const Vessel& vessel) {
  std::vector<Plane> planes;
  if (!input.has_table("planes")) return planes;
  const int count = input.count("planes");
  for (int n = 0; n < count; ++n) {
    Plane plane = PlaneReader(input, vessel, static_cast<std::size_t>(n)).read();
    if (std::ranges::find(planes, plane.name, &Plane::name) != planes.end())
      input.error("planes." + std::to_string(n) + ".name",
                  "is the name of another plane: columns would have the same name");
    planes.push_back(std::move(plane));
  }
  read_drops(input, planes);
  return planes;
}

std::vector<std::string> history_columns(const std::vector<Plane>& planes, bool has_cells) {
  std::vector<std::string> columns;
  for (const Plane& plane : planes) {
    columns.push_back("flow_rate_" + plane.name);
    columns.push_back("pressure_" + plane.name);
    if (plane.drop_to) columns.push_back("pressure_drop_" + plane.name);
    if (has_cells) columns.push_back("hematocrit_" + plane.name);
  }
  return columns;
}

std::vector<simulation::checks::TableColumns> profile_tables(const std::vector<Plane>& planes) {
  std::vector<simulation::checks::TableColumns> tables;
  tables.reserve(planes.size());
  for (const Plane& plane : planes)
    tables.push_back(
        {plane.profile_name(),
         {plane.over == ProfileOver::height ? "z" : "r", "velocity", "pressure", "hematocrit"}});
  return tables;
}

}  // namespace thalweg::blood
