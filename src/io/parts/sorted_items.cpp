// SPDX-License-Identifier: Apache-2.0
#include "io/parts/sorted_items.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <numeric>

#include "base/error.hpp"

namespace thalweg::io {

namespace {

std::size_t index(std::int64_t i) { return static_cast<std::size_t>(i); }

/// Numbers 0, 1, ... in ascending order of what they number.
std::vector<std::int64_t> sorted_order(std::span<const std::int64_t> keys) {
  std::vector<std::int64_t> order(keys.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(),
            [&](std::int64_t a, std::int64_t b) { return keys[index(a)] < keys[index(b)]; });
  return order;
}

/// Copies items in an order; items without bytes are none.
void gather(const std::vector<std::int64_t>& order, const std::byte* from, std::byte* to,
            std::int64_t item_bytes) {
  for (std::size_t k = 0; k < order.size(); ++k)
    std::memcpy(to + static_cast<std::int64_t>(k) * item_bytes, from + order[k] * item_bytes,
                index(item_bytes));
}

/// Items by rank: those of other ranks through messages, this rank's own straight.
void exchange(transport::ItemMessages& messages, const std::vector<std::byte>& out,
              std::vector<std::byte>& in, std::int64_t item_bytes) {
  const auto me = messages.rank();
  const auto bytes_before = [&](const std::vector<std::int64_t>& counts, int rank) {
    return std::accumulate(counts.begin(), counts.begin() + rank, std::int64_t{0}) * item_bytes;
  };
  const std::int64_t own = messages.given()[index(me)];
  const std::int64_t out_own = bytes_before(messages.given(), me),
                     in_own = bytes_before(messages.taken(), me);
  std::vector<std::byte> others(out);
  others.erase(others.begin() + out_own, others.begin() + out_own + own * item_bytes);
  in.resize(index(bytes_before(messages.taken(), messages.size())));
  messages.exchange(others.data(), in.data(), item_bytes, own);
  std::copy_n(out.begin() + out_own, own * item_bytes, in.begin() + in_own);
}

}  // namespace

Share even_share(std::int64_t total, const transport::Communicator& comm) {
  const std::int64_t begin = total * comm.rank() / comm.size(),
                     end = total * (comm.rank() + 1) / comm.size();
  return {total, begin, end - begin};
}

SortedItems::SortedItems(const transport::Communicator& comm,
                         std::span<const std::int64_t> identities)
    : comm_(comm), messages_(std::make_unique<transport::ItemMessages>(comm, "sorted items")),
      order_(sorted_order(identities)) {
  for (const std::int64_t item : order_) own_.push_back(identities[index(item)]);
  const bool right = own_.empty() || own_.front() >= 0;
  TW_CHECK(comm.agree(right), "identities of items are 0 or more");
  std::array<std::int64_t, 1> total{static_cast<std::int64_t>(own_.size())};
  comm.sum(total);
  share_ = even_share(total[0], comm);
  exchange_identities();
}

/// By rank, the identity with which its share begins: found by bisection for all ranks at once.
std::vector<std::int64_t> SortedItems::first_identities(std::int64_t total) const {
  const auto ranks = index(comm_.size());
  std::vector<std::int64_t> low(ranks, 0), high(ranks, std::numeric_limits<std::int64_t>::max());
  const auto open = [&] { return low != high; };
  while (open()) {
    std::vector<std::int64_t> middle(ranks), below(ranks);
    for (std::size_t r = 0; r < ranks; ++r) {
      middle[r] = low[r] + (high[r] - low[r]) / 2;
      // Items up to the middle, which may be the share's first.
      below[r] = std::upper_bound(own_.begin(), own_.end(), middle[r]) - own_.begin();
    }
    comm_.sum(std::span<std::int64_t>(below));
    for (std::size_t r = 0; r < ranks; ++r) {
      const std::int64_t before =
          total * static_cast<std::int64_t>(r) / static_cast<std::int64_t>(ranks);
      if (low[r] == high[r]) continue;
      if (below[r] > before)
        high[r] = middle[r];
      else
        low[r] = middle[r] + 1;
    }
  }
  return low;
}

void SortedItems::exchange_identities() {
  const auto firsts = first_identities(share_.total);
  std::vector<std::int64_t> given(firsts.size());
  auto begin = own_.begin();
  for (std::size_t r = 0; r < firsts.size(); ++r) {
    const auto end =
        r + 1 < firsts.size() ? std::lower_bound(begin, own_.end(), firsts[r + 1]) : own_.end();
    given[r] = end - begin;
    begin = end;
  }
  messages_->start_count(given);
  messages_->finish_count();
  const auto* bytes = reinterpret_cast<const std::byte*>(own_.data());
  std::vector<std::byte> in;
  exchange(*messages_, {bytes, bytes + own_.size() * sizeof(std::int64_t)}, in,
           sizeof(std::int64_t));
  std::vector<std::int64_t> arrived(in.size() / sizeof(std::int64_t));
  if (!in.empty()) std::memcpy(arrived.data(), in.data(), in.size());  // null has no bytes
  arrival_ = sorted_order(arrived);
  for (const std::int64_t place : arrival_) identities_.push_back(arrived[index(place)]);
  const bool unique =
      std::adjacent_find(identities_.begin(), identities_.end()) == identities_.end() &&
      static_cast<std::int64_t>(identities_.size()) == share_.count;
  TW_CHECK(comm_.agree(unique), "two items have the same identity");
}

void SortedItems::sort(const std::byte* values, std::size_t bytes, std::byte* result,
                       std::int64_t item_bytes) const {
  TW_CHECK(bytes == order_.size() * index(item_bytes), "a field has the values of its items");
  std::vector<std::byte> out(bytes), in;
  gather(order_, values, out.data(), item_bytes);
  exchange(*messages_, out, in, item_bytes);
  gather(arrival_, in.data(), result, item_bytes);
}

std::vector<std::int64_t> SortedItems::numbers() const {
  // Numbers go back the way that the identities came.
  std::vector<std::int64_t> in_order_of_arrival(arrival_.size());
  for (std::size_t k = 0; k < arrival_.size(); ++k)
    in_order_of_arrival[index(arrival_[k])] = share_.offset + static_cast<std::int64_t>(k);
  transport::ItemMessages back(comm_, "numbers of items");
  back.start_count(messages_->taken());
  back.finish_count();
  const auto* bytes = reinterpret_cast<const std::byte*>(in_order_of_arrival.data());
  std::vector<std::byte> in;
  exchange(back, {bytes, bytes + in_order_of_arrival.size() * sizeof(std::int64_t)}, in,
           sizeof(std::int64_t));
  std::vector<std::int64_t> result(order_.size());
  for (std::size_t k = 0; k < order_.size(); ++k)
    std::memcpy(&result[index(order_[k])], in.data() + k * sizeof(std::int64_t),
                sizeof(std::int64_t));
  return result;
}

}  // namespace thalweg::io
