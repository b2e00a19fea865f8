// SPDX-License-Identifier: Apache-2.0
// The whole time of a short run of `thalweg kwave`, from start to exit, and where it goes. Input
// files are those of k-Wave, so that its own program can be timed beside ours; without it, its
// total on four cores of an AMD EPYC (Zen 4) stands in (docs/performance.md).
//   thalweg-bench-run_sound [--quick] [--steps N] [--rounds N] [--peer kspaceFirstOrder-OMP]
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdlib>

#include "base/clock.hpp"
#include "base/error.hpp"
#include "io/hdf5/dataset_file.hpp"
#include "kwave_input.hpp"
#include "refuse_launcher.hpp"
#include "results.hpp"
#include "scratch.hpp"
#include "sound_cases.hpp"
#include "transport/comm/communicator.hpp"

namespace {

using namespace thalweg;
namespace fs = std::filesystem;

struct Options {
  bool quick = false;
  int steps = 100, rounds = 3;
  std::string peer;
  /// What this program was started with: MPI adds to it, and a run that sees that is not alone.
  std::vector<std::string> environment;
};

std::vector<std::string> own_environment() {
  std::vector<std::string> variables;
  for (char** variable = environ; *variable; ++variable) variables.emplace_back(*variable);
  return variables;
}

struct Case {
  std::string name;
  sound::Problem problem;
  std::int64_t sensors;
  double peer_seconds = 0;  // of k-Wave's program, 100 steps; 0: not known
  std::string peer_from{};
};

/// Seconds of a run, or of the mean of several.
struct Run {
  double total = 0, load = 0, prepare = 0, steps = 0, finish = 0;
  /// Starting the program, and what it does before its clock starts and after that stops.
  double around() const { return total - load - prepare - steps - finish; }
};

std::vector<Case> cases(bool quick) {
  using namespace bench;
  if (quick)
    return {{"128^2 photoacoustic", photoacoustic_disc(128), 100},
            {"64^3 nonlinear absorbing", tissue_with_source({64, 64, 64}), 4096}};
  return {{"512^2 photoacoustic", photoacoustic_disc(512), 400, 1.0,
           "3.2 s of 500 steps by one thread, less 400 of 5.5 ms; by four threads 5.2 s"},
          {"128^3 nonlinear absorbing", tissue_with_source({128, 128, 128}), 128 * 128, 4.2,
           "100 steps"},
          {"256^3 nonlinear absorbing", tissue_with_source({256, 256, 256}), 256 * 256, 34.3,
           "13.2 s of 30 steps, and 70 of 301 ms"}};
}

double phase(const io::DatasetFile& file, const std::string& name) {
  return std::strtod(file.text("/", name + "_phase_execution_time").c_str(), nullptr);
}

/// Whether a command of the shell succeeds.
bool succeeds(std::string command, std::vector<std::string> environment) {
  std::string shell = "sh", flag = "-c";
  char* arguments[] = {shell.data(), flag.data(), command.data(), nullptr};
  std::vector<char*> variables;
  for (std::string& variable : environment) variables.push_back(variable.data());
  variables.push_back(nullptr);
  pid_t process = 0;
  int status = 0;
  return posix_spawn(&process, "/bin/sh", nullptr, nullptr, arguments, variables.data()) == 0 &&
         waitpid(process, &status, 0) == process && status == 0;
}

/// `program` with its arguments, on in.h5 in the folder.
Run take(const std::string& program, const fs::path& folder, const Options& options) {
  const fs::path in = folder / "in.h5", out = folder / "out.h5";
  fs::remove(out);
  const std::string command = fmt::format("{} -i '{}' -o '{}' --p_raw > '{}' 2>&1", program,
                                          in.string(), out.string(), (folder / "log").string());
  const double start = seconds_now();
  if (!succeeds(command, options.environment))
    throw IoError(fmt::format("this failed: {}", command));
  Run run;
  run.total = seconds_now() - start;
  const auto file = io::DatasetFile::open(out);
  run.load = phase(file, "data_loading");
  run.prepare = phase(file, "pre-processing");
  run.steps = phase(file, "simulation");
  run.finish = phase(file, "post-processing");
  return run;
}

Run mean(const std::vector<Run>& runs) {
  Run sum;
  const auto share = 1 / static_cast<double>(runs.size());
  for (const Run& run : runs)
    for (const auto part : {&Run::total, &Run::load, &Run::prepare, &Run::steps, &Run::finish})
      sum.*part += share * run.*part;
  return sum;
}

void print(const std::string& who, const Run& run) {
  fmt::print("    {:<8} {:7.2f} s: start and exit {:.2f}, load {:.2f}, medium and plans {:.2f}, "
             "steps {:.2f}, output {:.2f}\n",
             who, run.total, run.around(), run.load, run.prepare, run.steps, run.finish);
}

nlohmann::ordered_json json(const Run& run) {
  return {{"total", run.total}, {"start_and_exit", run.around()},
          {"load", run.load},   {"prepare", run.prepare},
          {"steps", run.steps}, {"output", run.finish}};
}

nlohmann::ordered_json measure(const Case& c, const Options& options, const std::string& program) {
  const bench::Scratch scratch("run-sound");
  sound::Problem problem = c.problem;
  problem.steps = options.steps;
  for (sound::PressureSource& source : problem.pressure_sources) {
    source.signals.steps = options.steps;
    source.signals.samples.resize(static_cast<std::size_t>(options.steps));
  }
  bench::write_kwave_input(problem, bench::middle_points(problem, c.sensors),
                           scratch.path() / "in.h5");
  take(program, scratch.path(), options);  // plans that are kept, and the file in memory
  std::vector<Run> ours, theirs;
  for (int round = 0; round < options.rounds; ++round) {  // interleaved: machines vary with time
    ours.push_back(take(program, scratch.path(), options));
    if (!options.peer.empty()) theirs.push_back(take(options.peer, scratch.path(), options));
  }
  const Run run = mean(ours);
  fmt::print("{}, {} steps\n", c.name, options.steps);
  print("thalweg", run);
  nlohmann::ordered_json entry = {
      {"case", c.name}, {"steps", options.steps}, {"seconds", json(run)}};
  double peer = options.steps == 100 ? c.peer_seconds : 0;
  if (!theirs.empty()) {
    const Run other = mean(theirs);
    print("k-Wave", other);
    entry["peer_seconds"] = json(other);
    peer = other.total;
  } else if (peer > 0) {
    fmt::print("    k-Wave   {:7.2f} s, measured apart ({})\n", peer, c.peer_from);
    entry["peer_seconds"] = {{"total", peer}, {"from", c.peer_from}};
  }
  if (peer > 0) {
    fmt::print("    ratio    {:7.2f}\n", run.total / peer);
    entry["ratio_to_peer"] = run.total / peer;
  }
  return entry;
}

int run(const Options& options) {
  const fs::path self = fs::canonical("/proc/self/exe");
  const std::string program = fmt::format("'{}' kwave", (self.parent_path() / "thalweg").string());
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const Case& c : cases(options.quick)) list.push_back(measure(c, options, program));
  bench::write_results("run_sound", {{"results", list}});
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App program("Whole time of a short run of sound, and where it goes.");
  Options options;
  program.add_flag("--quick", options.quick, "small grids only");
  program.add_option("--steps", options.steps, "of a run")->check(CLI::PositiveNumber);
  program.add_option("--rounds", options.rounds, "runs of each case")->check(CLI::PositiveNumber);
  program.add_option("--peer", options.peer, "k-Wave's program, to be timed beside ours");
  CLI11_PARSE(program, argc, argv);
  if (bench::refused_under_launcher("run_sound")) return static_cast<int>(ExitStatus::input);
  options.environment = own_environment();
  const transport::Session session(&argc, &argv);  // for the files; the runs have their own
  try {
    return run(options);
  } catch (const Error& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 1;
  }
}
