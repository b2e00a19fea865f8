// SPDX-License-Identifier: Apache-2.0
#include "simulation/interface/memory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <limits>

#include "base/error.hpp"

namespace thalweg::simulation {

namespace fs = std::filesystem;

namespace {

constexpr double unlimited = std::numeric_limits<double>::infinity();

/// The number behind `name` at the start of a line; 0 if there is none.
double number_after(const fs::path& file, const std::string& name) {
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);)
    if (line.starts_with(name)) return std::atof(line.c_str() + name.size());
  return 0;
}

/// A count of this process without what it sees of memory that others share with it: of that only
/// its part, as far as the system tells.
double own_bytes(const std::string& name) {
  const fs::path status = "/proc/self/status", rollup = "/proc/self/smaps_rollup";
  const double all = number_after(status, name);
  if (!fs::exists(rollup)) return 1024 * all;
  const double seen = number_after(status, "RssShmem:"), part = number_after(rollup, "Pss_Shmem:");
  return 1024 * (all - std::max(0.0, seen - part));
}

/// The number in a file; unlimited if there is none ("max").
double only_number(const fs::path& file) {
  std::ifstream in(file);
  double value = 0;
  return in >> value ? value : unlimited;
}

/// Names of the files that hold a control group's limit, its use, and what of the use is cache that
/// the system gives back when asked for memory.
struct GroupFiles {
  const char *limit, *used, *cache;
};
constexpr GroupFiles version_2{"memory.max", "memory.current", "inactive_file "};
constexpr GroupFiles version_1{"memory.limit_in_bytes", "memory.usage_in_bytes",
                               "total_inactive_file "};

/// What the limits of a group and of all groups above it leave.
double left_in_groups(const fs::path& top, const fs::path& group, const GroupFiles& files) {
  double least = unlimited;
  for (fs::path part = group.relative_path();; part = part.parent_path()) {
    const fs::path folder = top / part;
    const double limit = only_number(folder / files.limit);
    const double used = only_number(folder / files.used);
    if (std::isfinite(limit) && std::isfinite(used))
      least = std::min(least, limit - used + number_after(folder / "memory.stat", files.cache));
    if (part.empty()) return std::max(0.0, least);
  }
}

}  // namespace

double resident_bytes() { return own_bytes("VmRSS:"); }
double peak_resident_bytes() { return own_bytes("VmHWM:"); }

double available_bytes(const fs::path& root) {
  double free = 1024 * number_after(root / "proc/meminfo", "MemAvailable:");
  std::ifstream groups(root / "proc/self/cgroup");
  for (std::string line; std::getline(groups, line);) {  // "0::/path" or "4:memory:/path"
    const auto first = line.find(':'), second = line.find(':', first + 1);
    if (second == std::string::npos) continue;
    const std::string controllers = line.substr(first + 1, second - first - 1);
    const fs::path group = line.substr(second + 1);
    if (controllers.empty())
      free = std::min(free, left_in_groups(root / "sys/fs/cgroup", group, version_2));
    else if (controllers == "memory")
      free = std::min(free, left_in_groups(root / "sys/fs/cgroup/memory", group, version_1));
  }
  return free;
}

double baseline_bytes() {
  constexpr double first_use = 12 << 20;  // measured: 12 to 14 MiB for runs that write files
  return resident_bytes() + first_use;
}

double new_bytes(const MemoryEstimate& estimate) {
  return estimate.arrays_bytes + estimate.workspace_bytes + estimate.output_bytes;
}

double require_memory(const MemoryEstimate& estimate, const transport::Communicator& comm) {
  const double rank = comm.max(new_bytes(estimate));
  const double needed = comm.max(rank * comm.node_size());
  const double free = comm.min(available_bytes());
  if (needed <= free) return (free - needed) / comm.max(static_cast<double>(comm.node_size()));
  throw InputError(fmt::format(
      "The case does not fit into memory: it needs about {} on a node ({} for each of {} rank{}), "
      "and {} are free.\n"
      "Use fewer points (grid.points), precision = \"single\", or more nodes. Nothing was run.",
      bytes_text(needed), bytes_text(rank), comm.node_size(), comm.node_size() == 1 ? "" : "s",
      bytes_text(free)));
}

std::string bytes_text(double bytes) {
  constexpr std::array units{"B", "KiB", "MiB", "GiB", "TiB", "PiB"};
  std::size_t unit = 0;
  for (; bytes >= 1024 && unit + 1 < units.size(); ++unit) bytes /= 1024;
  return fmt::format("{:.{}f} {}", bytes, unit == 0 ? 0 : 2, units[unit]);
}

}  // namespace thalweg::simulation
