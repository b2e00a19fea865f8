// SPDX-License-Identifier: Apache-2.0
#include "simulation/loop/closing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <csignal>

namespace thalweg::simulation {

namespace {

std::string last_checkpoint_text(const std::optional<std::filesystem::path>& file) {
  return file ? fmt::format("The last intact checkpoint is {}.", file->string())
              : "No checkpoint had been written.";
}

std::ptrdiff_t count_in(const std::vector<std::string>& files, const std::string& folder) {
  return std::count_if(files.begin(), files.end(),
                       [&](const std::string& file) { return file.starts_with(folder + "/"); });
}

std::string first_line(const Closing& c) {
  const double median = quantile(c.facts.step_seconds, 0.5);
  const std::string floor =
      c.floor_seconds > 0 ? fmt::format(", {:.2f} x the floor", median / c.floor_seconds) : "";
  return fmt::format("{}: step {}, time {:.6g}, {} in all, {:.3g} s per step{}", c.facts.status,
                     c.steps, c.time, duration_text(c.facts.seconds_total), median, floor);
}

void add_files(const Closing& c, std::vector<std::string>& lines) {
  const auto add = [&](const std::string& what, const std::string& how) {
    lines.push_back(fmt::format("  {:<22} {}", what, how));
  };
  const auto has = [&](const char* file) {
    return std::find(c.results.begin(), c.results.end(), file) != c.results.end();
  };
  lines.push_back(fmt::format("in {}:", c.folder.string()));
  if (has("traces.h5")) add("traces.h5", "what the sensors heard (h5py, or any HDF5 reader)");
  if (has("history.csv")) add("history.csv", "scalars against time (spreadsheet, NumPy, pandas)");
  for (const char* group : {"spectra", "statistics", "tables", "probes"})
    if (const auto n = count_in(c.results, group); n > 0)
      add(std::string(group) + "/", fmt::format("{} table{} as CSV", n, n == 1 ? "" : "s"));
  if (const auto n = count_in(c.results, "trajectories"); n > 0)
    add("trajectories/",
        fmt::format("{} file{}: the paths of particles (thalweg.Run, or any HDF5 reader)", n,
                    n == 1 ? "" : "s"));
  for (const char* group : {"fields", "slices"})
    if (const auto n = count_in(c.results, group); n > 0)
      add(std::string(group) + "/",
          fmt::format("{} file{}: open in ParaView or with pyvista", n, n == 1 ? "" : "s"));
  if (const auto n = count_in(c.results, "checkpoints"); n > 0)
    add("checkpoints/", "to go on from (--restart)");
  add("report.json", "where the time went");
  add("report.html", "is made by:  thalweg report " + shell_quoted(c.folder.string()));
}

std::string steady_line(const SteadyState& s) {
  const std::string what = s.quantity.empty() ? "the velocity field" : s.quantity;
  if (!s.change)
    return fmt::format(
        "warning: whether the flow is steady is not known: the run had no two states "
        "{} steps apart (time.until_steady)",
        s.every_steps);
  const std::string change =
      fmt::format("{} changed by {:.3g} in the last {} steps", what, *s.change, s.every_steps);
  if (s.reached) return fmt::format("steady: {}, less than {:.3g}", change, s.tolerance);
  return fmt::format("warning: not steady: {}, not less than {:.3g}; the run ended where time.end, "
                     "time.steps or --steps has it",
                     change, s.tolerance);
}

}  // namespace

std::string shell_quoted(const std::string& text) {
  const std::string plain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-+=/,:@%";
  if (!text.empty() && text.find_first_not_of(plain) == std::string::npos) return text;
  std::string result = "'";
  for (const char c : text) result += c == '\'' ? "'\\''" : std::string(1, c);
  return result + "'";
}

std::string status_text(const LoopEnd& end) {
  if (end.signal != 0) return end.signal == SIGINT ? "stopped by SIGINT" : "stopped by SIGTERM";
  return end.capped ? "stopped by --steps" : "done";
}

std::string restart_command(const RunOptions& options) {
  std::string command = "thalweg run " + shell_quoted(options.case_file.string());
  if (options.member) command += fmt::format(" --member {}", *options.member);
  if (!options.out.empty()) command += " --out " + shell_quoted(options.out.string());
  for (const std::string& setting : options.overrides) command += " --set " + shell_quoted(setting);
  return command + " --restart";
}

std::vector<std::string> closing_lines(const Closing& c) {
  std::vector<std::string> lines{first_line(c)};
  if (c.facts.steady && c.end.signal == 0) lines.push_back(steady_line(*c.facts.steady));
  for (std::string& text : checks::summary_lines(c.facts.checks)) lines.push_back(std::move(text));
  add_files(c, lines);
  if (c.end.signal != 0)
    lines.push_back(
        fmt::format("{} Go on with:  {}", last_checkpoint_text(c.last_checkpoint), c.command));
  return lines;
}

std::string advice_after_divergence(const SolverKind::Remedy& remedy, const std::string& command,
                                    const std::optional<std::filesystem::path>& last_checkpoint) {
  std::string text =
      "Nothing of the invalid state was written. " + last_checkpoint_text(last_checkpoint);
  if (!remedy.text.empty()) text += '\n' + remedy.text;
  if (last_checkpoint && !remedy.settings.empty())
    text += "\nGo on with, e.g.:  " + command + ' ' + remedy.settings;
  return text;
}

std::string advice_after_failure(const std::string& command,
                                 const std::optional<std::filesystem::path>& last_checkpoint) {
  std::string text = last_checkpoint_text(last_checkpoint);
  if (last_checkpoint) text += " Once the cause is removed, go on with:  " + command;
  return text;
}

}  // namespace thalweg::simulation
