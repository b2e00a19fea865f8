// SPDX-License-Identifier: Apache-2.0
#include "app/command_line.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <optional>

#include "app/programs.hpp"
#include "base/diagnostics.hpp"
#include "base/error.hpp"
#include "base/version.hpp"
#include "simulation/process/launch.hpp"

namespace thalweg::app {

namespace {

constexpr const char* footer =
    "Any other command NAME runs a program thalweg-NAME.\n"
    "Exit status: 0 done; 1 internal error, or a check of verify does not hold; 2 the input is\n"
    "wrong, nothing was run; 3 the simulation diverged; 4 a file, device or communication failed;\n"
    "130, 143 stopped by a signal.";

/// The texts of options that need more than one line of code to take over.
struct Texts {
  std::string case_file, out, restart;
  std::int64_t steps = 0;
  int member = 0;
};

/// CLI's own NonNegativeNumber prints limits of 309 digits.
const CLI::Validator whole_number(
    [](std::string& text) {
      std::int64_t value = -1;
      const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), value);
      const bool is_right = failed == std::errc() && end == text.data() + text.size() && value >= 0;
      return is_right ? std::string() : "expected a whole number, 0 or more, not " + text;
    },
    "");

void add_case_options(CLI::App& command, Request& request, Texts& texts) {
  command.add_option("CASE", texts.case_file, "the case file (TOML)");
  command
      .add_option("--set", request.run.overrides, "override a key of the case: --set time.end=5")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
  command.add_option("--member", texts.member, "only this member of the case's ensemble (from 0)")
      ->check(whole_number);
  command.add_option("--device", request.run.device, "where to compute: auto, cpu, cuda")
      ->check(CLI::IsMember({"auto", "cpu", "cuda"}));
  command
      .add_option("--threads", request.threads,
                  "threads per rank (default: the rank's share of cores)")
      ->check(CLI::Range(1, 4096));
}

void add_run(CLI::App& program, Request& request, Texts& texts) {
  CLI::App* run = program.add_subcommand("run", "run a case");
  add_case_options(*run, request, texts);
  run->add_option("--out", texts.out, "output folder (default: out/NAME)");
  run->add_option("--steps", texts.steps, "take at most this many steps now")->check(whole_number);
  run->add_option("--restart", texts.restart,
                  "go on from a checkpoint (default: the newest intact one in the output folder)")
      ->expected(0, 1);
  run->add_flag("--force", request.run.force, "overwrite the results in the output folder");
  run->add_flag("--quiet", request.run.quiet, "say nothing but errors");
}

void add_others(CLI::App& program, Request& request, Texts& texts) {
  CLI::App* check = program.add_subcommand("check", "validate a case and show what it would do");
  add_case_options(*check, request, texts);
  check->add_flag("--json", request.json, "print JSON");
  CLI::App* info = program.add_subcommand("info", "show build, devices, libraries");
  info->add_flag("--self-test", request.self_test,
                 "hold the device's results to the CPU's, and remember that for --device auto");
  CLI::App* probe = program.add_subcommand(
      "probe", "measure what moving data costs here, for the choice of routes (also under mpirun)");
  probe->add_flag("--quick", request.probe.quick, "under a minute instead of under ten");
  probe->add_option("--out", request.probe.out, "write the profile there too (JSON)")
      ->type_name("FILE");
  probe
      ->add_option("--max-bytes", request.probe.max_bytes,
                   "largest message, e.g. 1MB (default: 64MB); larger ones are then extrapolated")
      ->transform(CLI::AsSizeValue(false))
      ->check(CLI::Range(std::int64_t{1} << 16, std::int64_t{1} << 28));
  CLI::App* bench = program.add_subcommand("bench", "run benchmarks: all, or those named");
  bench->add_option("NAME", request.benchmarks, "benchmarks");
  bench->add_flag("--quick", request.quick, "small sizes");
  bench->add_flag("--list", request.list, "only list what there is");
}

