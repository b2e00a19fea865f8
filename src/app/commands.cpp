// SPDX-License-Identifier: Apache-2.0
#include "app/commands.hpp"

#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <thread>

#include "app/info.hpp"
#include "base/diagnostics.hpp"
#include "base/error.hpp"
#include "base/version.hpp"
#include "exec/exec.hpp"
#include "simulation/run.hpp"

namespace thalweg::app {

namespace {

namespace fs = std::filesystem;

/// What the options of all commands are read into.
struct Arguments {
  simulation::RunOptions run;
  std::string case_file, out, restart;
  int threads = 0;
  std::int64_t steps = -1;
};

void add_case_options(CLI::App& command, Arguments& a) {
  command.add_option("CASE", a.case_file, "the case file (TOML)")->required();
  command.add_option("--set", a.run.overrides, "override a key of the case: --set time.end=5")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
  command.add_option("--device", a.run.device, "where to compute: auto, cpu, cuda")
      ->check(CLI::IsMember({"auto", "cpu", "cuda"}));
  command.add_option("--threads", a.threads, "threads per rank (default: cores / ranks of the node)")
      ->check(CLI::Range(1, 4096));
}

/// OMP_NUM_THREADS if it is set, else the node's cores shared among its ranks.
void choose_threads(int asked, const transport::Communicator& comm) {
  if (asked > 0) return exec::set_threads(asked);
  if (std::getenv("OMP_NUM_THREADS")) return;
  const int cores = static_cast<int>(std::thread::hardware_concurrency());
  exec::set_threads(std::max(1, cores / comm.node_size()));
}

void complete(Arguments& a) {
  a.run.case_file = a.case_file;
  a.run.out = a.out;
  if (a.steps >= 0) a.run.steps = a.steps;
  a.run.restart_file = a.restart;
}

/// The folder that this program is in.
fs::path program_folder() {
  std::error_code failed;
  const fs::path self = fs::read_symlink("/proc/self/exe", failed);
  return failed ? fs::path() : self.parent_path();
}

/// Replace this process by thalweg-NAME; returns only if there is no such program.
void run_external(char** argv) {
  const std::string name = std::string("thalweg-") + argv[1];
  const fs::path beside = program_folder() / name;
  if (fs::exists(beside)) execv(beside.c_str(), argv + 1);
  execvp(name.c_str(), argv + 1);
}

constexpr const char* built_in[] = {"run", "check", "info", "bench"};

/// Hand over to an external command, or say that there is none. 0: the command is built in.
int external(int argc, char** argv) {
  if (argc < 2 || argv[1][0] == '-') return 0;
  const std::vector<std::string> known(std::begin(built_in), std::end(built_in));
  if (std::find(known.begin(), known.end(), argv[1]) != known.end()) return 0;
  run_external(argv);
  const std::string meant = closest(argv[1], known);
  std::fprintf(stderr, "thalweg: there is no command \"%s\", and no program thalweg-%s.%s\n", argv[1],
               argv[1], meant.empty() ? " See thalweg --help." : (" Did you mean \"" + meant + "\"?").c_str());
  return static_cast<int>(ExitStatus::input);
}

int run_benchmarks(const std::vector<std::string>& names, bool quick) {
  const fs::path folder = program_folder();
  std::vector<std::string> all;
  for (const auto& entry : fs::directory_iterator(folder))
    if (const std::string file = entry.path().filename().string(); file.starts_with("thalweg-bench-"))
      all.push_back(file.substr(14));
  for (const std::string& name : names)
    if (std::find(all.begin(), all.end(), name) == all.end()) {
      std::string list;
      for (const std::string& known : all) list += " " + known;
      throw InputError("there is no benchmark \"" + name + "\"; there are:" + list);
    }
  for (const std::string& name : names.empty() ? all : names) {
    const std::string command =
        "'" + (folder / ("thalweg-bench-" + name)).string() + "'" + (quick ? " --quick" : "");
    if (std::system(command.c_str()) != 0) return static_cast<int>(ExitStatus::internal);
  }
  return 0;
}

}  // namespace

Parsed parse(int argc, char** argv) {
  if (const int status = external(argc, argv)) return {{}, status};
  auto a = std::make_shared<Arguments>();
  CLI::App program("Simulates flow and sound on CPUs and GPUs.", "thalweg");
  program.set_version_flag("--version", std::string(version) + " (" + commit + ")");
  program.require_subcommand(1);
  program.footer("Any other command NAME runs a program thalweg-NAME from the PATH.\n"
                 "Exit status: 0 done; 1 internal error; 2 the input is wrong; 3 the simulation "
                 "diverged;\n4 a file, device or communication failed; 130, 143 stopped by a signal.");
  CLI::App* run = program.add_subcommand("run", "run a case");
  add_case_options(*run, *a);
  run->add_option("--out", a->out, "output folder (default: out/NAME)");
  run->add_option("--steps", a->steps, "stop after this many steps")->check(CLI::NonNegativeNumber);
  CLI::Option* restart =
      run->add_option("--restart", a->restart, "go on from a checkpoint (default: the newest intact one)")
          ->expected(0, 1);
  run->add_flag("--force", a->run.force, "overwrite the results in the output folder");
  run->add_flag("--quiet", a->run.quiet, "no progress");
  CLI::App* check = program.add_subcommand("check", "validate a case and show what it would do");
  add_case_options(*check, *a);
  CLI::App* info = program.add_subcommand("info", "build, devices, libraries");
  CLI::App* bench = program.add_subcommand("bench", "run benchmarks (all, or those named)");
  auto names = std::make_shared<std::vector<std::string>>();
  auto quick = std::make_shared<bool>(false);
  bench->add_option("NAME", *names, "benchmarks to run");
  bench->add_flag("--quick", *quick, "smaller sizes");

  try {
    program.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    const bool wrong = program.exit(error) != 0;
    return {{}, wrong ? static_cast<int>(ExitStatus::input) : 0};
  }
  complete(*a);
  a->run.restart = restart->count() > 0;
  if (info->parsed()) return {[](const auto& comm) { return print_info(comm), 0; }, 0};
  if (bench->parsed())
    return {[names, quick](const auto& comm) {
              return comm.is_root() ? run_benchmarks(*names, *quick) : 0;
            },
            0};
  if (check->parsed())
    return {[a](const auto& comm) {
              choose_threads(a->threads, comm);
              const std::string text = simulation::check(a->run, comm);
              if (comm.is_root()) std::printf("%s\n", text.c_str());
              return 0;
            },
            0};
  return {[a](const auto& comm) {
            choose_threads(a->threads, comm);
            return simulation::run(a->run, comm);
          },
          0};
}

}  // namespace thalweg::app
