// SPDX-License-Identifier: Apache-2.0
// Counters that every rank reads and raises whenever it likes, without the others taking part: what
// a queue of work needs. They lie in a window of rank 0.
#pragma once

#include <cstdint>
#include <memory>

#include "transport/comm/communicator.hpp"

namespace thalweg::transport {

/// Where the network cannot do it alone, a call waits until rank 0 makes one of its own: rank 0
/// must not stay away for long.
class SharedCounters {
 public:
  /// So many counters, all 0. Collective.
  SharedCounters(const Communicator& comm, int count);
  /// Collective, unless an exception is on its way: the other ranks may then not come.
  ~SharedCounters();
  SharedCounters(const SharedCounters&) = delete;
  SharedCounters& operator=(const SharedCounters&) = delete;

  // None of these is collective. They throw CommError.
  std::int64_t read(int counter) const;
  /// Add to a counter; returns what it was before.
  std::int64_t fetch_add(int counter, std::int64_t value) const;
  /// Raise a counter to a value, unless it is there already.
  void raise(int counter, std::int64_t value) const;

 private:
  struct Window;
  std::unique_ptr<Window> window_;
};

}  // namespace thalweg::transport
