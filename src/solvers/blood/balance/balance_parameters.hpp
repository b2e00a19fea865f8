// SPDX-License-Identifier: Apache-2.0
// The section [decomposition] of a case: when sites and cells are dealt to ranks anew.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "io/case/case.hpp"

namespace thalweg::blood {

struct BalanceParameters {
  double bound = 1.2;                   // of the imbalance, largest over mean; 0: never dealt anew
  std::int64_t least_steps = 100;       // from one look at the imbalance to the next
  std::optional<double> vertex_cost{};  // over that of a site; none: both are measured
};

/// Mistakes go to the case's diagnostics.
BalanceParameters read_balance(io::Case& input);
/// What it means for a run, in words.
std::string balance_text(const BalanceParameters& parameters);

}  // namespace thalweg::blood
