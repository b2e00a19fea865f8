// SPDX-License-Identifier: Apache-2.0
// The last words of an ensemble: what it wrote and how to open it, which members failed and why.
#pragma once

#include <string>
#include <vector>

#include "simulation/ensemble/file.hpp"

namespace thalweg::simulation {

/// What the last words are made of.
struct EnsembleClosing {
  const std::vector<MemberEnd>& ends;
  int signal = 0;  // that stopped it
  double seconds = 0;
  const io::OutputFolder& folder;
  std::string command;  // that goes on with it
};
std::vector<std::string> ensemble_closing_lines(const EnsembleClosing& closing);

/// The members that failed, each with the first line of its error; empty if none has.
std::string failures_text(const Ensemble& ensemble, const std::vector<MemberEnd>& ends,
                          const io::OutputFolder& folder);

}  // namespace thalweg::simulation
