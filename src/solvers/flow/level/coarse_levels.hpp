// SPDX-License-Identifier: Apache-2.0
// What a cycle needs to give its coarse levels to a device as one graph: docs/design/flow.md.
#pragma once

#include <array>

#include "base/phases.hpp"

namespace thalweg::flow {

/// What kernels of coarse levels are given by value and what changes between visits of a kind.
struct CoarseArguments {
  double rate = 0, cfl = 0;
  std::array<double, 3> force{};
  bool operator==(const CoarseArguments&) const = default;
};

/// Keeps no time: within a graph there are no moments.
class NoClock final : public PhaseClock {
 public:
  void mark() override {}
  std::optional<double> next(bool /*wait*/) override { return 0; }
};

}  // namespace thalweg::flow
