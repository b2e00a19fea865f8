// SPDX-License-Identifier: Apache-2.0
// Messages that the MPI library gathers and scatters itself, by its derived types.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "transport/routes/carrier.hpp"

namespace thalweg::transport {

/// Runs of bytes of a field, from its first byte on, in the order of the message.
struct TypedMessage {
  int peer = 0;
  std::vector<ByteRun> runs;
};

/// The fields that an exchange moves, asked for at its start: on all ranks equally many.
using FieldAddresses = std::function<std::vector<std::byte*>()>;

/// One chunk; one message per peer and field. Host memory only.
std::unique_ptr<Carrier> make_datatype_carrier(const Communicator& comm, const std::string& name,
                                               const std::vector<TypedMessage>& sends,
                                               const std::vector<TypedMessage>& receives,
                                               FieldAddresses fields);

}  // namespace thalweg::transport
