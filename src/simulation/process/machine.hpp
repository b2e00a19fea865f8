// SPDX-License-Identifier: Apache-2.0
// The processor that a rank runs on.
#pragma once

#include <string>

namespace thalweg::simulation {

std::string cpu_name();
/// Cores that this process may use (hardware threads of one core count once), at least 1.
int usable_cores();
/// OMP_NUM_THREADS if it is set and positive, else this rank's share of the node's cores.
int default_threads(int ranks_on_node);

}  // namespace thalweg::simulation
