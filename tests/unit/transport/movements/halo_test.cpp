// SPDX-License-Identifier: Apache-2.0
// Halos against what a naive exchange would deliver, bit for bit: on 1 to 8 ranks that stand for
// one node or several, by every route, and in a build with a device once more in its memory.
#include <gtest/gtest.h>

#include <chrono>
#include <numeric>
#include <thread>

#include "base/error.hpp"
#include "tests/support/field.hpp"
#include "tests/support/world.hpp"
#include "tests/unit/transport/arrangements.hpp"
#include "tests/unit/transport/movements/slab.hpp"
#include "transport/movements/halo.hpp"

namespace thalweg::transport {
namespace {

using testing::world;

using test::Field;
using testing::arranged;
using testing::Arrangement;
using testing::Odd;
using testing::Slab;
using testing::value_of;

Slab slab_of(int axis, int ghost, std::array<int, 3> inner) {
  return Slab(world().rank(), world().size(), axis, ghost, inner);
}

template <class T>
std::vector<Field<T>> fields_of(const Slab& slab, int count) {
  std::vector<Field<T>> fields;
  for (int f = 0; f < count; ++f) fields.emplace_back(slab.values<T>(f));
  return fields;
}

template <class T>
std::vector<T*> pointers(std::vector<Field<T>>& fields) {
  std::vector<T*> list;
  for (Field<T>& field : fields) list.push_back(field.data());
  return list;
}

/// False where the route is not possible here, which those that send packed messages always are.
template <class T>
bool prepared(Halo<T>& halo, const std::string& route, std::vector<Field<T>>& fields) {
  const exec::Exec exec;
  try {
    halo.prepare(exec, pointers(fields));
  } catch (const InputError& e) {
    for (const std::string always : {"auto", "pairwise", "alltoall", "alltoallv", "neighbour"})
      EXPECT_NE(route, always) << e.what();
    return false;
  }
  return true;
}

/// Exchanges 1, 2, ... field_count fields by one plan, each several times.
template <class T>
void expect_ghosts(const Communicator& comm, const std::string& route, int axis, int ghost,
                   std::array<int, 3> inner, int field_count) {
  const Slab slab = slab_of(axis, ghost, inner);
  const auto links = slab.links();
  Halo<T> halo(comm, "ghosts", links.sends, links.receives, field_count, route);
  const exec::Exec exec;
  for (int count = 1; count <= field_count; ++count) {
    std::vector<Field<T>> fields = fields_of<T>(slab, count);
    if (!prepared(halo, route, fields)) return;
    for (int round = 0; round < 2; ++round) {
      for (int f = 0; f < count; ++f)
        fields[static_cast<std::size_t>(f)].write(slab.values<T>(17 * f + round));
      halo.start(exec, pointers(fields));
      halo.progress();
      halo.finish(exec);
      for (int f = 0; f < count; ++f)
        EXPECT_EQ(slab.wrong(fields[static_cast<std::size_t>(f)].read(exec), 17 * f + round), 0)
            << route << ", axis " << axis << ", ghost " << ghost << ", field " << f;
    }
  }
}

using Parameters = std::tuple<std::string, Arrangement>;
class HaloBy : public ::testing::TestWithParam<Parameters> {};

TEST_P(HaloBy, FillsFacesEdgesAndCornersOfEveryField) {
  const auto& [route, arrangement] = GetParam();
  const Communicator comm = arranged(arrangement);
  for (int axis = 0; axis < 3; ++axis) {
    expect_ghosts<double>(comm, route, axis, 1, {3, 5, 7}, 1);
    expect_ghosts<float>(comm, route, axis, 2, {4, 3, 9}, 3);
    expect_ghosts<Odd>(comm, route, axis, 1, {1, 1, 1}, 2);
  }
}

/// What every point of the box gets when all ranks add their ghosts to it.
template <class T, class ValueOf>
std::vector<T> sums_of(int axis, int ghost, std::array<int, 3> inner, ValueOf value) {
  std::vector<T> sums;
  for (int rank = 0; rank < world().size(); ++rank) {
    const Slab slab(rank, world().size(), axis, ghost, inner);
    sums.resize(static_cast<std::size_t>(slab.global_size()));
    slab.for_each([&](std::int64_t i, std::int64_t number, bool) {
      sums[static_cast<std::size_t>(number)] += value(rank, i);
    });
  }
  return sums;
}

/// Whole numbers, whose sums are exact in any order.
template <class T>
void expect_sums(const Communicator& comm, const std::string& route, int axis, int ghost,
                 std::array<int, 3> inner, int field_count) {
  const Slab slab = slab_of(axis, ghost, inner);
  const auto value = [](int f) {
    return [f](int rank, std::int64_t i) { return static_cast<T>((f + rank * 7 + i * 13) % 1009); };
  };
  std::vector<Field<T>> fields = fields_of<T>(slab, field_count);
  std::vector<std::vector<T>> before;
  for (int f = 0; f < field_count; ++f) {
    before.emplace_back(static_cast<std::size_t>(slab.size()));
    for (std::int64_t i = 0; i < slab.size(); ++i)
      before.back()[static_cast<std::size_t>(i)] = value(f)(world().rank(), i);
  }
  const auto links = slab.links();
  Halo<T> halo(comm, "forces", links.sends, links.receives, field_count, route);
  if (!prepared(halo, route, fields)) return;
  const exec::Exec exec;
  for (int round = 0; round < 2; ++round) {
    for (int f = 0; f < field_count; ++f)
      fields[static_cast<std::size_t>(f)].write(before[static_cast<std::size_t>(f)]);
    halo.start_reverse(exec, pointers(fields), Combine::add);
    halo.finish(exec);
    for (int f = 0; f < field_count; ++f) {
      const std::vector<T> sums = sums_of<T>(axis, ghost, inner, value(f));
      const std::vector<T> after = fields[static_cast<std::size_t>(f)].read(exec);
      std::int64_t wrong = 0;
      slab.for_each([&](std::int64_t i, std::int64_t number, bool is_inner) {
        const auto at = static_cast<std::size_t>(i);
        const T expected = is_inner ? sums[static_cast<std::size_t>(number)]
                                    : before[static_cast<std::size_t>(f)][at];
        wrong += after[at] != expected;
      });
      EXPECT_EQ(wrong, 0) << route << ", axis " << axis << ", ghost " << ghost << ", field " << f;
    }
  }
}

TEST_P(HaloBy, AddsEveryGhostToThePointItStandsFor) {
  const auto& [route, arrangement] = GetParam();
  const Communicator comm = arranged(arrangement);
  for (int axis = 0; axis < 3; ++axis) {
    expect_sums<double>(comm, route, axis, 1, {3, 5, 7}, 2);
    // Narrower than its ghosts: points are sent to several ghosts of one rank.
    expect_sums<std::int64_t>(comm, route, axis, 2, {2, 3, 4}, 1);
  }
}

INSTANTIATE_TEST_SUITE_P(Routes, HaloBy,
                         ::testing::Combine(::testing::ValuesIn(route_names()),
                                            ::testing::Values(Arrangement::one_node,
                                                              Arrangement::pairs)),
                         [](const auto& parameters) {
                           std::string name = std::get<0>(parameters.param) + "_" +
                                              testing::name_of(std::get<1>(parameters.param));
                           for (char& c : name)
                             if (c == '-') c = '_';
                           return name;
                         });

/// Numbers whose sums depend on the order: their bits must not, whoever is late.
TEST(HaloSums, HaveTheSameBitsWhoeverIsLate) {
  const Slab slab = slab_of(2, 2, {3, 4, 2});
  std::vector<double> values(static_cast<std::size_t>(slab.size()));
  for (std::size_t i = 0; i < values.size(); ++i)
    values[i] = 1.0 / (1.0 + static_cast<double>(i * 37 % 101) + world().rank());
  const auto links = slab.links();
  std::vector<double> first;
  const exec::Exec exec;
  for (int late = -1; late < world().size(); ++late) {
    Halo<double> halo(world(), "forces", links.sends, links.receives, 1,
                      late % 2 ? test::plain_route : "alltoallv");
    Field<double> field(values);
    if (late == world().rank()) std::this_thread::sleep_for(std::chrono::milliseconds(20));
    halo.start_reverse(exec, {field.data()});
    halo.finish(exec);
    const std::vector<double> sums = field.read(exec);
    if (first.empty()) first = sums;
    EXPECT_EQ(std::memcmp(sums.data(), first.data(), sums.size() * sizeof(double)), 0)
        << "rank " << late << " late";
  }
}

TEST(Halo, TakesOtherFieldsAtEachExchange) {
  const Slab slab = slab_of(0, 1, {4, 3, 5});
  const auto links = slab.links();
  Halo<double> halo(world(), "populations", links.sends, links.receives);
  std::vector<Field<double>> copies = fields_of<double>(slab, 2);
  const exec::Exec exec;
  for (int step = 0; step < 4; ++step) {
    Field<double>& field = copies[static_cast<std::size_t>(step % 2)];
    field.write(slab.values<double>(step));
    halo.start(exec, {field.data()});
    halo.finish(exec);
    EXPECT_EQ(slab.wrong(field.read(exec), step), 0) << "step " << step;
  }
  // The other copy is as its own exchange left it.
  EXPECT_EQ(slab.wrong(copies[0].read(exec), 2), 0);
}

TEST(Halo, LeavesRoomForOtherMovementsBetweenStartAndFinish) {
  const Slab slab = slab_of(1, 1, {2, 3, 4});
  const auto links = slab.links();
  Halo<double> one(world(), "one", links.sends, links.receives);
  Halo<double> two(world(), "two", links.sends, links.receives);
  std::vector<Field<double>> fields = fields_of<double>(slab, 2);
  const exec::Exec exec;
  one.start(exec, {fields[0].data()});
  two.start(exec, {fields[1].data()});
  EXPECT_EQ(world().sum(1.0), world().size());
  two.finish(exec);
  one.finish(exec);
  for (int f = 0; f < 2; ++f)
    EXPECT_EQ(slab.wrong(fields[static_cast<std::size_t>(f)].read(exec), f), 0);
}

/// Copies a field to another.
struct Keep {
  const double* from;
  double* to;
  TW_HD void operator()(int i) const { to[i] = from[i]; }
};

/// Work that goes before what a test looks at.
struct CountUp {
  double* counts;
  TW_HD void operator()(int i) const { counts[i] += 1; }
};

/// Every rank on a node of its own: setting a plan up then frees nothing, for which a device would
/// end its work.
Communicator each_on_a_node() {
  std::vector<int> node_of(static_cast<std::size_t>(world().size()));
  std::iota(node_of.begin(), node_of.end(), 0);
  return world().split_into_nodes(node_of);
}

/// Work that exec was given before still sees the ghosts of before, also where routes are tried.
/// The device has so much to do before the reader's turn that trials which did not wait would be
/// ahead.
TEST(Halo, DoesNotOverwriteGhostsThatQueuedWorkReads) {
  constexpr int work_before = 300;
  const Communicator comm = each_on_a_node();
  const Slab slab = slab_of(2, 1, {3, 4, 5});
  const auto links = slab.links();
  for (int fields = 1; fields <= 3; ++fields) {
    forget_choices();
    Field<double> counts(std::vector<double>(8));
    Halo<double> halo(comm, "ghosts", links.sends, links.receives, 3, "auto");
    std::vector<Field<double>> list = fields_of<double>(slab, fields);
    Field<double> kept(std::vector<double>(static_cast<std::size_t>(slab.size())));
    const exec::Exec exec;
    for (int n = 0; n < work_before; ++n) exec::parallel_for(exec, 8, CountUp{counts.data()});
    exec::parallel_for(exec, static_cast<int>(slab.size()), Keep{list[0].data(), kept.data()});
    halo.start(exec, pointers(list));
    halo.finish(exec);
    EXPECT_EQ(kept.read(exec), slab.values<double>(0));
    EXPECT_EQ(slab.wrong(list[0].read(exec), 0), 0);
  }
}

TEST(Halo, CountsWhatLeavesThisRank) {
  const Slab slab = slab_of(0, 1, {4, 4, 4});
  const auto links = slab.links();
  std::vector<Field<double>> fields = fields_of<double>(slab, 2);
  Halo<double> halo(world(), "ghosts", links.sends, links.receives, 2, "pairwise");
  EXPECT_THROW(halo.plan(1), UsageError);
  const exec::Exec exec;
  halo.prepare(exec, pointers(fields));
  // The plane below and the plane above, with their edges; both to one rank where there are two.
  const int others = std::min(2, world().size() - 1);
  EXPECT_EQ(halo.plan(2).statistics().messages_per_exchange, others);
  EXPECT_EQ(halo.plan(2).statistics().bytes_per_exchange,
            world().size() > 1 ? 2 * 2 * 6 * 6 * 8 : 0);
}

TEST(Halo, RefusesLinksThatAreWrong) {
  const int me = world().rank();
  const auto make = [&](std::vector<std::int64_t> sends, std::vector<std::int64_t> receives) {
    Halo<double>(world(), "ghosts", {{me, std::move(sends)}}, {{me, std::move(receives)}});
  };
  EXPECT_THROW(make({0, 1}, {2}), UsageError);
  EXPECT_THROW(make({0, 1}, {2, 2}), UsageError);
  EXPECT_THROW(make({0, -1}, {2, 3}), UsageError);
}

TEST(Halo, RefusesExchangesThatItWasNotMadeFor) {
  const Slab slab = slab_of(0, 1, {2, 2, 2});
  const auto links = slab.links();
  Halo<double> halo(world(), "ghosts", links.sends, links.receives, 1);
  std::vector<Field<double>> fields = fields_of<double>(slab, 2);
  const exec::Exec exec;
  EXPECT_THROW(halo.start(exec, pointers(fields)), UsageError);
  EXPECT_THROW(halo.finish(exec), UsageError);
  EXPECT_THROW(Halo<double>(world(), "ghosts", links.sends, links.receives, most_halo_fields + 1),
               UsageError);
  halo.start(exec, {fields[0].data()});
  EXPECT_THROW(halo.start(exec, {fields[1].data()}), UsageError);
  halo.finish(exec);
  EXPECT_EQ(slab.wrong(fields[0].read(exec), 0), 0);
}

}  // namespace
}  // namespace thalweg::transport
