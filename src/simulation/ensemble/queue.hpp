// SPDX-License-Identifier: Apache-2.0
// The members of an ensemble that are still to be run, handed out one by one: groups of ranks take
// the next one when they are ready, because members may take different times.
#pragma once

#include <optional>
#include <vector>

#include "transport/comm/shared_counters.hpp"

namespace thalweg::simulation {

class MemberQueue {
 public:
  /// members: the same on all ranks. Collective.
  MemberQueue(std::vector<int> members, const transport::Communicator& all);

  /// The next member, or nothing: all are taken, or the queue was stopped. Collective over a group,
  /// whose ranks get the same.
  std::optional<int> take(const transport::Communicator& group) const;

  // For the first rank of a group. Not collective.
  /// A member that was taken is over, well or not.
  void give_back() const;
  /// Hand out nothing more, because of a signal.
  void stop(int signal) const;

  struct State {
    int running = 0, over = 0;
    int signal = 0;  // 0: not stopped
  };
  State state() const;
  int size() const { return static_cast<int>(members_.size()); }

 private:
  std::vector<int> members_;
  transport::SharedCounters counters_;
};

}  // namespace thalweg::simulation
