// SPDX-License-Identifier: Apache-2.0
// The program that stands in for kspaceFirstOrder-OMP and -CUDA.
#pragma once

#include <string>

namespace thalweg::transport {
class Communicator;
}

namespace thalweg::sound::kwave {

/// Whether a program was called by one of those names.
bool is_kwave_name(const std::string& program);
/// Collective. Returns the exit status: 0, or 1 for any error, as those programs do. Arguments as
/// of main(); arguments[0] is the program's name.
int kwave_main(int argc, char** argv, const transport::Communicator& comm);

}  // namespace thalweg::sound::kwave
