// SPDX-License-Identifier: Apache-2.0
// Items of all ranks (cells, vertices, particles) in ascending order of their identities, so that a
// file of them does not depend on who had them.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "transport/movements/item_messages.hpp"

namespace thalweg::io {

/// Of `total` things in order, rank r of n has [total * r / n, total * (r + 1) / n).
struct Share {
  std::int64_t total = 0, offset = 0, count = 0;
};
Share even_share(std::int64_t total, const transport::Communicator& comm);

class SortedItems {
 public:
  /// identities: of this rank's items, each >= 0, in any order. Throws UsageError on all ranks for
  /// a negative one or where two items have the same. Collective.
  SortedItems(const transport::Communicator& comm, std::span<const std::int64_t> identities);

  /// What this rank has of the sorted items.
  const Share& share() const { return share_; }
  /// The identities of the share.
  const std::vector<std::int64_t>& identities() const { return identities_; }
  /// Each of this rank's own items: how many items of all ranks come before it. Collective.
  std::vector<std::int64_t> numbers() const;
  /// A field of the share from one of this rank's own items, per_item values each. Collective.
  template <class T>
  std::vector<T> sorted(std::span<const T> values, int per_item = 1) const {
    std::vector<T> result(static_cast<std::size_t>(share_.count * per_item));
    sort(reinterpret_cast<const std::byte*>(values.data()), values.size_bytes(),
         reinterpret_cast<std::byte*>(result.data()),
         per_item * static_cast<std::int64_t>(sizeof(T)));
    return result;
  }

 private:
  std::vector<std::int64_t> first_identities(std::int64_t total) const;
  void exchange_identities();
  void sort(const std::byte* values, std::size_t bytes, std::byte* result,
            std::int64_t item_bytes) const;

  transport::Communicator comm_;
  Share share_;
  std::unique_ptr<transport::ItemMessages> messages_;
  std::vector<std::int64_t> own_;         // this rank's, ascending
  std::vector<std::int64_t> order_;       // this rank's items by identity
  std::vector<std::int64_t> arrival_;     // where the k-th of the share stands among what came
  std::vector<std::int64_t> identities_;  // of the share
};

}  // namespace thalweg::io
