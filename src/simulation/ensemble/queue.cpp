// SPDX-License-Identifier: Apache-2.0
#include "simulation/ensemble/queue.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace thalweg::simulation {

namespace {
enum Counter { taken, over, stopped, counters };
}

MemberQueue::MemberQueue(std::vector<int> members, const transport::Communicator& all)
    : members_(std::move(members)), counters_(all, counters) {}

std::optional<int> MemberQueue::take(const transport::Communicator& group) const {
  std::array<double, 1> next{-1};
  if (group.is_root() && counters_.read(stopped) == 0) {
    const std::int64_t place = counters_.fetch_add(taken, 1);
    if (place < size()) next[0] = static_cast<double>(place);
  }
  group.broadcast(next);
  if (next[0] < 0) return {};
  return members_[static_cast<std::size_t>(next[0])];
}

void MemberQueue::give_back() const { counters_.fetch_add(over, 1); }

void MemberQueue::stop(int signal) const { counters_.raise(stopped, signal); }

MemberQueue::State MemberQueue::state() const {
  State state;
  state.over = static_cast<int>(counters_.read(over));
  state.running =
      static_cast<int>(std::min<std::int64_t>(counters_.read(taken), size())) - state.over;
  state.signal = static_cast<int>(counters_.read(stopped));
  return state;
}

}  // namespace thalweg::simulation
