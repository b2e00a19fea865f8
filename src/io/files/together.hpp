// SPDX-License-Identifier: Apache-2.0
// One rank's failure becomes the failure of all, before the next collective call can hang.
#pragma once

#include <functional>

#include "transport/comm/communicator.hpp"

namespace thalweg::io {

/// Run an action on every rank; if it throws on any of them, all ranks throw the error of the
/// lowest such rank: an InputError stays one, what carries no exit status becomes an IoError.
/// Collective. The action may itself be collective only where it fails on all ranks alike.
void together(const transport::Communicator& comm, const std::function<void()>& action);

/// Run an action on rank 0 alone (creating, renaming, writing text); if it throws, all ranks throw,
/// as in together(). Collective.
void on_root(const transport::Communicator& comm, const std::function<void()>& action);

}  // namespace thalweg::io
