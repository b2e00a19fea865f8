// SPDX-License-Identifier: Apache-2.0
// Messages that the MPI library gathers and scatters itself, by its derived types.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "transport/routes/carrier.hpp"

namespace thalweg::transport {

/// Bytes at an address, and their place in the order of the message.
struct ScatteredPart {
  std::int64_t order = 0;
  std::byte* data = nullptr;
  std::int64_t bytes = 0;
};

struct ScatteredMessage {
  int peer = 0;
  std::vector<ScatteredPart> parts;
};

/// One chunk. Host memory only.
std::unique_ptr<Carrier> make_datatype_carrier(const Communicator& comm, const std::string& name,
                                               std::vector<ScatteredMessage> sends,
                                               std::vector<ScatteredMessage> receives);

}  // namespace thalweg::transport
