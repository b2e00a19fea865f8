// SPDX-License-Identifier: Apache-2.0
// The template of atomic_file.hpp.
#pragma once

#include "base/error.hpp"
#include "io/atomic_file.hpp"

namespace thalweg::io {

template <class Action>
void together(const transport::Communicator& comm, Action action) {
  std::string failure;
  try {
    action();
  } catch (const std::exception& error) {
    failure = error.what();
  }
  if (comm.agree(failure.empty())) return;
  std::string first;
  for (const std::string& text : comm.gather(failure))
    if (first.empty()) first = text;
  throw IoError(comm.broadcast(first));
}

}  // namespace thalweg::io
