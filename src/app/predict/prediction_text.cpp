// SPDX-License-Identifier: Apache-2.0
#include "app/predict/prediction_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/version.hpp"

namespace thalweg::app {

namespace {

using namespace simulation;
using nlohmann::ordered_json;

std::string milliseconds(double seconds) {
  const double ms = 1e3 * seconds;
  return fmt::format("{:.{}f}", ms, ms >= 100 ? 1 : ms >= 1 ? 2 : 3);
}

/// Movements of one name stand in one column.
std::vector<std::string> movement_names(const std::vector<PredictedStep>& steps) {
  std::vector<std::string> names;
  for (const PredictedStep& step : steps)
    for (const PredictedMovement& movement : step.movements)
      if (std::find(names.begin(), names.end(), movement.name) == names.end())
        names.push_back(movement.name);
  return names;
}

/// Which routes the movements take and what their prices rest on, each once.
std::string routes_text(const PredictedStep& step) {
  std::vector<std::string> words;
  for (const PredictedMovement& movement : step.movements) {
    if (movement.basis.empty()) continue;
    const std::string word = movement.route + ", " + movement.basis;
    if (std::find(words.begin(), words.end(), word) == words.end()) words.push_back(word);
  }
  return words.empty() ? "no messages" : fmt::format("{}", fmt::join(words, "; "));
}

std::string row_text(const PredictedStep& step, const std::vector<std::string>& names) {
  std::string text = fmt::format("{:>5} {:>6}", step.nodes, step.ranks);
  if (!step.note.empty()) return text + "  " + step.note + "\n";
  text += fmt::format("  {:>9}  {:>19}  {:>9}", milliseconds(step.seconds),
                      milliseconds(step.low) + " to " + milliseconds(step.high),
                      milliseconds(step.compute()));
  for (const std::string& name : names) {
    double exposed = 0;
    for (const PredictedMovement& movement : step.movements)
      if (movement.name == name) exposed += movement.exposed();
    text += fmt::format("  {:>{}}", milliseconds(exposed), std::max<std::size_t>(9, name.size()));
  }
  return text + fmt::format("  {:>10}  {:>9.1f}%  {}  ({})\n", milliseconds(step.reductions),
                            100 * step.efficiency, step.limit, routes_text(step));
}

ordered_json movement_json(const PredictedMovement& m) {
  return {{"name", m.name},
          {"behind", m.behind},
          {"route", m.route},
          {"basis", m.basis.empty() ? ordered_json(nullptr) : ordered_json(m.basis)},
          {"seconds", m.seconds},
          {"low", m.low},
          {"high", m.high},
          {"hidden_seconds", m.hidden},
          {"exposed_seconds", m.exposed()},
          {"copy_seconds", m.copies},
          {"latency_seconds", m.latency},
          {"bytes", m.bytes},
          {"messages", m.messages}};
}

ordered_json splits_json(const PredictedStep& step) {
  ordered_json list = ordered_json::array();
  for (const auto& [name, seconds] : step.splits)
    list.push_back({{"name", name}, {"seconds_per_step", seconds}});
  return list;
}

ordered_json step_json(const PredictedStep& step) {
  ordered_json row{{"nodes", step.nodes}, {"ranks", step.ranks}};
  if (!step.settings.empty()) row["settings"] = step.settings;
  if (!step.note.empty()) {
    row["note"] = step.note;
    return row;
  }
  ordered_json phases = ordered_json::array(), movements = ordered_json::array();
  for (const auto& [name, seconds] : step.phases)
    phases.push_back({{"name", name}, {"seconds", seconds}});
  if (step.other > 0) phases.push_back({{"name", "other"}, {"seconds", step.other}});
  for (const PredictedMovement& movement : step.movements)
    movements.push_back(movement_json(movement));
  row.update({{"seconds_per_step", step.seconds},
              {"low", step.low},
              {"high", step.high},
              {"compute_seconds", step.compute()},
              {"phases", phases},
              {"movements", movements},
              {"reduction_seconds", step.reductions},
              {"efficiency", step.efficiency},
              {"limit", step.limit}});
  if (!step.splits.empty())
    row.update({{"split", step.split},
                {"split_of_run", step.split_of_run},
                {"splits", splits_json(step)}});
  return row;
}

std::string scaling_text(const Prediction& p) {
  if (p.target.is_this_machine) return "compute rates are those of this machine, unscaled";
  return fmt::format(
      "compute rates are scaled from {:.3g} GB/s (triad, measured on {}{}) to {:.3g} GB/s ({} of a "
      "node of {}): no kernel was measured there",
      p.rates.bandwidth / 1e9, p.rates.on_devices ? "devices beside " : "", p.rates.processor,
      p.target.bandwidth() / 1e9,
      p.target.devices_per_node > 0 ? fmt::format("{} devices", p.target.devices_per_node)
                                    : "the memory",
      p.target.name);
}

std::string overlap_text(const Prediction& p) {
  if (p.target.overlap)
    return fmt::format("{:.0f} % of the messages' time is hidden behind work, as --overlap says",
                       100 * *p.target.overlap);
  if (p.rates.ranks == 1 || p.rates.hidden.empty())
    return "nothing of the messages is hidden behind work: assumed, because one rank sends none "
           "(--overlap, or --rates of a run on several ranks)";
  std::string text = "hidden behind work, as measured, at most what is computed meanwhile:";
  const char* comma = " ";
  for (const auto& [name, fraction] : p.rates.hidden) {
    text += fmt::format("{}{} {:.0f} %", comma, name, 100 * fraction);
    comma = ", ";
  }
  return text;
}

/// What the model of the case takes for granted: of the first row, and what other rows have
/// instead.
std::vector<std::string> model_assumptions(const std::vector<PredictedStep>& steps) {
  const std::vector<std::string> first = steps.front().assumptions;
  std::vector<std::string> lines = first;
  for (const PredictedStep& step : steps)
    for (const std::string& line : step.assumptions)
      if (std::find(first.begin(), first.end(), line) == first.end())
        lines.push_back(fmt::format("on {} nodes, {}", step.nodes, line));
  return lines;
}

std::string marks_of(const std::string& split, const PredictedStep& step) {
  const bool is_fastest = split == step.split, is_of_run = split == step.split_of_run;
  if (is_fastest && is_of_run) return " (fastest, auto)";
  return is_fastest ? " (fastest)" : is_of_run ? " (auto)" : "";
}

/// Which way to split the case over ranks is the fastest on how many, and what the others take.
std::string splits_text(const std::vector<PredictedStep>& steps) {
  std::string text;
  for (const PredictedStep& step : steps) {
    if (step.splits.empty() || step.ranks == 1) continue;
    std::vector<std::string> ways;
    for (const auto& [name, seconds] : step.splits)
      ways.push_back(fmt::format("{} {}{}", name, milliseconds(seconds), marks_of(name, step)));
    text += fmt::format("  {:>5} ranks: {}\n", step.ranks, fmt::join(ways, ", "));
  }
  return text.empty() ? text
                      : "\nThe grid split over ranks; auto: as a run with this profile does it; "
                        "ms:\n" +
                            text;
}

std::string settings_text(const std::vector<PredictedStep>& steps) {
  std::string text;
  for (const PredictedStep& step : steps)
    if (!step.settings.empty())
      text += fmt::format("  {:>5} nodes: {}\n", step.nodes, fmt::join(step.settings, ", "));
  return text.empty() ? text : "\nThe case as it has grown:\n" + text;
}

}  // namespace

std::vector<std::string> Prediction::assumptions() const {
  std::vector<std::string> list{"compute: " + rates.source, scaling_text(*this),
                                overlap_text(*this)};
  for (std::string& line : model_assumptions(steps)) list.push_back(std::move(line));
  if (is_weak)
    list.push_back(
        "weak scaling: N nodes have N times the work; efficiency is the time of the first "
        "row over that of each");
  if (rates.other_seconds > 0)
    list.push_back("phases that no model describes take as long on any number of ranks");
  return list;
}

std::string prediction_text(const Prediction& p) {
  const auto names = movement_names(p.steps);
  std::string text = fmt::format(
      "{} ({}, {} precision) on {}: {} rank{} per node{}\n", p.title, p.kind, p.precision,
      p.target.name, p.target.ranks_per_node, p.target.ranks_per_node == 1 ? "" : "s",
      p.target.devices_per_node > 0 ? fmt::format(" on {} devices", p.target.devices_per_node)
                                    : "");
  for (const std::string& line : p.assumptions()) text += "  " + line + "\n";
  text += fmt::format("\nSeconds per step in ms; movements: what is not hidden\n{:>5} {:>6}  {:>9}"
                      "  {:>19}  {:>9}",
                      "nodes", "ranks", "step", "interval", "compute");
  for (const std::string& name : names)
    text += fmt::format("  {:>{}}", name, std::max<std::size_t>(9, name.size()));
  text += fmt::format("  {:>10}  {:>10}  {}\n", "reductions", "efficiency", "limit (routes)");
  for (const PredictedStep& step : p.steps) text += row_text(step, names);
  return text + splits_text(p.steps) + settings_text(p.steps);
}

std::string prediction_json(const Prediction& p) {
  ordered_json hidden = ordered_json::object(), rows = ordered_json::array();
  for (const auto& [name, fraction] : p.rates.hidden) hidden[name] = fraction;
  for (const PredictedStep& step : p.steps) rows.push_back(step_json(step));
  const ordered_json json{
      {"version", 1},
      {"program", version},
      {"kind", "prediction"},
      {"case", p.case_file},
      {"title", p.title},
      {"solver", p.kind},
      {"precision", p.precision},
      {"profile", p.target.name},
      {"weak", p.is_weak},
      {"ranks_per_node", p.target.ranks_per_node},
      {"gpus_per_node", p.target.devices_per_node},
      {"rates",
       {{"source", p.rates.source},
        {"bandwidth", p.rates.bandwidth},
        {"target_bandwidth", p.target.bandwidth()},
        {"scale", bandwidth_scale(p.rates, p.target)},
        {"spread", p.rates.spread}}},
      {"hidden_fraction", p.target.overlap ? ordered_json(*p.target.overlap) : hidden},
      {"assumptions", p.assumptions()},
      {"steps", rows}};
  return json.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace thalweg::app
