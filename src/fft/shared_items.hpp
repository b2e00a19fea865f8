// SPDX-License-Identifier: Apache-2.0
// Items (planes of points, modes of a k_y) that the ranks of a group have parts of, as whole items
// of which each rank has some, and back: for files, which hold whole ones. On the host.
#pragma once

#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

#include "fft/layout.hpp"
#include "transport/movements/item_messages.hpp"

namespace thalweg::fft {

class SharedItems {
 public:
  /// sizes: values of an item that each rank of the group has; an item's parts lie one behind the
  /// other in rank order. items: of the whole group.
  SharedItems(const transport::Communicator& group, int items, std::vector<std::int64_t> sizes)
      : group_(group), items_(even_partition(items, group.size())), sizes_(std::move(sizes)),
        before_(sizes_.size() + 1) {
    std::partial_sum(sizes_.begin(), sizes_.end(), before_.begin() + 1);
  }

  /// The whole items that this rank gets, counted from the group's first.
  int begin() const { return items_.begin(group_.rank()); }
  int end() const { return items_.end(group_.rank()); }

  /// This rank's part of all items, to whole ones. Collective.
  template <class T>
  std::vector<T> whole(std::vector<T> parts) const {
    if (group_.size() == 1) return parts;
    std::vector<std::int64_t> given;
    for (int r = 0; r < group_.size(); ++r) given.push_back(items_.size(r) * own_size());
    const std::vector<T> in = exchanged(given, std::move(parts), own_items() * before_.at(me()));
    std::vector<T> result(in.size());
    for_each_part([&](std::size_t at_whole, std::size_t at_parts, std::size_t size) {
      std::copy_n(in.begin() + at(at_parts), size, result.begin() + at(at_whole));
    });
    return result;
  }
  /// The way back. Collective.
  template <class T>
  std::vector<T> parts(std::vector<T> whole) const {
    if (group_.size() == 1) return whole;
    std::vector<std::int64_t> given;
    for (const std::int64_t size : sizes_) given.push_back(own_items() * size);
    std::vector<T> out(whole.size());
    for_each_part([&](std::size_t at_whole, std::size_t at_parts, std::size_t size) {
      std::copy_n(whole.begin() + at(at_whole), size, out.begin() + at(at_parts));
    });
    std::vector<T>().swap(whole);
    return exchanged(given, std::move(out), begin() * own_size());
  }

 private:
  static std::ptrdiff_t at(std::size_t n) { return static_cast<std::ptrdiff_t>(n); }
  std::size_t me() const { return static_cast<std::size_t>(group_.rank()); }
  std::int64_t own_size() const { return sizes_[me()]; }
  std::int64_t own_items() const { return end() - begin(); }

  /// Each part of this rank's whole items: where it is in (item, part), in (part, item), its size.
  template <class Body>
  void for_each_part(Body body) const {
    for (std::size_t r = 0; r < sizes_.size(); ++r)
      for (std::int64_t item = 0; item < own_items(); ++item)
        body(static_cast<std::size_t>(item * before_.back() + before_[r]),
             static_cast<std::size_t>(own_items() * before_[r] + item * sizes_[r]),
             static_cast<std::size_t>(sizes_[r]));
  }

  /// Values that go to each rank, by rank, for those that come from each, by rank; `before` of the
  /// latter come from lower ranks.
  template <class T>
  std::vector<T> exchanged(std::vector<std::int64_t> given, std::vector<T> out,
                           std::int64_t before) const {
    const std::int64_t own = given[me()];
    const auto first =
        out.begin() + std::accumulate(given.begin(), given.begin() + at(me()), std::int64_t{0});
    const std::vector<T> kept(first, first + own);
    out.erase(first, first + own);
    given[me()] = 0;
    transport::ItemMessages messages(group_, "parts of planes");
    messages.start_count(std::move(given));
    messages.finish_count();
    const auto& taken = messages.taken();
    std::vector<T> in(static_cast<std::size_t>(
        std::accumulate(taken.begin(), taken.end(), std::int64_t{0}) + own));
    messages.exchange(reinterpret_cast<const std::byte*>(out.data()),
                      reinterpret_cast<std::byte*>(in.data()), sizeof(T), own);
    std::copy(kept.begin(), kept.end(), in.begin() + before);
    return in;
  }

  transport::Communicator group_;
  Partition items_;
  std::vector<std::int64_t> sizes_, before_;
};

/// Planes of a field at points; the group: plane_group() of pencils.hpp.
inline SharedItems shared_planes(const Layout& layout, const transport::Communicator& group,
                                 int components) {
  std::vector<std::int64_t> sizes;
  for (int block = 0; block < layout.across; ++block)
    sizes.push_back(static_cast<std::int64_t>(layout.ys.size(block)) * layout.nx * components);
  return {group, layout.local_planes(), std::move(sizes)};
}

/// The modes of each k_y, (column, depth).
inline SharedItems shared_modes(const Layout& layout, const transport::Communicator& group) {
  std::vector<std::int64_t> sizes;
  for (int block = 0; block < layout.across; ++block)
    sizes.push_back(static_cast<std::int64_t>(layout.blocks.size(block)) * layout.depth);
  return {group, layout.row_modes.size(layout.plane_part(layout.rank)), std::move(sizes)};
}

}  // namespace thalweg::fft
