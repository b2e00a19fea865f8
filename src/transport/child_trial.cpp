// SPDX-License-Identifier: Apache-2.0
#include "transport/child_trial.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <cstring>
#include <string_view>
#include <thread>

extern char** environ;

namespace thalweg::transport {

namespace {

std::vector<char*> pointers(std::vector<std::string>& words) {
  std::vector<char*> all;
  for (std::string& word : words) all.push_back(word.data());
  all.push_back(nullptr);
  return all;
}

TrialOutcome outcome_of(int status) {
  if (WIFSIGNALED(status)) return {false, fmt::format("crashed ({})", strsignal(WTERMSIG(status)))};
  const int code = WEXITSTATUS(status);
  return {code == 0, code == 0 ? "passed" : fmt::format("ended with status {}", code)};
}

TrialOutcome wait_for(pid_t child, double seconds) {
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  int status = 0;
  while (waitpid(child, &status, WNOHANG) == 0) {
    if (std::chrono::duration<double>(Clock::now() - start).count() > seconds) {
      kill(child, SIGKILL);
      waitpid(child, &status, 0);
      return {false, fmt::format("did not end within {:.3g} s", seconds)};
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return outcome_of(status);
}

}  // namespace

std::vector<std::string> without_launcher(const std::vector<std::string>& environment) {
  constexpr std::array theirs{"OMPI_", "PMIX_",  "PMI_",  "PRTE_",  "ORTE_",
                              "HYDI_", "HYDRA_", "MPIR_", "SLURM_", "PALS_"};
  constexpr std::array the_users{"OMPI_MCA_btl",           "OMPI_MCA_pml",
                                 "OMPI_MCA_opal_cuda",     "OMPI_MCA_accelerator",
                                 "OMPI_ALLOW_RUN_AS_ROOT", "MPIR_CVAR_"};
  const auto begins_with_one_of = [](const std::string& entry, const auto& prefixes) {
    return std::ranges::any_of(prefixes, [&](const char* p) { return entry.starts_with(p); });
  };
  std::vector<std::string> kept;
  for (const std::string& entry : environment)
    if (!begins_with_one_of(entry, theirs) || begins_with_one_of(entry, the_users))
      kept.push_back(entry);
  return kept;
}

TrialOutcome try_in_child(const std::vector<std::string>& words, double seconds) {
  std::vector<std::string> arguments = words, environment;
  for (char** entry = environ; *entry; ++entry) environment.emplace_back(*entry);
  environment = without_launcher(environment);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  for (const int stream : {0, 1, 2})
    posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_RDWR, 0);
  pid_t child = 0;
  // Not fork(): the pages that network adapters hold would be copied on the next write.
  const int failed = posix_spawn(&child, arguments[0].c_str(), &actions, nullptr,
                                 pointers(arguments).data(), pointers(environment).data());
  posix_spawn_file_actions_destroy(&actions);
  if (failed) return {false, fmt::format("could not be started ({})", std::strerror(failed))};
  return wait_for(child, seconds);
}

}  // namespace thalweg::transport
