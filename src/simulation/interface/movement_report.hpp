// SPDX-License-Identifier: Apache-2.0
// What a report says of one transpose; the same for all solvers and both halves.
#pragma once

#include <algorithm>

#include "simulation/interface/simulation.hpp"
#include "transport/choice/choose.hpp"
#include "transport/comm/communicator.hpp"

namespace thalweg::simulation {

/// Collective. per_step: exchanges in one step. Movement: a transport::MessagePlan of either half.
template <class Movement>
TransportReport report_of(const Movement& movement, double per_step,
                          const transport::Communicator& comm) {
  const auto& s = movement.statistics();
  const transport::RouteChoice& choice = movement.choice();
  const double count = std::max(1.0, static_cast<double>(s.exchanges));
  const double spanned = comm.sum(s.spanned_seconds), waited = comm.sum(s.waited_seconds);
  const auto all = [&](std::int64_t value) {
    return comm.sum(static_cast<double>(value)) * per_step;
  };
  return {.name = movement.name(),
          .route = comm.size() > 1 ? transport::name_of(choice.route) : "none",
          .why = choice.why,
          .bytes = all(s.bytes_per_exchange),
          .messages = all(s.messages_per_exchange),
          .network_bytes = all(s.network_bytes_per_exchange),
          .network_messages = all(s.network_messages_per_exchange),
          .measured_seconds = comm.max(s.waited_seconds) / count * per_step,
          .hidden_fraction = spanned > 0 ? std::max(0.0, 1 - waited / spanned) : 0,
          .predicted_seconds = choice.predicted_seconds() * per_step,
          .tried_seconds = choice.tried_seconds() * per_step,
          .candidates = choice.candidates};
}

}  // namespace thalweg::simulation
