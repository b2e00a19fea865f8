// SPDX-License-Identifier: Apache-2.0
// The program `thalweg`: reads the command line, starts MPI, turns errors into exit statuses.
#include <malloc.h>

#include <csignal>
#include <cstdio>
#include <new>

#include "app/check.hpp"
#include "app/command_line.hpp"
#include "app/info.hpp"
#include "app/predict/predict_case.hpp"
#include "app/programs.hpp"
#include "app/self_test.hpp"
#include "app/verify/verify.hpp"
#include "base/error.hpp"
#include "base/processor_level.hpp"
#include "exec/device_info.hpp"
#include "exec/stream.hpp"
#include "fft/library.hpp"
#include "simulation/interface/memory.hpp"
#include "simulation/interface/simulation.hpp"
#include "simulation/process/device.hpp"
#include "simulation/process/launch.hpp"
#include "simulation/process/machine.hpp"
#include "transport/gpu_aware/device_trial.hpp"

namespace {

using namespace thalweg;

int check(const app::Request& request, const transport::Communicator& comm) {
  const simulation::CheckResult result = simulation::check(request.run, comm);
  const auto text = (request.json ? app::check_json : app::check_text)(result, exec::threads());
  if (comm.is_root()) std::fputs(text.c_str(), stdout);
  simulation::require_memory(result.memory, comm);
  return 0;
}

int predict(const app::Request& request, const transport::Communicator& comm) {
  if (request.run.case_file.empty())
    app::predict(request.predict, comm);
  else
    app::predict_case(request.run, request.predict, comm);
  return 0;
}

int obey(const app::Request& request, const transport::Communicator& comm) {
  processor_level();  // a mistake in its variable is said before anything is done
  fft::library_version();
  if (request.run.device != "cpu") simulation::assign_devices(comm);
  exec::set_threads(request.threads > 0 ? request.threads
                                        : simulation::default_threads(comm.node_size()));
  if (request.command == app::Command::run) return simulation::run(request.run, comm);
  if (request.command == app::Command::check) return check(request, comm);
  if (request.command == app::Command::probe) return app::probe(request.probe, comm);
  if (request.command == app::Command::predict) return predict(request, comm);
  if (request.command == app::Command::grid) return app::describe_grid(request.grid, comm);
  if (request.command == app::Command::verify) return app::verify(request.verify, comm);
  if (request.self_test) return app::run_self_test(comm);
  app::print_info(comm);
  return 0;
}

/// An error that all ranks met is said once and ends all of them in order. A rank that is alone
/// with its error says so and ends the others, which may be waiting for it.
int fail(ExitStatus status, const std::string& text, const transport::Communicator& comm) {
  constexpr double patience_s = 5;
  if (comm.all_arrive(patience_s)) {
    if (comm.is_root()) std::fprintf(stderr, "thalweg: %s\n", text.c_str());
    return static_cast<int>(status);
  }
  std::fprintf(stderr, "thalweg: rank %d: %s\n", comm.rank(), text.c_str());
  transport::Session::abort(static_cast<int>(status));
}

int guarded(const app::Request& request, const transport::Communicator& comm) {
  try {
    return obey(request, comm);
  } catch (const Error& error) {
    const bool ours = error.status() == ExitStatus::internal;
    return fail(error.status(), (ours ? "internal error: " : "") + std::string(error.what()), comm);
  } catch (const std::bad_alloc&) {
    return fail(ExitStatus::resource, "memory is exhausted", comm);
  } catch (const std::exception& error) {
    return fail(ExitStatus::internal, std::string("internal error: ") + error.what(), comm);
  }
}

int with_mpi(const app::Request& request, int argc, char** argv) {
  const transport::Session session(&argc, &argv);
  return guarded(request, transport::Communicator::world());
}

/// Benchmarks start MPI themselves, so this process must not.
int bench(const app::Request& request) {
  try {
    return app::run_benchmarks(request.benchmarks, request.quick, request.list);
  } catch (const Error& error) {
    return simulation::refuse_before_mpi(error.status(), error.what());
  }
}

/// Not a command for people: runs whose buffers lie on devices start it as a child, because it may
/// crash.
int try_device_messages(int argc, char** argv) {
  try {
    const auto words = transport::DeviceTrialWords::of(argc, argv);
    exec::select_device(words.device);  // some libraries ask in MPI_Init
    const transport::Session session(&argc, &argv, transport::Session::Start::full);
    return transport::run_device_trial(words);
  } catch (const std::exception&) {
    return 1;
  }
}

}  // namespace

int main(int argc, char** argv) {
  // Large blocks go back to the system when they are freed. glibc would otherwise keep blocks of up
  // to 32 MiB after the first one, and a run's peak would depend on what it wrote before.
  mallopt(M_MMAP_THRESHOLD, 1 << 20);
  // A file beyond the size limit is then an error of write(), like a full disk, not the end.
  std::signal(SIGXFSZ, SIG_IGN);
  for (const simulation::StandIn& program : simulation::Registry::instance().stand_ins())
    if (program.is_called(argc, argv)) return program.main(argc, argv);
  if (argc > 1 && std::string(argv[1]) == transport::device_trial_command)
    return try_device_messages(argc, argv);
  const app::Request request = app::read_command_line(argc, argv);
  if (request.command == app::Command::none) return request.status;
  if (request.command == app::Command::bench) return bench(request);
  if (request.command == app::Command::probe) simulation::start_again_on_all_cores(argc, argv);
  try {
    const int status = with_mpi(request, argc, argv);
    const bool is_to_draw = request.command == app::Command::grid && !request.grid.plot.empty();
    return status == 0 && is_to_draw && simulation::launcher_rank() == 0
               ? app::draw_grid(request.grid)
               : status;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "thalweg: starting MPI failed: %s\n", error.what());
    return static_cast<int>(ExitStatus::resource);
  }
}
