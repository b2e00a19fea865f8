// SPDX-License-Identifier: Apache-2.0
// What measured collectives will take on other numbers of nodes, and how good that prediction is.
#pragma once

#include <string>
#include <vector>

#include "app/predict/measured_table.hpp"

namespace thalweg::app {

/// A predicted collective.
struct CollectivePrediction {
  CollectiveRow row;  // with the predicted seconds
  double low = 0, high = 0;
};

/// Predict one machine's collectives on other numbers of nodes from its rows on the numbers that
/// are not asked for, at every size that its table has for the operation. Throws InputError where
/// the table has no such machine, or nothing of it is left to learn from.
std::vector<CollectivePrediction> predict_collectives(const std::vector<CollectiveRow>& rows,
                                                      const std::string& machine,
                                                      const std::vector<int>& nodes);

/// How predictions compare with rows that were measured.
struct PredictionErrors {
  std::string operation, route, implementation;  // empty: all of them
  int count = 0;
  double median = 0, p95 = 0, bias = 0;  // of |predicted / measured - 1|; mean of the signed
};

/// Per operation, route and implementation, then over all; empty where nothing was measured.
std::vector<PredictionErrors>
prediction_errors(const std::vector<CollectivePrediction>& predictions,
                  const std::vector<CollectiveRow>& rows);

/// What choosing by the predictions costs: measured time of the choice over that of the best, less
/// one. A trial of the two best predicted, when they are within a factor of 1.5, is taken to choose
/// the better of them.
struct Regret {
  std::string operation;
  int nodes = 0, choices = 0, right = 0;
  double mean = 0, worst = 0;
  double mean_without_trial = 0;
};
std::vector<Regret> regret(const std::vector<CollectivePrediction>& predictions,
                           const std::vector<CollectiveRow>& rows);

}  // namespace thalweg::app
