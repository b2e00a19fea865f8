// SPDX-License-Identifier: Apache-2.0
// `thalweg probe`: measures this machine, shows what it found, and keeps it for later runs.
#pragma once

#include <string>

#include "transport/comm/communicator.hpp"

namespace thalweg::app {

struct ProbeRequest {
  bool quick = false;
  std::string out;             // a copy of the profile; empty: none
  std::int64_t max_bytes = 0;  // 0: the usual sizes
};

/// Collective. Prints a bar and then tables on rank 0; keeps the profile in the user's cache
/// folder. Throws as transport::probe does, and IoError if a file cannot be written, where possible
/// before anything is measured; with `out` the cache may fail.
int probe(const ProbeRequest& request, const transport::Communicator& comm);

}  // namespace thalweg::app
