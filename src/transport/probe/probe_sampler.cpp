// SPDX-License-Identifier: Apache-2.0
#include "transport/probe/probe_sampler.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <thread>

#include "base/error.hpp"
#include "transport/comm/mpi_native.hpp"
#include "transport/model/statistics.hpp"
#include "transport/probe/probe_clock.hpp"
#include "transport/probe/probe_statistics.hpp"

namespace thalweg::transport {

namespace {

/// One size on its way. Every decision follows from times that all ranks share.
class Size {
 public:
  Size(std::int64_t size, const Sampling& how) : size_(size), how_(how) {}

  /// First touch and connections. Returns the seconds that took, as the others do.
  double touch(const Communicator& group, const Operation& operation) {
    per_batch_ = timed(group, operation);
    return per_batch_;
  }

  /// Ever more repetitions until they fill a batch. One alone does not say how many that takes: it
  /// is mostly the clock, while cold copies overlap or wait for page tables that a longer batch
  /// finds in the caches.
  double fill_batch(const Communicator& group, const Operation& operation) {
    constexpr double margin = 1.1, least_growth = 1.2, most_growth = 8;
    const double before = spent_;
    for (;;) {
      const int tries = per_batch_ < short_batch ? 3 : 1;  // the least disturbed counts
      const double begun = spent_;
      const double batch = repetitions_ * std::ranges::min(measure(group, operation, tries));
      per_batch_ = (spent_ - begun) / tries;
      if (batch >= how_.batch || repetitions_ >= how_.most_repetitions) return spent_ - before;
      const double growth = margin * how_.batch / std::max(batch, 1e-9);
      repetitions_ = static_cast<int>(
          std::min(std::ceil(repetitions_ * std::clamp(growth, least_growth, most_growth)),
                   double(how_.most_repetitions)));
    }
  }

  /// What a turn of one batch takes.
  double shortest_turn() const { return (per_batch_ < short_batch ? 2 : 1) * per_batch_; }

  /// One turn: as many batches as `share` seconds hold, but at least one.
  double visit(const Communicator& group, const Operation& operation, double share) {
    constexpr double most_batches = 6;
    const double before = spent_;
    if (per_batch_ < short_batch) per_batch_ = timed(group, operation);  // fills the caches anew
    const double left = share - (spent_ - before);
    const int batches = static_cast<int>(std::clamp(left / per_batch_, 1.0, most_batches));
    const double begun = spent_;
    const auto times = measure(group, operation, batches);
    per_batch_ = (spent_ - begun) / batches;
    times_.insert(times_.end(), times.begin(), times.end());
    turns_.push_back(quantile_of(times, 0.5));
    return spent_ - before;
  }

  /// Batches of one turn are alike; only turns tell how well a time is known.
  bool is_done() const {
    constexpr std::size_t least = 8;
    if (turns_.size() < least) return false;
    const Interval interval = median_interval(turns_);
    return interval.high - interval.low < 2 * how_.precision * quantile_of(turns_, 0.5);
  }
  Quantiles result() const { return quantiles(times_); }

 private:
  static constexpr double short_batch = 1e-3;  // longer ones move more than caches near a core hold

  /// The slowest rank's seconds per repetition in each of some batches.
  std::vector<double> measure(const Communicator& group, const Operation& operation, int batches) {
    const double start = probe_seconds();
    std::vector<double> times;
    for (int b = 0; b < batches; ++b) {
      group.barrier();
      times.push_back(operation(size_, repetitions_) / repetitions_);
    }
    times.push_back(probe_seconds() - start);
    group.max(times);
    spent_ += times.back();
    times.pop_back();
    return times;
  }
  /// What a batch takes with all that goes with it.
  double timed(const Communicator& group, const Operation& operation) {
    const double before = spent_;
    measure(group, operation, 1);
    return spent_ - before;
  }

  std::int64_t size_;
  const Sampling& how_;
  int repetitions_ = 1;
  double per_batch_ = 0, spent_ = 0;
  std::vector<double> times_, turns_;
};

/// Enough is known once it is of nearly all sizes: some are always at the edge of a cache.
bool nearly_all_done(const std::vector<Size>& sizes) {
  constexpr double nearly = 0.9;
  const auto done = std::ranges::count_if(sizes, &Size::is_done);
  return static_cast<double>(done) >= nearly * static_cast<double>(sizes.size());
}

/// What each size gets of a round, so that there are as many rounds as planned although the longest
/// take more: states of the machine are met by rounds, not by batches.
double share_of_round(const std::vector<Size>& sizes, const Sampling& how) {
  std::vector<double> turns;
  for (const Size& size : sizes) turns.push_back(size.shortest_turn());
  return fair_share(turns, how.budget / how.rounds);
}

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
  std::vector<Size> all;
  for (const std::int64_t size : sizes) all.emplace_back(size, how);
  const int count = static_cast<int>(sizes.size());
  double spent = 0, of_round = 0;
  for (Size& size : all) spent += size.touch(group, operation), tick();
  // Twice, since whole milliseconds are disturbed when ranks have just been woken.
  for (int pass = 0; pass < 2; ++pass)
    for (Size& size : all) spent += size.fill_batch(group, operation), tick();
  // No size is left out once it is known, and no round is broken off: whatever state the machine
  // is in for a while, all sizes see it equally often.
  for (int round = 0; round == 0 || (spent + of_round < how.budget && !nearly_all_done(all));
       ++round) {
    of_round = 0;
    const double share = share_of_round(all, how);
    for (const int i : shuffled(count, static_cast<std::uint64_t>(round))) {
      of_round += all[static_cast<std::size_t>(i)].visit(group, operation, share);
      tick();
    }
    spent += of_round;
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
