// SPDX-License-Identifier: Apache-2.0
// Named planes across a vessel, as a case gives them: [[planes]]. SI units.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "io/case/case.hpp"
#include "simulation/checks/recordings.hpp"
#include "solvers/blood/vessel/vessel.hpp"

namespace thalweg::blood {

/// What a profile across a plane runs over: the height z, or the distance from `Plane::at`.
enum class ProfileOver { height, radius };

struct Plane {
  std::string name;
  geometry::Vector at{};      // m
  geometry::Vector normal{};  // of length 1; flow along it counts as positive
  std::optional<double> radius{};
  double thickness = 0;                  // m, along the normal: means are taken over so much
  std::optional<std::size_t> drop_to{};  // number of another plane
  ProfileOver over = ProfileOver::radius;

  std::string profile_name() const { return "profile_" + name; }
};

/// Read and check [[planes]]; mistakes go to the case's diagnostics. vessel: read without mistakes.
std::vector<Plane> read_planes(io::Case& input, const Vessel& vessel);

/// The columns of history.csv that planes add, in their order.
std::vector<std::string> history_columns(const std::vector<Plane>& planes, bool has_cells);
/// The tables that planes add: one profile each.
std::vector<simulation::checks::TableColumns> profile_tables(const std::vector<Plane>& planes);

}  // namespace thalweg::blood
