// SPDX-License-Identifier: Apache-2.0
// The movement of things that change owner: nobody knows beforehand how many come from whom.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "transport/comm/communicator.hpp"

namespace thalweg::transport {

/// Items of a fixed number of bytes, in host memory. Receivers learn of messages by their arrival:
/// synchronous sends, and a barrier that a rank enters once its own have been taken (the
/// nonblocking consensus of T. Hoefler, C. Siebert, A. Lumsdaine, "Scalable communication protocols
/// for dynamic sparse data exchange", PPoPP 2010), so the cost grows with the messages, not with
/// the ranks. Buffers are kept; they grow only where an exchange is larger than all before.
class ByteMigration {
 public:
  /// Collective. Throws UsageError unless item_bytes > 0.
  ByteMigration(const Communicator& comm, std::string name, std::int64_t item_bytes);
  ~ByteMigration();
  ByteMigration(const ByteMigration&) = delete;
  ByteMigration& operator=(const ByteMigration&) = delete;

  /// items: owners.size() items one behind the other; owners: the rank that each goes to. Both are
  /// free on return. Throws UsageError for an owner that is no rank. Collective.
  void start(std::span<const std::byte> items, std::span<const int> owners);
  void progress();
  /// The items that are now this rank's, valid until the next start(): those from rank 0 first,
  /// each rank's in the order in which it gave them, so the result does not depend on timing.
  /// Throws CommError after patience(). Collective.
  std::span<const std::byte> finish();

  /// Items, and messages, that this rank sent to others in the last exchange.
  std::int64_t items_sent() const;
  std::int64_t messages_sent() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// The same for items of a trivially copyable type.
template <class T>
class Migration {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  Migration(const Communicator& comm, std::string name)
      : bytes_(comm, std::move(name), sizeof(T)) {}
  void start(std::span<const T> items, std::span<const int> owners) {
    bytes_.start(std::as_bytes(items), owners);
  }
  void progress() { bytes_.progress(); }
  std::span<const T> finish() {
    const auto bytes = bytes_.finish();
    return {reinterpret_cast<const T*>(bytes.data()), bytes.size() / sizeof(T)};
  }
  const ByteMigration& bytes() const { return bytes_; }

 private:
  ByteMigration bytes_;
};

}  // namespace thalweg::transport
