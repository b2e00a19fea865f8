// SPDX-License-Identifier: Apache-2.0
// The program `thalweg`: reads the command line, starts MPI, turns errors into exit statuses.
#include <spdlog/spdlog.h>

#include <cstdio>

#include "app/commands.hpp"
#include "base/error.hpp"

namespace {

using namespace thalweg;

/// Print an error once. All ranks throw the same error together, so the others stay silent.
void print_error(const transport::Communicator& comm, const char* text) {
  if (comm.is_root()) std::fprintf(stderr, "thalweg: %s\n", text);
}

int guarded(const app::Command& command, const transport::Communicator& comm) {
  try {
    return command(comm);
  } catch (const CommError& error) {
    // Other ranks may be waiting for this one.
    std::fprintf(stderr, "thalweg: rank %d: %s\n", comm.rank(), error.what());
    transport::Session::abort(static_cast<int>(error.status()));
  } catch (const Error& error) {
    print_error(comm, error.what());
    return static_cast<int>(error.status());
  } catch (const std::exception& error) {
    std::fprintf(stderr, "thalweg: rank %d: internal error: %s\n", comm.rank(), error.what());
    transport::Session::abort(static_cast<int>(ExitStatus::internal));
  }
}

}  // namespace

int main(int argc, char** argv) {
  const app::Parsed parsed = app::parse(argc, argv);
  if (!parsed.command) return parsed.status;
  spdlog::set_pattern("%v");
  const transport::Session session(&argc, &argv);
  const auto world = transport::Communicator::world();
  if (!world.is_root()) spdlog::set_level(spdlog::level::off);
  return guarded(parsed.command, world);
}
