// SPDX-License-Identifier: Apache-2.0
// Messages and copies between the memories of hosts.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "transport/model/fit.hpp"
#include "transport/probe/probe_plan.hpp"

namespace thalweg::transport {

namespace {

/// Sizes per octave where every level of cache is a step.
constexpr int steep = 4;

const char* name_of(Buffers kind) { return kind == Buffers::warm ? "warm" : "cold"; }

Extent extent_of(const ProbeRun& run, std::int64_t largest, int ranks) {
  // Ranks that work at once push each other's bytes out of the cache that they share.
  return {largest, run.topology.node(0).cache_bytes / std::max(1, ranks)};
}

Path path_between_hosts(std::string name, Locality locality, int processes,
                        std::vector<std::int64_t> bytes, std::vector<Quantiles> seconds) {
  Path path;
  path.name = std::move(name);
  path.locality = locality;
  path.processes = processes;
  path.bytes = std::move(bytes);
  path.seconds = std::move(seconds);
  return path;
}

void measure_copies(ProbeRun& run, const std::vector<int>& ranks, Buffers kind, double seconds) {
  const int count = static_cast<int>(ranks.size());
  const std::int64_t largest = run.largest(count, 4);
  const auto sizes = run.sizes(smallest_message, largest, steep);
  const auto times = sample_among(
      run.comm, ranks,
      [&](const Communicator&) { return copies(kind, extent_of(run, largest, count)); }, sizes,
      run.sampling(seconds), run.tick);
  run.profile.paths.push_back(path_between_hosts(fmt::format("copy, {} buffers", name_of(kind)),
                                                 Locality::self, count, sizes, times));
}

/// The mean over several pairs: which cores they sit on changes small messages by factors.
void measure_over_pairs(ProbeRun& run, const std::string& name, Locality locality,
                        const std::vector<std::int64_t>& sizes, double seconds,
                        const std::function<Operation(const Communicator&)>& make) {
  const auto pairs = pairs_of(run.topology, locality, run.options.quick ? 2 : 4);
  const double each = seconds / static_cast<double>(pairs.size());
  std::vector<std::vector<Quantiles>> all;
  for (const auto& pair : pairs)
    all.push_back(
        sample_among(run.comm, {pair[0], pair[1]}, make, sizes, run.sampling(each), run.tick));
  run.profile.paths.push_back(path_between_hosts(name, locality, 1, sizes, mean_of(all)));
}

void measure_messages(ProbeRun& run, Locality locality, Buffers kind, double seconds) {
  const std::int64_t largest = run.largest(2, 4);
  measure_over_pairs(
      run, fmt::format("message, {} buffers", name_of(kind)), locality,
      run.sizes(smallest_message, largest, 2), seconds,
      [&](const Communicator& pair) { return ping_pong(pair, kind, extent_of(run, largest, 1)); });
}

void measure_windows(ProbeRun& run, Locality locality, bool writes, double seconds) {
  constexpr std::int64_t least = 4096;
  const std::int64_t largest = run.largest_shared(
      run.largest(2, 2), least, [](std::int64_t bytes) { return static_cast<double>(bytes); });
  if (largest == 0) return;
  measure_over_pairs(run, writes ? "write to shared memory" : "read of shared memory", locality,
                     run.sizes(smallest_message, largest, steep), seconds,
                     [&](const Communicator& pair) {
                       return window_access(pair, writes, extent_of(run, largest, 1));
                     });
}

/// Whole runs. Every number of them up to eight, and many sizes below 8 KiB: under the library's
/// first limit, mostly 4 KiB, lies a protocol, and a line through it takes four of every second
/// size. The last ones lie well beyond the caches near a core.
std::vector<std::int64_t> strided_sizes(const ProbeRun& run, std::int64_t length) {
  constexpr std::int64_t few_runs = 8, middle = 8 << 10, last = 16 << 20;
  const std::int64_t largest = std::max(middle, std::min(last, run.largest(2, 8)));
  std::set<std::int64_t> sizes;
  for (std::int64_t runs = 1; runs <= few_runs; ++runs) sizes.insert(runs * length);
  for (const std::int64_t size : run.sizes(few_runs * smallest_message, middle, steep))
    sizes.insert(std::max(size / length, std::int64_t{1}) * length);
  for (const std::int64_t size : run.sizes(middle, largest, 2))
    sizes.insert(size / length * length);
  return {sizes.begin(), sizes.end()};
}

void measure_strided(ProbeRun& run, Locality locality, bool typed, std::int64_t length,
                     double seconds) {
  const auto sizes = strided_sizes(run, length);
  measure_over_pairs(run,
                     fmt::format("runs of {} B, {}", length, typed ? "MPI datatype" : "packed"),
                     locality, sizes, seconds, [&](const Communicator& pair) {
                       return strided_ping_pong(pair, typed, length, {sizes.back(), 0});
                     });
}

/// Ranks that all send to each other, and how far on a ring of them a message must go to stand
/// so far away.
struct Ring {
  std::vector<int> ranks, offsets;
  Locality locality;
};

Ring ring_on_node(const Topology& topology) {
  Ring ring{topology.ranks_on(0), {}, Locality::socket};
  for (std::size_t i = 1; i < ring.ranks.size(); ++i) {
    ring.offsets.push_back(static_cast<int>(i));
    if (topology.locality(ring.ranks[0], ring.ranks[i]) != Locality::socket)
      ring.locality = Locality::node;
  }
  return ring;
}

/// Ranks of two nodes in turn: every odd step leads to the other node.
Ring ring_across(const Topology& topology) {
  Ring ring{{}, {}, Locality::network};
  const auto &here = topology.ranks_on(0), &there = topology.ranks_on(1);
  const std::size_t count = std::min(here.size(), there.size());
  for (std::size_t i = 0; i < count; ++i) {
    ring.ranks.insert(ring.ranks.end(), {here[i], there[i]});
    ring.offsets.push_back(static_cast<int>(2 * i + 1));
  }
  return ring;
}

void measure_gap(ProbeRun& run, const Ring& ring, double seconds) {
  const std::vector<std::int64_t> counts{1, 2, 3, 4, 6, 8, 12, 16, 24, 32};
  const auto times = sample_among(
      run.comm, ring.ranks,
      [&](const Communicator& group) {
        return many_messages(group, ring.offsets, smallest_message,
                             static_cast<int>(counts.back()));
      },
      counts, run.sampling(seconds), run.tick);
  std::vector<ExchangePoint> points;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    ExchangePoint point;
    point.messages = static_cast<double>(counts[i]);
    point.bytes = smallest_message;
    point.seconds = times[i].median;
    points.push_back(point);
  }
  const ExchangeFit fit = fit_exchange(points, {false, false, false});
  Gap gap;
  gap.locality = ring.locality;
  gap.seconds = fit.gap;
  gap.interval = fit.gap_interval;
  run.profile.gap.push_back(gap);
}

/// Pairs that exchange at once: rank i of the first half with rank i of the second.
struct Pairs {
  std::vector<int> first, second;
  Locality locality;
};

Pairs pairs_on_node(const Topology& topology) {
  const auto& ranks = topology.ranks_on(0);
  const auto half = static_cast<std::ptrdiff_t>(ranks.size() / 2);
  return {{ranks.begin(), ranks.begin() + half},
          {ranks.begin() + half, ranks.begin() + 2 * half},
          topology.locality(ranks[0], ranks[static_cast<std::size_t>(half)])};
}

Pairs pairs_across(const Topology& topology) {
  const auto &here = topology.ranks_on(0), &there = topology.ranks_on(1);
  const auto count = static_cast<std::ptrdiff_t>(std::min(here.size(), there.size()));
  return {{here.begin(), here.begin() + count},
          {there.begin(), there.begin() + count},
          Locality::network};
}

/// 1, 2, 4, ... and the most.
std::vector<int> doublings(int most) {
  std::vector<int> counts;
  for (int k = 1; k < most; k *= 2) counts.push_back(k);
  counts.push_back(most);
  return counts;
}

void measure_injection(ProbeRun& run, const Pairs& pairs, bool one_way, double seconds) {
  constexpr std::int64_t first = 16 << 10, last = 4 << 20;
  const auto counts = doublings(static_cast<int>(pairs.first.size()));
  const double each = seconds / static_cast<double>(counts.size());
  std::vector<ExchangePoint> points;
  for (const int count : counts) {
    std::vector<int> members(pairs.first.begin(), pairs.first.begin() + count);
    members.insert(members.end(), pairs.second.begin(), pairs.second.begin() + count);
    const std::int64_t largest = std::max(first, std::min(last, run.largest(2 * count, 4)));
    const auto sizes = run.sizes(first, largest, 2);
    const auto times = sample_among(
        run.comm, members,
        [&](const Communicator& group) {
          return pairs_at_once(group, one_way, extent_of(run, largest, 2 * count));
        },
        sizes, run.sampling(each), run.tick);
    run.profile.paths.push_back(
        path_between_hosts(one_way ? "pairs at once, one way" : "pairs at once, both ways",
                           pairs.locality, count, sizes, times));
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      ExchangePoint point;
      point.ranks_per_node = count;
      point.nodes = pairs.locality == Locality::network ? 2 : 1;
      point.messages = point.off_node = 1;
      point.bytes = static_cast<double>(sizes[i]);
      point.seconds = times[i].median;
      points.push_back(point);
    }
  }
  // Halos and transposes go both ways at once, so that is what the node's rate is of.
  if (one_way || points.size() < 4) return;
  Injection injection = fit_injection(points);
  injection.locality = pairs.locality;
  if (counts.size() == 1) {  // one pair shows what a rank can do, not what a node can
    std::swap(injection.rank_rate, injection.node_rate);
    std::swap(injection.rank_rate_interval, injection.node_rate_interval);
  }
  run.profile.injection.push_back(injection);
}

