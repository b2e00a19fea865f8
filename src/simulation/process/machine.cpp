// SPDX-License-Identifier: Apache-2.0
#include "simulation/process/machine.hpp"

#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <set>

namespace thalweg::simulation {

namespace {

/// The hardware threads of the core that a hardware thread belongs to: equal texts, same core.
std::string siblings(int cpu) {
  std::ifstream in("/sys/devices/system/cpu/cpu" + std::to_string(cpu) +
                   "/topology/thread_siblings_list");
  std::string text;
  return std::getline(in, text) ? text : std::to_string(cpu);
}

int cores_in(const cpu_set_t& set) {
  std::set<std::string> cores;
  for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu)
    if (CPU_ISSET(cpu, &set)) cores.insert(siblings(cpu));
  return static_cast<int>(cores.size());
}

/// What a container's CPU quota allows; as good as unlimited without one.
int quota() {
  std::ifstream in("/sys/fs/cgroup/cpu.max");
  double microseconds = 0, period = 1;
  if (!(in >> microseconds >> period) || period <= 0) return CPU_SETSIZE;
  return std::max(1, static_cast<int>(microseconds / period + 0.5));
}

/// All processors of this node, whatever this process is bound to.
cpu_set_t all_processors() {
  cpu_set_t set;
  CPU_ZERO(&set);
  const long count = sysconf(_SC_NPROCESSORS_ONLN);
  for (int cpu = 0; cpu < std::min<long>(count, CPU_SETSIZE); ++cpu) CPU_SET(cpu, &set);
  return set;
}

}  // namespace

std::string cpu_name() {
  std::ifstream in("/proc/cpuinfo");
  for (std::string line; std::getline(in, line);)
    if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
  return "unknown";
}

int usable_cores() {
  cpu_set_t set;
  CPU_ZERO(&set);
  if (sched_getaffinity(0, sizeof set, &set) != 0) set = all_processors();
  return std::max(1, std::min(cores_in(set), quota()));
}

int default_threads(int ranks_on_node) {
  const char* text = std::getenv("OMP_NUM_THREADS");
  if (const int wish = text ? std::atoi(text) : 0; wish > 0) return wish;
  // A launcher that binds ranks has divided the cores already; one that does not has not.
  const int share = std::min(cores_in(all_processors()), quota()) / std::max(1, ranks_on_node);
  return std::clamp(share, 1, usable_cores());
}

}  // namespace thalweg::simulation
