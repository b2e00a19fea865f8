// SPDX-License-Identifier: Apache-2.0
// A prediction as a table for people and as JSON for programs (docs/howto/predict.md).
#pragma once

#include "simulation/prediction/prediction.hpp"

namespace thalweg::app {

/// All that was predicted and what it rests on.
struct Prediction {
  std::string title, kind, precision, case_file;
  simulation::Target target;
  simulation::Rates rates;
  bool is_weak = false;  // the case grows with the nodes
  std::vector<simulation::PredictedStep> steps;

  /// What it rests on, one statement per line.
  std::vector<std::string> assumptions() const;
};

std::string prediction_text(const Prediction& prediction);
std::string prediction_json(const Prediction& prediction);

}  // namespace thalweg::app
