// SPDX-License-Identifier: Apache-2.0
// Which route a movement takes: the one that the case names, or the best of those that are possible
// here, by prediction where a profile of this machine knows them, and by a short live trial where
// predictions are close or missing.
#pragma once

#include <string>
#include <vector>

#include "transport/carrier.hpp"

namespace thalweg::transport {

/// A route as the choice saw it; seconds are of one exchange, 0 where unknown.
struct Candidate {
  Route route = Route::direct;
  std::string why_not;  // empty: possible
  double predicted_seconds = 0;
  double tried_seconds = 0;
};

/// A route, the reason for it, and what else there was, as reports show them.
struct RouteChoice {
  Route route = Route::direct;
  std::string why;
  std::vector<Candidate> candidates;

  /// What is known of the chosen route before the run: tried, else predicted, else 0.
  double expected_seconds() const;
};

/// Collective; all ranks get the same. Writes into plan.receive where routes are tried. Choices are
/// remembered in this process by the movement's shape (ranks, nodes, chunks, octave of its bytes).
/// Throws InputError where `asked` is a route that is not possible here, with the reason.
RouteChoice choose_route(const std::string& asked, const Plan& plan);

/// Collective: seconds of one exchange by a route: the median over several of the slowest rank's.
/// One whose first is far behind best_so_far is not tried further.
double try_route(Route route, const Plan& plan, double best_so_far);

}  // namespace thalweg::transport