/// What goes with a case.
void add_predict_case(CLI::App& predict, PredictOptions& options) {
  predict
      .add_option("--ranks-per-node", options.ranks_per_node,
                  "ranks on each node (default: one per device, else as in the profile)")
      ->check(CLI::Range(1, 100'000));
  predict
      .add_option("--gpus-per-node", options.gpus_per_node,
                  "devices of each node that compute; 0: its processors do (default: all)")
      ->check(CLI::Range(0, 1000));
  predict
      .add_option("--rates", options.rates,
                  "compute rates from the report.json of an earlier run (default: some steps of\n"
                  "the case, or of a smaller one, are measured now)")
      ->type_name("FILE");
  predict
      .add_option("--overlap", options.overlap,
                  "the part of the messages' time that is hidden behind work, from 0 to 1\n"
                  "(default: as measured)")
      ->check(CLI::Range(0.0, 1.0));
  predict.add_flag(
      "--weak", options.weak,
      "weak scaling: the case is for one node, and on N nodes it has N times the work\n"
      "(blood: longer along its periodic axes; flow: along one of them)");
}

void add_predict(CLI::App& program, Request& request, Texts& texts) {
  PredictOptions& options = request.predict;
  CLI::App* predict = program.add_subcommand(
      "predict", "how long a case's step, or moving data, will take on other numbers of nodes");
  add_case_options(*predict, request, texts);
  add_predict_case(*predict, options);
  predict
      ->add_option("--measured", options.measured,
                   "learn from a table of measured collectives (CSV: machine, operation, nodes,\n"
                   "route, implementation, bytes, seconds and, optionally, valid)")
      ->type_name("FILE");
  predict->add_option("--machine", options.machine, "the machine whose rows to use")
      ->type_name("NAME");
  predict
      ->add_option("--nodes", options.nodes,
                   "the numbers of nodes to predict; rows on these are not learned from")
      ->delimiter(',')
      ->check(CLI::Range(1, 10'000'000))
      ->type_name("N,N,...");
  predict
      ->add_option("--workload", options.workload,
                   "a program by its description: blood-weak-scaling, or a file of one")
      ->type_name("NAME");
  predict
      ->add_option("--profile", options.profile,
                   "the machine on which it is to run: a shipped profile (summit-spectrum,\n"
                   "lassen-spectrum, lassen-mvapich2-gdr, duke) or a file of one (default with a\n"
                   "case: what `thalweg probe` kept of this machine)")
      ->type_name("NAME");
  predict
      ->add_option("--out", options.out,
                   "write the predictions here: of a case as JSON, else as CSV; with --measured\n"
                   "the terminal then tells how they compare with what was measured")
      ->type_name("FILE");
}

void add_verify(CLI::App& program, Request& request) {
  VerifyRequest& options = request.verify;
  CLI::App* verify = program.add_subcommand(
      "verify", "run cases and hold their results to their references ([[check]])");
  verify->add_option("NAME", options.names,
                     "case files, folders of cases, or kinds (default: all shipped cases)");
  verify->add_flag("--quick", options.quick, "only cases of less than about 20 s on two cores");
  verify
      ->add_option("--out", options.out,
                   "keep the results there (default: a folder that is removed if all holds)")
      ->type_name("DIR");
  verify->add_flag("--force", options.force, "overwrite the results in the output folder");
  verify->add_option("--device", options.device, "where to compute: auto, cpu, cuda")
      ->check(CLI::IsMember({"auto", "cpu", "cuda"}));
  verify->add_option("--threads", request.threads, "threads per rank")->check(CLI::Range(1, 4096));
}

void add_grid(CLI::App& program, Request& request) {
  GridRequest& options = request.grid;
  CLI::App* grid = program.add_subcommand(
      "grid", "what the grid of a case, or of a file (CGNS, PLOT3D), is like");
  grid->add_option("FILE", options.file, "the case (TOML) or the grid")->required();
  grid->add_option("--set", options.overrides, "override a key of the case")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
  grid->add_option("--write", options.write, "write it as CGNS, with connections and families")
      ->type_name("FILE");
  grid->add_option("--plot", options.plot, "draw it (PNG, PDF or SVG; needs the Python package)")
      ->type_name("FILE");
}

void take_over(Request& request, const Texts& texts, const CLI::App& program) {
  const CLI::App& command = *program.get_subcommands().front();
  request.command = command.get_name() == "run"      ? Command::run
                    : command.get_name() == "check"  ? Command::check
                    : command.get_name() == "info"   ? Command::info
                    : command.get_name() == "probe"  ? Command::probe
                    : command.get_name() == "bench"  ? Command::bench
                    : command.get_name() == "verify" ? Command::verify
                    : command.get_name() == "grid"   ? Command::grid
                                                     : Command::predict;
  request.run.case_file = texts.case_file;
  request.run.out = texts.out;
  request.run.restart_file = texts.restart;
  const bool has_case = request.command == Command::run || request.command == Command::check ||
                        request.command == Command::predict;
  if (has_case && command.count("--member") > 0) request.run.member = texts.member;
  if (request.command != Command::run) return;
  if (command.count("--steps") > 0) request.run.steps = texts.steps;
  request.run.restart = command.count("--restart") > 0;
  // `run --restart case.toml`: the file is the case, not the checkpoint.
  if (texts.case_file.empty() && texts.restart.ends_with(".toml"))
    std::swap(request.run.case_file, request.run.restart_file);
}

std::vector<std::string> option_names(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options())
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  return names;
}

/// A word that the command line should not have, and what may have been meant.
std::string unexpected(const CLI::App& program) {
  const auto used = program.get_subcommands();
  const CLI::App& command = used.empty() ? program : *used.front();
  for (const std::string& word : program.remaining(true)) {
    const std::string option = word.substr(0, word.find('='));
    const std::string meant = closest(option, option_names(command));
    return fmt::format("\"{}\" is not expected here.{}", word,
                       meant.empty() ? "" : fmt::format(" Did you mean \"{}\"?", meant));
  }
  return {};
}

int refuse(const std::string& text) {
  return simulation::refuse_before_mpi(ExitStatus::input,
                                       text + " See thalweg --help. Nothing was run.");
}

/// Help and version are no mistakes.
int answer(const CLI::App& program, const CLI::ParseError& error) {
  if (error.get_exit_code() == 0) return simulation::launcher_rank() == 0 ? program.exit(error) : 0;
  const std::string extra = unexpected(program);
  return refuse(extra.empty() ? std::string(error.what()) + "." : extra);
}

/// Becomes the program thalweg-NAME where NAME is no command of ours; the status where there is
/// none.
std::optional<int> run_program_named(const CLI::App& program, char** argv) {
  std::vector<std::string> commands;
  for (const CLI::App* command : program.get_subcommands({}))
    commands.push_back(command->get_name());
  const std::string first = argv[1];
  if (first.starts_with("-") ||
      std::find(commands.begin(), commands.end(), first) != commands.end())
    return {};
  run_instead("thalweg-" + first, argv + 1);
  const std::string meant = closest(first, commands);
  return refuse(fmt::format("there is no command \"{0}\", and no program thalweg-{0}.{1}", first,
                            meant.empty() ? "" : " Did you mean \"" + meant + "\"?"));
}

/// What the parser cannot see of a request that it takes; empty: nothing is wrong.
std::string mistake_of(const Request& request) {
  const bool has_case = !request.run.case_file.empty();
  const bool needs_case = request.command == Command::run || request.command == Command::check;
  if (needs_case && !has_case) return "the case file is missing: thalweg run CASE.toml.";
  return request.command == Command::predict ? mistake_in(request.predict, has_case)
                                             : std::string();
}

}  // namespace

Request read_command_line(int argc, char** argv) {
  Request request;
  Texts texts;
  CLI::App program("Simulates flow and sound on CPUs and GPUs.", "thalweg");
  program.set_version_flag("--version", fmt::format("thalweg {} ({})", version, commit));
  program.require_subcommand(1);
  program.footer(footer);
  add_run(program, request, texts);
  add_others(program, request, texts);
  add_predict(program, request, texts);
  add_verify(program, request);
  add_grid(program, request);
  if (argc < 2) {
    request.status = refuse("a command is missing.");
    return request;
  }
  if (const std::optional<int> status = run_program_named(program, argv)) {
    request.status = *status;
    return request;
  }
  try {
    program.parse(argc, argv);
    take_over(request, texts, program);
  } catch (const CLI::ParseError& error) {
    request.status = answer(program, error);
    return request;
  }
  const std::string mistake = mistake_of(request);
  if (!mistake.empty()) {
    request.command = Command::none;
    request.status = refuse(mistake);
  }
  return request;
}

}  // namespace thalweg::app
