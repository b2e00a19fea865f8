// SPDX-License-Identifier: Apache-2.0
// Other programs of the project: thalweg-NAME, next to this one or on the PATH.
#pragma once

#include <string>
#include <vector>

namespace thalweg::app {

/// Replace this process by a program; returns only if there is no such program. arguments[0] is
/// the program's name for itself; the list ends with nullptr.
void run_instead(const std::string& program, char** arguments);

/// Run benchmarks (programs thalweg-bench-NAME), all if none is named; list: print their names
/// only. Returns the exit status. Throws InputError if there is no benchmark of a name.
int run_benchmarks(const std::vector<std::string>& names, bool quick, bool list);

}  // namespace thalweg::app
