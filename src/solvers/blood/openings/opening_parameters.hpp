// SPDX-License-Identifier: Apache-2.0
// What a case says of the openings of a vessel: [[openings]].
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "base/waveform.hpp"
#include "io/case/case.hpp"
#include "solvers/blood/openings/profile.hpp"
#include "solvers/blood/openings/windkessel.hpp"

namespace thalweg::blood {

enum class OpeningKind { velocity, pressure };

struct OpeningParameters {
  int number = 0;    // among those of the vessel
  std::string name;  // "x_low"
  OpeningKind kind = OpeningKind::pressure;
  ProfileKind profile = ProfileKind::computed;
  int harmonics = 16;                      // of a womersley profile, at most
  Waveform waveform{};                     // flow rate into the vessel [m^3/s], or pressure [Pa]
  std::optional<Windkessel> windkessel{};  // in place of a waveform of pressure
  /// Parts of what flows in that cells make up, by species as the case lists them; none: plasma.
  std::vector<double> hematocrits{};

  const geometry::Opening& in(const Vessel& vessel) const {
    return vessel.interior->openings()[static_cast<std::size_t>(number)];
  }
  /// Whether cells enter.
  bool feeds() const {
    return std::any_of(hematocrits.begin(), hematocrits.end(), [](double h) { return h > 0; });
  }
};

/// Read and check the openings of a vessel that has been read. Mistakes go to the case's
/// diagnostics.
std::vector<OpeningParameters> read_openings(io::Case& input, const Vessel& vessel);

}  // namespace thalweg::blood
