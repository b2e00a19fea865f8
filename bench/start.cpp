// SPDX-License-Identifier: Apache-2.0
// How long a run takes from its start to the end of its first step, and whose memory is resident
// then: code and data of the program, of each library, shared memory, and what was allocated.
//   thalweg-bench-start [--quick] [--rounds N] [CASE...]
// Without cases: an empty run (8^3 points, nothing written), one of 64^3, and each case.toml of the
// cases beside the program that is one run.
#include <fmt/format.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <thread>

#include "base/clock.hpp"
#include "base/error.hpp"
#include "refuse_launcher.hpp"
#include "results.hpp"
#include "scratch.hpp"
#include "simulation/process/launch.hpp"

namespace {

using namespace thalweg;
namespace fs = std::filesystem;

/// Longer than the set-up of any of our cases takes.
constexpr double patience = 120;

struct Options {
  bool quick = false;
  int rounds = 5;
  std::vector<std::string> cases;
};

struct Case {
  std::string name;
  fs::path file;
};

/// Resident bytes by owner.
using Memory = std::map<std::string, std::int64_t>;

struct Start {
  double seconds = 0;
  Memory memory;
};

/// The case file of a decaying vortex that writes nothing but its history.
std::string vortex(int points) {
  return fmt::format(R"([simulation]
kind = "turbulence"
[grid]
points = [{0}, {0}, {0}]
[turbulence]
viscosity = 0.01
[initial]
kind = "taylor-green"
[time]
step = 1e-3
steps = 1000000
)",
                     points);
}

/// Whose a mapping of a process is, by the file that it maps; `program`: the one that it runs.
std::string owner_of(const std::string& path, const std::string& program) {
  const auto has = [&](std::initializer_list<const char*> parts) {
    return std::ranges::any_of(parts,
                               [&](const char* p) { return path.find(p) != std::string::npos; });
  };
  if (path.empty() || path == "[heap]") return "allocated";
  if (path == program) return "program";
  if (path.starts_with("[")) return "stacks";
  if (has({"/dev/shm", "/tmp/", "/SYSV", "(deleted)"})) return "shared";
  if (!has({".so"})) return "program";
  if (has({"/libmpi", "/libopen-", "/libpmix", "/mca_", "/libevent", "/openmpi"})) return "MPI";
  if (has({"/libhdf5"})) return "HDF5";
  if (has({"/libfftw"})) return "FFTW";
  return "other libraries";
}

/// What is resident of a process (Linux: /proc/PID/smaps).
Memory memory_of(pid_t process) {
  std::ifstream file(fmt::format("/proc/{}/smaps", process));
  std::error_code unknown;
  const std::string program =
      std::filesystem::read_symlink(fmt::format("/proc/{}/exe", process), unknown).string();
  Memory memory;
  std::string line, owner;
  while (std::getline(file, line)) {
    std::istringstream words(line);
    std::string first, permissions, offset, device, inode, path;
    words >> first;
    if (first.find('-') != std::string::npos && !first.ends_with(':')) {
      words >> permissions >> offset >> device >> inode;
      std::getline(words >> std::ws, path);
      owner = owner_of(path, program);
    } else if (first == "Rss:") {
      std::int64_t kilobytes = 0;
      words >> kilobytes;
      memory[owner] += 1024 * kilobytes;
    }
  }
  return memory;
}

/// A run that goes on until it is ended.
class Run {
 public:
  Run(const fs::path& program, const fs::path& file, const fs::path& out) : out_(out) {
    fs::remove_all(out);
    std::vector<std::string> words = {program,   "run",     file,    "--out",
                                      out,       "--quiet", "--set", "output.history.every_steps=1",
                                      "--steps", "1000000"};
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    if (posix_spawn(&process_, program.c_str(), nullptr, nullptr, arguments.data(), environ) != 0)
      throw IoError(fmt::format("{} does not start", program.string()));
  }
  ~Run() {
    if (process_ == 0) return;
    kill(process_, SIGKILL);
    waitpid(process_, nullptr, 0);
  }
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;

  pid_t process() const { return process_; }

