// SPDX-License-Identifier: Apache-2.0
// What a run says of itself: faults, what did not converge, what moved data.
#include <algorithm>
#include <cmath>
#include <limits>

#include "simulation/interface/movement_report.hpp"
#include "solvers/flow/fault_text.hpp"
#include "solvers/flow/solver.hpp"

namespace thalweg::flow::inline TW_HALF {

template <class Real>
std::vector<simulation::Fault> Flow<Real>::faults() {
  const bool is_flow_finite = std::isfinite(largest_speed());
  if (is_flow_finite && (!scalars_ || scalars_->are_finite())) return scalars_that_grew();
  const std::vector<Real> values = is_flow_finite ? host_scalars() : host_state();
  const std::int64_t fields = is_flow_finite ? scalars_->count() : 4;
  const std::int64_t size = fine().arena().size();
  double at[8] = {-1};  // block, cell x, y, z, place, field
  for (const grid::BlockPlace& place : fine().arena().places())
    grid::for_each_cell(
        {{}, {place.cells[0], place.cells[1], place.cells[2]}}, [&](const grid::Cell& c) {
          if (at[0] >= 0) return;
          for (std::int64_t n = 0; n < fields; ++n)
            if (!std::isfinite(
                    values[static_cast<std::size_t>(n * size + place.at(c[0], c[1], c[2]))])) {
              const geometry::Vector centre = cell_centre(fine().mesh(), place.block, c);
              const grid::Block& block = fine().mesh().blocks.block(place.block);
              const double found[8] = {static_cast<double>(place.block),
                                       static_cast<double>(block.first[2] + c[2]),
                                       static_cast<double>(block.first[1] + c[1]),
                                       static_cast<double>(block.first[0] + c[0]),
                                       centre[0],
                                       centre[1],
                                       centre[2],
                                       static_cast<double>(n)};
              std::copy(std::begin(found), std::end(found), at);
              return;
            }
        });
  const int holder =
      static_cast<int>(comm_.min(at[0] >= 0 ? comm_.rank() : std::numeric_limits<int>::max()));
  if (holder >= comm_.size())
    return {is_flow_finite
                ? simulation::Fault{"scalars", "some cell", "are so large that sums are not finite"}
                : simulation::Fault{"velocity", "some cell",
                                    "is so large that its square is not finite"}};
  comm_.broadcast(at, holder);
  return {
      {is_flow_finite ? p_.scalars[static_cast<std::size_t>(at[7])].name : "velocity or pressure",
       cell_text({at[4], at[5], at[6]}, fine().mesh().blocks.block(static_cast<int>(at[0])).name,
                 {static_cast<int>(at[1]), static_cast<int>(at[2]), static_cast<int>(at[3])}),
       "is not finite"}};
}

/// They may grow without end beside a flow that has settled.
template <class Real>
std::vector<simulation::Fault> Flow<Real>::scalars_that_grew() {
  if (!scalars_ || !is_steady()) return {};
  const std::optional<ScalarGrowth> growth = scalars_->growth();
  if (!growth) return {};
  return {
      {p_.scalars[grid::index(growth->scalar)].name, "", growth_text(growth->first, growth->now)}};
}

template <class Real>
std::vector<std::string> Flow<Real>::notes() {
  std::vector<std::string> all;
  if (averages_note_) all.push_back(*averages_note_);
  averages_note_.reset();
  for (const ConvergenceRecord& record : convergence_)
    if (const auto note = record.note()) all.push_back(*note);
  const double furthest = fine().conditions().furthest();
  if (furthest > most_spacings && !outflow_is_told_) {
    all.push_back(outflow_text(steps_, furthest, most_spacings));
    outflow_is_told_ = true;
  }
  return all;
}

template <class Real>
std::vector<simulation::TransportReport> Flow<Real>::transport() const {
  const auto steps = static_cast<double>(std::max<std::int64_t>(1, steps_ - steps_before_));
  std::vector<const transport::MessagePlan*> plans;
  for (const std::unique_ptr<Level<Real>>& level : levels_)
    for (const transport::MessagePlan* plan : level->last_exchanges()) plans.push_back(plan);
  if (scalars_)
    for (const transport::MessagePlan* plan : scalars_->last_exchanges()) plans.push_back(plan);
  std::vector<simulation::TransportReport> reports;
  reports.reserve(plans.size());
  for (const transport::MessagePlan* plan : plans) {
    const auto exchanges = static_cast<double>(plan->statistics().exchanges);
    reports.push_back(simulation::report_of(*plan, exchanges / steps, comm_));
  }
  return reports;
}

TW_INSTANTIATE(Flow)

}  // namespace thalweg::flow::inline TW_HALF
