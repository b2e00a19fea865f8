// SPDX-License-Identifier: Apache-2.0
// The whole time of a short run of `thalweg kwave`, from start to exit, where it goes, and the
// memory it takes. Input files are those of k-Wave, so that its own program can be timed beside
// ours: in turn, with the same number of threads.
//   thalweg-bench-run_sound [--quick] [--only TEXT] [--steps N] [--rounds N] [--threads N...]
//                           [--peer kspaceFirstOrder-OMP]
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdlib>

#include "base/clock.hpp"
#include "base/error.hpp"
#include "exec/exec.hpp"
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
  std::string only;
  int steps = 0, rounds = 3;  // steps 0: as many as the case says
  std::vector<int> threads;
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
  int steps;
};

/// Seconds of a run, and the most memory it held.
struct Run {
  double total = 0, load = 0, prepare = 0, steps = 0, finish = 0, megabytes = 0;
  /// Starting the program, and what it does before its clock starts and after that stops.
  double around() const { return total - load - prepare - steps - finish; }
};

/// Smaller than any other: what each program takes for itself.
Case smallest() { return {"64^2 photoacoustic", bench::photoacoustic_disc(64), 10, 10}; }

std::vector<Case> cases(bool quick) {
  using namespace bench;
  const auto tissue = [](int n, int nz, int steps) -> Case {
    return {fmt::format("{}^{} nonlinear absorbing", n, nz > 1 ? 3 : 2),
            tissue_with_source({n, n, nz}), std::int64_t{n} * (nz > 1 ? n : 1), steps};
  };
  if (quick)
    return {{"128^2 photoacoustic", photoacoustic_disc(128), 100, 100}, tissue(64, 64, 100)};
  return {
      {"512^2 photoacoustic lossless", photoacoustic_disc(512, sound::Absorption::none), 400, 300},
      {"512^2 photoacoustic", photoacoustic_disc(512), 400, 300},
      tissue(512, 1, 300),
      {"512^2 axisymmetric", axisymmetric_tissue(512), 400, 200},
      tissue(1024, 1, 60),
      tissue(128, 128, 30),
      tissue(256, 256, 10)};
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

/// `program` with its arguments, on in.h5 in the folder. The shell stays above it: the largest
/// memory that a process knows of itself counts what it was before it became that program.
Run take(const std::string& program, int threads, const fs::path& folder, const Options& options) {
  const fs::path in = folder / "in.h5", out = folder / "out.h5";
  fs::remove(out);
  const std::string command =
      fmt::format("{} -t {} -i '{}' -o '{}' --p_raw > '{}' 2>&1; exit $?", program, threads,
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
  run.megabytes = std::strtod(file.text("/", "peak_core_memory_in_use").c_str(), nullptr);
  return run;
}

Run mean(const std::vector<Run>& runs) {
  Run sum;
  const auto share = 1 / static_cast<double>(runs.size());
  for (const Run& run : runs)
    for (const auto part :
         {&Run::total, &Run::load, &Run::prepare, &Run::steps, &Run::finish, &Run::megabytes})
      sum.*part += share * run.*part;
  return sum;
}

/// The runs of one program on one case, and the memory of its run of the smallest.
struct Runs {
  std::vector<Run> all;
  double empty_megabytes;
  int steps;

  double best_step() const {
    return std::ranges::min(all, {}, &Run::steps).steps / static_cast<double>(steps);
  }
  double beyond_empty() const { return mean(all).megabytes - empty_megabytes; }
};

void print(const std::string& who, const Runs& runs) {
  const Run run = mean(runs.all);
  fmt::print(
      "    {:<8} {:7.2f} s: start and exit {:.2f}, load {:.2f}, medium and plans {:.2f}, steps "
      "{:.2f}, output {:.2f}\n             {:.3f} ms per step (best {:.3f}), {:.0f} MB, {:.0f} "
      "more than the smallest run\n",
      who, run.total, run.around(), run.load, run.prepare, run.steps, run.finish,
      1e3 * run.steps / runs.steps, 1e3 * runs.best_step(), run.megabytes, runs.beyond_empty());
}

nlohmann::ordered_json json(const Run& run) {
  return {{"total", run.total}, {"start_and_exit", run.around()},
          {"load", run.load},   {"prepare", run.prepare},
          {"steps", run.steps}, {"output", run.finish}};
}

nlohmann::ordered_json ratios(const Runs& ours, const Runs& theirs) {
  const Run run = mean(ours.all), other = mean(theirs.all);
  return {{"total", run.total / other.total},
          {"set_up", (run.load + run.prepare) / (other.load + other.prepare)},
          {"step", run.steps / other.steps},
          {"best_step", ours.best_step() / theirs.best_step()},
          {"memory", run.megabytes / other.megabytes},
          {"memory_beyond_smallest", ours.beyond_empty() / theirs.beyond_empty()}};
}

void print_ratios(const nlohmann::ordered_json& ratios) {
  fmt::print("    ratio    ");
  for (const auto& [name, value] : ratios.items())
    fmt::print("{}{} {:.2f}", name == "total" ? "" : ", ", name, value.get<double>());
  fmt::print("\n");
}

/// What runs on files of one folder, with one number of threads.
class Bench {
 public:
  Bench(const Options& options, int threads) : options_(options), threads_(threads) {
    const fs::path self = fs::canonical("/proc/self/exe");
    program_ = fmt::format("'{}' kwave", (self.parent_path() / "thalweg").string());
    write(smallest());
    empty_ = take_own().megabytes;
    if (!options.peer.empty()) peer_empty_ = take_peer().megabytes;
  }

  nlohmann::ordered_json measure(const Case& c) const {
    const int steps = write(c);
    take_own();  // plans that are kept, and the file in memory
    Runs ours{{}, empty_, steps}, theirs{{}, peer_empty_, steps};
    for (int round = 0; round < options_.rounds; ++round) {  // in turn: machines vary with time
      ours.all.push_back(take_own());
      if (!options_.peer.empty()) theirs.all.push_back(take_peer());
    }
    fmt::print("{}, {} steps, {} thread{}\n", c.name, steps, threads_, threads_ > 1 ? "s" : "");
    print("thalweg", ours);
    nlohmann::ordered_json entry = {{"case", c.name},
                                    {"steps", steps},
                                    {"threads", threads_},
                                    {"seconds", json(mean(ours.all))},
                                    {"megabytes", mean(ours.all).megabytes},
                                    {"megabytes_of_smallest_run", empty_}};
    if (options_.peer.empty()) return entry;
    print("k-Wave", theirs);
    entry["peer_seconds"] = json(mean(theirs.all));
    entry["ratio_to_peer"] = ratios(ours, theirs);
    print_ratios(entry["ratio_to_peer"]);
    return entry;
  }

 private:
  Run take_own() const { return take(program_, threads_, scratch_.path(), options_); }
  /// k-Wave's program writes its memory divided by the number of its threads.
  Run take_peer() const {
    Run run = take(options_.peer, threads_, scratch_.path(), options_);
    run.megabytes *= threads_;
    return run;
  }

  /// The input file of a case; how many steps it asks for.
  int write(const Case& c) const {
    sound::Problem problem = c.problem;
    problem.steps = options_.steps > 0 ? options_.steps : c.steps;
    for (sound::PressureSource& source : problem.pressure_sources) {
      source.signals.steps = static_cast<int>(problem.steps);
      source.signals.samples.resize(static_cast<std::size_t>(problem.steps));
    }
    bench::write_kwave_input(problem, bench::middle_points(problem, c.sensors),
                             scratch_.path() / "in.h5");
    return static_cast<int>(problem.steps);
  }

  const Options& options_;
  int threads_;
  bench::Scratch scratch_{"run-sound"};
  std::string program_;
  double empty_ = 0, peer_empty_ = 0;
};

int run(const Options& options) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const int threads : options.threads) {
    const Bench bench(options, threads);
    for (const Case& c : cases(options.quick))
      if (c.name.find(options.only) != std::string::npos) list.push_back(bench.measure(c));
  }
  bench::write_results("run_sound", {{"results", list}});
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App program("Whole time of a short run of sound, where it goes, and its memory.");
  Options options;
  program.add_flag("--quick", options.quick, "small grids only");
  program.add_option("--only", options.only, "cases whose name has this text");
  program.add_option("--steps", options.steps, "of a run")->check(CLI::PositiveNumber);
  program.add_option("--rounds", options.rounds, "runs of each case")->check(CLI::PositiveNumber);
  program.add_option("--threads", options.threads, "numbers of threads (default: all cores)")
      ->check(CLI::PositiveNumber);
  program.add_option("--peer", options.peer, "k-Wave's program, to be timed beside ours");
  CLI11_PARSE(program, argc, argv);
  if (bench::refused_under_launcher("run_sound")) return static_cast<int>(ExitStatus::input);
  options.environment = own_environment();
  const transport::Session session(&argc, &argv);  // for the files; the runs have their own
  if (options.threads.empty()) options.threads = {exec::threads()};
  try {
    return run(options);
  } catch (const Error& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 1;
  }
}
