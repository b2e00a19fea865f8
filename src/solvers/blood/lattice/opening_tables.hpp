// SPDX-License-Identifier: Apache-2.0
// The links through openings of this rank, and what a step needs of each: made once, on the host.
#pragma once

#include <complex>
#include <vector>

#include "solvers/blood/lattice/sites.hpp"

namespace thalweg::blood {

/// One opening with a condition.
struct OpeningTable {
  int first_link = 0, end_link = 0;  // of this rank
  double slope = 0;                  // of what enters against density, over all ranks
  /// Of a womersley profile: c_n of the flow rate, and n.
  std::vector<std::complex<double>> harmonics{};
  std::vector<int> orders{};
  int values = 1;  // that it has in a step
  /// Sites whose density gives the pressure at an opening of given velocity.
  int first_site = 0, end_site = 0;
};

struct OpeningTables {
  std::vector<OpeningTable> openings;
  // By link.
  std::vector<int> slot, direction, mirror, inward, tangent;
  std::vector<double> sign, distance;
  std::vector<int> first_shape, first_value;
  std::vector<double> shapes;
  // Sites behind openings of given pressure, and their links.
  std::vector<int> pressure_sites, first_link, end_link;
  // Sites that pressures are measured at.
  std::vector<int> measured_sites;
  std::vector<double> weights;

  /// Openings whose values one kernel takes: [groups[k], groups[k + 1]).
  std::vector<int> groups;
};

/// Collective. Throws InputError for an opening that no lattice site lies behind.
OpeningTables make_opening_tables(const Parameters& parameters, const Sites& sites,
                                  const transport::Communicator& comm);

/// What the values of an opening of given velocity are at a time, in units of the lattice.
std::vector<double> flow_values(const OpeningParameters& opening, const OpeningTable& table,
                                const Units& units, double time);

}  // namespace thalweg::blood
