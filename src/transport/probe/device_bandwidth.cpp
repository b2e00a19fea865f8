// SPDX-License-Identifier: Apache-2.0
#include "transport/probe/device_bandwidth.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <barrier>
#include <exception>
#include <memory>
#include <thread>

#include "exec/device_info.hpp"
#include "transport/profile/profile_table.hpp"

namespace thalweg::transport {

using exec::CopyWay;
using exec::HostMemory;

std::vector<SharedDevice> devices_of(const Topology& topology) {
  std::vector<SharedDevice> found;
  for (int d = 0; d < static_cast<int>(topology.node(0).devices.size()); ++d) {
    SharedDevice device{d, {}};
    for (const int r : topology.ranks_on(0))
      if (std::ranges::count(topology.rank(r).visible_devices, d) > 0) device.ranks.push_back(r);
    std::ranges::stable_partition(device.ranks, [&](int r) {
      return topology.rank(r).owns_device && topology.rank(r).device == d;
    });
    if (!device.ranks.empty()) found.push_back(std::move(device));
  }
  return found;
}

void use_device(const Topology& topology, int rank, int device) {
  const auto& visible = topology.rank(rank).visible_devices;
  exec::select_device(static_cast<int>(std::ranges::find(visible, device) - visible.begin()));
}

Memory memory_of(HostMemory kind) {
  switch (kind) {
  case HostMemory::pageable: return Memory::pageable;
  case HostMemory::pinned: return Memory::pinned;
  case HostMemory::mapped: return Memory::mapped;
  case HostMemory::write_combined: return Memory::write_combined;
  }
  return Memory::host;
}

const char* name_of(CopyWay way) {
  return way == CopyWay::to_device ? "copy to device"
         : way == CopyWay::to_host ? "copy from device"
                                   : "copies both ways at once";
}

namespace {

using Copies = std::vector<std::shared_ptr<exec::DeviceCopies>>;

/// One run of all threads, from when all are there; the seconds of the slowest.
double run_together(const Copies& copies, CopyWay way, std::int64_t bytes, int repetitions,
                    const ChooseDevice& choose) {
  std::barrier begin(static_cast<std::ptrdiff_t>(copies.size()));
  std::vector<double> seconds(copies.size());
  std::vector<std::exception_ptr> failed(copies.size());
  const auto part = [&](std::size_t i) {
    try {
      if (i > 0) choose(static_cast<int>(i));
    } catch (...) {
      failed[i] = std::current_exception();
    }
    begin.arrive_and_wait();
    if (failed[i]) return;
    try {
      seconds[i] = copies[i]->run(way, bytes, repetitions);
    } catch (...) {
      failed[i] = std::current_exception();
    }
  };
  {
    std::vector<std::jthread> others;
    for (std::size_t i = 1; i < copies.size(); ++i) others.emplace_back(part, i);
    part(0);
  }
  for (const std::exception_ptr& error : failed)
    if (error) std::rethrow_exception(error);
  return *std::ranges::max_element(seconds);
}

}  // namespace

Operation device_copies(HostMemory kind, CopyWay way, std::int64_t largest, int threads,
                        const ChooseDevice& choose) {
  Copies copies;
  for (int t = threads - 1; t >= 0; --t) {
    choose(t);
    copies.insert(copies.begin(), exec::make_device_copies(kind, largest));
  }
  return [=](std::int64_t bytes, int repetitions) {
    if (copies.size() == 1) return copies[0]->run(way, bytes, repetitions);
    return run_together(copies, way, bytes, repetitions, choose);
  };
}

double CopyRates::rate(std::size_t size, const std::vector<std::int64_t>& bytes) const {
  const int ways = way == CopyWay::both ? 2 : 1;
  return ways * threads * static_cast<double>(bytes[size]) / typical_seconds(seconds[size]);
}

namespace {

/// What is measured, in the order of the table.
std::vector<CopyRates> rows_of(const std::vector<int>& threads) {
  constexpr CopyWay ways[] = {CopyWay::to_device, CopyWay::to_host, CopyWay::both};
  std::vector<CopyRates> rows;
  for (const HostMemory kind :
       {HostMemory::pageable, HostMemory::pinned, HostMemory::mapped, HostMemory::write_combined})
    for (const CopyWay way : ways) rows.push_back({kind, way, 1, {}});
  for (const int count : threads)
    for (const CopyWay way : ways)
      if (count > 1) rows.push_back({HostMemory::pinned, way, count, {}});
  return rows;
}

}  // namespace

CopyTable measure_copy_table(const Communicator& comm, const Topology& topology,
                             const TableOptions& options) {
  const auto devices = devices_of(topology);
  if (devices.empty()) return {};
  const SharedDevice& first = devices[0];
  const int owner = first.ranks[0];
  // The first device, then the others that its owner sees.
  std::vector<int> seen = topology.rank(owner).visible_devices;
  std::ranges::rotate(seen, std::ranges::find(seen, first.device));
  const auto choose = [&](int thread) {
    use_device(topology, owner, seen[static_cast<std::size_t>(thread) % seen.size()]);
  };
  CopyTable table;
  table.devices = static_cast<int>(seen.size());
  table.device = topology.node(0).devices[static_cast<std::size_t>(first.device)].name;
  table.bytes = options.bytes;
  table.rows = rows_of(options.threads);
  for (CopyRates& row : table.rows)
    row.seconds = sample_among(
        comm, {owner},
        [&](const Communicator&) {
          return device_copies(row.memory, row.way, table.bytes.back(), row.threads, choose);
        },
        table.bytes, options.sampling, [] {});
  return table;
}

namespace {

const char* short_name(CopyWay way) {
  return way == CopyWay::to_device ? "to" : way == CopyWay::to_host ? "from" : "both";
}

}  // namespace

std::string copy_table_text(const CopyTable& table) {
  std::string kinds = fmt::format("{:>10}", ""), ways = fmt::format("{:>10}", "block");
  for (const CopyRates& row : table.rows) {
    const std::string kind =
        row.threads > 1 ? fmt::format("{} threads", row.threads) : name_of(memory_of(row.memory));
    kinds += fmt::format(" {:>14}", kind);
    ways += fmt::format(" {:>14}", short_name(row.way));
  }
  std::string text = fmt::format(
      "copies to and from {}, GB/s (several threads: pinned memory, {})\n{}\n{}\n", table.device,
      table.devices > 1 ? fmt::format("{} devices in turn", table.devices) : "one device", kinds,
      ways);
  for (std::size_t s = 0; s < table.bytes.size(); ++s) {
    text += fmt::format("{:>10}", size_text(table.bytes[s]));
    for (const CopyRates& row : table.rows)
      text += fmt::format(" {:>14.3g}", 1e-9 * row.rate(s, table.bytes));
    text += "\n";
  }
  return text;
}

}  // namespace thalweg::transport
