// SPDX-License-Identifier: Apache-2.0
// Halo and Migration against what a naive exchange would deliver, on 1 to 8 ranks.
#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <cstring>
#include <limits>
#include <thread>

#include "base/clock.hpp"
#include "base/error.hpp"
#include "tests/unit/transport/profile_file.hpp"
#include "transport/comm/requests.hpp"
#include "transport/movements/halo.hpp"
#include "transport/movements/migration.hpp"
#include "transport/routes/itinerary.hpp"

namespace thalweg::transport {
namespace {

const Communicator& world() {
  static const Communicator comm = Communicator::world();
  return comm;
}

/// Seven bytes: an element type without alignment and of odd size.
struct Odd {
  std::array<unsigned char, 7> bytes;
};

template <class T>
T value_of(std::int64_t number) {
  T value{};
  if constexpr (std::is_arithmetic_v<T>)
    value = static_cast<T>(number % 100003);
  else
    std::memcpy(&value, &number, std::min(sizeof(value), sizeof(number)));
  return value;
}
template <class T>
bool same(const T& a, const T& b) {
  return std::memcmp(&a, &b, sizeof(T)) == 0;
}

/// A periodic box of points, cut into slabs along x, y or z between ranks, with ghost layers on all
/// sides: faces, edges and corners, from others and from this rank itself.
struct Slab {
  int axis, ghost;
  std::array<int, 3> inner, extent{}, first{}, global{};  // z, y, x

  Slab(int axis_, int ghost_, std::array<int, 3> inner_)
      : axis(axis_), ghost(ghost_), inner(inner_), global(inner_) {
    const auto a = static_cast<std::size_t>(axis);
    // Uneven: rank r has one point more where it is odd.
    inner[a] += world().rank() % 2;
    first[a] = 0;
    for (int r = 0; r < world().rank(); ++r) first[a] += inner_[a] + r % 2;
    global[a] = 0;
    for (int r = 0; r < world().size(); ++r) global[a] += inner_[a] + r % 2;
    for (std::size_t d = 0; d < 3; ++d) extent[d] = inner[d] + 2 * ghost;
  }
  std::size_t size() const {
    return static_cast<std::size_t>(extent[0]) * static_cast<std::size_t>(extent[1]) *
           static_cast<std::size_t>(extent[2]);
  }
  /// The number of the point of the whole box that a local index stands for, periodically.
  std::int64_t global_number(int z, int y, int x) const {
    const int local[3] = {z, y, x};
    std::int64_t number = 0;
    for (std::size_t d = 0; d < 3; ++d) {
      const int g = (first[d] + local[d] - ghost + 4 * global[d]) % global[d];
      number = number * global[d] + g;
    }
    return number;
  }
  bool is_inner(int z, int y, int x) const {
    const int local[3] = {z, y, x};
    for (std::size_t d = 0; d < 3; ++d)
      if (local[d] < ghost || local[d] >= ghost + inner[d]) return false;
    return true;
  }
};

/// The links of a slab: 26 directions, each to the rank that owns the points there.
struct Links {
  std::vector<HaloLink> sends, receives;
};

Links links_of(const Slab& slab) {
  Links links;
  const int ranks = world().size(), me = world().rank();
  for (int dz = -1; dz <= 1; ++dz)
    for (int dy = -1; dy <= 1; ++dy)
      for (int dx = -1; dx <= 1; ++dx) {
        const int d[3] = {dz, dy, dx};
        if (dz == 0 && dy == 0 && dx == 0) continue;
        const int along = d[slab.axis];
        const int to = (me + along + ranks) % ranks, from = (me - along + ranks) % ranks;
        int send_lo[3], send_hi[3], take_lo[3], take_hi[3], extent[3];
        for (int i = 0; i < 3; ++i) {
          const auto a = static_cast<std::size_t>(i);
          const int g = slab.ghost, n = slab.inner[a];
          extent[i] = slab.extent[a];
          send_lo[i] = d[i] > 0 ? n : g;
          send_hi[i] = d[i] < 0 ? 2 * g : n + g;
          take_lo[i] = d[i] > 0 ? 0 : d[i] < 0 ? n + g : g;
          take_hi[i] = d[i] > 0 ? g : d[i] < 0 ? n + 2 * g : n + g;
        }
        links.sends.push_back({to, points_of_box(extent, send_lo, send_hi)});
        links.receives.push_back({from, points_of_box(extent, take_lo, take_hi)});
      }
  return links;
}

template <class T>
std::int64_t wrong_points(const Slab& slab, const std::vector<T>& field, std::int64_t salt) {
  std::int64_t wrong = 0;
  std::size_t i = 0;
  for (int z = 0; z < slab.extent[0]; ++z)
    for (int y = 0; y < slab.extent[1]; ++y)
      for (int x = 0; x < slab.extent[2]; ++x, ++i)
        wrong += !same(field[i], value_of<T>(slab.global_number(z, y, x) * 3 + salt));
  return wrong;
}

template <class T>
void set_inner(const Slab& slab, std::vector<T>& field, std::int64_t salt) {
  std::size_t i = 0;
  for (int z = 0; z < slab.extent[0]; ++z)
    for (int y = 0; y < slab.extent[1]; ++y)
      for (int x = 0; x < slab.extent[2]; ++x, ++i)
        field[i] = slab.is_inner(z, y, x) ? value_of<T>(slab.global_number(z, y, x) * 3 + salt)
                                          : value_of<T>(-1);
}

template <class T>
void expect_ghosts(const std::string& route, int axis, int ghost, std::array<int, 3> inner,
                   int field_count) {
  const Slab slab(axis, ghost, inner);
  const Links links = links_of(slab);
  std::vector<std::vector<T>> fields(static_cast<std::size_t>(field_count),
                                     std::vector<T>(slab.size()));
  std::vector<T*> pointers;
  for (auto& field : fields) pointers.push_back(field.data());
  Halo<T> halo(world(), "ghosts", links.sends, links.receives, pointers, route, exec::Space::host);
  const exec::Exec exec;
  for (int round = 0; round < 2; ++round) {
    for (int f = 0; f < field_count; ++f)
      set_inner(slab, fields[static_cast<std::size_t>(f)], 17 * f + round);
    halo.start(exec);
    halo.progress();
    halo.finish(exec);
    for (int f = 0; f < field_count; ++f)
      EXPECT_EQ(wrong_points(slab, fields[static_cast<std::size_t>(f)], 17 * f + round), 0)
          << route << ", axis " << axis << ", ghost " << ghost << ", field " << f;
  }
}

class HaloBy : public ::testing::TestWithParam<std::string> {};

TEST_P(HaloBy, FillsFacesEdgesAndCornersOfEveryField) {
  for (int axis = 0; axis < 3; ++axis) {
    expect_ghosts<double>(GetParam(), axis, 1, {3, 5, 7}, 1);
    expect_ghosts<float>(GetParam(), axis, 2, {4, 3, 9}, 3);
    expect_ghosts<Odd>(GetParam(), axis, 1, {1, 1, 1}, 2);
  }
}

INSTANTIATE_TEST_SUITE_P(Routes, HaloBy,
                         ::testing::Values("auto", "direct", "pairwise", "alltoall", "alltoallv",
                                           "neighbour", "datatype"));

const Candidate& candidate_of(const RouteChoice& choice, Route route) {
  for (const Candidate& c : choice.candidates)
    if (c.route == route) return c;
  throw UsageError("no such candidate");
}

/// A field of a slab and the halo of it.
struct SlabHalo {
  Slab slab;
  std::vector<double> field;
  Halo<double> halo;

