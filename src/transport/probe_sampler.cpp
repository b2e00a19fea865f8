// SPDX-License-Identifier: Apache-2.0
#include "transport/probe_sampler.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <thread>

#include "base/error.hpp"
#include "transport/mpi_native.hpp"
#include "transport/probe_statistics.hpp"
#include "transport/statistics.hpp"

namespace thalweg::transport {

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// One size on its way. Every decision follows from times that all ranks share.
class Size {
 public:
  Size(std::int64_t size, const Sampling& how) : size_(size), how_(how) {}

  /// Measure for about `share` seconds more; returns how many it took with all that goes with it.
  double visit(const Communicator& group, const Operation& operation, double share) {
    spent_ = 0;
    if (repetitions_ == 0)
      warm_up(group, operation, share);
    else
      measure(group, operation, 1);
    // At least one batch; more where they are cheap, few at a time, as waiting may be what costs.
    constexpr std::size_t most_batches = 24;
    const double per_batch = per_repetition_ * repetitions_;
    const bool waiting_costs = spent_ > share;
    const int group_of = std::clamp(static_cast<int>(share / per_batch), 1, waiting_costs ? 3 : 6);
    const double until = waiting_costs ? spent_ : spent_ + share;
    for (std::size_t done = 0; done < most_batches && (done == 0 || spent_ < until);) {
      const auto times = measure(group, operation, group_of);
      times_.insert(times_.end(), times.begin(), times.end());
      done += times.size();
    }
    ++visits_;
    return spent_;
  }

  bool is_done() const {
    constexpr std::size_t least = 12;
    if (times_.size() < least || visits_ < 2) return false;
    const Interval interval = median_interval(times_);
    return interval.high - interval.low < 2 * how_.precision * quantile_of(times_, 0.5);
  }
  Quantiles result() const { return quantiles(times_); }

 private:
  /// The slowest rank's seconds per repetition in each of some batches.
  std::vector<double> measure(const Communicator& group, const Operation& operation, int batches) {
    const auto start = Clock::now();
    std::vector<double> times;
    for (int b = 0; b < batches; ++b) {
      group.barrier();
      times.push_back(operation(size_, std::max(1, repetitions_)) / std::max(1, repetitions_));
    }
    times.push_back(seconds_since(start));
    group.max(times);
    spent_ += times.back();
    times.pop_back();
    return times;
  }

  /// Find how many repetitions make a batch, and go on until times are steady.
  void warm_up(const Communicator& group, const Operation& operation, double share) {
    measure(group, operation, 1);  // first touch, connections
    make_batches_of(measure(group, operation, 1)[0]);
    std::vector<double> times;
    while (spent_ < share && !is_steady(times)) {
      const auto more = measure(group, operation, repetitions_ > 1 ? 5 : 1);
      times.insert(times.end(), more.begin(), more.end());
    }
    if (!times.empty()) make_batches_of(quantile_of(times, 0.5));
  }
  void make_batches_of(double seconds) {
    per_repetition_ = std::max(seconds, 1e-9);
    repetitions_ = static_cast<int>(
        std::clamp(std::ceil(how_.batch / per_repetition_), 1.0, double(how_.most_repetitions)));
  }

  std::int64_t size_;
  const Sampling& how_;
  int repetitions_ = 0, visits_ = 0;
  double per_repetition_ = 0, spent_ = 0;
  std::vector<double> times_;
};

/// Wait for all ranks without keeping a core busy that others are measured on.
void sleep_until_all_are_here(const Communicator& comm, const Tick& tick) {
  MPI_Request request = MPI_REQUEST_NULL;
  check_mpi(MPI_Ibarrier(comm.native().comm, &request), "MPI_Ibarrier");
  for (int here = 0;;) {
    check_mpi(MPI_Test(&request, &here, MPI_STATUS_IGNORE), "MPI_Test");
    if (here) return;
    tick();
    std::this_thread::sleep_for(std::chrono::microseconds(500));
  }
}

void broadcast(const Communicator& comm, std::vector<Quantiles>& all, int root) {
  std::vector<double> values;
  for (const Quantiles& q : all)
    values.insert(values.end(), {q.min, q.p10, q.median, q.p90, static_cast<double>(q.n)});
  comm.broadcast(values, root);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const double* v = &values[5 * i];
    all[i] = {v[0], v[1], v[2], v[3], std::llround(v[4])};
  }
}

}  // namespace

std::vector<Quantiles> sample(const Communicator& group, const Operation& operation,
                              std::span<const std::int64_t> sizes, const Sampling& how,
                              const Tick& tick) {
  constexpr int most_rounds = 100;
  std::vector<Size> all;
  for (const std::int64_t size : sizes) all.emplace_back(size, how);
  const int count = static_cast<int>(sizes.size());
  const double share = how.budget / how.rounds / std::max(1, count);
  double spent = 0;
  bool all_done = false;
  for (int round = 0; round < most_rounds && !all_done; ++round) {
    all_done = true;
    for (const int i : shuffled(count, static_cast<std::uint64_t>(round))) {
      if (round > 0 && spent > how.budget) break;
      Size& size = all[static_cast<std::size_t>(i)];
      if (!size.is_done()) spent += size.visit(group, operation, share);
      all_done = all_done && size.is_done();
      tick();
    }
    if (spent > how.budget) break;
  }
  std::vector<Quantiles> results;
  for (const Size& size : all) results.push_back(size.result());
  return results;
}

std::vector<Quantiles> sample_among(const Communicator& world, const std::vector<int>& members,
                                    const std::function<Operation(const Communicator& group)>& make,
                                    std::span<const std::int64_t> sizes, const Sampling& how,
                                    const Tick& tick) {
  const auto place = std::ranges::find(members, world.rank());
  const bool takes_part = place != members.end();
  const Communicator group =
      world.split(takes_part ? 0 : 1, static_cast<int>(place - members.begin()));
  std::vector<Quantiles> results(sizes.size());
  if (takes_part) results = sample(group, make(group), sizes, how, tick);
  sleep_until_all_are_here(world, tick);
  broadcast(world, results, members.at(0));
  return results;
}

std::vector<Quantiles> mean_of(const std::vector<std::vector<Quantiles>>& measurements) {
  TW_CHECK(!measurements.empty(), "the mean of nothing");
  std::vector<Quantiles> mean(measurements[0].size());
  const double weight = 1.0 / static_cast<double>(measurements.size());
  for (const auto& one : measurements)
    for (std::size_t i = 0; i < mean.size(); ++i) {
      mean[i].min += weight * one[i].min;
      mean[i].p10 += weight * one[i].p10;
      mean[i].median += weight * one[i].median;
      mean[i].p90 += weight * one[i].p90;
      mean[i].n += one[i].n;
    }
  return mean;
}

}  // namespace thalweg::transport
