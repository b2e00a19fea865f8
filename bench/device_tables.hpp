// SPDX-License-Identifier: Apache-2.0
// What the devices of the first node and the host can pass each other, and the devices among
// themselves.
#pragma once

#include <nlohmann/json.hpp>

#include "transport/comm/communicator.hpp"

namespace thalweg::bench {

/// Collective: measures the tables and prints them on rank 0. On rank 0 an object with the entries
/// `device_copies` and `pair_copies`; null without a device, the latter with `why_not` where no
/// pair can copy.
nlohmann::ordered_json device_tables(const transport::Communicator& comm, bool quick);

}  // namespace thalweg::bench
