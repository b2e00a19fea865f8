// SPDX-License-Identifier: Apache-2.0
// What the choice makes of a profile: which routes it tries, what it keeps, what it refuses.
#include <gtest/gtest.h>

#include <unistd.h>

#include <cstdlib>
#include <limits>

#include "base/error.hpp"
#include "tests/support/world.hpp"
#include "tests/unit/transport/arrangements.hpp"
#include "tests/unit/transport/messages.hpp"
#include "tests/unit/transport/profile_file.hpp"
#include "transport/choice/known_machine.hpp"
#include "transport/choice/spare_memory.hpp"
#include "transport/choice/trial.hpp"
#include "transport/comm/patience.hpp"
#include "transport/movements/message_plan.hpp"

namespace thalweg::transport {
namespace {

using testing::world;

using testing::path_of;
using testing::profile_with;
using testing::ProfileFile;

/// Everyone to everyone with one size, and buffers for it.
struct Even {
  std::vector<std::byte> send, receive;
  std::vector<Chunk> chunks{1};
  explicit Even(std::int64_t bytes)
      : send(static_cast<std::size_t>(bytes * world().size())), receive(send.size()) {
    for (int peer = 0; peer < world().size(); ++peer) {
      if (peer == world().rank()) continue;
      chunks[0].sends.push_back({peer, peer * bytes, bytes});
      chunks[0].receives.push_back({peer, peer * bytes, bytes});
    }
  }
  Plan plan() { return {"test", world(), chunks, send.data(), receive.data()}; }
};

const Candidate& of(const RouteChoice& choice, Route route) {
  for (const Candidate& c : choice.candidates)
    if (c.route == route) return c;
  throw UsageError("no such candidate");
}

TEST(ChoiceByProfile, TriesOfPricedRoutesWhatIsCloseAndTheDefault) {
  if (world().size() < 3) return;
  const ProfileFile file(profile_text(profile_with(
      {{"direct", 5e-3}, {"pairwise", 1e-6}, {"alltoallv", 1.2e-6}, {"neighbour", 9e-3}})));
  use_profile(world(), file.path());
  Even even(3000);
  forget_choices();
  const RouteChoice choice = choose_route("auto", even.plan());
  EXPECT_NEAR(of(choice, Route::pairwise).predicted_seconds, 1e-6, 1e-9);
  EXPECT_GT(of(choice, Route::pairwise).tried_seconds, 0);
  EXPECT_GT(of(choice, Route::alltoallv).tried_seconds, 0);
  EXPECT_GT(of(choice, Route::direct).tried_seconds, 0);
  EXPECT_EQ(of(choice, Route::neighbour).tried_seconds, 0);
  EXPECT_EQ(of(choice, Route::window).predicted_seconds, 0);
}

/// What `direct` costs between buffers of the host by a profile, on all ranks.
double price_of_direct(const Plan& plan, const Profile& profile) {
  const testing::ProfileFile file(profile_text(profile));
  use_profile(plan.comm, file.path());
  std::vector<Candidate> candidates{{Route::direct, ""}};
  predict_routes(plan, candidates);
  return candidates[0].predicted_seconds;
}

/// One rank is alone on its node and two share the other, which sends most.
TEST(PricesBetweenNodes, CountTheRanksOfEachNodeWhereTheseAreUnequal) {
  const Communicator comm = testing::arranged(testing::Arrangement::uneven);
  if (comm.size() != 3) return;
  const int me = comm.rank();
  constexpr std::int64_t bytes = 100000;
  const auto size = [](int from, int to) { return from > 0 && to == 0 ? 3 * bytes : bytes; };
  Chunk chunk;
  for (int peer = 0; peer < 3; ++peer)
    if (peer != me) {
      chunk.sends.push_back({peer, 3 * bytes * peer, size(me, peer)});
      chunk.receives.push_back({peer, 3 * bytes * peer, size(peer, me)});
    }
  std::vector<std::byte> out(9 * bytes), in(9 * bytes);
  const Plan plan{"prices", comm, {chunk}, out.data(), in.data()};
  Profile profile;
  profile.fingerprint = fingerprint(Topology::discover(comm));
  profile.paths = {path_of(Locality::node, Memory::host, Memory::host, 1e-6, 1e10),
                   path_of(Locality::network, Memory::host, Memory::host, 1e-5, 1e9)};
  // Of the ranks, one of the two on the node sends most.
  EXPECT_NEAR(price_of_direct(plan, profile), 1e-6 + bytes / 1e10 + 1e-5 + 3 * bytes / 1e9, 1e-9);
  // Of the nodes, theirs does.
  profile.injection.emplace_back().node_rate = 1e8;
  EXPECT_NEAR(price_of_direct(plan, profile), 6 * bytes / 1e8, 1e-9);
}

TEST(ChoiceByProfile, KeepsTrialsAndTakesThemAgain) {
  if (world().size() < 2) return;
  Profile profile = profile_with({{"direct", 1e-5}, {"pairwise", 1e-5}});
  const ProfileFile file(profile_text(profile));
  use_profile(world(), file.path());
  Even even(70000);
  forget_choices();
  const RouteChoice first = choose_route("auto", even.plan());
  ASSERT_EQ(profile_in_use()->trials.size(), 1u);
  const Trial trial = profile_in_use()->trials.front();
  EXPECT_EQ(trial.route, name_of(first.route));
  // Kept in the file, found by the next run: a route that trial alone would not take.
  profile.trials = {{trial.movement, "pairwise", 1e3}};
  const ProfileFile next(profile_text(profile));
  use_profile(world(), next.path());
  const RouteChoice second = choose_route("auto", even.plan());
  EXPECT_EQ(second.route, Route::pairwise);
  EXPECT_NE(second.why.find("earlier trial"), std::string::npos) << second.why;
  // One that was far faster then than now is not believed.
  profile.trials = {{trial.movement, "pairwise", 1e-12}};
  const ProfileFile stale(profile_text(profile));
  use_profile(world(), stale.path());
  EXPECT_EQ(choose_route("auto", even.plan()).why.find("earlier trial"), std::string::npos);
}

/// Counts how many of its kind there are at a time.
class Counted final : public Carrier {
 public:
  Counted(Route route, const Plan& plan) : carrier_(make_carrier(route, plan)) {
    most = std::max(most, ++now);
  }
  ~Counted() override { --now; }
  void start(std::size_t chunk) override { carrier_->start(chunk); }
  void progress() override { carrier_->progress(); }
  void finish() override { carrier_->finish(); }
  static inline int now = 0, most = 0;

