// SPDX-License-Identifier: Apache-2.0
// Copies between host and device memory, and messages from device memory. Nothing of it runs where
// there is no device.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <optional>

#include "base/error.hpp"
#include "exec/device_copies.hpp"
#include "transport/comm/mpi_native.hpp"
#include "transport/gpu_aware/device_direct.hpp"
#include "transport/model/cost_model.hpp"
#include "transport/probe/device_bandwidth.hpp"
#include "transport/probe/probe_plan.hpp"

namespace thalweg::transport {

namespace {

using exec::CopyWay;
using exec::HostMemory;

/// Use a device of this rank's node; its number is that of the node.
void use(const ProbeRun& run, int device) { use_device(run.topology, run.comm.rank(), device); }

Locality locality_of(const Topology& topology, int rank, int device) {
  const auto& near = topology.node(0).devices[static_cast<std::size_t>(device)].cores;
  const bool meets = std::ranges::any_of(
      topology.rank(rank).cores, [&](int core) { return std::ranges::count(near, core) > 0; });
  return meets || near.empty() ? Locality::socket : Locality::node;
}

void measure_copies(ProbeRun& run, const SharedDevice& device, const std::vector<int>& ranks,
                    HostMemory kind, CopyWay way, double seconds) {
  const int count = static_cast<int>(ranks.size());
  const std::int64_t largest = run.largest(count, 4);
  Path path;
  path.name = name_of(way);
  path.locality = locality_of(run.topology, ranks[0], device.device);
  path.from = way == CopyWay::to_host ? Memory::device : memory_of(kind);
  path.to = way == CopyWay::to_host ? memory_of(kind) : Memory::device;
  path.processes = count;
  path.bytes = run.sizes(smallest_message, largest, 2);
  path.seconds = sample_among(
      run.comm, ranks,
      [&](const Communicator&) -> Operation {
        return device_copies(kind, way, largest, 1, [&](int) { use(run, device.device); });
      },
      path.bytes, run.sampling(seconds), run.tick);
  run.profile.paths.push_back(std::move(path));
}

/// Between the first two devices that one rank sees. Messages between two ranks' devices are
/// another path: this one does not leave its rank.
void measure_peer_copies(ProbeRun& run, int rank, CopyWay way, double seconds) {
  const std::int64_t largest = run.largest(1, 4);
  const auto& visible = run.topology.rank(rank).visible_devices;
  Path path;
  path.name = way == CopyWay::both ? "copies between devices, both ways" : "copy between devices";
  path.locality = Locality::self;
  path.from = path.to = Memory::device;
  path.bytes = run.sizes(smallest_message, largest, 2);
  path.seconds = sample_among(
      run.comm, {rank},
      [&](const Communicator&) -> Operation {
        use(run, visible[0]);
        std::shared_ptr<exec::DeviceCopies> copies = exec::make_peer_copies(1, largest);
        return [copies, way](std::int64_t bytes, int n) { return copies->run(way, bytes, n); };
      },
      path.bytes, run.sampling(seconds), run.tick);
  run.profile.paths.push_back(std::move(path));
}

Operation device_ping_pong(const Communicator& pair, std::int64_t largest) {
  std::shared_ptr<exec::DeviceBuffer> out =
      exec::make_device_buffer(static_cast<std::size_t>(largest));
  std::shared_ptr<exec::DeviceBuffer> in =
      exec::make_device_buffer(static_cast<std::size_t>(largest));
  return [=](std::int64_t bytes, int repetitions) {
    const MPI_Comm comm = pair.native().comm;
    const int peer = 1 - pair.rank(), count = static_cast<int>(bytes);
    const auto send = [&] {
      check_mpi(MPI_Send(out->data(), count, MPI_BYTE, peer, 0, comm), "MPI_Send");
    };
    const double start = MPI_Wtime();
    for (int r = 0; r < repetitions; ++r) {
      if (peer == 1) send();
      check_mpi(MPI_Recv(in->data(), count, MPI_BYTE, peer, 0, comm, MPI_STATUS_IGNORE),
                "MPI_Recv");
      if (peer == 0) send();
    }
    return (MPI_Wtime() - start) / 2;
  };
}

/// Two ranks with a device each that stand so far apart.
std::optional<std::array<int, 2>> owners_of(const Topology& topology, Locality locality) {
  constexpr int enough = 4096;
  for (const auto& pair : pairs_of(topology, locality, enough))
    if (topology.rank(pair[0]).owns_device && topology.rank(pair[1]).owns_device) return pair;
  return std::nullopt;
}

/// How long the way by hand takes: to the host, across, to the device.
double staged_seconds(const Profile& profile, Locality locality, double bytes) {
  const Path* down = find_path(profile, Locality::socket, Memory::device, Memory::pinned);
  const Path* across = find_path(profile, locality, Memory::host, Memory::host);
  const Path* up = find_path(profile, Locality::socket, Memory::pinned, Memory::device);
  if (!down || !across || !up) return no_limit;
  return seconds_of(*down, bytes).seconds + seconds_of(*across, bytes).seconds +
         seconds_of(*up, bytes).seconds;
}

void warn_of_detours(ProbeRun& run, const Path& path) {
  const auto bytes = static_cast<double>(path.bytes.back());
  const double direct = path.seconds.back().median;
  const double staged = staged_seconds(run.profile, path.locality, bytes);
  // A direct way is the faster by much more than the measurements scatter.
  if (direct > 0.9 * staged)
    run.warn(fmt::format("messages from device memory ({}) are no faster than by hand through the "
                         "host ({:.3g} ms against {:.3g} ms for {:.0f} MB): the MPI library makes "
                         "that detour itself",
                         transport::name_of(path.locality), 1e3 * direct, 1e3 * staged,
                         bytes / 1e6));
}

void measure_device_messages(ProbeRun& run, double seconds) {
  const auto& visible = run.topology.rank(0).visible_devices;
  if (!run.comm.agree(!visible.empty() || !run.comm.is_root())) return;
  const int own = run.topology.rank(run.comm.rank()).device;
  if (own >= 0) use(run, own);
  const DeviceDirect direct =
      find_device_direct(run.comm, {.program = run.options.program,
                                    .device = run.topology.device_number(run.comm.rank())});
  run.profile.provenance["device_messages"] = direct.why;
  if (!direct.works) {
    run.warn("messages from device memory go through host memory: " + direct.why);
    return;
  }
  if (direct.library == LibraryAnswer::no)
    run.warn("the MPI library says that it does not take device memory, but a trial passed");
  const std::int64_t largest = run.largest(2, 4);
  for (const Locality locality : {Locality::socket, Locality::node, Locality::network}) {
    const auto pair = owners_of(run.topology, locality);
    if (!pair) continue;
    Path path;
    path.name = "message from device memory";
    path.locality = locality;
    path.from = path.to = Memory::device;
    path.bytes = run.sizes(smallest_message, largest, 2);
    path.seconds = sample_among(
        run.comm, {(*pair)[0], (*pair)[1]},
        [&](const Communicator& group) {
          use(run, run.topology.rank(run.comm.rank()).device);
          return device_ping_pong(group, largest);
        },
        path.bytes, run.sampling(seconds), run.tick);
    warn_of_detours(run, path);
    run.profile.paths.push_back(std::move(path));
  }
}

bool has_mps() {
  const char* pipe = std::getenv("CUDA_MPS_PIPE_DIRECTORY");
  return std::filesystem::exists(std::filesystem::path(pipe ? pipe : "/tmp/nvidia-mps") /
                                 "control");
}

void note_devices(ProbeRun& run, const std::vector<SharedDevice>& devices) {
  const bool mps = has_mps();
  run.profile.provenance["mps"] = mps ? "yes" : "no";
  const auto crowd = std::ranges::max(devices, {}, [](const auto& d) { return d.ranks.size(); });
  if (crowd.ranks.size() > devices.size() && !mps)
    run.warn("several processes share a device without MPS, so their copies and kernels take "
             "turns (nvidia-cuda-mps-control -d)");
  for (const int r : run.topology.ranks_on(0))
    if (run.topology.rank(r).visible_devices != run.topology.rank(0).visible_devices) {
      run.warn("ranks of a node see different devices (CUDA_VISIBLE_DEVICES), so they cannot open "
               "each other's device memory");
      break;
    }
}

void measure_device_memory(ProbeRun& run, const SharedDevice& device) {
  constexpr std::size_t bytes = std::size_t{256} << 20;
  double rate = 0;
  if (run.comm.rank() == device.ranks[0]) {
    use(run, device.device);
    rate = exec::device_triad_bandwidth(bytes);
  }
  run.profile.node.device_bytes_per_second = run.comm.max(rate);
}

void warn_of_pageable_memory(ProbeRun& run) {
  const Path* pinned = find_path(run.profile, Locality::socket, Memory::pinned, Memory::device);
  const Path* pageable = find_path(run.profile, Locality::socket, Memory::pageable, Memory::device);
  if (!pinned || !pageable) return;
  const auto rate = [](const Path& path) {
    return static_cast<double>(path.bytes.back()) / path.seconds.back().median;
  };
  if (rate(*pageable) < 0.7 * rate(*pinned))
    run.warn(fmt::format("a device copies from pageable memory at {:.3g} GB/s, from pinned memory "
                         "at {:.3g} GB/s: pin the buffers that you hand over",
                         1e-9 * rate(*pageable), 1e-9 * rate(*pinned)));
}

struct Kind {
  HostMemory memory;
  std::vector<CopyWay> ways;
};

/// Write-combined memory is for the way to the device alone: the host reads it very slowly.
std::vector<Kind> kinds() {
  return {{HostMemory::pinned, {CopyWay::to_device, CopyWay::to_host, CopyWay::both}},
          {HostMemory::pageable, {CopyWay::to_device, CopyWay::to_host}},
          {HostMemory::mapped, {CopyWay::to_device, CopyWay::to_host, CopyWay::both}},
          {HostMemory::write_combined, {CopyWay::to_device}}};
}

/// Ranks 1, 2, 4, ... of those that see a device, and all of them; the first alone is measured
/// anyway.
std::vector<std::vector<int>> crowds_of(const SharedDevice& device) {
  std::vector<std::vector<int>> crowds;
  for (std::size_t k = 2; k < device.ranks.size(); k *= 2)
    crowds.emplace_back(device.ranks.begin(),
                        device.ranks.begin() + static_cast<std::ptrdiff_t>(k));
  if (device.ranks.size() > 1) crowds.push_back(device.ranks);
  return crowds;
}

/// The rank nearest to a device and, if there is one, a rank of another socket that sees it.
std::vector<int> nearest_and_farther(const Topology& topology, const SharedDevice& device) {
  std::vector<int> chosen{device.ranks[0]};
  const Locality first = locality_of(topology, chosen[0], device.device);
  for (const int r : device.ranks)
    if (chosen.size() < 2 && locality_of(topology, r, device.device) != first) chosen.push_back(r);
  return chosen;
}

}  // namespace

ProbeSteps device_steps(const ProbeRun& run) {
  const auto devices = devices_of(run.topology);
  if (devices.empty()) return {};
  constexpr double seconds = 0.6;
  const double budget = run.sampling(seconds).budget;
  const SharedDevice first = devices[0];
  ProbeSteps steps{{"device memory", 1, [=](ProbeRun& some) {
                      note_devices(some, devices);
                      measure_device_memory(some, first);
                    }}};
  const auto add = [&](const std::vector<int>& ranks, HostMemory kind, CopyWay way) {
    steps.push_back({name_of(way), budget, [=](ProbeRun& some) {
                       measure_copies(some, first, ranks, kind, way, seconds);
                     }});
  };
  for (const int rank : nearest_and_farther(run.topology, first))
    for (const Kind& kind : kinds())
      for (const CopyWay way : kind.ways) add({rank}, kind.memory, way);
  for (const auto& crowd : crowds_of(first))
    for (const CopyWay way : {CopyWay::to_device, CopyWay::to_host})
      add(crowd, HostMemory::pinned, way);
  if (run.topology.rank(first.ranks[0]).visible_devices.size() > 1)
    for (const CopyWay way : {CopyWay::to_device, CopyWay::both})
      steps.push_back({"copies between devices", budget, [=](ProbeRun& some) {
                         measure_peer_copies(some, first.ranks[0], way, seconds);
                       }});
  steps.push_back({"messages from device memory", 3 * budget, [=](ProbeRun& some) {
                     warn_of_pageable_memory(some);
                     measure_device_messages(some, seconds);
                   }});
  return steps;
}

}  // namespace thalweg::transport
