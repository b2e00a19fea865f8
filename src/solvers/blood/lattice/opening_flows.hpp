// SPDX-License-Identifier: Apache-2.0
// The developed flows through openings that velocities are given as. docs/theory/blood.md, section
// 11.
#pragma once

#include <complex>
#include <vector>

#include "solvers/blood/case/parameters.hpp"
#include "solvers/blood/openings/section.hpp"
#include "transport/comm/communicator.hpp"

namespace thalweg::blood {

/// By sites of an opening's section.
using SectionFlow = std::vector<std::complex<double>>;

/// The harmonics of a womersley profile that matter: n and c_n of the flow rate; none of others.
struct FlowHarmonics {
  std::vector<int> orders{};
  std::vector<std::complex<double>> factors{};
};
FlowHarmonics harmonics_of(const OpeningParameters& opening);

/// For each opening the steady flow, and then one for each harmonic; none where the profile is a
/// formula. Each is found by one rank, and told to the others. sections: of all openings, the same
/// on every rank. Collective.
std::vector<std::vector<SectionFlow>>
find_opening_flows(const Parameters& parameters, const std::vector<OpeningSection>& sections,
                   const transport::Communicator& comm);

}  // namespace thalweg::blood
