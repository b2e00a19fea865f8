// SPDX-License-Identifier: Apache-2.0
// Which route a movement takes: the one that the case names, or the best of those that are possible
// here. Where a profile of this machine prices them, predictions rule out what is hopeless and a
// short live trial decides between what is close; without a profile all are tried
// (docs/transport.md).
#pragma once

#include <string>
#include <vector>

#include "transport/routes/carrier.hpp"

namespace thalweg::transport {

/// A route as the choice saw it; seconds are of one exchange, 0 where unknown.
struct Candidate {
  Route route = Route::direct;
  std::string why_not;           // empty: possible
  double predicted_seconds = 0;  // of the messages
  double tried_seconds = 0;      // with what is packed around them
};

/// A route, the reason for it, and what else there was, as reports show them.
struct RouteChoice {
  Route route = Route::direct;
  std::string why;
  std::vector<Candidate> candidates;
  Route beyond = Route::direct;  // with in-place: of messages that leave the node

  /// What the model said of the chosen route, 0 if it said nothing.
  double predicted_seconds() const;
  /// What its trial took, 0 if there was none.
  double tried_seconds() const;
};

/// Collective; all ranks get the same. Where routes are tried it may write into plan.receive and,
/// with what is packed around exchanges, to where that is unpacked. Choices are remembered by the
/// group of ranks and the movement's shape (ranks, nodes, chunks, octaves of its bytes and of the
/// runs that are packed), in this process and with the profile in use. Throws InputError where
/// `asked` is a route that is not possible here, with the reason.
RouteChoice choose_route(const std::string& asked, const Plan& plan);

/// Forget what this process remembers of choices. Call it on all ranks.
void forget_choices();

/// Collective: what the profile in use says of every possible route, 0 where it says nothing.
void predict_routes(const Plan& plan, std::vector<Candidate>& candidates);

}  // namespace thalweg::transport
