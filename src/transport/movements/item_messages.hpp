// SPDX-License-Identifier: Apache-2.0
// The messages of a migration: items in host memory that change owner. First every rank learns how
// many items come from whom, which nobody knows beforehand; then any number of fields follow.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "transport/comm/communicator.hpp"

namespace thalweg::transport {

/// Receivers learn of counts by their arrival: synchronous sends, and a barrier that a rank enters
/// once its own have been taken (the nonblocking consensus of T. Hoefler, C. Siebert, A. Lumsdaine,
/// "Scalable communication protocols for dynamic sparse data exchange", PPoPP 2010), so the cost
/// grows with the messages, not with the ranks. All of it goes through a communicator of its own:
/// when a rank enters that barrier depends on timing, so no other collective call may meet it.
class ItemMessages {
 public:
  /// Collective.
  ItemMessages(const Communicator& comm, std::string name);
  ~ItemMessages();
  ItemMessages(const ItemMessages&) = delete;
  ItemMessages& operator=(const ItemMessages&) = delete;

  const std::string& name() const;
  int rank() const;
  int size() const;

  /// given[r]: the number of items that go to rank r; this rank's own stay. Returns at once.
  /// Collective.
  void start_count(std::vector<std::int64_t> given);
  /// Let counts travel; never waits.
  void progress();
  /// All counts are here. Throws CommError after patience(). Collective.
  void finish_count();

  /// By rank, in items, once counted.
  const std::vector<std::int64_t>& given() const;
  const std::vector<std::int64_t>& taken() const;

  /// out: the items for other ranks, by rank; in: room for those from other ranks, by rank, with a
  /// gap of `gap` items between lower and higher ranks. Returns when both are free. Ranks call it
  /// equally often after each count. Throws CommError after patience(). Collective.
  void exchange(const std::byte* out, std::byte* in, std::int64_t item_bytes, std::int64_t gap);

  /// Items that this rank gives to others, and how many others there are.
  std::int64_t items_sent() const;
  std::int64_t messages_sent() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace thalweg::transport
