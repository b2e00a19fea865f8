// SPDX-License-Identifier: Apache-2.0
#include "transport/probe/pair_bandwidth.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <memory>

#include "base/clock.hpp"
#include "base/error.hpp"
#include "exec/left_open.hpp"
#include "transport/comm/mpi_native.hpp"
#include "transport/profile/profile_table.hpp"

namespace thalweg::transport {

std::vector<DevicePair> device_pairs(const Topology& topology) {
  std::vector<int> owners, users;
  for (const int rank : topology.ranks_on(0)) {
    if (topology.rank(rank).device >= 0) users.push_back(rank);
    if (topology.rank(rank).owns_device) owners.push_back(rank);
  }
  const auto& ranks = owners.size() > 1 ? owners : users;
  std::vector<DevicePair> pairs;
  for (std::size_t i = 0; i + 1 < ranks.size(); i += 2) pairs.push_back({ranks[i], ranks[i + 1]});
  return pairs;
}

Operation pair_copies(exec::DeviceLink& link, const std::byte* own, std::byte* there,
                      std::byte* stage, const PairWay& way) {
  return [=, &link](std::int64_t bytes, int repetitions) {
    const auto copy = [&](std::byte* to, const std::byte* from) {
      link.copy(to, from, static_cast<std::size_t>(bytes));
      if (!way.queued) link.wait();
    };
    const double begin = seconds_now();
    for (int r = 0; r < repetitions; ++r) {
      if (way.through_host) copy(stage, own);
      copy(there, way.through_host ? stage : own);
    }
    link.wait();
    return seconds_now() - begin;
  };
}

double PairRates::rate(std::size_t size, const std::vector<std::int64_t>& bytes) const {
  return pairs * static_cast<double>(bytes[size]) / typical_seconds(seconds[size]);
}

namespace {

constexpr PairWay ways[] = {{false, false}, {false, true}, {true, false}, {true, true}};

/// The memory of some pairs, opened by the ranks that copy into it. Making and ending one is
/// collective.
class PairMemory {
 public:
  PairMemory(const Communicator& comm, const Topology& topology,
             const std::vector<DevicePair>& pairs, std::int64_t largest)
      : comm_(comm), pairs_(pairs), bytes_(static_cast<std::size_t>(largest)) {
    step([&] { allocate(topology); });
    if (why_not_.empty()) open();
    for (const PairWay& way : ways)
      if (why_not_.empty()) compare(way);
  }
  ~PairMemory() {
    there_.reset();
    if (may_free())
      comm_.barrier();  // then memory that others had open may go
    else if (memory_)
      exec::leave_open(memory_->data());
  }
  PairMemory(const PairMemory&) = delete;
  PairMemory& operator=(const PairMemory&) = delete;

  /// Why the pairs cannot be measured; all ranks get the same text.
  const std::string& why_not() const { return why_not_; }
  /// For ranks that copy.
  Operation copies(const PairWay& way) const {
    return pair_copies(*link_, address(), there_.get(), stage_.get(), way);
  }

 private:
  bool copies_here(const DevicePair& pair) const { return pair.from == comm_.rank(); }
  bool is_copied_to(const DevicePair& pair) const { return pair.to == comm_.rank(); }
  bool takes_part() const {
    return std::ranges::any_of(pairs_, [&](auto& p) { return copies_here(p) || is_copied_to(p); });
  }
  std::byte* address() const { return static_cast<std::byte*>(memory_->data()); }

