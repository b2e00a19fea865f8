// SPDX-License-Identifier: Apache-2.0
// `thalweg predict CASE.toml`: a case's step on other numbers of nodes.
#pragma once

#include "app/predict/predict.hpp"
#include "simulation/prediction/prediction.hpp"
#include "simulation/run.hpp"

namespace thalweg::app {

/// The machine to predict for, as far as it is known before rates are. Throws InputError where its
/// nodes have fewer devices than asked for, or the ranks are more than can be counted.
simulation::Target target_of(const PredictOptions& options, transport::Profile profile);

/// Whether rates were measured on a node like the target's, by what computes there: all of its
/// cores.
bool are_rates_of(const simulation::Target& target, const simulation::Rates& rates);

/// Predict; the root prints a table and writes JSON. Collective; throws InputError, IoError.
void predict_case(const simulation::RunOptions& run, const PredictOptions& options,
                  const transport::Communicator& comm);

}  // namespace thalweg::app
