// SPDX-License-Identifier: Apache-2.0
// How the times of one route grow with the number of nodes. docs/theory/data-movement.md,
// section 5.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "app/predict/measured_table.hpp"
#include "transport/model/cost_model.hpp"

namespace thalweg::app {

/// One route's times at several sizes on several numbers of nodes:
///   T(N, s) = a(s) + h(s) (N - 1) (N / 2)^k(s),                                        (eq. 7)
/// a: what does not grow with nodes; h: what each further node adds; k: contention. Each is free at
/// each size, but smooth over sizes; k is drawn to 0.05, so that three numbers of nodes, or two, or
/// one, decide as much as they can.
class GrowthModel {
 public:
  /// rows: of one machine, operation, route and implementation, at least one. sizes: ascending; the
  /// bytes at which predictions will be wanted besides those of the rows.
  GrowthModel(const std::vector<CollectiveRow>& rows, std::vector<std::int64_t> sizes);
  ~GrowthModel();
  GrowthModel(GrowthModel&&) noexcept;

  /// bytes: one of the sizes.
  transport::Estimate seconds(int nodes, std::int64_t bytes) const;

 private:
  struct Solution;
  std::unique_ptr<Solution> solved_;
};

}  // namespace thalweg::app
