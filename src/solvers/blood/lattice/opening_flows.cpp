// SPDX-License-Identifier: Apache-2.0
#include "solvers/blood/lattice/opening_flows.hpp"

#include <numbers>
#include <span>

#include "solvers/blood/openings/profile.hpp"

namespace thalweg::blood {

namespace {

bool is_formula(ProfileKind profile) {
  return profile == ProfileKind::uniform || profile == ProfileKind::parabolic;
}

/// 2 pi f / nu in units of the lattice, of the steady flow and of each harmonic.
std::vector<double> rates_of(const Parameters& p, const OpeningParameters& opening) {
  std::vector<double> rates;
  if (is_formula(opening.profile)) return rates;
  rates.push_back(0);
  for (const int order : harmonics_of(opening).orders)
    rates.push_back(2 * std::numbers::pi * order / opening.waveform.period() * p.vessel.spacing *
                    p.vessel.spacing / p.kinematic_viscosity());
  return rates;
}

}  // namespace

FlowHarmonics harmonics_of(const OpeningParameters& opening) {
  FlowHarmonics harmonics;
  if (opening.profile != ProfileKind::womersley) return harmonics;
  constexpr double smallest = 1e-6;
  for (int order = 1; order <= opening.harmonics; ++order) {
    const std::complex<double> factor = opening.waveform.harmonic(order);
    if (std::abs(factor) <= smallest * opening.waveform.largest()) continue;
    harmonics.factors.push_back(factor);
    harmonics.orders.push_back(order);
  }
  return harmonics;
}

std::vector<std::vector<SectionFlow>>
find_opening_flows(const Parameters& p, const std::vector<OpeningSection>& sections,
                   const transport::Communicator& comm) {
  std::vector<std::vector<SectionFlow>> flows(sections.size());
  int task = 0;
  const auto for_each_flow = [&](const auto& act) {
    task = 0;
    for (std::size_t n = 0; n < sections.size(); ++n) {
      if (p.openings[n].kind != OpeningKind::velocity) continue;
      const std::vector<double> rates = rates_of(p, p.openings[n]);
      flows[n].resize(rates.size());
      for (std::size_t mode = 0; mode < rates.size(); ++mode, ++task)
        act(sections[n], rates[mode], flows[n][mode]);
    }
  };
  for_each_flow([&](const OpeningSection& section, double rate, SectionFlow& flow) {
    if (task % comm.size() == comm.rank()) flow = developed_flow(section, rate);
  });
  for_each_flow([&](const OpeningSection& section, double, SectionFlow& flow) {
    flow.resize(section.sites.size());
    // A complex number is an array of two.
    comm.broadcast(std::span(reinterpret_cast<double*>(flow.data()), 2 * flow.size()),
                   task % comm.size());
  });
  return flows;
}

}  // namespace thalweg::blood