  explicit SlabHalo(int axis)
      : slab(axis, 1, {6, 5, 7}), field(slab.size()),
        halo(world(), "ghosts", links_of(slab).sends, links_of(slab).receives, {field.data()},
             "auto", exec::Space::host) {}
  std::int64_t wrong_after_exchange(int round) {
    const exec::Exec exec;
    set_inner(slab, field, round);
    halo.start(exec);
    halo.finish(exec);
    return wrong_points(slab, field, round);
  }
};

/// Of two halos of one size, one may be long runs and the other single points: what is best for one
/// says nothing of the other.
TEST(HaloChoice, TriesDatatypesLikeAnyRouteAndKeepsTrialsByTheLengthOfRuns) {
  if (world().size() < 2) return;
  Profile profile = testing::profile_with({});
  const testing::ProfileFile file(profile_text(profile));
  use_profile(world(), file.path());
  forget_choices();
  SlabHalo planes(0);
  for (const Route route : {Route::direct, Route::datatype})
    EXPECT_GT(candidate_of(planes.halo.choice(), route).tried_seconds, 0) << name_of(route);
  ASSERT_EQ(profile_in_use()->trials.size(), 1u);
  // One kept trial that no comparison would end in: typed messages a thousand seconds long.
  profile.trials = {{profile_in_use()->trials[0].movement, "datatype", 1e3}};
  const testing::ProfileFile kept(profile_text(profile));
  use_profile(world(), kept.path());
  SlabHalo same(0), points(2);
  EXPECT_EQ(same.halo.choice().route, Route::datatype);
  EXPECT_NE(same.halo.choice().why.find("earlier trial"), std::string::npos);
  EXPECT_EQ(points.halo.choice().why.find("earlier trial"), std::string::npos);
  for (int round = 0; round < 2; ++round) {
    EXPECT_EQ(same.wrong_after_exchange(round), 0);
    EXPECT_EQ(points.wrong_after_exchange(round), 0);
  }
}

/// The routes are tried again before points are packed, so that it may be the last time.
TEST(HaloChoice, GhostsAreRightWhereTheRouteChangesOnTheWay) {
  if (world().size() < 2) return;
  Profile profile = testing::profile_with({});
  const testing::ProfileFile file(profile_text(profile));
  use_profile(world(), file.path());
  forget_choices();
  const SlabHalo first(1);
  profile.trials = {{profile_in_use()->trials[0].movement, "datatype", 1e3}};
  const testing::ProfileFile kept(profile_text(profile));
  use_profile(world(), kept.path());
  SlabHalo slab(1);
  ASSERT_EQ(slab.halo.choice().route, Route::datatype);
  std::int64_t wrong = 0;
  const double begin = seconds_now();
  for (int i = 0; i <= 512; ++i) wrong += slab.wrong_after_exchange(i);
  const auto delay = std::chrono::duration<double>(8 * (seconds_now() - begin) / 512);
  for (int i = 0; i < 512; ++i) {
    if (world().is_root()) std::this_thread::sleep_for(delay);
    wrong += slab.wrong_after_exchange(i);
  }
  EXPECT_NE(slab.halo.choice().why.find("tried again"), std::string::npos);
  EXPECT_EQ(wrong, 0);
}

TEST(Halo, CountsWhatLeavesThisRank) {
  const Slab slab(0, 1, {4, 4, 4});
  const Links links = links_of(slab);
  std::vector<double> field(slab.size());
  const Halo<double> halo(world(), "ghosts", links.sends, links.receives, {field.data()}, "direct",
                          exec::Space::host);
  // The plane below and the plane above, with their edges; both to one rank where there are two.
  const int others = std::min(2, world().size() - 1);
  EXPECT_EQ(halo.messages(), others);
  EXPECT_EQ(halo.bytes(), world().size() > 1 ? 2 * 6 * 6 * 8 : 0);
}

TEST(Halo, RefusesLinksToItselfThatDoNotMatch) {
  std::vector<double> field(8);
  const int me = world().rank();
  EXPECT_THROW(Halo<double>(world(), "ghosts", {{me, {0, 1}}}, {{me, {2}}}, {field.data()},
                            "direct", exec::Space::host),
               UsageError);
}

struct Particle {
  double position;
  int from, number;
};

/// Item k of a rank goes to a rank that both ends can compute.
int owner_of(int from, int k, int round) { return (from * 7 + k * k + round) % world().size(); }
int count_of(int from, int round) { return (from + round) % 3 == 0 ? 0 : 5 + 3 * from + round; }

TEST(Migration, BringsEveryItemToItsOwnerInOrder) {
  Migration<Particle> migration(world(), "particles");
  const int me = world().rank();
  for (int round = 0; round < 5; ++round) {
    std::vector<Particle> items;
    std::vector<int> owners;
    for (int k = 0; k < count_of(me, round); ++k) {
      items.push_back({0.5 * k + round, me, k});
      owners.push_back(owner_of(me, k, round));
    }
    migration.start(items, owners);
    migration.progress();
    std::vector<Particle> expected;
    for (int from = 0; from < world().size(); ++from)
      for (int k = 0; k < count_of(from, round); ++k)
        if (owner_of(from, k, round) == me) expected.push_back({0.5 * k + round, from, k});
    const auto got = migration.finish();
    ASSERT_EQ(got.size(), expected.size()) << "round " << round;
    for (std::size_t i = 0; i < got.size(); ++i) {
      EXPECT_EQ(got[i].from, expected[i].from);
      EXPECT_EQ(got[i].number, expected[i].number);
      EXPECT_EQ(got[i].position, expected[i].position);
    }
  }
}

TEST(Migration, SendsNothingWhereNothingMoves) {
  Migration<Odd> migration(world(), "cells");
  const std::vector<Odd> items(3);
  const std::vector<int> owners(3, world().rank());
  migration.start(items, owners);
  EXPECT_EQ(migration.finish().size(), 3u);
  EXPECT_EQ(migration.bytes().messages_sent(), 0);
}

TEST(Migration, RefusesAnOwnerThatIsNoRank) {
  Migration<double> migration(world(), "cells");
  const std::vector<double> items(1);
  EXPECT_THROW(migration.start(items, std::vector<int>{world().size()}), UsageError);
}

/// Beyond 2 GiB counts and offsets are 64-bit: plans and types are made without the memory.
TEST(LargeMessages, AreCutAndPlannedWithSixtyFourBits) {
  constexpr std::int64_t gib = std::int64_t{1} << 30;
  std::int64_t sum = 0;
  int parts = 0;
  for_parts(5 * gib + 3, [&](std::int64_t offset, int count) {
    EXPECT_EQ(offset, sum);
    EXPECT_GT(count, 0);
    sum += count;
    ++parts;
  });
  EXPECT_EQ(sum, 5 * gib + 3);
  EXPECT_EQ(parts, 6);

  Chunk chunk;
  chunk.sends.push_back({2, 3 * gib, 7 * gib});
  chunk.sends.push_back({3, 10 * gib, 6 * gib});
  const NodeMap nodes({0, 0, 1, 1});
  const auto plan =
      plan_itinerary(Route::spread, 0, {{0, 2, 7 * gib}, {0, 3, 6 * gib}}, chunk, nodes);
  std::int64_t left = 0;
  for (const Hop& hop : plan.hops)
    for (const Transfer& t : hop.sends) left += t.bytes;
  EXPECT_EQ(left, 13 * gib);
  EXPECT_GT(plan.transit_bytes, std::numeric_limits<int>::max());
}

}  // namespace
}  // namespace thalweg::transport
