// SPDX-License-Identifier: Apache-2.0
// What a flow begins with.
#pragma once

#include "solvers/flow/case/parameters.hpp"

namespace thalweg::flow {

class InitialState {
 public:
  explicit InitialState(const Initial& initial);
  /// Pressure and velocity at a place.
  std::array<double, 4> at(const geometry::Vector& place) const;

 private:
  std::array<double, 4> smooth_at(const geometry::Vector& place) const;

  const Initial& initial_;
  std::vector<RandomMode> modes_{};  // of its turbulence
};

}  // namespace thalweg::flow
