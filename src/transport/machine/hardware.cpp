// SPDX-License-Identifier: Apache-2.0
#include "transport/machine/hardware.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <hwloc.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>

#include "base/error.hpp"
#include "exec/device_info.hpp"

namespace thalweg::transport {

namespace {

namespace fs = std::filesystem;

void check_hwloc(int status, const char* call) {
  if (status != 0) throw CommError(fmt::format("{} failed: the machine cannot be explored", call));
}

struct Destroy {
  void operator()(hwloc_topology_t machine) const { hwloc_topology_destroy(machine); }
  void operator()(hwloc_bitmap_t set) const { hwloc_bitmap_free(set); }
};
using Machine = std::unique_ptr<hwloc_topology, Destroy>;
using CpuSet = std::unique_ptr<hwloc_bitmap_s, Destroy>;

/// Cores that the job may not use count too: the machine is the same for all of its processes.
Machine load_machine() {
  hwloc_topology_t raw = nullptr;
  check_hwloc(hwloc_topology_init(&raw), "hwloc_topology_init");
  Machine machine(raw);
  check_hwloc(hwloc_topology_set_flags(raw, HWLOC_TOPOLOGY_FLAG_INCLUDE_DISALLOWED),
              "hwloc_topology_set_flags");
  // The bus tells where devices are. The plugins that load drivers would take seconds.
  hwloc_topology_set_io_types_filter(raw, HWLOC_TYPE_FILTER_KEEP_IMPORTANT);
  for (const char* plugin : {"opencl", "cuda", "nvml", "rsmi", "levelzero", "gl"})
    hwloc_topology_set_components(raw, HWLOC_TOPOLOGY_COMPONENTS_FLAG_BLACKLIST, plugin);
  check_hwloc(hwloc_topology_load(raw), "hwloc_topology_load");
  return machine;
}

/// The numbers of the objects of a kind that a set of hardware threads touches; a core's number is
/// that of its first thread, which is unique on the machine.
std::vector<int> touched(hwloc_topology_t machine, hwloc_obj_type_t kind,
                         hwloc_const_cpuset_t set) {
  std::vector<int> found;
  for (hwloc_obj_t object = nullptr;
       (object = hwloc_get_next_obj_by_type(machine, kind, object)) != nullptr;)
    if (object->cpuset && hwloc_bitmap_intersects(object->cpuset, set))
      found.push_back(kind == HWLOC_OBJ_CORE ? hwloc_bitmap_first(object->cpuset)
                                             : static_cast<int>(object->logical_index));
  return found;
}

std::string processor_name(hwloc_topology_t machine) {
  const hwloc_obj_t package = hwloc_get_obj_by_type(machine, HWLOC_OBJ_PACKAGE, 0);
  const char* name = package ? hwloc_obj_get_info_by_name(package, "CPUModel") : nullptr;
  return name ? name : "unknown processor";
}

std::int64_t last_cache_bytes(hwloc_topology_t machine) {
  for (const hwloc_obj_type_t kind : {HWLOC_OBJ_L4CACHE, HWLOC_OBJ_L3CACHE, HWLOC_OBJ_L2CACHE})
    if (const hwloc_obj_t cache = hwloc_get_obj_by_type(machine, kind, 0))
      return static_cast<std::int64_t>(cache->attr->cache.size);
  return 0;
}

std::vector<int> cores_near(hwloc_topology_t machine, const std::string& pci_bus_id) {
  const hwloc_obj_t device = hwloc_get_pcidev_by_busidstring(machine, pci_bus_id.c_str());
  const hwloc_obj_t near = device ? hwloc_get_non_io_ancestor_obj(machine, device) : nullptr;
  return near && near->cpuset ? touched(machine, HWLOC_OBJ_CORE, near->cpuset) : std::vector<int>{};
}

std::string host_name() {
  char name[256] = {};
  return gethostname(name, sizeof name - 1) == 0 ? name : "unknown";
}

/// The sorted entries of a folder; none if there is no such folder.
std::vector<fs::path> entries(const fs::path& folder) {
  std::vector<fs::path> found;
  std::error_code failed;
  for (const auto& entry : fs::directory_iterator(folder, failed)) found.push_back(entry.path());
  std::ranges::sort(found);
  return found;
}

/// A line of text that occurs several times becomes "3 x text".
std::string counted(const std::map<std::string, int>& counts) {
  std::vector<std::string> parts;
  for (const auto& [text, count] : counts)
    parts.push_back(count > 1 ? fmt::format("{} x {}", count, text) : text);
  return fmt::format("{}", fmt::join(parts, ", "));
}

}  // namespace

std::string first_line(const fs::path& file) {
  std::ifstream in(file);
  std::string line;
  std::getline(in, line);
  return line;
}

std::string network_adapters(const std::string& root) {
  std::map<std::string, int> counts;
  for (const fs::path& adapter : entries(fs::path(root) / "class/infiniband")) {
    const std::string kind = first_line(adapter / "hca_type");
    const std::string rate = first_line(adapter / "ports/1/rate");
    ++counts[kind.empty() ? "InfiniBand" : kind + (rate.empty() ? "" : " " + rate)];
  }
  for (const fs::path& adapter : entries(fs::path(root) / "class/cxi"))
    ++counts["Slingshot " + first_line(adapter / "device/properties/speed")];
  if (!counts.empty()) return counted(counts);
  // Interfaces without a device (loopback, bridges, tunnels) are no adapters.
  for (const fs::path& interface : entries(fs::path(root) / "class/net")) {
    std::error_code failed;
    const fs::path driver = fs::read_symlink(interface / "device/driver", failed);
    if (failed) continue;
    const std::string speed = first_line(interface / "speed");
    const bool known = !speed.empty() && speed[0] != '-';
    ++counts[driver.filename().string() + (known ? " " + speed + " Mb/s" : "")];
  }
  return counted(counts);
}

LocalView look_around() {
  const Machine machine = load_machine();
  const CpuSet bound(hwloc_bitmap_alloc());
  LocalView view;
  // The thread that calls MPI; the process also has threads of libraries, bound elsewhere.
  if (hwloc_get_cpubind(machine.get(), bound.get(), HWLOC_CPUBIND_THREAD) == 0) {
    view.place.cores = touched(machine.get(), HWLOC_OBJ_CORE, bound.get());
    view.place.sockets = touched(machine.get(), HWLOC_OBJ_PACKAGE, bound.get());
    view.place.memory = touched(machine.get(), HWLOC_OBJ_NUMANODE, bound.get());
  }
  view.machine = {.host = host_name(),
                  .processor = processor_name(machine.get()),
                  .cores = std::max(1, hwloc_get_nbobjs_by_type(machine.get(), HWLOC_OBJ_CORE)),
                  .sockets =
                      std::max(1, hwloc_get_nbobjs_by_type(machine.get(), HWLOC_OBJ_PACKAGE)),
                  .devices = {},
                  .network = network_adapters(),
                  .cache_bytes = last_cache_bytes(machine.get())};
  for (const exec::DeviceInfo& device : exec::devices()) {
    view.place.visible_devices.push_back(static_cast<int>(view.machine.devices.size()));
    view.machine.devices.push_back(
        {device.name, device.pci_bus_id, cores_near(machine.get(), device.pci_bus_id)});
  }
  return view;
}

}  // namespace thalweg::transport
