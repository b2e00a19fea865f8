// SPDX-License-Identifier: Apache-2.0
#include "solvers/blood/balance/balance_parameters.hpp"

#include <fmt/format.h>

namespace thalweg::blood {

BalanceParameters read_balance(io::Case& input) {
  BalanceParameters p;
  const char* key = "decomposition.rebalance_above";
  p.bound = input.number(key, {.default_value = p.bound,
                               .minimum = 0,
                               .meaning = "largest over mean work of ranks above which sites and "
                                          "cells are dealt anew; 0: never"});
  if (p.bound > 0 && p.bound < 1)
    input.error(key, fmt::format("is {:g}, but the largest is never below the mean: take 1 or "
                                 "more, or 0 to leave sites and cells where they are",
                                 p.bound));
  p.least_steps = input.integer("decomposition.least_steps",
                                {.default_value = static_cast<double>(p.least_steps),
                                 .minimum = 1,
                                 .meaning = "from one look at the work of ranks to the next"});
  if (input.has("decomposition.vertex_cost"))
    p.vertex_cost = input.number("decomposition.vertex_cost",
                                 {.minimum = 0,
                                  .maximum = 1e6,
                                  .meaning = "of a vertex, over that of a site; else measured"});
  return p;
}

std::string balance_text(const BalanceParameters& p) {
  if (p.bound == 0) return "ranks keep their sites (decomposition.rebalance_above = 0)";
  return fmt::format(
      "on several ranks: sites and cells are dealt anew at output times, after {} steps or more, "
      "where the largest work of a rank is above {:g} times the mean, {}",
      p.least_steps, p.bound,
      p.vertex_cost ? fmt::format("a vertex taken as {:g} sites", *p.vertex_cost) : "as measured");
}

}  // namespace thalweg::blood
