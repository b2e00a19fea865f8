// SPDX-License-Identifier: Apache-2.0
// Cells that wait in front of an opening, packed, and are drawn in by the flow: in which order they
// enter, and where. docs/theory/blood.md, section 14; docs/design/cells.md.
#pragma once

#include <functional>
#include <vector>

#include "solvers/blood/membrane/mesh.hpp"
#include "solvers/blood/openings/opening_parameters.hpp"
#include "solvers/blood/packing/packing.hpp"

namespace thalweg::blood {

/// What enters of one kind of cells.
struct FedSpecies {
  PackedSpecies packed{};  // of one cell; its count is not looked at
  /// Vertices of a cell about the origin whose axis points along a direction of length 1 [m].
  std::function<Mesh(const geometry::Vector& axis)> turned{};
  double hematocrit = 0;  // part of the volume that enters
};

/// A cell of the reservoir. It enters again and again.
struct ReservoirCell {
  int species = 0;
  geometry::Vector centre{}, axis{};  // where it enters [m]; of length 1
  /// What has flowed in when it first enters, and from each time to the next [m^3].
  double first = 0, period = 0;
};

struct ReservoirOptions {
  double clearance = 0;  // m, between cells and from walls
  double margin = 0;     // m, from the opening to the nearest vertex of a cell that enters
  std::uint64_t seed = 0;
};

/// How wide the place behind an opening is that cells enter by, across [m].
double feed_width(const Vessel& vessel, const geometry::Opening& opening);

/// Cells of all kinds so that each makes up its hematocrit of what flows in, exactly in the long
/// run. No communication; see pack() for where results are the same. Throws InputError, with the
/// name of the opening, where the cells do not fit into a reservoir or the vessel does not run
/// straight behind the opening.
std::vector<ReservoirCell> make_reservoir(const Vessel& vessel, const OpeningParameters& opening,
                                          const std::vector<FedSpecies>& species,
                                          const ReservoirOptions& options);

/// Where else a cell of the reservoir may enter, as the flow is as fast there: turned about the
/// axis of a round opening by eighths, shifted between plates by eighths of their width, mirrored
/// in a duct.
std::vector<ReservoirCell> other_places(const Vessel& vessel, const geometry::Opening& opening,
                                        const ReservoirCell& cell);

}  // namespace thalweg::blood