  /// Collective: one rank's trouble stops all.
  template <class Do>
  void step(Do what) {
    std::string trouble;
    try {
      what();
    } catch (const DeviceError& error) {
      trouble = fmt::format("rank {}: {}", comm_.rank(), error.what());
    }
    why_not_ = comm_.first_text(trouble);
  }
  void allocate(const Topology& topology) {
    if (!takes_part()) return;
    use_device(topology, comm_.rank(), topology.rank(comm_.rank()).device);
    memory_ = exec::make_device_buffer(bytes_);
    link_ = exec::make_device_link();
    stage_ = link_->pinned(bytes_);
    if (std::ranges::any_of(pairs_, [&](auto& p) { return is_copied_to(p); }))
      shared_ = link_->share(address());
  }
  void open() {
    std::vector<exec::SharedMemory> shared;
    for (const DevicePair& pair : pairs_) {
      std::string text(sizeof(exec::SharedMemory), '\0');
      std::memcpy(text.data(), &shared_, text.size());
      text = comm_.broadcast(text, pair.to);
      std::memcpy(&shared.emplace_back(), text.data(), text.size());
    }
    step([&] {
      for (std::size_t i = 0; i < pairs_.size(); ++i)
        if (copies_here(pairs_[i])) there_ = link_->open(shared[i]);
    });
  }
  /// Other bytes for each way, from the first to the last.
  void compare(const PairWay& way) {
    std::vector<unsigned char> sent(bytes_), found(bytes_);
    for (std::size_t i = 0; i < bytes_; ++i)
      sent[i] = static_cast<unsigned char>(7 * i + i / 251 + (way.through_host ? 101 : 0) +
                                           (way.queued ? 53 : 0));
    step([&] {
      for (const DevicePair& pair : pairs_) {
        if (!copies_here(pair)) continue;
        memory_->write(sent.data(), bytes_);
        copies(way)(static_cast<std::int64_t>(bytes_), 1);
      }
    });
    if (!why_not_.empty()) return;
    step([&] {
      for (const DevicePair& pair : pairs_) {
        if (!is_copied_to(pair)) continue;
        memory_->read(found.data(), bytes_);
        if (found != sent) throw DeviceError("what arrived is not what was sent");
      }
    });
  }

  Communicator comm_;
  std::vector<DevicePair> pairs_;
  std::size_t bytes_;
  std::string why_not_;
  std::unique_ptr<exec::DeviceBuffer> memory_;
  std::shared_ptr<exec::DeviceLink> link_;
  std::shared_ptr<std::byte> stage_, there_;
  exec::SharedMemory shared_;
};

}  // namespace

PairTable measure_pair_table(const Communicator& comm, const Topology& topology,
                             const TableOptions& options) {
  constexpr std::size_t most_pairs = 3;  // as in figure 8
  PairTable table;
  table.bytes = options.bytes;
  std::vector<DevicePair> pairs = device_pairs(topology);
  if (pairs.size() > most_pairs) pairs.resize(most_pairs);
  if (pairs.empty()) {
    table.why_not = "no two ranks of the first node use a device";
    return table;
  }
  const int first = topology.rank(pairs[0].from).device;
  table.within_one = topology.rank(pairs[0].to).device == first;
  table.device = topology.node(0).devices[static_cast<std::size_t>(first)].name;
  const PairMemory memory(comm, topology, pairs, table.bytes.back());
  table.why_not = memory.why_not();
  if (!table.why_not.empty()) return table;
  for (std::size_t count : {std::size_t{1}, pairs.size()}) {
    if (count == 1 && !table.rows.empty()) break;
    std::vector<int> members;
    for (std::size_t i = 0; i < count; ++i) members.push_back(pairs[i].from);
    for (const PairWay& way : ways)
      table.rows.push_back(
          {way, static_cast<int>(count),
           sample_among(
               comm, members, [&](const Communicator&) { return memory.copies(way); }, table.bytes,
               options.sampling, [] {})});
  }
  return table;
}

std::string pair_table_text(const PairTable& table) {
  std::string kinds = fmt::format("{:>10}", ""), orders = fmt::format("{:>10}", "block");
  for (const PairRates& row : table.rows) {
    kinds += fmt::format(
        " {:>14}", fmt::format("{} x {}", row.pairs, row.way.through_host ? "by host" : "direct"));
    orders += fmt::format(" {:>14}", row.way.queued ? "queued" : "one by one");
  }
  std::string text =
      fmt::format("copies from rank to rank {} {}, GB/s of all pairs together\n{}\n{}\n",
                  table.within_one ? "within one" : "between devices, the first a", table.device,
                  kinds, orders);
  for (std::size_t s = 0; s < table.bytes.size(); ++s) {
    text += fmt::format("{:>10}", size_text(table.bytes[s]));
    for (const PairRates& row : table.rows)
      text += fmt::format(" {:>14.3g}", 1e-9 * row.rate(s, table.bytes));
    text += "\n";
  }
  return text;
}

}  // namespace thalweg::transport
