// SPDX-License-Identifier: Apache-2.0
#include "route_contest.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/clock.hpp"
#include "base/error.hpp"
#include "transport/probe/probe_statistics.hpp"

namespace thalweg::bench {

namespace {

Loss loss_of(const RouteTimes& one, const RouteTimes& other) {
  std::vector<double> losses;
  for (std::size_t i = 0; i < one.seconds.size(); ++i)
    losses.push_back(one.seconds[i] / other.seconds[i] - 1);
  return {quantile_of(losses, 0.5), median_interval(losses)};
}

double seconds_of_batch(const Communicator& comm, const RouteTimes& measured, int exchanges) {
  comm.barrier();
  const double begin = seconds_now();
  for (int i = 0; i < exchanges; ++i) measured.exchange();
  return comm.max(seconds_now() - begin) / exchanges;
}

/// All routes in turn, round after round, so that a disturbance meets all of them; each round in
/// another order, so that none always follows the same.
void measure_in_turn(const Communicator& comm, const std::vector<RouteTimes*>& routes, int rounds) {
  constexpr double batch_seconds = 5e-4;
  std::vector<int> repeats;
  for (RouteTimes* m : routes) {
    seconds_of_batch(comm, *m, 1);
    const double once = seconds_of_batch(comm, *m, 1);
    repeats.push_back(std::clamp(static_cast<int>(batch_seconds / std::max(once, 1e-7)), 1, 500));
  }
  for (int round = 0; round < rounds; ++round)
    for (const int i : shuffled(static_cast<int>(routes.size()), std::uint64_t(round))) {
      const auto r = static_cast<std::size_t>(i);
      seconds_of_batch(comm, *routes[r], 1);  // its own memory into the caches
      routes[r]->seconds.push_back(seconds_of_batch(comm, *routes[r], repeats[r]));
    }
}

}  // namespace

const RouteTimes& Outcome::of(Route route) const {
  return *std::ranges::find_if(routes, [&](auto& m) { return m.candidate.route == route; });
}
const RouteTimes& Outcome::best() const {
  return *std::ranges::min_element(routes, {}, &RouteTimes::median);
}
Loss Outcome::regret() const { return loss_of(chosen(), best()); }
Loss Outcome::against_direct() const { return loss_of(chosen(), of(Route::direct)); }
Loss Outcome::noise() const { return loss_of(direct_again, of(Route::direct)); }

Outcome run_case(Case& c, int rounds) {
  Outcome outcome{c.movement(), c.bytes(), c.timed(), c.choose()};
  const bool in_use = c.timed() == TimedPart::in_use;
  for (Candidate candidate : outcome.choice.candidates) {
    if (!candidate.why_not.empty()) continue;
    if (in_use) candidate.predicted_seconds = candidate.tried_seconds = 0;
    outcome.routes.push_back({candidate, c.exchange_by(candidate.route, outcome.choice.beyond)});
  }
  outcome.direct_again.exchange = c.exchange_by(Route::direct);
  outcome.use_alone.exchange = c.use_alone();
  std::vector<RouteTimes*> all{&outcome.direct_again};
  if (in_use) all.push_back(&outcome.use_alone);
  for (RouteTimes& m : outcome.routes) all.push_back(&m);
  measure_in_turn(c.comm(), all, rounds);
  for (RouteTimes* m : all) m->exchange = nullptr;
  if (!c.comm().agree(c.all_arrived()))
    throw CommError(
        fmt::format("{}, {} B: something arrived that was not sent", c.movement(), c.bytes()));
  return outcome;
}

}  // namespace thalweg::bench
