// SPDX-License-Identifier: Apache-2.0
// `thalweg predict CASE.toml`: a case's step on other numbers of nodes.
#pragma once

#include "app/predict/predict.hpp"
#include "simulation/run.hpp"

namespace thalweg::app {

/// Predict; the root prints a table and writes JSON. Collective; throws InputError, IoError.
void predict_case(const simulation::RunOptions& run, const PredictOptions& options,
                  const transport::Communicator& comm);

}  // namespace thalweg::app
