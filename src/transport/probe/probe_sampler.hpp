// SPDX-License-Identifier: Apache-2.0
// Times an operation at many sizes: in many short rounds over all of them, each in another order.
// What disturbs the machine for a moment, or changes it for a second (a virtual machine's cores
// wander between the caches of its host), then meets all sizes alike.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "transport/comm/communicator.hpp"
#include "transport/profile/profile.hpp"

namespace thalweg::transport {

/// Does something `repetitions` times for a size and returns how long that took on this rank [s].
/// Collective over the group that is measured.
using Operation = std::function<double(std::int64_t size, int repetitions)>;

/// Called between measurements, on every rank.
using Tick = std::function<void()>;

struct Sampling {
  double budget = 2;             // for all sizes together [s]
  int rounds = 16;               // that the budget is meant for
  double batch = 50e-6;          // shortest time that is measured as one [s]
  double precision = 0.03;       // enough once nearly all medians are known so well
  int most_repetitions = 20000;  // in one batch
};

/// Collective over `group`: the times of one repetition at each size, the slowest rank counting in
/// each batch. All ranks get the same result. Every size is visited once whatever the budget.
std::vector<Quantiles> sample(const Communicator& group, const Operation& operation,
                              std::span<const std::int64_t> sizes, const Sampling& how,
                              const Tick& tick);

/// Collective over `world`: as sample(), by some of its ranks while the others sleep; all know the
/// result. `make` is called on the members with their group, ranked in the order of `members`.
std::vector<Quantiles> sample_among(const Communicator& world, const std::vector<int>& members,
                                    const std::function<Operation(const Communicator& group)>& make,
                                    std::span<const std::int64_t> sizes, const Sampling& how,
                                    const Tick& tick);

/// Several measurements of the same sizes as one: the mean of each quantile.
std::vector<Quantiles> mean_of(const std::vector<std::vector<Quantiles>>& measurements);

}  // namespace thalweg::transport
