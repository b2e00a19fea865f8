// SPDX-License-Identifier: Apache-2.0
// From measured points to the parameters of the models of docs/theory/data-movement.md: postal
// segments, the max-rate model of injection, and whole exchanges.
#pragma once

#include <cstdint>
#include <vector>

#include "transport/profile/profile.hpp"

namespace thalweg::transport {

/// One measured time.
struct Point {
  double bytes = 0, seconds = 0;
};

/// The typical times of a path or an exchange as points.
std::vector<Point> points_of(const std::vector<std::int64_t>& bytes,
                             const std::vector<Quantiles>& seconds);

/// T = alpha + beta s with alpha, beta >= 0 (eq. 1) by Huber's loss on relative errors. At least
/// two points.
struct Line {
  double alpha = 0, beta = 0;
};
Line fit_line(const std::vector<Point>& points);

/// Postal segments of a path (eq. 1) with 90 % intervals: breaks by dynamic programming on relative
/// error with the Bayesian information criterion, at least 4 points each. points: ascending sizes,
/// times > 0; fewer than 4 points make one segment, none make none.
std::vector<Segment> fit_segments(const std::vector<Point>& points);

/// Relative errors where every second size is predicted from the others, both ways round, as
/// seconds_of in cost_model.hpp predicts. Nothing for fewer than 8 points.
std::optional<HeldOut> held_out_errors(const std::vector<Point>& points);

/// Fill in segments and held-out errors of a path from its points.
void fit_path(Path& path);

/// One measured exchange of equal messages.
struct ExchangePoint {
  double ranks_per_node = 1, nodes = 1;
  double messages = 0;  // n: that one rank sends
  double off_node = 0;  // of them to other nodes; on one node all count
  double bytes = 0;     // s: of one message
  double seconds = 0;
};

/// Which parameters of eq. 5 to look for; the others keep their neutral values.
struct ExchangeTerms {
  bool rank_rate = true, node_rate = true, node_exponent = true;
};

/// Fit eq. 5, T = alpha + g (n - 1) + max(n s / R_p, ppn n_off s c(N) / R_N), by Huber's loss on
/// relative errors. Terms that the points cannot tell (one number of ranks per node: R_p; one
/// number of nodes: k) and terms that the information criterion does not want are left out.
/// Intervals: bootstrap of residuals. At least 4 points.
ExchangeFit fit_exchange(const std::vector<ExchangePoint>& points, ExchangeTerms terms = {});

/// c(N) = (N/2)^k: by how much the bytes of a node slow down on N nodes; 1 on one node.
double node_crowding(const ExchangeFit& fit, double nodes);

/// Eq. 5 itself [s].
double exchange_seconds(const ExchangeFit& fit, const ExchangePoint& point);

/// The points of an exchange: `messages` and `off_node_messages` as it states them, or those of a
/// transpose among all ranks.
std::vector<ExchangePoint> points_of(const Exchange& exchange);

/// Fit each movement, route and implementation over all its exchanges and store the result in them;
/// exchanges on one node, where the node's memory is the limit, apart from those on several.
void fit_exchanges(std::vector<Exchange>& exchanges);

/// The max-rate model (eq. 3) from times of `ranks_per_node` simultaneous pairs between two nodes.
Injection fit_injection(const std::vector<ExchangePoint>& points);

}  // namespace thalweg::transport