std::vector<Locality> localities_of(const Topology& topology) {
  std::vector<Locality> found;
  for (const Locality locality : {Locality::socket, Locality::node, Locality::network})
    if (!pairs_of(topology, locality, 1).empty()) found.push_back(locality);
  return found;
}

/// Adds steps with their times as this probe takes them.
class Steps {
 public:
  explicit Steps(const ProbeRun& run) : run_(run) {}
  /// measure(run, quick seconds).
  template <class Measure>
  void add(std::string name, double seconds, Measure measure) {
    steps.push_back({std::move(name), run_.sampling(seconds).budget,
                     [=](ProbeRun& run) { measure(run, seconds); }});
  }
  /// Adds a step that adds paths and nothing else, and may be done again.
  template <class Measure>
  void add_paths(std::string name, double seconds, Measure measure) {
    add(std::move(name), seconds, [=](ProbeRun& some, double s) {
      measure_paths(some, some.sampling(s).budget, [=](ProbeRun& run) { measure(run, s); });
    });
  }
  ProbeSteps steps;

 private:
  const ProbeRun& run_;
};

void add_copies(Steps& to, const Topology& topology) {
  const std::vector<int> all = topology.ranks_on(0);
  for (const Buffers kind : {Buffers::cold, Buffers::warm}) {
    to.add_paths("copies", 1.0,
                 [=](ProbeRun& run, double s) { measure_copies(run, {0}, kind, s); });
    if (all.size() > 1)
      to.add_paths("copies by all ranks", 3.0,
                   [=](ProbeRun& run, double s) { measure_copies(run, all, kind, s); });
  }
}

