// SPDX-License-Identifier: Apache-2.0
// What a case says of the openings of a vessel: [[openings]].
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "io/case/case.hpp"
#include "solvers/blood/openings/profile.hpp"
#include "solvers/blood/openings/waveform.hpp"
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
};

/// Read and check the openings of a vessel that has been read. Mistakes go to the case's
/// diagnostics.
std::vector<OpeningParameters> read_openings(io::Case& input, const Vessel& vessel);

}  // namespace thalweg::blood
