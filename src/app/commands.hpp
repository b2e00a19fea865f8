// SPDX-License-Identifier: Apache-2.0
// The command line: what may be typed, and the command that it stands for.
#pragma once

#include <functional>

#include "transport/communicator.hpp"

namespace thalweg::app {

/// Runs on all ranks and returns the exit status.
using Command = std::function<int(const transport::Communicator&)>;

struct Parsed {
  Command command;  // empty: nothing to do but to exit with status
  int status = 0;
};

/// Parse the command line; prints help and mistakes. `thalweg NAME ...` with a NAME that is not
/// built in is handed to a program thalweg-NAME beside this one or on the PATH.
Parsed parse(int argc, char** argv);

}  // namespace thalweg::app
