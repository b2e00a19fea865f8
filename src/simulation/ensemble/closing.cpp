// SPDX-License-Identifier: Apache-2.0
#include "simulation/ensemble/closing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <csignal>

#include "simulation/loop/closing.hpp"
#include "simulation/process/progress.hpp"
#include "simulation/report/report.hpp"

namespace thalweg::simulation {

namespace {

std::string counts_text(const EnsembleClosing& c) {
  const auto count = [&](const std::string& status) {
    return std::count_if(c.ends.begin(), c.ends.end(),
                         [&](const MemberEnd& end) { return end.status.starts_with(status); });
  };
  std::string text = fmt::format("{} of {} members are done", count("done"), c.ends.size());
  for (const char* status : {"diverged", "failed", "stopped", "waiting"})
    if (const auto n = count(status); n > 0) text += fmt::format(", {} {}", n, status);
  return text;
}

std::string first_line(const EnsembleClosing& c) {
  std::vector<double> seconds;
  for (const MemberEnd& end : c.ends)
    if (end.status == "done") seconds.push_back(end.seconds);
  std::string text = counts_text(c) + fmt::format(": {} in all", duration_text(c.seconds));
  if (!seconds.empty()) text += fmt::format(", {:.3g} s per member", quantile(seconds, 0.5));
  return text;
}

}  // namespace

std::vector<std::string> ensemble_closing_lines(const EnsembleClosing& c) {
  std::vector<std::string> lines{first_line(c), fmt::format("in {}:", c.folder.path().string())};
  const auto add = [&](const std::string& what, const std::string& how) {
    lines.push_back(fmt::format("  {:<22} {}", what, how));
  };
  add("members/0000/ ...", "a folder for each member, with what a run of its own leaves");
  add("ensemble.json", "what differs between the members, and how each ended");
  add("report.html",
      "of a member is made by:  thalweg report " + shell_quoted(c.folder.member(0).string()));
  if (c.signal != 0)
    lines.push_back(fmt::format("Stopped by {}. Go on with:  {}",
                                c.signal == SIGINT ? "SIGINT" : "SIGTERM", c.command));
  return lines;
}

std::string failures_text(const Ensemble& ensemble, const std::vector<MemberEnd>& ends,
                          const io::OutputFolder& folder) {
  constexpr int most = 10;
  std::string text;
  int failed = 0;
  for (const MemberEnd& end : ends) {
    if (end.exit_status == 0 || ++failed > most) continue;
    text += fmt::format("\nmember {} ({}): {}\n  see {}", end.member,
                        ensemble.settings_text(end.member),
                        end.message.substr(0, end.message.find('\n')),
                        io::OutputFolder(folder.member(end.member)).log().string());
  }
  if (failed > most) text += fmt::format("\nand {} more", failed - most);
  return fmt::format("{} of {} members failed:{}", failed, ends.size(), text);
}

}  // namespace thalweg::simulation
