// SPDX-License-Identifier: Apache-2.0
#include "io/files/together.hpp"

#include <optional>
#include <string>

#include "base/error.hpp"

namespace thalweg::io {

namespace {

/// An error as text, to send it to other ranks: its exit status as one digit, then its message.
using Failure = std::string;

Failure pack(ExitStatus status, const char* message) {
  return std::to_string(static_cast<int>(status)) + message;
}

/// Runs an action; returns its failure, or an empty text.
Failure attempt(const std::function<void()>& action) {
  try {
    action();
  } catch (const Error& error) {
    return pack(error.status(), error.what());
  } catch (const std::exception& error) {
    return pack(ExitStatus::resource, error.what());
  }
  return {};
}

[[noreturn]] void rethrow(const Failure& failure) {
  const auto status = static_cast<ExitStatus>(failure.front() - '0');
  const std::string message = failure.substr(1);
  if (status == ExitStatus::input) throw InputError(message);
  if (status == ExitStatus::diverged) throw SimulationError(message);
  if (status == ExitStatus::internal) throw UsageError(message);
  throw IoError(message);
}

}  // namespace

void together(const transport::Communicator& comm, const std::function<void()>& action) {
  const Failure mine = attempt(action);
  if (comm.agree(mine.empty())) return;
  Failure first;
  for (const Failure& failure : comm.gather(mine))
    if (first.empty()) first = failure;
  rethrow(comm.broadcast(first));
}

void on_root(const transport::Communicator& comm, const std::function<void()>& action) {
  together(comm, [&] {
    if (comm.is_root()) action();
  });
}

}  // namespace thalweg::io
