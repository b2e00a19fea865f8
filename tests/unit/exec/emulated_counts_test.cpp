// SPDX-License-Identifier: Apache-2.0
// What calls of exec ask of a device, as the emulated one counts it: what is repeated allocates
// nothing, what returns no number does not wait, and many blocks are one launch.
#include "emulated_device/counts.hpp"
#include "tests/unit/exec/samples.hpp"

namespace thalweg::exec::inline TW_HALF {
namespace {

struct CountBlocks {
  View<int, 1> visits;
  TW_HD void operator()(int block, int /*k*/, int /*j*/, int /*i*/) const {
    atomic_add(visits(block), 1);
  }
};
struct IsEven {
  TW_HD bool operator()(int i) const { return i % 2 == 0; }
};

/// What a call asks for when it is repeated.
template <class Call>
emulated::Counts counts_of_second(Call call) {
  call();
  const emulated::Counts before = emulated::counts_now();
  call();
  return emulated::counts_now().since(before);
}

}  // namespace

TEST(Counts, OfAReductionAreOneWaitAndOneNumber) {
  const Exec exec;
  Array<double, 1> u({50000});
  const auto counts = counts_of_second([&] { parallel_sum<double>(exec, 50000, Value{u.view()}); });
  EXPECT_EQ(counts.allocations, 0);
  EXPECT_EQ(counts.waits, 1);
  EXPECT_EQ(counts.bytes_to_host, 8);
  EXPECT_EQ(counts.launches, 2);
}

TEST(Counts, OfAReductionThatStaysOnTheDeviceHaveNoWait) {
  const Exec exec;
  Array<double, 1> u({50000}), result({1});
  const auto counts =
      counts_of_second([&] { parallel_max(exec, 50000, Value{u.view()}, result.view()); });
  EXPECT_EQ(counts.allocations, 0);
  EXPECT_EQ(counts.waits, 0);
  EXPECT_EQ(counts.bytes_to_host, 0);
  exec.wait();
}

TEST(Counts, OfALoopOverManyBlocksAreOneLaunch) {
  const Exec exec;
  const std::vector<Box3> boxes(100, Box3{{0, 0, 0}, {2, 3, 4}});
  const Blocks<> blocks(boxes);
  Array<int, 1> visits({100});
  const auto counts =
      counts_of_second([&] { parallel_for(exec, blocks, CountBlocks{visits.view()}); });
  EXPECT_EQ(counts.launches, 1);
  EXPECT_EQ(counts.allocations, 0);
  for (const int visit : downloaded(exec, visits.view())) EXPECT_EQ(visit, 2 * 24);
}

TEST(Counts, OfWorkWithListsHaveNoAllocationAndNoWait) {
  const Exec exec;
  Array<int, 1> kept({10000}), count({1}), keys({10000});
  const auto counts = counts_of_second([&] {
    select(exec, 10000, IsEven{}, kept.view(), count.view());
    sort_by_key(exec, keys.view(), kept.view());
  });
  EXPECT_EQ(counts.allocations, 0);
  EXPECT_EQ(counts.waits, 0);
  EXPECT_EQ(counts.bytes_to_host, 0);
  exec.wait();
}

TEST(Memory, ThatAnotherProcessMayHaveOpenStays) {
  const Exec exec;
  void* memory = allocate(Space::device, sizeof(int));
  leave_open(memory);
  deallocate(Space::device, memory);
  const int given = 7;
  int found = 0;
  copy_bytes(exec, memory, &given, sizeof given);  // the emulated device stops at freed memory
  copy_bytes(exec, &found, memory, sizeof found);
  exec.wait();
  EXPECT_EQ(found, given);
}

}  // namespace thalweg::exec::inline TW_HALF
