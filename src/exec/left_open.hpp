// SPDX-License-Identifier: Apache-2.0
// Device memory that must outlive its owner: CUDA does not allow memory to be given back while
// another process has it open, and in a run that ends because a rank does not answer nobody can
// know.
#pragma once

namespace thalweg::exec {

/// The allocation that begins here stays until this process ends.
void leave_open(const void* allocation);
bool is_left_open(const void* allocation) noexcept;

}  // namespace thalweg::exec
