// SPDX-License-Identifier: Apache-2.0
#include "solvers/turbulence/residence.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "exec/device_info.hpp"
#include "simulation/interface/memory.hpp"
#include "simulation/process/device.hpp"
#include "solvers/turbulence/bus_model.hpp"
#include "solvers/turbulence/decomposition.hpp"
#include "solvers/turbulence/memory.hpp"
#include "solvers/turbulence/quantum/fluid.hpp"

namespace thalweg::turbulence {

namespace {

constexpr int chunks_per_stream = 8;

/// Whether what a run takes of a device fits, on all ranks. Collective.
bool fits(const Parameters& p, const transport::Communicator& comm,
          const fft::Streaming& streaming) {
  const auto devices = exec::devices();
  if (!comm.agree(!devices.empty())) return true;  // who asks for a device is told
  const auto own = static_cast<std::size_t>(simulation::own_device(comm)) % devices.size();
  const double needed = device_memory(p, comm, streaming) * simulation::ranks_on_device(comm);
  return comm.agree(needed <= static_cast<double>(devices[own].memory_bytes));
}

/// As the case says; where it leaves the chunks open, so many more that they fit. Collective.
fft::Streaming fitting(const Parameters& p, const SetDescription& set, int ranks,
                       const transport::Communicator& comm) {
  fft::Streaming chosen = streaming(p, set);
  const int most_planes = (p.points[2] + ranks - 1) / ranks;
  while (p.device.chunks == 0 && chosen.chunks < most_planes && !fits(p, comm, chosen))
    chosen.chunks *= 2;
  return chosen;
}

}  // namespace

DeviceParameters read_device(io::Case& input) {
  DeviceParameters device;
  const std::string residence =
      input.choice("device.residence", {"auto", "device", "host"}, "auto",
                   "of a run on a device: where fields stay between sweeps");
  device.residence = residence == "device" ? Residence::device
                     : residence == "host" ? Residence::host
                                           : Residence::automatic;
  if (device.residence == Residence::device) return device;
  device.streams = static_cast<int>(
      input.integer("device.streams", {.default_value = 4,
                                       .minimum = 1,
                                       .maximum = 64,
                                       .meaning = "of the device, which take chunks by turns"}));
  device.chunks = static_cast<int>(input.integer(
      "device.chunks", {.default_value = 0,
                        .minimum = 0,
                        .maximum = 65536,
                        .meaning = "that a rank's rows and planes pass the device in; 0: "
                                   "chosen, 8 for each stream or, "
                                   "where these do not fit, more"}));
  return device;
}

fft::Streaming streaming(const Parameters& p, const SetDescription& set) {
  const int chunks = p.device.chunks > 0 ? p.device.chunks : chunks_per_stream * p.device.streams;
  const int measured = set.is_quantum() ? motion_fields : 0;
  return {p.device.streams, chunks, std::max(2 * set.all_components(), measured)};
}

std::optional<std::string> why_not_on_host(const Parameters& p, int across) {
  if (across > 1) return "fields that lie on the host are split into slabs, not into pencils";
  if (!p.particles.empty()) return "particles need the velocity on the device";
  if (p.single_messages && !p.single_precision)
    return "transport.message_precision = \"single\" converts messages on the device";
  return {};
}

bool fit_devices(const Parameters& p, const transport::Communicator& comm) {
  return fits(p, comm, {});
}

fft::Streaming choose_residence(const Parameters& p, const SetDescription& set,
                                const transport::Communicator& comm) {
  if (p.device.residence == Residence::device) return {};
  const auto grid = rank_grid(p, comm.size(), comm.nodes().largest_node());
  if (!grid) return {};  // refused
  if (p.device.residence == Residence::automatic &&
      (why_not_on_host(p, grid->y) || fit_devices(p, comm)))
    return {};
  return fitting(p, set, grid->z, comm);
}

std::string residence_line(const Parameters& p, const fft::Streaming& streaming,
                           const transport::Communicator& comm) {
  if (!streaming.is_on()) return "fields stay on the device";
  const fft::Layout layout = layout_of(p, comm, p.single_precision ? 8 : 16);
  const BusBytes bytes = bus_bytes_of_step(p, layout);
  return fmt::format(
      "fields stay on the host and pass through the device in {} chunks, which {} stream{} take{} "
      "by turns: a step brings {} there and {} back per rank",
      streaming.chunks, streaming.streams, streaming.streams == 1 ? "" : "s",
      streaming.streams == 1 ? "s" : "", simulation::bytes_text(comm.max(bytes.to_device)),
      simulation::bytes_text(comm.max(bytes.to_host)));
}

}  // namespace thalweg::turbulence
