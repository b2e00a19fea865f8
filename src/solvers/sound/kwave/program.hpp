// SPDX-License-Identifier: Apache-2.0
// The program that stands in for kspaceFirstOrder-OMP and -CUDA.
#pragma once

namespace thalweg::sound::kwave {

/// Whether it was called: by one of those names, or as `thalweg kwave ...`.
bool is_called(int argc, char** argv);
/// Returns the exit status: 0, or 1 for any error, as those programs do.
int kwave_main(int argc, char** argv);

}  // namespace thalweg::sound::kwave
