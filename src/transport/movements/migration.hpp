// SPDX-License-Identifier: Apache-2.0
// The movement of things that change owner: cells, particles. Their fields lie in kernel space, so
// many values per item one behind the other. First the owners are counted, then each field moves.
#pragma once

#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "exec/exec.hpp"
#include "exec/upload.hpp"
#include "transport/movements/item_messages.hpp"

namespace thalweg::transport::inline TW_HALF {

namespace migration {

/// Memory that grows by half where it is too small.
class Room {
 public:
  explicit Room(exec::Space space) : space_(space) {}
  ~Room() { exec::deallocate(space_, data_); }
  Room(const Room&) = delete;
  Room& operator=(const Room&) = delete;
  /// At least so many bytes, of undefined contents.
  std::byte* of(std::int64_t bytes) {
    if (bytes <= bytes_) return data_;
    exec::deallocate(space_, std::exchange(data_, nullptr));
    bytes_ = std::max(bytes, bytes_ + bytes_ / 2);
    data_ = static_cast<std::byte*>(exec::allocate(space_, static_cast<std::size_t>(bytes_)));
    return data_;
  }

 private:
  exec::Space space_;
  std::byte* data_ = nullptr;
  std::int64_t bytes_ = 0;
};

/// to[k] = from[order[k]], item by item, a thread per value. A tile is a group of items.
template <class T>
struct GatherItems {
  const std::int32_t* order;
  const T* from;
  T* to;
  int items, group, per_item;

  TW_HD void operator()(const exec::Team& team) const {
    const int first = team.tile() * group;
    const int count = items - first < group ? items - first : group;
    const auto values = static_cast<std::int64_t>(per_item);
    const std::int32_t* source = order + first;
    const T* read = from;
    T* write = to + first * values;
    const int n = per_item;
    team.for_each(count * n, [=](int i) {
      const int k = count == 1 ? 0 : i / n;
      write[i] = read[source[k] * values + (i - k * n)];
    });
  }
};

/// What a migration and the plan of its last count share.
struct State {
  State(const Communicator& comm, std::string name) : messages(comm, std::move(name)) {}

  ItemMessages messages;
  std::int64_t items = 0, own = 0;       // before the move: all, and those that stay
  std::int64_t arriving = 0, lower = 0;  // after it: all, and those from lower ranks
  std::int64_t count = 0;                // number of the count
  exec::Array<std::int32_t, 1> order;    // items that leave, by rank, then those that stay
  Room packed{exec::kernel_space};
  Room out{exec::Space::pinned}, in{exec::Space::pinned};  // on a device only
};

}  // namespace migration

/// How the items of one count move. Valid until the next count of its migration.
class MigrationPlan {
 public:
  /// Items that this rank has after a move.
  std::int64_t items() const { return state().arriving; }
  /// How many items come from a rank, which may be this one.
  std::int64_t items_from(int rank) const {
    return state().messages.taken()[static_cast<std::size_t>(rank)];
  }

  /// Collective: from: this rank's items as they were counted, per_item values each; to: room for
  /// items() of them, elsewhere. First come those from rank 0, then those from rank 1, and so on,
  /// each rank's in the order that they had there: the result does not depend on timing. Both are
  /// free, and `to` is complete, on return. Throws CommError after patience(), and UsageError for
  /// per_item < 1 or a plan that is out of date.
  template <class T>
  void move(const exec::Exec& exec, const T* from, T* to, int per_item = 1) const;
  /// Collective: move a field in place of itself: it becomes an array of the new size. Throws what
  /// the other move() throws, and UsageError where it does not have per_item values for each item
  /// counted.
  template <class T>
  void move(const exec::Exec& exec, exec::Array<T, 1>& field, int per_item = 1) const;

 private:
  friend class Migration;
  MigrationPlan(std::shared_ptr<migration::State> state)
      : state_(std::move(state)), count_(state_->count) {}
  migration::State& state() const {
    TW_CHECK(count_ == state_->count, "a plan of the migration \"" + state_->messages.name() +
                                          "\" is used after the next count");
    return *state_;
  }
  template <class T>
  static void gather(const exec::Exec& exec, const std::int32_t* order, std::int64_t items,
                     const T* from, T* to, int per_item);

  std::shared_ptr<migration::State> state_;
  std::int64_t count_;
};

/// Several may be under way at the same time, with any other movements and reductions in between.
class Migration {
 public:
  /// Collective.
  Migration(const Communicator& comm, std::string name)
      : state_(std::make_shared<migration::State>(comm, std::move(name))) {}

  /// owners[i]: the rank that item i goes to, which may be this one. Waits for exec, not for other
  /// ranks. Throws UsageError for an owner that is no rank. Collective.
  void start(const exec::Exec& exec, exec::View<const int, 1> owners);
  void progress() { state_->messages.progress(); }
  /// Collective: the plan by which fields then move. Throws CommError after patience().
  MigrationPlan finish();
  /// start() and finish() at once.
  MigrationPlan count(const exec::Exec& exec, exec::View<const int, 1> owners) {
    start(exec, owners);
    return finish();
  }

  /// What one move sends from this rank to others.
  std::int64_t items_sent() const { return state_->messages.items_sent(); }
  std::int64_t messages_sent() const { return state_->messages.messages_sent(); }

 private:
  std::shared_ptr<migration::State> state_;
};

}  // namespace thalweg::transport::inline TW_HALF

#include "transport/movements/migration_moves.hpp"
