// SPDX-License-Identifier: Apache-2.0
#include "app/programs.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <sstream>

#include "base/diagnostics.hpp"
#include "base/error.hpp"
#include "simulation/process/launch.hpp"

namespace thalweg::app {

namespace fs = std::filesystem;

namespace {

const std::string benchmark_prefix = "thalweg-bench-";

/// Where programs are looked for: this program's folder, then those of the PATH.
std::vector<fs::path> folders() {
  std::vector<fs::path> found;
  std::error_code failed;
  const fs::path self = fs::read_symlink("/proc/self/exe", failed);
  if (!failed) found.push_back(self.parent_path());
  const char* path = std::getenv("PATH");
  std::istringstream parts(path ? path : "");
  for (std::string part; std::getline(parts, part, ':');)
    if (!part.empty()) found.emplace_back(part);
  return found;
}

/// Benchmarks by name; the first of a name counts, as for commands.
std::map<std::string, fs::path> benchmarks() {
  std::map<std::string, fs::path> found;
  for (const fs::path& folder : folders()) {
    std::error_code failed;
    for (const auto& entry : fs::directory_iterator(folder, failed)) {
      const std::string file = entry.path().filename().string();
      if (file.starts_with(benchmark_prefix) && access(entry.path().c_str(), X_OK) == 0)
        found.emplace(file.substr(benchmark_prefix.size()), entry.path());
    }
  }
  return found;
}

std::vector<std::string> names_of(const std::map<std::string, fs::path>& programs) {
  std::vector<std::string> names;
  for (const auto& [name, file] : programs) names.push_back(name);
  return names;
}

/// Run a program to its end; 0 if it ended well.
int run_program(const fs::path& file, bool quick) {
  const pid_t child = fork();
  if (child < 0) throw IoError(fmt::format("starting {} failed", file.string()));
  if (child == 0) {
    execl(file.c_str(), file.c_str(), quick ? "--quick" : nullptr, nullptr);
    _exit(127);
  }
  int status = 0;
  while (waitpid(child, &status, 0) < 0) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

/// Under a launcher each rank becomes the benchmark: a process started by this one would wait for
/// ranks that have none. Two benchmarks cannot follow each other there, since MPI starts once.
[[noreturn]] void become_benchmark(const std::vector<std::string>& names,
                                   const std::map<std::string, fs::path>& all, bool quick) {
  if (names.size() != 1)
    throw InputError(
        fmt::format("under mpirun one benchmark is run, and {} were asked for: name one, as in\n"
                    "  mpirun -n N thalweg bench {}{}\nor call `thalweg bench` without mpirun. "
                    "Nothing was run.",
                    names.empty() ? "all" : std::to_string(names.size()),
                    names.empty() ? "transport" : names.front(), quick ? " --quick" : ""));
  const fs::path& file = all.at(names.front());
  execl(file.c_str(), file.c_str(), quick ? "--quick" : nullptr, nullptr);
  throw IoError(fmt::format("starting {} failed", file.string()));
}

}  // namespace

void run_instead(const std::string& program, char** arguments) {
  for (const fs::path& folder : folders()) execv((folder / program).c_str(), arguments);
}

int run_benchmarks(const std::vector<std::string>& names, bool quick, bool list) {
  const auto all = benchmarks();
  const std::vector<std::string> known = names_of(all);
  for (const std::string& name : names) {
    if (all.contains(name)) continue;
    const std::string meant = closest(name, known);
    throw InputError(fmt::format("there is no benchmark \"{}\"; there are: {}.{} Nothing was run.",
                                 name,
                                 known.empty() ? "none" : fmt::format("{}", fmt::join(known, ", ")),
                                 meant.empty() ? "" : fmt::format(" Did you mean \"{}\"?", meant)));
  }
  if (!list && simulation::has_launcher()) become_benchmark(names, all, quick);
  if (simulation::launcher_rank() != 0) return 0;
  for (const std::string& name : names.empty() ? known : names) {
    std::printf("%s\n", name.c_str());
    std::fflush(stdout);
    if (list) continue;
    if (const int status = run_program(all.at(name), quick); status != 0) return status;
  }
  return 0;
}

}  // namespace thalweg::app
