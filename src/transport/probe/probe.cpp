// SPDX-License-Identifier: Apache-2.0
#include "transport/probe/probe.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/clock.hpp"
#include "transport/model/fit.hpp"
#include "transport/probe/probe_plan.hpp"
#include "transport/probe/probe_statistics.hpp"
#include "transport/profile/profile_table.hpp"

namespace thalweg::transport {

Sampling ProbeRun::sampling(double quick_seconds) const {
  // A shorter range of sizes takes less.
  const double range = std::log2(static_cast<double>(options.largest)) /
                       std::log2(static_cast<double>(ProbeOptions().largest));
  Sampling how;
  how.budget = quick_seconds * std::min(1.0, range) * (options.quick ? 1.0 : full_factor);
  how.rounds = options.quick ? 16 : 40;
  how.precision = options.quick ? 0.03 : 0.015;
  return how;
}

std::vector<std::int64_t> ProbeRun::sizes(std::int64_t smallest, std::int64_t most,
                                          int quick_density) const {
  int density = options.quick ? quick_density : std::min(4, 2 * quick_density);
  if (noisy) density = std::max(1, density / 2);
  return sizes_between(smallest, std::max(smallest, most), density, !options.quick && !noisy);
}

std::int64_t ProbeRun::largest(int ranks, int buffers) const {
  constexpr std::int64_t least = std::int64_t{64} << 10;
  constexpr double share = 0.25;  // of the memory that is free
  std::int64_t most = options.largest;
  if (options.available_bytes > 0) {
    const double each = share * options.available_bytes / std::max(1, ranks * buffers);
    while (most > least && static_cast<double>(most) > each) most /= 2;
  }
  return most;
}

std::int64_t ProbeRun::largest_shared(std::int64_t most, std::int64_t least,
                                      const std::function<double(std::int64_t)>& taken) {
  while (most > least && taken(most) > options.shared_bytes) most = std::max(least, most / 16 * 8);
  if (taken(most) <= options.shared_bytes) return most;
  warn(fmt::format("too little shared memory is free in /dev/shm ({:.3g} MB): messages through it "
                   "are measured in part or not at all; a container gets more by --shm-size",
                   1e-6 * options.shared_bytes));
  return 0;
}

void ProbeRun::warn(const std::string& text) {
  if (std::ranges::count(profile.warnings, text) == 0) profile.warnings.push_back(text);
}

std::string warning_of_errors(const std::vector<Path>& paths) {
  const Path* worst = nullptr;
  int count = 0;
  for (const Path& path : paths) {
    if (!path.heldout || path.heldout->is_quiet()) continue;
    ++count;
    if (!worst || path.heldout->p95 > worst->heldout->p95) worst = &path;
  }
  if (!worst) return {};
  return fmt::format(
      "{} of {} paths have sizes that the others predict badly, worst {}: held-out error {:.0f} % "
      "in the median, {:.0f} % in the 95 % quantile (a quiet machine: up to {:.0f} and {:.0f} %); "
      "the machine changed meanwhile: measure again when it is quiet",
      count, paths.size(), path_text(*worst), 100 * worst->heldout->median,
      100 * worst->heldout->p95, 100 * HeldOut::quiet_median, 100 * HeldOut::quiet_p95);
}

std::vector<std::array<int, 2>> pairs_of(const Topology& topology, Locality locality, int most) {
  // The first nodes stand for all; on a large machine there are too many pairs to look at.
  constexpr int nodes = 4;
  std::vector<int> ranks;
  for (int n = 0; n < std::min(nodes, topology.nodes()); ++n)
    ranks.insert(ranks.end(), topology.ranks_on(n).begin(), topology.ranks_on(n).end());
  std::vector<std::array<int, 2>> disjoint, others;
  std::vector<int> used;
  for (std::size_t i = 0; i < ranks.size(); ++i)
    for (std::size_t j = i + 1; j < ranks.size(); ++j) {
      const int a = std::min(ranks[i], ranks[j]), b = std::max(ranks[i], ranks[j]);
      if (topology.locality(a, b) != locality) continue;
      const bool fresh = std::ranges::count(used, a) + std::ranges::count(used, b) == 0;
      if (fresh) used.insert(used.end(), {a, b});
      if (fresh || static_cast<int>(others.size()) < most)
        (fresh ? disjoint : others).push_back({a, b});
      if (static_cast<int>(disjoint.size()) >= most) return disjoint;
    }
  disjoint.insert(disjoint.end(), others.begin(), others.end());
  if (static_cast<int>(disjoint.size()) > most) disjoint.resize(static_cast<std::size_t>(most));
  return disjoint;
}

namespace {

/// Tells the observer, on rank 0, how far the probe is by the time that its steps should take.
class Teller {
 public:
  Teller(const ProbeSteps& steps, bool speaks, const ProbeObserver& observer)
      : observer_(speaks ? observer : ProbeObserver()) {
    for (const ProbeStep& step : steps) total_ += step.seconds;
  }
  void begin(const ProbeStep& step) {
    done_ += current_.seconds;
    current_ = {step.name, step.seconds, {}};
    started_ = seconds_now();
    tell();
  }
  void tell() const {
    if (!observer_) return;
    const double spent = seconds_now() - started_;
    const double done = done_ + std::min(spent, current_.seconds);
    observer_({done / total_, total_ - done, current_.name});
  }

 private:
  ProbeObserver observer_;
  ProbeStep current_;
  double total_ = 0, done_ = 0;
  double started_ = seconds_now();
};

void describe(ProbeRun& run) {
  const Topology& topology = run.topology;
  Node& node = run.profile.node;
  node.ranks = topology.ranks_per_node();
  node.sockets = topology.node(0).sockets;
  node.devices = static_cast<int>(topology.node(0).devices.size());
  run.profile.fingerprint = fingerprint(topology);
  for (const std::string& warning : topology.warnings()) run.warn(warning);
}

/// Fits are arithmetic on shared numbers, so that rank 0 may do them for all.
void fit(ProbeRun& run) {
  std::string text;
  if (run.comm.is_root()) {
    for (Path& path : run.profile.paths) fit_path(path);
    fit_exchanges(run.profile.exchanges);
    if (const auto warning = warning_of_errors(run.profile.paths); !warning.empty())
      run.warn(warning);
    text = profile_text(run.profile);
  }
  run.profile = parse_profile(run.comm.broadcast(text), "the profile of rank 0");
}

}  // namespace

Profile probe(const Communicator& comm, const Topology& topology, const ProbeOptions& options,
              const ProbeObserver& observer) {
  ProbeRun run{comm, topology, options, {}, {}, false};
  describe(run);
  constexpr double quick_spare = 6;
  run.spare_seconds = run.sampling(quick_spare).budget;
  ProbeSteps steps;
  for (const auto& part :
       {machine_steps(run), host_steps(run), device_steps(run), exchange_steps(run)})
    steps.insert(steps.end(), part.begin(), part.end());
  steps.push_back({"fits", 1.0, fit});
  Teller teller(steps, comm.is_root(), observer);
  run.tick = [&teller] { teller.tell(); };
  for (const ProbeStep& step : steps) {
    teller.begin(step);
    step.measure(run);
    comm.barrier();
  }
  return run.profile;
}

}  // namespace thalweg::transport
