// SPDX-License-Identifier: Apache-2.0
// Every rank looks around, and all learn what each one saw.
#include <algorithm>
#include <map>

#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "transport/comm/node_map.hpp"
#include "transport/machine/hardware.hpp"
#include "transport/machine/topology.hpp"

namespace thalweg::transport {

namespace {

using Json = nlohmann::json;

Json encode(const LocalView& view, int group) {
  Json devices = Json::array();
  for (const DevicePlace& device : view.machine.devices)
    devices.push_back({device.name, device.pci_bus_id, device.cores});
  return {{"group", group},
          {"host", view.machine.host},
          {"processor", view.machine.processor},
          {"network", view.machine.network},
          {"counts", {view.machine.cores, view.machine.sockets}},
          {"cache", view.machine.cache_bytes},
          {"cores", view.place.cores},
          {"sockets", view.place.sockets},
          {"memory", view.place.memory},
          {"devices", devices}};
}

/// The number of a device of a node; ranks may see different ones, so each adds what is new.
int device_number(NodePlace& node, const DevicePlace& device) {
  const auto known = std::ranges::find(node.devices, device.pci_bus_id, &DevicePlace::pci_bus_id);
  if (known != node.devices.end()) return static_cast<int>(known - node.devices.begin());
  node.devices.push_back(device);
  return static_cast<int>(node.devices.size()) - 1;
}

NodePlace decode_node(const Json& view) {
  return {.host = view["host"],
          .processor = view["processor"],
          .cores = view["counts"][0],
          .sockets = view["counts"][1],
          .devices = {},
          .network = view["network"],
          .cache_bytes = view["cache"]};
}

Topology decode(const Json& views) {
  std::vector<NodePlace> nodes;
  std::vector<RankPlace> ranks;
  std::map<std::pair<int, std::string>, int> numbers;
  for (const Json& view : views) {
    const std::pair key(view["group"].get<int>(), view["host"].get<std::string>());
    const auto [entry, is_new] = numbers.emplace(key, static_cast<int>(nodes.size()));
    if (is_new) nodes.push_back(decode_node(view));
    RankPlace place;
    place.node = entry->second;
    place.cores = view["cores"].get<std::vector<int>>();
    place.sockets = view["sockets"].get<std::vector<int>>();
    place.memory = view["memory"].get<std::vector<int>>();
    for (const Json& d : view["devices"])
      place.visible_devices.push_back(device_number(nodes[static_cast<std::size_t>(place.node)],
                                                    {d[0], d[1], d[2].get<std::vector<int>>()}));
    ranks.push_back(std::move(place));
  }
  return {std::move(nodes), std::move(ranks)};
}

}  // namespace

Topology Topology::discover(const Communicator& comm) {
  const int group = comm.nodes().node_of(comm.rank());  // as MPI sees it
  std::string text, fault;
  try {
    text = encode(look_around(), group).dump(-1, ' ', false, Json::error_handler_t::replace);
  } catch (const Error& error) {
    fault = error.what();
  }
  if (!comm.agree(fault.empty()))
    throw CommError(fault.empty() ? "a rank could not explore its machine" : fault);
  Json views = Json::array();
  for (const std::string& view : comm.gather(text)) views.push_back(Json::parse(view));
  return decode(Json::parse(comm.broadcast(views.dump())));
}

}  // namespace thalweg::transport