  /// Until its history has the row of the first step: names, units, start, and that one.
  void wait_for_first_step() {
    const double begin = seconds_now();
    while (rows() < 4) {
      if (waitpid(process_, nullptr, WNOHANG) == process_) {
        process_ = 0;
        throw IoError(fmt::format("the run in {} ended before its first step", out_.string()));
      }
      if (seconds_now() - begin > patience)
        throw IoError(
            fmt::format("the run in {} wrote no first step within {:.0f} s: is the case one run, "
                        "not an ensemble?",
                        out_.string(), patience));
      std::this_thread::sleep_for(std::chrono::microseconds(500));
    }
  }

 private:
  std::int64_t rows() const {
    std::ifstream file(out_ / "history.csv");
    return std::count(std::istreambuf_iterator<char>(file), {}, '\n');
  }

  fs::path out_;
  pid_t process_ = 0;
};

Start measure(const fs::path& program, const Case& c, int rounds, const fs::path& folder) {
  Start best;
  for (int round = 0; round < rounds; ++round) {
    const double begin = seconds_now();
    Run run(program, c.file, folder / "out");
    run.wait_for_first_step();
    const double seconds = seconds_now() - begin;
    if (round == 0 || seconds < best.seconds) best = {seconds, memory_of(run.process())};
  }
  return best;
}

void print(const Case& c, const Start& start) {
  std::int64_t sum = 0;
  std::string owners;
  for (const auto& [owner, bytes] : start.memory) {
    sum += bytes;
    owners += fmt::format("{}{} {:.1f}", owners.empty() ? "" : ", ", owner,
                          1e-6 * static_cast<double>(bytes));
  }
  fmt::print("{:<28} first step after {:6.3f} s   {:7.1f} MB: {}\n", c.name, start.seconds,
             1e-6 * static_cast<double>(sum), owners);
}

/// Whether a folder has a case that is one run, not an ensemble.
bool has_one_run(const fs::path& folder) {
  std::ifstream file(folder / "case.toml");
  std::ostringstream text;
  text << file.rdbuf();
  return file && text.str().find("\n[ensemble]") == std::string::npos;
}

std::vector<Case> cases(const Options& options, const fs::path& program, const fs::path& folder) {
  std::vector<Case> list;
  if (!options.cases.empty()) {
    for (const std::string& file : options.cases) list.push_back({file, fs::absolute(file)});
    return list;
  }
  for (const int points : options.quick ? std::vector{8} : std::vector{8, 64}) {
    list.push_back({points == 8 ? "empty" : fmt::format("{}^3", points),
                    folder / fmt::format("{}.toml", points)});
    std::ofstream(list.back().file) << vortex(points);
  }
  if (options.quick) return list;
  const fs::path examples = program.parent_path().parent_path() / "share/thalweg/cases";
  for (const auto& entry : fs::directory_iterator(examples))
    if (has_one_run(entry.path()))
      list.push_back({entry.path().filename(), entry.path() / "case.toml"});
  std::sort(list.begin() + 2, list.end(),
            [](const Case& a, const Case& b) { return a.name < b.name; });
  return list;
}

int run(const Options& options) {
  const fs::path program = simulation::thalweg_program();
  if (program.empty()) throw IoError("thalweg is not beside this program: build or install both");
  const bench::Scratch scratch("start");
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const Case& c : cases(options, program, scratch.path())) {
    const Start start = measure(program, c, options.rounds, scratch.path());
    print(c, start);
    list.push_back({{"case", c.name},
                    {"seconds_to_first_step", start.seconds},
                    {"resident_bytes", start.memory}});
  }
  bench::write_results("start", {{"results", list}});
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App program("Time from start to first step, and the memory that is resident then.");
  Options options;
  program.add_flag("--quick", options.quick, "the empty run only");
  program.add_option("--rounds", options.rounds, "runs of each case; the fastest counts")
      ->check(CLI::PositiveNumber);
  program.add_option("CASE", options.cases, "these case files instead")->check(CLI::ExistingFile);
  CLI11_PARSE(program, argc, argv);
  if (bench::refused_under_launcher("start")) return static_cast<int>(ExitStatus::input);
  try {
    return run(options);
  } catch (const Error& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 1;
  }
}
