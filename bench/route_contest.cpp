// SPDX-License-Identifier: Apache-2.0
#include "route_contest.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <set>

#include "base/clock.hpp"
#include "transport/itinerary.hpp"
#include "transport/probe_statistics.hpp"

namespace thalweg::bench {

double quantile(std::vector<double> values, double q) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  return values[static_cast<std::size_t>(q * static_cast<double>(values.size() - 1) + 0.5)];
}

std::vector<int> halo_peers(const Communicator& comm) {
  std::array<int, 3> box{comm.size(), 1, 1};
  for (int z = 1; z * z * z <= comm.size(); ++z)
    for (int y = z; z * y * y <= comm.size(); ++y)
      if (comm.size() % (z * y) == 0) box = {z, y, comm.size() / (z * y)};
  const int me[3] = {comm.rank() / (box[1] * box[2]), comm.rank() / box[2] % box[1],
                     comm.rank() % box[2]};
  std::set<int> peers;
  for (int step = 0; step < 27; ++step) {
    const int way[3] = {step / 9 - 1, step / 3 % 3 - 1, step % 3 - 1};
    int peer = 0;
    for (std::size_t d = 0; d < 3; ++d) peer = peer * box[d] + (me[d] + way[d] + box[d]) % box[d];
    if (peer != comm.rank()) peers.insert(peer);
  }
  return {peers.begin(), peers.end()};
}

std::vector<int> transpose_peers(const Communicator& comm) {
  std::vector<int> peers;
  for (int rank = 0; rank < comm.size(); ++rank)
    if (rank != comm.rank()) peers.push_back(rank);
  return peers;
}

Case::Case(const Communicator& comm, std::string kind, const std::vector<int>& peers,
           std::int64_t size)
    : movement(std::move(kind)), bytes(size),
      send({static_cast<int>(peers.size()) * static_cast<int>(size)}),
      receive({static_cast<int>(send.size())}),
      plan{movement, comm, {Chunk{}}, send.view().data, receive.view().data, movement} {
  std::int64_t offset = 0;
  for (const int peer : peers) {
    plan.chunks[0].sends.push_back({peer, offset, size});
    plan.chunks[0].receives.push_back({peer, offset, size});
    offset += size;
  }
}

namespace {

Loss loss_of(const Measured& one, const Measured& other) {
  std::vector<double> losses;
  for (std::size_t i = 0; i < one.seconds.size(); ++i)
    losses.push_back(one.seconds[i] / other.seconds[i] - 1);
  return {quantile(losses, 0.5), median_interval(losses)};
}

double seconds_of_batch(const Plan& plan, Carrier& carrier, int exchanges) {
  plan.comm.barrier();
  const double begin = seconds_now();
  for (int i = 0; i < exchanges; ++i) {
    carrier.start(0);
    carrier.finish();
  }
  return plan.comm.max(seconds_now() - begin) / exchanges;
}

/// All routes in turn, round after round, so that a disturbance meets all of them; each round in
/// another order, so that none always follows the same.
void measure_in_turn(const Plan& plan, const std::vector<Measured*>& routes, int rounds) {
  constexpr double batch_seconds = 5e-4;
  std::vector<int> repeats;
  for (Measured* m : routes) {
    seconds_of_batch(plan, *m->carrier, 1);
    const double once = seconds_of_batch(plan, *m->carrier, 1);
    repeats.push_back(std::clamp(static_cast<int>(batch_seconds / std::max(once, 1e-7)), 1, 500));
  }
  for (int round = 0; round < rounds; ++round)
    for (const int i : shuffled(static_cast<int>(routes.size()), std::uint64_t(round))) {
      const auto r = static_cast<std::size_t>(i);
      seconds_of_batch(plan, *routes[r]->carrier, 1);  // its own memory into the caches
      routes[r]->seconds.push_back(seconds_of_batch(plan, *routes[r]->carrier, repeats[r]));
    }
}

}  // namespace

const Measured& Outcome::of(Route route) const {
  return *std::ranges::find_if(routes, [&](auto& m) { return m.candidate.route == route; });
}
const Measured& Outcome::best() const {
  return *std::ranges::min_element(routes, {}, &Measured::median);
}
Loss Outcome::regret() const { return loss_of(chosen(), best()); }
Loss Outcome::against_direct() const { return loss_of(chosen(), of(Route::direct)); }
Loss Outcome::noise() const { return loss_of(direct_again, of(Route::direct)); }

Outcome run_case(Case& c, int rounds) {
  Outcome outcome;
  outcome.movement = c.movement;
  outcome.bytes = c.bytes;
  outcome.choice = choose_route("auto", c.plan, true);
  for (const Candidate& candidate : outcome.choice.candidates)
    if (candidate.why_not.empty())
      outcome.routes.push_back({candidate, make_carrier(candidate.route, c.plan), {}});
  outcome.direct_again.carrier = make_carrier(Route::direct, c.plan);
  std::vector<Measured*> all{&outcome.direct_again};
  for (Measured& m : outcome.routes) all.push_back(&m);
  measure_in_turn(c.plan, all, rounds);
  for (Measured* m : all) m->carrier.reset();
  return outcome;
}

}  // namespace thalweg::bench
