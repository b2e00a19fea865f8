// SPDX-License-Identifier: Apache-2.0
#include "simulation/interface/movement_report.hpp"

namespace thalweg::simulation {

TransportReport report_of(const MovementTotals& t, double steps,
                          const transport::Communicator& comm) {
  const double spanned = comm.sum(t.spanned_seconds), waited = comm.sum(t.waited_seconds);
  const auto all = [&](double sent) { return comm.sum(sent) / steps; };
  const double bytes = all(t.bytes);
  const bool is_seen = bytes > 0 && spanned > 0;  // where nothing is sent, nothing is hidden
  return {.name = t.name,
          .route = comm.size() > 1 ? transport::name_of(t.choice.route) : "none",
          .why = t.choice.why,
          .bytes = bytes,
          .messages = all(t.messages),
          .network_bytes = all(t.network_bytes),
          .network_messages = all(t.network_messages),
          .measured_seconds = comm.max(t.waited_seconds) / steps,
          .hidden_fraction = is_seen ? std::max(0.0, 1 - waited / spanned) : 0,
          .predicted_seconds = t.predicted_seconds / steps,
          .tried_seconds = t.tried_seconds / steps,
          .candidates = t.choice.candidates};
}

}  // namespace thalweg::simulation
