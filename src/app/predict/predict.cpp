// SPDX-License-Identifier: Apache-2.0
#include "app/predict/predict.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>

#include "app/predict/collective_model.hpp"
#include "app/predict/workload.hpp"
#include "base/error.hpp"
#include "base/user_files.hpp"

namespace thalweg::app {

namespace {

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
  const auto errors = prediction_errors(predictions, rows);
  if (errors.empty()) return {};
  std::string text =
      "\nThe table has measurements there, which the predictions did not see. Relative errors:\n"
      "operation   route        implementation  points  median    p95    bias\n";
  for (const auto& e : errors)
    text += fmt::format("{:<11} {:<12} {:<15} {:>6}  {:>5.1f}%  {:>5.1f}%  {:>+5.1f}%\n",
                        e.operation.empty() ? "all" : e.operation, e.route, e.implementation,
                        e.count, 100 * e.median, 100 * e.p95, 100 * e.bias);
  const auto regrets = regret(predictions, rows);
  if (regrets.empty()) return text;
  text += "\nTime lost by choosing routes by the predictions, with a trial of the two best where\n"
          "they are within a factor of 1.5:\n"
          "operation   nodes  choices  right    mean   worst  mean without a trial\n";
  for (const auto& r : regrets)
    text += fmt::format("{:<11} {:>5}  {:>7}  {:>5}  {:>5.1f}%  {:>5.1f}%  {:>5.1f}%\n",
                        r.operation, r.nodes, r.choices, r.right, 100 * r.mean, 100 * r.worst,
                        100 * r.mean_without_trial);
  return text;
}

/// From a table of measured collectives. All ranks read it, so that all meet its mistakes.
void predict_from_table(const PredictOptions& options, bool is_root) {
  const auto rows = read_collectives(options.measured);
  const auto predictions = predict_collectives(rows, options.machine, options.nodes);
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

std::string steps_csv(const std::string& system, const std::vector<StepCost>& steps) {
  std::string text =
      "system,nodes,seconds_per_step,compute,copies,within_node,network,moving_share,efficiency\n";
  for (const StepCost& s : steps)
    text += fmt::format("{},{},{:.6e},{:.6e},{:.6e},{:.6e},{:.6e},{:.4f},{:.4f}\n", system, s.nodes,
                        s.total(), s.compute, s.copies, s.within_node, s.network, s.moving_share(),
                        steps.front().total() / s.total());
  return text;
}

const char* limit_of(const StepCost& step) {
  const double most = std::max({step.compute, step.copies, step.within_node, step.network});
  if (step.compute == most) return "compute";
  if (step.copies == most) return "device copies";
  return step.within_node == most ? "messages within the node" : "network";
}

std::string steps_text(const std::vector<StepCost>& steps) {
  std::string text = "nodes  step [ms]  compute   copies  within node  network  moving data  "
                     "efficiency  longest part\n";
  for (const StepCost& s : steps)
    text += fmt::format("{:>5}  {:>9.1f}  {:>7.1f}  {:>7.1f}  {:>11.1f}  {:>7.1f}  {:>10.1f}%  "
                        "{:>9.1f}%  {}\n",
                        s.nodes, 1e3 * s.total(), 1e3 * s.compute, 1e3 * s.copies,
                        1e3 * s.within_node, 1e3 * s.network, 100 * s.moving_share(),
                        100 * steps.front().total() / s.total(), limit_of(s));
  return text;
}

/// What was published of this system, and the prediction of it.
std::string figures_text(const Workload& workload, const std::string& system,
                         const transport::Profile& profile) {
  std::string text;
  for (const PublishedFigure& figure : workload.published) {
    if (figure.system != system) continue;
    const auto steps = predict_steps(workload, system, profile, {1, figure.nodes});
    text += fmt::format("{:>5} nodes  {:<14} published {:>5.1f}%  predicted {:>5.1f}%\n",
                        figure.nodes, figure.what, 100 * figure.value,
                        100 * value_of(figure.what, steps.front(), steps.back()));
  }
  return text.empty() ? text : "\nAgainst what was published:\n" + text;
}

std::string assumptions_text(const Workload& workload) {
  std::string text;
  for (const auto& [name, value] : workload.values)
    if (value.source.starts_with("assumed"))
      text += fmt::format("  {} = {}  ({})\n", name, value.value, value.source);
  return text.empty() ? text : "\nNot known, and assumed:\n" + text;
}

/// Weak scaling of a program that is known from its description, on a profile's machine.
void predict_workload(const PredictOptions& options, bool is_root) {
  const Workload workload = read_workload(options.workload);
  const transport::Profile profile = transport::profile_named(options.profile);
  const std::string system = std::filesystem::path(options.profile).stem().string();
  const auto steps = predict_steps(workload, system, profile, options.nodes);
  if (!is_root) return;
  if (!options.out.empty()) write_whole(options.out, steps_csv(system, steps));
  const std::string text = fmt::format("{}: {}\n{}\n\n", workload.title, system, workload.source) +
                           steps_text(steps) + figures_text(workload, system, profile) +
                           assumptions_text(workload);
  std::fputs(text.c_str(), stdout);
}

}  // namespace

std::string mistake_in(const PredictOptions& options, bool has_case) {
  const bool table = !options.measured.empty(), workload = !options.workload.empty();
  if (!table && !workload && !has_case)
    return "there is nothing to predict from: give a case, a table of measured collectives by "
           "--measured, or a --workload.";
  if (has_case && (table || workload))
    return fmt::format("a case and --{} do not go together.", table ? "measured" : "workload");
  if (options.weak && !has_case) return "--weak needs a case, which grows with the nodes.";
  if (table && workload) return "--measured and --workload do not go together.";
  if (table && options.machine.empty())
    return "--measured needs --machine NAME, whose rows to use.";
  if (workload && options.profile.empty())
    return "--workload needs --profile NAME, the machine to run on.";
  if (options.nodes.empty()) return "--nodes is missing: the numbers of nodes, as 16,32.";
  return {};
}

void predict(const PredictOptions& options, const transport::Communicator& comm) {
  if (!options.measured.empty())
    predict_from_table(options, comm.is_root());
  else
    predict_workload(options, comm.is_root());
}

}  // namespace thalweg::app
