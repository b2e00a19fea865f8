// SPDX-License-Identifier: Apache-2.0
// All routes of one movement on this machine, measured in turn beside the one that is chosen.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "route_case.hpp"
#include "transport/choice/choose.hpp"
#include "transport/model/statistics.hpp"
#include "transport/profile/profile.hpp"

namespace thalweg::bench {

struct RouteTimes {
  Candidate candidate;
  std::function<void()> exchange;
  std::vector<double> seconds{};  // one per round
  double median() const { return quantile_of(seconds, 0.5); }
};

/// How much slower one route was than another in the same rounds.
struct Loss {
  double median = 0;
  Interval interval;  // 95 %
};

struct Outcome {
  std::string movement;
  std::int64_t bytes = 0;
  TimedPart timed = TimedPart::exchange;
  RouteChoice choice;
  std::vector<RouteTimes> routes{};
  RouteTimes direct_again{}, use_alone{};  // the latter only for movements in use

  const RouteTimes& of(Route route) const;
  const RouteTimes& chosen() const { return of(choice.route); }
  const RouteTimes& best() const;
  Loss regret() const;
  Loss against_direct() const;
  Loss noise() const;
};

/// Collective: choose a route, then time all of them in so many rounds. Prices and trials are of
/// the exchange alone, so those of movements in use are left out. Throws CommError if something
/// arrived that was not sent.
Outcome run_case(Case& c, int rounds);

}  // namespace thalweg::bench
