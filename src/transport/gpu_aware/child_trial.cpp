// SPDX-License-Identifier: Apache-2.0
#include "transport/gpu_aware/child_trial.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <cstring>
#include <thread>

#include "base/clock.hpp"

extern char** environ;

namespace thalweg::transport {

namespace {

template <class Prefixes>
bool begins_with_one_of(const std::string& entry, const Prefixes& prefixes) {
  return std::ranges::any_of(prefixes, [&](const char* p) { return entry.starts_with(p); });
}

std::vector<char*> pointers(std::vector<std::string>& words) {
  std::vector<char*> all;
  for (std::string& word : words) all.push_back(word.data());
  all.push_back(nullptr);
  return all;
}

TrialOutcome outcome_of(int status) {
  if (WIFSIGNALED(status))
    return {false, fmt::format("crashed ({})", strsignal(WTERMSIG(status))), {}};
  const int code = WEXITSTATUS(status);
  return {code == 0, code == 0 ? "passed" : fmt::format("ended with status {}", code), {}};
}

/// A pipe that the child writes to. Not read to its end: what the child started may outlive it.
class Words {
 public:
  Words() {
    if (pipe2(ends_.data(), O_CLOEXEC) != 0) return;
    fcntl(ends_[0], F_SETFL, O_NONBLOCK);
  }
  ~Words() {
    for (const int end : ends_)
      if (end >= 0) close(end);
  }
  Words(const Words&) = delete;
  Words& operator=(const Words&) = delete;

  int writing_end() const { return ends_[1]; }
  /// All that has been written by now.
  const std::string& so_far() {
    std::array<char, 4096> some{};
    for (ssize_t n = 0; (n = read(ends_[0], some.data(), some.size())) > 0;)
      text_.append(some.data(), static_cast<std::size_t>(n));
    return text_;
  }

 private:
  std::array<int, 2> ends_{-1, -1};
  std::string text_;
};

TrialOutcome wait_for(pid_t child, double seconds, Words& words) {
  const double begin = seconds_now();
  int status = 0;
  TrialOutcome outcome{false, fmt::format("did not end within {:.3g} s", seconds), {}};
  while (waitpid(child, &status, WNOHANG) == 0) {
    words.so_far();  // a full pipe would stop it
    if (seconds_now() - begin > seconds) {
      kill(child, SIGKILL);
      waitpid(child, &status, 0);
      outcome.said = words.so_far();
      return outcome;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  outcome = outcome_of(status);
  outcome.said = words.so_far();
  return outcome;
}

}  // namespace

std::vector<std::string> without_launcher(const std::vector<std::string>& environment) {
  constexpr std::array theirs{"OMPI_", "PMIX_",  "PMI_",  "PRTE_",  "ORTE_",
                              "HYDI_", "HYDRA_", "MPIR_", "SLURM_", "PALS_"};
  constexpr std::array the_users{"OMPI_MCA_btl",           "OMPI_MCA_pml",
                                 "OMPI_MCA_opal_cuda",     "OMPI_MCA_accelerator",
                                 "OMPI_ALLOW_RUN_AS_ROOT", "MPIR_CVAR_"};
  std::vector<std::string> kept;
  for (const std::string& entry : environment)
    if (!begins_with_one_of(entry, theirs) || begins_with_one_of(entry, the_users))
      kept.push_back(entry);
  return kept;
}

bool is_of_srun(const std::vector<std::string>& environment) {
  constexpr std::array step{"SLURM_STEP_ID="};
  // What mpirun of Open MPI 4 and 5 and of MPICH tells the processes that it starts.
  constexpr std::array mpirun{"OMPI_MCA_orte_hnp_uri=", "PRTE_", "HYDI_", "HYDRA_"};
  const auto has = [&](const auto& prefixes) {
    return std::ranges::any_of(
        environment, [&](const std::string& e) { return begins_with_one_of(e, prefixes); });
  };
  return has(step) && !has(mpirun);
}

std::vector<std::string> environment_here() {
  std::vector<std::string> entries;
  for (char** entry = environ; *entry; ++entry) entries.emplace_back(*entry);
  return entries;
}

TrialOutcome try_in_child(const std::vector<std::string>& words, double seconds) {
  std::vector<std::string> arguments = words;
  std::vector<std::string> environment = without_launcher(environment_here());
  Words written;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  for (const int stream : {0, 1, 2})
    posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_RDWR, 0);
  if (written.writing_end() >= 0)
    posix_spawn_file_actions_adddup2(&actions, written.writing_end(), 1);
  pid_t child = 0;
  // Not fork(): the pages that network adapters hold would be copied on the next write.
  const int failed = posix_spawn(&child, arguments[0].c_str(), &actions, nullptr,
                                 pointers(arguments).data(), pointers(environment).data());
  posix_spawn_file_actions_destroy(&actions);
  if (failed) return {false, fmt::format("could not be started ({})", std::strerror(failed)), {}};
  return wait_for(child, seconds, written);
}

}  // namespace thalweg::transport
