// SPDX-License-Identifier: Apache-2.0
// OUT/ensemble.json: the members of an ensemble, what differs between them, and how each ended.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "io/output/output_folder.hpp"
#include "simulation/setup/ensemble.hpp"
#include "simulation/setup/setup.hpp"

namespace thalweg::simulation {

/// How a member ended.
struct MemberEnd {
  int member = 0;
  std::string status = "waiting";  // "done", "stopped by ...", "diverged", "failed"
  double seconds = 0;
  std::string message;  // of a failure
  int exit_status = 0;  // that a single run would have had
  std::string note{};   // why it was run from its start though it had results
};

/// As text, to send it to other ranks.
std::string packed(const std::vector<MemberEnd>& ends);
std::vector<MemberEnd> unpacked(const std::string& text);

/// What the report of a member says; "waiting" if it has none that can be read.
MemberEnd reported_end(const io::OutputFolder& folder, int member);
/// Whether the report of a member is of a run that came to the end that a setup has now. Where a
/// restart to a later end is refused, the report of the run before it is still there.
/// then: what the member was run with.
bool reports_the_end(const io::OutputFolder& folder, const Setup& then, const Setup& now);

/// The text of ensemble.json. ends: one for each member, in order.
std::string ensemble_json(const Ensemble& ensemble, const std::vector<MemberEnd>& ends);

/// Throws InputError if the ensemble in the folder is another one: only the same members can be
/// gone on with. A folder without results is right.
void require_same_ensemble(const io::OutputFolder& folder, const Ensemble& ensemble);

}  // namespace thalweg::simulation
