// SPDX-License-Identifier: Apache-2.0
#include "simulation/memory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <limits>

#include "base/error.hpp"

namespace thalweg::simulation {

namespace {

/// The number of kB behind a name in a file such as /proc/meminfo, as bytes.
double kilobytes(const char* file, const std::string& name) {
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);)
    if (line.starts_with(name + ":")) return 1024 * std::atof(line.c_str() + name.size() + 1);
  return 0;
}

double first_number(const char* file) {
  std::ifstream in(file);
  double value = std::numeric_limits<double>::infinity();
  return in >> value ? value : std::numeric_limits<double>::infinity();
}

}  // namespace

double resident_bytes() { return kilobytes("/proc/self/status", "VmRSS"); }
double peak_resident_bytes() { return kilobytes("/proc/self/status", "VmHWM"); }

double available_bytes() {
  const double free = kilobytes("/proc/meminfo", "MemAvailable");
  const double limit = first_number("/sys/fs/cgroup/memory.max");
  const double used = first_number("/sys/fs/cgroup/memory.current");
  return std::isfinite(limit - used) ? std::min(free, std::max(0.0, limit - used)) : free;
}

double estimated_peak_bytes(const MemoryEstimate& estimate, const transport::Communicator& comm) {
  return comm.max(resident_bytes() + estimate.arrays_bytes + estimate.workspace_bytes +
                  estimate.output_bytes);
}

void require_memory(const MemoryEstimate& estimate, const transport::Communicator& comm) {
  const double rank = comm.max(estimate.arrays_bytes + estimate.workspace_bytes + estimate.output_bytes);
  const double needed = rank * comm.node_size();
  const double free = comm.min(available_bytes());
  if (needed <= free) return;
  throw InputError(fmt::format(
      "the case needs about {} on this node ({} per rank, {} ranks), but only {} is free.\n"
      "Use fewer grid points, single precision, or more nodes. Nothing was run.",
      bytes_text(needed), bytes_text(rank), comm.node_size(), bytes_text(free)));
}

std::string bytes_text(double bytes) {
  const char* units[] = {"B", "KiB", "MiB", "GiB", "TiB", "PiB"};
  std::size_t unit = 0;
  for (; bytes >= 1024 && unit + 1 < std::size(units); ++unit) bytes /= 1024;
  return fmt::format("{:.{}f} {}", bytes, unit == 0 ? 0 : 2, units[unit]);
}

}  // namespace thalweg::simulation
