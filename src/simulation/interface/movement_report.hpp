// SPDX-License-Identifier: Apache-2.0
// What a report says of one movement; the same for all solvers and both halves.
#pragma once

#include <algorithm>
#include <string>

#include "simulation/interface/simulation.hpp"
#include "transport/choice/choose.hpp"
#include "transport/comm/communicator.hpp"

namespace thalweg::simulation {

/// What this rank has done of one kind of exchange, by one plan or by several that followed each
/// other. Movement: a transport::MessagePlan of either half; Statistics: what it has of itself.
struct MovementTotals {
  std::string name{};
  transport::RouteChoice choice{};  // of the last plan
  double exchanges = 0;
  double bytes = 0, messages = 0, network_bytes = 0, network_messages = 0;  // sent
  double waited_seconds = 0, spanned_seconds = 0;
  double predicted_seconds = 0, tried_seconds = 0;  // 0: unknown

  /// What a plan has done since its statistics were these.
  template <class Movement, class Statistics>
  void add_since(const Statistics& before, const Movement& movement) {
    const Statistics& now = movement.statistics();
    add(movement, static_cast<double>(now.exchanges - before.exchanges));
    waited_seconds += now.waited_seconds - before.waited_seconds;
    spanned_seconds += now.spanned_seconds - before.spanned_seconds;
  }
  /// So many exchanges, but for the time that was measured of them.
  template <class Movement>
  void add(const Movement& movement, double count) {
    const auto& each = movement.statistics();
    choice = movement.choice();
    exchanges += count;
    bytes += count * static_cast<double>(each.bytes_per_exchange);
    messages += count * static_cast<double>(each.messages_per_exchange);
    network_bytes += count * static_cast<double>(each.network_bytes_per_exchange);
    network_messages += count * static_cast<double>(each.network_messages_per_exchange);
    predicted_seconds += count * choice.predicted_seconds();
    tried_seconds += count * choice.tried_seconds();
  }
};

/// Collective: what these are in one of so many steps.
TransportReport report_of(const MovementTotals& totals, double steps,
                          const transport::Communicator& comm);

/// Collective. per_step: exchanges in one step.
template <class Movement>
TransportReport report_of(const Movement& movement, double per_step,
                          const transport::Communicator& comm) {
  const auto& done = movement.statistics();
  MovementTotals totals{.name = movement.name()};
  totals.add(movement, std::max(1.0, static_cast<double>(done.exchanges)));
  totals.waited_seconds = done.waited_seconds;
  totals.spanned_seconds = done.spanned_seconds;
  return report_of(totals, totals.exchanges / per_step, comm);
}

}  // namespace thalweg::simulation