void add_messages(Steps& to, const std::vector<Locality>& localities) {
  // The first path between two memories is the one that predictions take: buffers of a time step
  // are cold.
  for (const Locality locality : localities)
    for (const Buffers kind : {Buffers::cold, Buffers::warm})
      to.add_paths(fmt::format("messages, {}", transport::name_of(locality)), 3.0,
                   [=](ProbeRun& run, double s) { measure_messages(run, locality, kind, s); });
  for (const Locality locality : localities)
    for (const bool writes : {false, true})
      if (locality != Locality::network)
        to.add_paths("shared memory", 4.0,
                     [=](ProbeRun& run, double s) { measure_windows(run, locality, writes, s); });
}

void add_patterns(Steps& to, const Topology& topology) {
  std::vector<Ring> rings;
  std::vector<Pairs> pairs;
  if (topology.ranks_on(0).size() > 1) {
    rings.push_back(ring_on_node(topology));
    pairs.push_back(pairs_on_node(topology));
  }
  if (topology.nodes() > 1) {
    rings.push_back(ring_across(topology));
    pairs.push_back(pairs_across(topology));
  }
  for (const Ring& ring : rings)
    to.add("many messages", 0.5, [=](ProbeRun& run, double s) { measure_gap(run, ring, s); });
  for (const Pairs& side : pairs)
    for (const bool one_way : {true, false})
      to.add("pairs at once", 1.0,
             [=](ProbeRun& run, double s) { measure_injection(run, side, one_way, s); });
}

}  // namespace

ProbeSteps host_steps(const ProbeRun& run) {
  Steps to(run);
  const auto localities = localities_of(run.topology);
  add_messages(to, localities);
  add_copies(to, run.topology);
  add_patterns(to, run.topology);
  const auto lengths = run.options.quick ? std::vector<std::int64_t>{16, 512}
                                         : std::vector<std::int64_t>{8, 32, 128, 512, 4096};
  if (!localities.empty())
    for (const std::int64_t length : lengths)
      for (const bool typed : {true, false})
        to.add_paths("strided messages", 1.2, [=](ProbeRun& some, double s) {
          measure_strided(some, localities.front(), typed, length, s);
        });
  return to.steps;
}

}  // namespace thalweg::transport
