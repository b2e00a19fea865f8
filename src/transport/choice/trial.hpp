// SPDX-License-Identifier: Apache-2.0
// What routes take on this machine now, by exchanges of the real plan. Trials write into
// plan.receive and, with what is packed around exchanges, to where that is unpacked.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "transport/choice/choose.hpp"
#include "transport/model/statistics.hpp"

namespace thalweg::transport {

/// Collective: seconds of one exchange by a route, with what is packed around it: the median over
/// several of the slowest rank's. One whose first is far behind best_so_far is not tried further.
double try_route(Route route, const Plan& plan, double best_so_far);

/// A route that was compared with the usual one in turn.
struct Comparison {
  Route route;
  double ratio;       // its time over the usual route's, median over rounds
  Interval interval;  // of that, 95 %
  /// Whether it is worth taking: less may be noise.
  bool is_clearly_faster() const;
};

using CarrierFactory = std::function<std::unique_ptr<Carrier>(Route, const Plan&)>;

/// Collective: each candidate near the best time once more, in turn with the usual route, round
/// after round: what disturbs the machine for a moment then meets both. One pair after the other,
/// so that no more than two routes hold buffers of their own at a time. Sets their times to the
/// medians; returns all but the usual route. `make`: make_carrier(), but for tests.
std::vector<Comparison> compare_finalists(const Plan& plan, std::vector<Candidate>& candidates,
                                          double best, const CarrierFactory& make = make_carrier);

/// The fastest of those compared, the usual route unless another is clearly faster.
RouteChoice best_compared(Route usual, std::vector<Candidate> candidates,
                          const std::vector<Comparison>& compared);

}  // namespace thalweg::transport