 private:
  std::unique_ptr<Carrier> carrier_;
};

/// Many routes may be close, and each may hold as much again as the messages.
TEST(Choice, HoldsTheBuffersOfTwoRoutesAtATime) {
  if (world().size() < 2) return;
  Even even(3000);
  std::vector<Candidate> candidates;
  for (const Route route : {Route::pairwise, Route::direct, Route::alltoallv, Route::neighbour})
    candidates.push_back({route, "", 0, 1e-4});
  const auto compared =
      compare_finalists(even.plan(), candidates, 1e-4, [](Route route, const Plan& plan) {
        return std::make_unique<Counted>(route, plan);
      });
  EXPECT_EQ(compared.size(), 3u) << "all but direct messages";
  for (const Candidate& c : candidates) EXPECT_NE(c.tried_seconds, 1e-4) << name_of(c.route);
  EXPECT_EQ(Counted::most, 2);
  EXPECT_EQ(Counted::now, 0);
}

/// A run that just fits into memory must not be ended by a route that is tried.
TEST(Choice, TriesOnlyRoutesWhoseBuffersFitIntoSpareMemory) {
  if (world().size() < 2) return;
  for (const bool fits : {true, false}) {
    Even even(fits ? 3000 : 12000);  // shapes of their own: what is known of one is not tried again
    const double needed = own_bytes(Route::alltoall, even.plan());
    EXPECT_EQ(needed, 2.0 * static_cast<double>(even.send.size()));
    EXPECT_EQ(own_bytes(Route::direct, even.plan()), 0);
    set_spare_memory(fits ? needed : needed - 1);
    forget_choices();
    const RouteChoice choice = choose_route("auto", even.plan());
    EXPECT_EQ(of(choice, Route::alltoall).why_not.empty(), fits);
    EXPECT_EQ(of(choice, Route::alltoall).tried_seconds > 0, fits);
    EXPECT_GT(of(choice, Route::direct).tried_seconds, 0);
  }
  set_spare_memory(std::numeric_limits<double>::infinity());
  forget_choices();
}

/// What a movement takes is not spare for others until its end.
TEST(Choice, CountsTheBuffersOfMovements) {
  if (world().size() < 2) return;
  Even even(3000);
  set_spare_memory(1e6);
  {
    const MessagePlan plan(world(), "test", even.chunks, even.send.data(), even.receive.data(),
                           "alltoall", exec::Space::host);
    EXPECT_EQ(spare_memory(), 1e6 - own_bytes(Route::alltoall, even.plan()));
  }
  EXPECT_EQ(spare_memory(), 1e6);
  set_spare_memory(std::numeric_limits<double>::infinity());
}

/// The usual route stays unless another is faster by more than noise: by 5 %, and surely.
TEST(Choice, IsTheFastestOfThoseThatAreClearlyFaster) {
  const auto of = [](const std::vector<Comparison>& compared) {
    return best_compared(Route::direct, {}, compared).route;
  };
  EXPECT_EQ(of({}), Route::direct);
  EXPECT_EQ(of({{Route::window, 0.96, {0.95, 0.97}}}), Route::direct) << "by 4 % only";
  EXPECT_EQ(of({{Route::window, 0.8, {0.6, 1.01}}}), Route::direct) << "not surely";
  EXPECT_EQ(of({{Route::window, 0.9, {0.8, 0.95}},
                {Route::pairwise, 0.8, {0.7, 0.9}},
                {Route::alltoall, 0.7, {0.4, 1.2}}}),
            Route::pairwise);
}

/// A rank that knows the choice of one group must try again with another group of the same shape.
TEST(Choice, OfOneGroupIsNotTakenForAnother) {
  const int me = world().rank();
  if (world().size() < 3) return;
  use_profile(world(), "none");
  const Communicator first = world().split(me < 2 ? 0 : 1, me);
  const Communicator second = world().split(me == 1 || me == 2 ? 0 : 1, me);
  set_patience(20);
  const auto choose_among = [](const Communicator& pair) {
    const auto lists = testing::uneven_lists(pair.rank(), pair.size(), 64, 1);
    std::vector<std::byte> out(static_cast<std::size_t>(lists.sent) + 1),
        in(static_cast<std::size_t>(lists.received) + 1);
    return choose_route("auto", {"test", pair, lists.chunks, out.data(), in.data()});
  };
  if (me < 2) choose_among(first);
  if (me == 1 || me == 2) {
    const auto route = static_cast<double>(choose_among(second).route);
    EXPECT_EQ(second.max(route), second.min(route));
  }
  set_patience(600);
}

/// The user's cache folder is one of the test's own, the same on all ranks. At the end no profile
/// is in use any more.
class OwnCache {
 public:
  OwnCache()
      : folder_(world().broadcast(
            (std::filesystem::temp_directory_path() / ("thalweg-cache-" + std::to_string(getpid())))
                .string())) {
    use_profile(world(), "none");
    setenv("XDG_CACHE_HOME", folder_.c_str(), 1);
  }
  ~OwnCache() {
    use_profile(world(), "none");
    unsetenv("XDG_CACHE_HOME");
    world().barrier();
    if (world().is_root()) std::filesystem::remove_all(folder_);
  }
  /// On the first rank: the file of a profile.
  static void keep(const Profile& profile) {
    if (world().is_root()) store_profile(profile);
    world().barrier();
  }

