// SPDX-License-Identifier: Apache-2.0
// One rank's failure made the failure of all, before the next collective call can hang.
#pragma once

#include <functional>

#include "transport/communicator.hpp"

namespace thalweg::io {

/// Run an action on every rank; if it throws on any of them, all ranks throw the error of the
/// lowest such rank: of the same type if it is an InputError, else an IoError. Collective. The action may be
/// collective itself only if it cannot fail on some ranks alone.
void together(const transport::Communicator& comm, const std::function<void()>& action);

/// The same for an action of rank 0 alone (creating, renaming, writing text).
void on_root(const transport::Communicator& comm, const std::function<void()>& action);

}  // namespace thalweg::io
