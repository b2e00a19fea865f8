// SPDX-License-Identifier: Apache-2.0
// The exceptions of the project, one type per exit status of the command line
// (docs/design/errors.md), and the two checks for callers and for ourselves.
#pragma once

#include <stdexcept>
#include <string>

namespace thalweg {

enum class ExitStatus : int { done = 0, internal = 1, input = 2, diverged = 3, resource = 4 };

/// Base of all errors that carry an exit status.
class Error : public std::runtime_error {
 public:
  Error(ExitStatus status, const std::string& message)
      : std::runtime_error(message), status_(status) {}
  ExitStatus status() const { return status_; }

 private:
  ExitStatus status_;
};

/// The user's case, command line or files are wrong; nothing was run. The text lists all mistakes.
struct InputError : Error {
  explicit InputError(const std::string& message) : Error(ExitStatus::input, message) {}
};

/// The simulation diverged: NaN, infinity or runaway growth.
struct SimulationError : Error {
  explicit SimulationError(const std::string& message) : Error(ExitStatus::diverged, message) {}
};

/// A file could not be read or written.
struct IoError : Error {
  explicit IoError(const std::string& message) : Error(ExitStatus::resource, message) {}
};

/// A device call failed.
struct DeviceError : Error {
  explicit DeviceError(const std::string& message) : Error(ExitStatus::resource, message) {}
};

/// A communication call failed.
struct CommError : Error {
  explicit CommError(const std::string& message) : Error(ExitStatus::resource, message) {}
};

/// A caller broke a precondition of an interface.
struct UsageError : Error {
  explicit UsageError(const std::string& message) : Error(ExitStatus::internal, message) {}
};

[[noreturn]] void throw_usage_error(const char* condition, const char* file, int line,
                                    const std::string& message);

}  // namespace thalweg

/// Precondition of a public function: always on, O(1).
#define TW_CHECK(condition, message)                                                               \
  do {                                                                                             \
    if (!(condition)) ::thalweg::throw_usage_error(#condition, __FILE__, __LINE__, message);       \
  } while (false)

/// Our own invariant: on in debug and audit builds only (TW_AUDIT), may be O(n).
#ifdef TW_AUDIT
#define TW_ASSERT(condition) TW_CHECK(condition, "invariant")
#else
#define TW_ASSERT(condition) static_cast<void>(0)
#endif
