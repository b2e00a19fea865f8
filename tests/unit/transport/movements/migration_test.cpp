// SPDX-License-Identifier: Apache-2.0
// Migrations: every item reaches its owner, in an order that does not depend on timing, whatever
// else is under way.
#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <thread>

#include "base/error.hpp"
#include "tests/support/field.hpp"
#include "tests/support/world.hpp"
#include "transport/movements/gathered.hpp"
#include "transport/movements/migration.hpp"

namespace thalweg::transport {
namespace {

using testing::world;

using test::Field;

/// Item k of a rank goes to a rank that both ends can compute.
int owner_of(int from, int k, int round) { return (from * 7 + k * k + round) % world().size(); }
int count_of(int from, int round) { return (from + round) % 3 == 0 ? 0 : 5 + 3 * from + round; }

std::vector<int> owners_of(int from, int round) {
  std::vector<int> owners;
  for (int k = 0; k < count_of(from, round); ++k) owners.push_back(owner_of(from, k, round));
  return owners;
}

/// Value v of item k.
template <class T>
T value_of(int from, int k, int v, int round) {
  return static_cast<T>(((from * 64 + k) * 1024 + v) % 4093 + round);
}

template <class T>
std::vector<T> values_of(int from, int round, int per_item) {
  std::vector<T> values;
  for (int k = 0; k < count_of(from, round); ++k)
    for (int v = 0; v < per_item; ++v) values.push_back(value_of<T>(from, k, v, round));
  return values;
}

/// What this rank has afterwards: by rank, then in the order of that rank.
template <class T>
std::vector<T> arrived(int round, int per_item) {
  std::vector<T> values;
  for (int from = 0; from < world().size(); ++from)
    for (int k = 0; k < count_of(from, round); ++k)
      for (int v = 0; v < per_item; ++v)
        if (owner_of(from, k, round) == world().rank())
          values.push_back(value_of<T>(from, k, v, round));
  return values;
}

template <class T>
void expect_move(const MigrationPlan& plan, int round, int per_item) {
  const exec::Exec exec;
  Field<T> field(values_of<T>(world().rank(), round, per_item));
  plan.move(exec, field.array(), per_item);
  EXPECT_EQ(field.read(exec), arrived<T>(round, per_item))
      << "round " << round << ", " << per_item << " values per item";
}

TEST(Migration, BringsEveryFieldOfEveryItemToItsOwnerInOrder) {
  Migration migration(world(), "cells");
  const exec::Exec exec;
  for (int round = 0; round < 5; ++round) {
    Field<int> owners(owners_of(world().rank(), round));
    const MigrationPlan plan = migration.count(exec, owners.array().view());
    EXPECT_EQ(plan.items(), static_cast<std::int64_t>(arrived<int>(round, 1).size()));
    expect_move<double>(plan, round, 1);
    expect_move<float>(plan, round, 3);
    expect_move<std::int64_t>(plan, round, 700);
  }
}

TEST(Migration, SaysHowManyItemsComeFromWhom) {
  Migration migration(world(), "cells");
  const exec::Exec exec;
  Field<int> owners(owners_of(world().rank(), 1));
  const MigrationPlan plan = migration.count(exec, owners.array().view());
  for (int from = 0; from < world().size(); ++from) {
    std::int64_t items = 0;
    for (int k = 0; k < count_of(from, 1); ++k) items += owner_of(from, k, 1) == world().rank();
    EXPECT_EQ(plan.items_from(from), items);
  }
}

/// Two migrations whose counts take differently long on each rank, and reductions in between. Each
/// rank starts with another rank's sends still unanswered, so that ranks finish counting in
/// different orders.
TEST(Migration, SharesNoCollectiveCallWithWhatElseIsUnderWay) {
  Migration one(world(), "cells"), two(world(), "platelets");
  const exec::Exec exec;
  const int me = world().rank();
  for (int round = 0; round < 20; ++round) {
    Field<int> first(owners_of(me, round)), second(owners_of(me, round + 1));
    one.start(exec, first.array().view());
    if ((me + round) % world().size() == 0)
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    EXPECT_EQ(world().sum(1.0), world().size());
    two.start(exec, second.array().view());
    if (me % 2 == 0)
      one.progress();
    else
      two.progress();
    EXPECT_EQ(world().max(static_cast<double>(me)), world().size() - 1);
    const MigrationPlan plan_two = two.finish();
    EXPECT_EQ(world().sum(2.0), 2 * world().size());
    const MigrationPlan plan_one = one.finish();
    expect_move<double>(plan_one, round, 2);
    expect_move<double>(plan_two, round + 1, 1);
  }
}

TEST(Migration, SendsNothingWhereNothingMoves) {
  Migration migration(world(), "cells");
  const exec::Exec exec;
  Field<int> owners(std::vector<int>(3, world().rank()));
  Field<double> field(std::vector<double>{1, 2, 3});
  const MigrationPlan plan = migration.count(exec, owners.array().view());
  plan.move(exec, field.array());
  EXPECT_EQ(field.read(exec), (std::vector<double>{1, 2, 3}));
  EXPECT_EQ(migration.messages_sent(), 0);
}

TEST(Migration, RefusesWhatDoesNotFit) {
  Migration migration(world(), "cells");
  const exec::Exec exec;
  Field<int> nobody(std::vector<int>{world().size()}), owners(std::vector<int>(2, world().rank()));
  EXPECT_THROW(migration.start(exec, nobody.array().view()), UsageError);
  const MigrationPlan old = migration.count(exec, owners.array().view());
  Field<double> field(std::vector<double>(3));
  EXPECT_THROW(old.move(exec, field.array()), UsageError);
  const MigrationPlan plan = migration.count(exec, owners.array().view());
  EXPECT_THROW(old.items(), UsageError);
  EXPECT_EQ(plan.items(), 2);
}

// Each rank gives one number more than the one before it: the last some, the first none.
TEST(Gathered, NumbersOfAllRanksStandOneBehindTheOther) {
  const Communicator& comm = world();
  const std::vector<double> own(static_cast<std::size_t>(comm.rank()), comm.rank());
  const Gathered numbers = gathered(own, comm);
  std::vector<double> expected;
  for (int rank = 0; rank < comm.size(); ++rank)
    expected.insert(expected.end(), static_cast<std::size_t>(rank), rank);
  EXPECT_EQ(numbers.all, expected);
  EXPECT_EQ(numbers.before, static_cast<std::size_t>(comm.rank() * (comm.rank() - 1) / 2));
}

}  // namespace
}  // namespace thalweg::transport
