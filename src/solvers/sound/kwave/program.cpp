// SPDX-License-Identifier: Apache-2.0
#include "solvers/sound/kwave/program.hpp"

#include <cstdio>
#include <filesystem>
#include <new>

#include "solvers/sound/kwave/run.hpp"

namespace thalweg::sound::kwave {

namespace {

/// An error that all ranks met is said once; a rank that is alone with its error ends the others.
int fail(const std::string& text, const transport::Communicator& comm) {
  constexpr double patience_s = 5;
  const bool all = comm.all_arrive(patience_s);
  if (!all || comm.is_root()) std::fputs(error_box(text).c_str(), stderr);
  if (!all) transport::Session::abort(1);
  return 1;
}

int run(const Options& options, bool on_device, const transport::Communicator& comm) {
  try {
    Run(options, on_device, comm).go();
    return 0;
  } catch (const std::bad_alloc&) {
    return fail("Memory is exhausted. Use more nodes (mpirun), or a smaller grid", comm);
  } catch (const std::exception& error) {
    return fail(error.what(), comm);
  }
}

/// Whether a program was called by one of the names that it stands in for.
bool is_kwave_name(const std::string& program) {
  return std::filesystem::path(program).filename().string().starts_with("kspaceFirstOrder-");
}

/// arguments[0] is the program's name.
int obey(int argc, char** argv, const transport::Communicator& comm) {
  const ParsedOptions parsed = parse(argc, argv);
  if (parsed.options) {
    const bool for_device = std::filesystem::path(argv[0]).filename() == "kspaceFirstOrder-CUDA";
    return run(*parsed.options, for_device || parsed.options->device >= 0, comm);
  }
  if (comm.is_root()) std::fputs(parsed.text.c_str(), stdout);
  if (comm.is_root() && parsed.status != 0) std::fputs(error_box(parsed.message).c_str(), stderr);
  return parsed.status;
}

}  // namespace

bool is_called(int argc, char** argv) {
  return is_kwave_name(argv[0]) || (argc > 1 && std::string(argv[1]) == "kwave");
}

int kwave_main(int argc, char** argv) {
  const int skipped = is_kwave_name(argv[0]) ? 0 : 1;
  try {
    const transport::Session session(&argc, &argv);
    return obey(argc - skipped, argv + skipped, transport::Communicator::world());
  } catch (const std::exception& error) {
    std::fputs(error_box(error.what()).c_str(), stderr);
    return 1;
  }
}

}  // namespace thalweg::sound::kwave
