// SPDX-License-Identifier: Apache-2.0
// Waiting for other ranks that ends: a rank that died or stopped is named instead of waited for.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "transport/comm/mpi_native.hpp"

namespace thalweg::transport {

/// Call `done` until it returns true. Throws CommError after patience() (patience.hpp), with what
/// was waited for and the ranks that are silent: those that do not answer a call to all, else those
/// that `missing` names.
void wait_until(const std::string& what, const Communicator::Native& native,
                const std::function<bool()>& done,
                const std::function<std::vector<int>()>& missing);

/// Wait for one request that all ranks take part in, as wait_until().
void wait_for_request(const std::string& what, const Communicator::Native& native,
                      MPI_Request& request);

}  // namespace thalweg::transport
