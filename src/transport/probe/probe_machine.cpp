// SPDX-License-Identifier: Apache-2.0
// Whether the machine is fit to be measured, and what is written down of its state.
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <sched.h>
#include <sys/utsname.h>

#include <cstdlib>
#include <cstring>
#include <ctime>

#include "base/clock.hpp"
#include "base/version.hpp"
#include "exec/bandwidth.hpp"
#include "transport/machine/hardware.hpp"
#include "transport/probe/probe_plan.hpp"
#include "transport/probe/probe_statistics.hpp"

extern char** environ;

namespace thalweg::transport {

namespace {

/// Percent of the last ten seconds in which a program that could run had to wait for a core; 0
/// where the system does not tell. The line is "some avg10=1.23 avg60=...".
double cpu_pressure() {
  const std::string line = first_line("/proc/pressure/cpu");
  const auto at = line.find("avg10=");
  return at == std::string::npos ? 0 : std::strtod(line.c_str() + at + 6, nullptr);
}

const char* priority_name() {
  const int policy = sched_getscheduler(0);
  return policy == SCHED_FIFO || policy == SCHED_RR ? "real-time" : "ordinary";
}

/// The settings of MPI libraries that the times depend on.
std::string library_settings() {
  std::string all;
  for (char** entry = environ; *entry; ++entry)
    for (const char* prefix : {"OMPI_MCA_btl", "OMPI_MCA_pml", "OMPI_MCA_coll", "OMPI_MCA_mpi_",
                               "UCX_", "MPICH_", "MPIR_CVAR_", "FI_"})
      if (std::strncmp(*entry, prefix, std::strlen(prefix)) == 0)
        all += fmt::format("{}{}", all.empty() ? "" : " ", *entry);
  return all;
}

std::string hosts(const Topology& topology) {
  std::string all = topology.node(0).host;
  for (int n = 1; n < std::min(topology.nodes(), 4); ++n) all += ", " + topology.node(n).host;
  if (topology.nodes() > 4) all += fmt::format(" and {} more", topology.nodes() - 4);
  return all;
}

void note_state(ProbeRun& run) {
  utsname system = {};
  uname(&system);
  const std::string governor = first_line("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor");
  Texts& notes = run.profile.provenance;
  notes = {{"date", fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)))},
           {"host", hosts(run.topology)},
           {"program", fmt::format("thalweg {} ({})", version, commit)},
           {"method", run.options.quick ? "quick probe" : "full probe"},
           {"largest_message", std::to_string(run.options.largest)},
           {"ranks", std::to_string(run.topology.ranks())},
           {"nodes", std::to_string(run.topology.nodes())},
           {"system", fmt::format("{} {}", system.sysname, system.release)},
           {"load", first_line("/proc/loadavg")},
           {"priority", priority_name()},
           {"governor", governor.empty() ? "unknown" : governor},
           {"library_settings", library_settings()}};
  if (governor == "powersave")
    run.warn("the processor saves power (governor powersave): its clock, and so all times, vary");
}

/// The library's barrier among all ranks, again and again.
std::vector<double> barrier_times(const ProbeRun& run, double seconds) {
  constexpr std::size_t most = 50000;
  std::vector<double> times;
  const double start = seconds_now();
  for (bool more = true; more;) {
    for (int i = 0; i < 500; ++i) {
      const double before = seconds_now();
      run.comm.barrier();
      times.push_back(seconds_now() - before);
    }
    more = run.comm.max(seconds_now() - start) < seconds && times.size() < most;
    run.tick();
  }
  run.comm.max(times);
  return times;
}

void measure_noise(ProbeRun& run) {
  const double pressure = run.comm.max(cpu_pressure());
  run.profile.provenance["cpu_pressure"] = fmt::format("{:.1f} %", pressure);
  constexpr double most_pressure = 20;
  if (pressure > most_pressure)
    run.warn(fmt::format("other programs want the cores: in {:.0f} % of the last ten seconds some "
                         "program had to wait for one (/proc/pressure/cpu)",
                         pressure));
  if (run.comm.size() == 1) return;
  const Noise noise = noise_of(barrier_times(run, run.options.quick ? 0.5 : 2));
  run.profile.provenance["barrier"] =
      fmt::format("median {:.2f} us, p99 {:.2f} us", 1e6 * noise.median, 1e6 * noise.p99);
  run.noisy = noise.is_noisy();
  run.profile.provenance["noisy"] = run.noisy ? "yes" : "no";
  if (noise.is_noisy())
    run.warn(
        fmt::format("the machine is noisy: the slowest of a hundred barriers takes {:.0f} times "
                    "the usual ({:.3g} us against {:.3g} us), so ranks wait for the scheduler; "
                    "stop other programs, use fewer ranks, or measure with real-time priority "
                    "(chrt -r 1 mpirun ...)",
                    noise.ratio(), 1e6 * noise.p99, 1e6 * noise.median));
}

/// All ranks at once, so that the sum over a node is what its memory gives.
void measure_triad(ProbeRun& run) {
  constexpr double least = 64e6, caches = 32;
  const NodePlace& node = run.topology.node(0);
  const double all = std::max(least, caches * static_cast<double>(node.cache_bytes));
  // A node may have many caches of the last level; no rank may fit into its own.
  const double share =
      std::max(all / run.topology.ranks_per_node(), 4 * static_cast<double>(node.cache_bytes));
  const auto each = static_cast<std::size_t>(share);
  run.comm.barrier();
  const double mine = exec::host_half::measure_triad_bandwidth(exec::host_half::HostExec{}, each);
  run.profile.node.triad_bytes_per_second =
      run.comm.sum(run.topology.node_of(run.comm.rank()) == 0 ? mine : 0.0);
}

}  // namespace

ProbeSteps machine_steps(const ProbeRun& run) {
  return {{"noise", run.options.quick ? 0.7 : 2.2,
           [](ProbeRun& some) {
             note_state(some);
             measure_noise(some);
           }},
          {"memory bandwidth", 0.5, measure_triad}};
}

}  // namespace thalweg::transport
