// SPDX-License-Identifier: Apache-2.0
// `thalweg predict` without a case (predict_case.hpp): what moving data will cost on other numbers
// of nodes.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "transport/comm/communicator.hpp"

namespace thalweg::app {

struct PredictOptions {
  std::vector<int> nodes;
  std::optional<int> ranks_per_node, gpus_per_node;  // of a case; else what the profile has
  std::string rates;                                 // the report.json of an earlier run
  std::optional<double> overlap;  // the part of messages hidden behind work; else as measured
  bool weak = false;              // the case grows with the nodes
  std::string measured;           // a table of collectives: predict from it
  std::string machine;            // whose rows of that table
  std::string workload;           // a shipped description of a program, or a file of one
  std::string profile;            // the machine on which it is to run: a shipped profile, or a file
  std::string out;                // where predictions are written; empty: the terminal
};

/// What is missing or does not go together on the command line; empty if nothing is.
std::string mistake_in(const PredictOptions& options, bool has_case);

/// Predict from a table or a workload; the root writes. Throws InputError, IoError.
void predict(const PredictOptions& options, const transport::Communicator& comm);

}  // namespace thalweg::app
