// SPDX-License-Identifier: Apache-2.0
// Which of several ways to split a case a run takes: the cheapest by the model of predictions, with
// what a profile alone says of the machine. docs/design/pencils.md.
#pragma once

#include "simulation/interface/split_choice.hpp"
#include "simulation/prediction/prediction.hpp"
#include "transport/comm/communicator.hpp"

namespace thalweg::simulation {

/// The candidate with its price: messages and reductions by the profile; of computing the bytes at
/// the node's memory bandwidth, and each operation as long as one of them. Nothing is hidden.
SplitCandidate priced_by_profile(const std::string& name, const StepWork& work,
                                 const std::string& route, const Target& target,
                                 const transport::Placement& place);

/// Fill in which of the candidates is taken: the cheapest, of equals the first; or the first where
/// one of them has no price. `profile` names in the reason where prices came from.
SplitChoice cheapest(SplitChoice choice, const std::string& profile = {});

/// The same for these ranks by the profile in use (transport/choice/known_machine.hpp), and the
/// first candidate where there is none. model.splits must know a way. Collective; the same on all
/// ranks, of which each prices its share of the candidates. Nothing is measured.
SplitChoice choose_split(const StepModel& model, const transport::Communicator& comm,
                         bool on_devices);

/// The work of a run that was split so, or, where the name is none of model.splits, as model.work
/// has it.
StepWork work_of_run(const StepModel& model, const transport::Placement& place,
                     const std::string& split);

}  // namespace thalweg::simulation