 private:
  std::string folder_;
};

TEST(UseProfile, AddsTrialsToWhatIsKeptByNow) {
  const OwnCache cache;
  Profile profile = profile_with({});
  profile.provenance["date"] = "yesterday";
  OwnCache::keep(profile);
  use_profile(world(), "auto");
  ASSERT_TRUE(profile_in_use());
  profile.provenance["date"] = "today";
  profile.trials = {{"of another run", "direct", 1}};
  OwnCache::keep(profile);
  remember_trial(world(), {"mine", "pairwise", 2});
  EXPECT_EQ(profile_in_use()->trials.size(), 1u);
  if (!world().is_root()) return;
  const auto kept = find_profile(profile.fingerprint);
  ASSERT_TRUE(kept);
  EXPECT_EQ(kept->provenance.at("date"), "today");
  EXPECT_EQ(kept->trials.size(), 2u);
}

TEST(UseProfile, SaysOnAllRanksWhyTheKeptOneIsNotUsed) {
  const OwnCache cache;
  use_profile(world(), "auto");
  EXPECT_EQ(why_no_profile(), "") << "there is none";
  use_profile(world(), "none");
  const Profile profile = profile_with({});
  OwnCache::keep(profile);
  if (world().is_root()) std::ofstream(profile_place(profile.fingerprint)) << "{";
  use_profile(world(), "auto");
  EXPECT_EQ(profile_in_use(), nullptr);
  EXPECT_NE(why_no_profile().find("no whole profile"), std::string::npos) << why_no_profile();
}

TEST(UseProfile, RefusesAnotherMachinesAndDamagedOnes) {
  Profile other = profile_with({});
  other.fingerprint["processor"] = "an abacus";
  const ProfileFile foreign(profile_text(other));
  try {
    use_profile(world(), foreign.path());
    FAIL() << "taken";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("abacus"), std::string::npos) << error.what();
  }
  std::string text = profile_text(profile_with({}));
  text.replace(text.find("fingerprint"), 1, "F");
  const ProfileFile damaged(text);
  EXPECT_THROW(use_profile(world(), damaged.path()), InputError);
  EXPECT_THROW(use_profile(world(), "no-such-profile"), InputError);
  EXPECT_EQ(profile_in_use(), nullptr);
}

}  // namespace
}  // namespace thalweg::transport
