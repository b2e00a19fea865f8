// SPDX-License-Identifier: Apache-2.0
#include "app/predict.hpp"

#include <fmt/format.h>

#include <cstdio>

#include "base/user_files.hpp"
#include "transport/collective_model.hpp"

namespace thalweg::app {

namespace {

using transport::CollectivePrediction;
using transport::CollectiveRow;

std::string table_text(const std::vector<CollectivePrediction>& predictions) {
  std::string text =
      "machine,operation,route,implementation,nodes,bytes,predicted_seconds,low,high\n";
  for (const CollectivePrediction& p : predictions)
    text += fmt::format("{},{},{},{},{},{},{:.6e},{:.6e},{:.6e}\n", p.row.machine, p.row.operation,
                        p.row.route, p.row.implementation, p.row.nodes, p.row.bytes, p.row.seconds,
                        p.low, p.high);
  return text;
}

/// How the predictions compare with what the table has for the same nodes; empty if it has nothing.
std::string comparison_text(const std::vector<CollectivePrediction>& predictions,
                            const std::vector<CollectiveRow>& rows) {
  const auto errors = transport::prediction_errors(predictions, rows);
  if (errors.empty()) return {};
  std::string text =
      "\nThe table has measurements there, which the predictions did not see. Relative errors:\n"
      "operation   route        implementation  points  median    p95    bias\n";
  for (const auto& e : errors)
    text += fmt::format("{:<11} {:<12} {:<15} {:>6}  {:>5.1f}%  {:>5.1f}%  {:>+5.1f}%\n",
                        e.operation.empty() ? "all" : e.operation, e.route, e.implementation,
                        e.count, 100 * e.median, 100 * e.p95, 100 * e.bias);
  text += "\nTime lost by choosing routes by the predictions, with a trial of the two best where\n"
          "they are within a factor of 1.5:\n"
          "operation   nodes  choices  right    mean   worst  mean without a trial\n";
  for (const auto& r : transport::regret(predictions, rows))
    text += fmt::format("{:<11} {:>5}  {:>7}  {:>5}  {:>5.1f}%  {:>5.1f}%  {:>5.1f}%\n",
                        r.operation, r.nodes, r.choices, r.right, 100 * r.mean, 100 * r.worst,
                        100 * r.mean_without_trial);
  return text;
}

/// From a table of measured collectives. All ranks read it, so that all meet its mistakes.
void predict_from_table(const PredictOptions& options, bool is_root) {
  const auto rows = transport::read_collectives(options.measured);
  const auto predictions = transport::predict_collectives(rows, options.machine, options.nodes);
  if (!is_root) return;
  const std::string text = table_text(predictions);
  if (options.out.empty()) {
    std::fputs(text.c_str(), stdout);
    return;
  }
  write_whole(options.out, text);
  std::fputs(fmt::format("{} predictions for {} on {} nodes: {}\n", predictions.size(),
                         options.machine, fmt::join(options.nodes, ", "), options.out)
                 .c_str(),
             stdout);
  std::fputs(comparison_text(predictions, rows).c_str(), stdout);
}

}  // namespace

std::string mistake_in(const PredictOptions& options) {
  if (options.measured.empty())
    return "there is nothing to predict from: give a table of measured collectives by --measured.";
  if (options.machine.empty()) return "--measured needs --machine NAME, whose rows to use.";
  if (options.nodes.empty()) return "--nodes is missing: the numbers of nodes, as 16,32.";
  return {};
}

int predict(const PredictOptions& options, const transport::Communicator& comm) {
  predict_from_table(options, comm.is_root());
  return 0;
}

}  // namespace thalweg::app
