// SPDX-License-Identifier: Apache-2.0
#include "simulation/process/launch.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <vector>

#include "simulation/process/log.hpp"
#include "simulation/process/machine.hpp"

namespace thalweg::simulation {

namespace fs = std::filesystem;

namespace {

const char* rank_text() {
  for (const char* name : {"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK", "MV2_COMM_WORLD_RANK"})
    if (const char* text = std::getenv(name)) return text;
  return nullptr;
}

/// The ranks that start_again_on_all_cores() asked for.
constexpr const char* ranks_variable = "THALWEG_RANKS";

}  // namespace

int launcher_rank() {
  const char* text = rank_text();
  return text ? std::atoi(text) : 0;
}

bool has_launcher() { return rank_text() != nullptr; }

int refuse_before_mpi(ExitStatus status, const std::string& text) {
  if (launcher_rank() != 0) return 0;
  std::fprintf(stderr, "thalweg: %s\n", text.c_str());
  return static_cast<int>(status);
}

std::string this_program() {
  std::error_code failed;
  const fs::path self = fs::read_symlink("/proc/self/exe", failed);
  return failed ? "thalweg" : self.string();
}

std::string thalweg_program() {
  const fs::path program = fs::path(this_program()).replace_filename("thalweg");
  std::error_code ignored;
  return fs::exists(program, ignored) ? program.string() : "";
}

void start_again_on_all_cores(int argc, char** argv) {
  if (has_launcher() || std::getenv(ranks_variable)) return;
  const int cores = usable_cores();
  if (cores < 2) return;
  const std::string ranks = std::to_string(cores), program = this_program();
  std::vector<std::string> words{"mpirun", "-n", ranks, "--bind-to", "core", program};
  words.insert(words.end(), argv + 1, argv + argc);
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  setenv(ranks_variable, ranks.c_str(), 1);
  if (isatty(STDERR_FILENO)) setenv(terminal_variable, "1", 1);
  // Open MPI refuses to work for root unless told so; who started this as root meant it.
  if (geteuid() == 0)
    for (const char* name : {"OMPI_ALLOW_RUN_AS_ROOT", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM"})
      setenv(name, "1", 0);
  execvp("mpirun", arguments.data());
  unsetenv(ranks_variable);
}

void require_that_all_ranks_are_here(const transport::Communicator& comm) {
  const char* wanted = std::getenv(ranks_variable);
  if (!wanted || std::atoi(wanted) == comm.size()) return;
  throw InputError(fmt::format(
      "this program was to run on {} ranks and finds {}: the mpirun on the PATH belongs "
      "to another MPI "
      "library than this program ({}). Start it with that library's mpirun.",
      wanted, comm.size(), transport::library_version()));
}

}  // namespace thalweg::simulation
