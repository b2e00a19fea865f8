// SPDX-License-Identifier: Apache-2.0
// How the route of a halo is chosen: with its packing, and by the length of its runs.
#include <gtest/gtest.h>

#include "base/error.hpp"
#include "tests/support/field.hpp"
#include "tests/unit/transport/movements/slab.hpp"
#include "tests/unit/transport/profile_file.hpp"
#include "transport/movements/halo.hpp"

namespace thalweg::transport {
namespace {

using testing::world;

const Candidate& candidate_of(const RouteChoice& choice, Route route) {
  for (const Candidate& c : choice.candidates)
    if (c.route == route) return c;
  throw UsageError("no such candidate");
}

/// A field of a slab and the halo of it.
struct SlabHalo {
  testing::Slab slab;
  test::Field<double> field;
  Halo<double> halo;

  explicit SlabHalo(int axis)
      : slab(world().rank(), world().size(), axis, 1, {6, 5, 7}), field(slab.values<double>(0)),
        halo(world(), "ghosts", slab.links().sends, slab.links().receives) {
    const exec::Exec exec;
    halo.prepare(exec, {field.data()});
  }
  const RouteChoice& choice() const { return halo.plan(1).choice(); }
  std::int64_t wrong_after_exchange(int round) {
    const exec::Exec exec;
    field.write(slab.values<double>(round));
    halo.start(exec, {field.data()});
    halo.finish(exec);
    return slab.wrong(field.read(exec), round);
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
  const SlabHalo planes(0);
  for (const Route route : {Route::direct, Route::datatype})
    EXPECT_GT(candidate_of(planes.choice(), route).tried_seconds, 0) << name_of(route);
  ASSERT_EQ(profile_in_use()->trials.size(), 1u);
  // One kept trial that no comparison would end in: typed messages a thousand seconds long.
  profile.trials = {{profile_in_use()->trials[0].movement, "datatype", 1e3}};
  const testing::ProfileFile kept(profile_text(profile));
  use_profile(world(), kept.path());
  forget_choices();
  SlabHalo same(0), points(2);
  EXPECT_EQ(same.choice().route, Route::datatype);
  EXPECT_NE(same.choice().why.find("earlier trial"), std::string::npos);
  EXPECT_EQ(points.choice().why.find("earlier trial"), std::string::npos);
  for (int round = 0; round < 2; ++round) {
    EXPECT_EQ(same.wrong_after_exchange(round), 0);
    EXPECT_EQ(points.wrong_after_exchange(round), 0);
  }
}

}  // namespace
}  // namespace thalweg::transport
