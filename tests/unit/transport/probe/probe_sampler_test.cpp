// SPDX-License-Identifier: Apache-2.0
// How the probe spends its time: how often it visits each size, and with how many repetitions. On 1
// to 4 ranks, by a clock that the operations set.
#include "transport/probe/probe_sampler.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>

#include "tests/support/world.hpp"
#include "tests/unit/transport/probe/counted_work.hpp"

namespace thalweg::transport {
namespace {

using testing::world;

using testing::CountedWork;

const Tick no_tick = [] {};

class Sampler : public ::testing::Test {
  const CountedWork clock_;
};

constexpr Sampling short_sampling{.budget = 0.5, .rounds = 16};

TEST_F(Sampler, VisitsEverySizeAndTakesTheSlowestRank) {
  // A rank that says it took its number plus one microseconds per byte and repetition.
  const Operation operation = [](std::int64_t size, int repetitions) {
    return CountedWork::take(1e-6 * (world().rank() + 1) * static_cast<double>(size * repetitions));
  };
  const std::int64_t sizes[] = {1, 10, 100};
  Sampling patient = short_sampling;  // it ends once times that never change are known
  patient.budget = 60;
  const auto times = sample(world(), operation, sizes, patient, no_tick);
  ASSERT_EQ(times.size(), 3u);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_NEAR(times[i].median, 1e-6 * world().size() * static_cast<double>(sizes[i]), 1e-12);
    EXPECT_GE(times[i].n, 2);
  }
}

TEST_F(Sampler, FillsBatchesWhateverTheFirstRepetitionsTake) {
  // Ten microseconds for the first repetition after a barrier, 0.1 for each further one; the first
  // call of a size makes connections, the machine is not at rest before the twentieth of all, and
  // later the scheduler steps in now and then.
  std::map<std::int64_t, std::vector<int>> asked;
  int calls = 0;
  const Operation operation = [&](std::int64_t size, int repetitions) {
    auto& counts = asked[size];
    counts.push_back(repetitions);
    const bool late = counts.size() == 1 || ++calls < 20 || calls % 3 == 0;
    const double disturbed = late ? 4e-3 : 0;
    return CountedWork::take(9.9e-6 + 0.1e-6 * repetitions) + disturbed;
  };
  std::vector<std::int64_t> sizes(50);
  std::iota(sizes.begin(), sizes.end(), 1);
  sample(world(), operation, sizes, short_sampling, no_tick);
  for (const auto& [size, counts] : asked) {
    EXPECT_GE(counts.back(), 401) << size << ": shorter than 50 us";
    EXPECT_LE(counts.back(), 2 * 401) << size;
  }
}

TEST_F(Sampler, RepeatsNothingThatIsLong) {
  int most = 0;
  const Operation operation = [&](std::int64_t, int repetitions) {
    most = std::max(most, repetitions);
    return CountedWork::take(1e-3 * repetitions);
  };
  const std::int64_t sizes[] = {1, 2};
  sample(world(), operation, sizes, short_sampling, no_tick);
  EXPECT_EQ(most, 1);
}

TEST_F(Sampler, VisitsSizesThatAreKnownAsOftenAsOthers) {
  // One size out of four never settles; the others are known after a few rounds.
  int calls = 0;
  const Operation operation = [&](std::int64_t size, int repetitions) {
    return CountedWork::take(1e-6 * repetitions * (size == 3 ? 1 + 2 * (++calls % 2) : 1));
  };
  const std::int64_t sizes[] = {1, 2, 3, 4};
  Sampling how = short_sampling;
  how.rounds = 1 << 20;  // of one batch per size
  const auto times = sample(world(), operation, sizes, how, no_tick);
  for (const Quantiles& q : times) EXPECT_EQ(q.n, times[2].n);
}

TEST_F(Sampler, EndsOnceNearlyAllSizesAreKnown) {
  const Operation operation = [](std::int64_t, int repetitions) {
    return CountedWork::take(1e-6 * repetitions);
  };
  const std::int64_t sizes[] = {1, 2, 3};
  Sampling patient = short_sampling;
  patient.budget = 1e6;
  for (const Quantiles& q : sample(world(), operation, sizes, patient, no_tick)) EXPECT_GE(q.n, 8);
}

TEST_F(Sampler, SomeRanksMeasureAndAllKnow) {
  const std::vector<int> last{world().size() - 1};
  int made = 0;
  const std::int64_t sizes[] = {1};
  const auto times = sample_among(
      world(), last,
      [&](const Communicator& group) -> Operation {
        ++made;
        EXPECT_EQ(group.size(), 1);
        return [](std::int64_t, int repetitions) { return CountedWork::take(1e-3 * repetitions); };
      },
      sizes, short_sampling, no_tick);
  EXPECT_EQ(made, world().rank() == last[0] ? 1 : 0);
  EXPECT_NEAR(times.at(0).median, 1e-3, 1e-12);
}

}  // namespace
}  // namespace thalweg::transport
