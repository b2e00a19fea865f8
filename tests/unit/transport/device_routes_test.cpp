// SPDX-License-Identifier: Apache-2.0
// Routes between buffers in device memory, for which host memory stands that is late with its work
// (lagging_link.hpp): all deliver bit for bit what a naive exchange would, on 1 to 8 ranks, and say
// why where they cannot. No device is needed; tests/backends has the same with one.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <tuple>

#include "base/error.hpp"
#include "tests/unit/transport/lagging_link.hpp"
#include "tests/unit/transport/messages.hpp"
#include "transport/carriers/peer_memory.hpp"
#include "transport/choose.hpp"
#include "transport/device_direct.hpp"
#include "transport/itinerary.hpp"
#include "transport/known_machine.hpp"
#include "transport/topology.hpp"
#include "transport/transpose.hpp"

namespace thalweg::transport {
namespace {

namespace fs = std::filesystem;
using testing::LaggingLink;
using testing::OnDevice;

/// The world as one node, as nodes of two neighbouring ranks, and as uneven nodes.
Communicator arranged(int arrangement) {
  static const Communicator world = Communicator::world();
  std::vector<int> node_of(static_cast<std::size_t>(world.size()));
  for (int r = 0; r < world.size(); ++r)
    node_of[static_cast<std::size_t>(r)] = arrangement == 0   ? 0
                                           : arrangement == 1 ? r / 2
                                                              : (r > 0) + (r > 3);
  return world.split_into_nodes(node_of);
}

std::string why_not(const Plan& plan, Route route) {
  for (const Possibility& p : possible_routes(plan))
    if (p.route == route) return p.why_not;
  throw UsageError("no such route");
}

using Parameters = std::tuple<std::string, int, std::int64_t, std::size_t>;
class RouteOnDevice : public ::testing::TestWithParam<Parameters> {
 protected:
  void SetUp() override { set_device_trial("/bin/true", 0); }
};

TEST_P(RouteOnDevice, DeliversWhatANaiveExchangeWould) {
  const auto& [route, arrangement, base, chunks] = GetParam();
  const Communicator comm = arranged(arrangement);
  const int me = comm.rank();
  const auto lists = testing::uneven_lists(me, comm.size(), base, chunks);
  const OnDevice device("routes", lists.sent, lists.received);
  const Plan plan = device.plan(comm, lists.chunks);
  if (!why_not(plan, route_of(route)).empty()) {
    EXPECT_THROW(choose_route(route, plan), InputError);
    return;
  }
  const auto carrier = make_carrier(route_of(route), plan);
  plan.device->settle();
  std::int64_t wrong = 0;
  int checks = 0;
  for (int round = 0; round < 3; ++round) {
    for (std::size_t c = 0; c < chunks; ++c) {
      // Kernels that fill the chunk, after those that read what came last.
      device.out->work([&device, &lists, me, c, round] {
        device.in->wait();
        testing::fill(lists, me, c, round, device.send.data());
      });
      carrier->start(c);
      carrier->progress();
    }
    carrier->finish();
    std::fill_n(device.send.data(), lists.sent, std::byte{0x11});  // it is free
    device.in->work([&, round] {
      wrong += testing::wrong_bytes(lists, me, round, device.receive.data());
      std::fill_n(device.receive.data(), lists.received, std::byte{0xee});
      ++checks;
    });
  }
  device.in->wait();
  EXPECT_EQ(checks, 3);
  EXPECT_EQ(wrong, 0);
}

std::vector<std::string> routes_on_devices() {
  auto names = route_names();
  std::erase(names, "auto");
  std::erase(names, "datatype");
  return names;
}

std::string test_name(const ::testing::TestParamInfo<Parameters>& info) {
  static const char* arrangements[] = {"one_node", "pairs", "uneven"};
  const auto& [route, arrangement, base, chunks] = info.param;
  return testing::route_test_name(route, arrangements[arrangement], base, chunks);
}

INSTANTIATE_TEST_SUITE_P(Routes, RouteOnDevice,
                         ::testing::Combine(::testing::ValuesIn(routes_on_devices()),
                                            ::testing::Values(0, 1, 2), ::testing::Values(0, 50021),
                                            ::testing::Values(1, 3)),
                         test_name);

/// The whole movement, with a link that is never late.
TEST(TransposeOnDevice, GoesByEveryRouteThatNeedsNoDevice) {
  set_device_trial("/bin/true", 0);
  const Communicator comm = arranged(1);
  const int me = comm.rank();
  const auto lists = testing::uneven_lists(me, comm.size(), 1000, 2);
  std::vector<std::byte> out(static_cast<std::size_t>(lists.sent) + 1),
      in(static_cast<std::size_t>(lists.received) + 1);
  const exec::Exec exec;
  for (const std::string route : {"auto", "direct", "staged", "pairwise", "alltoallv"}) {
    Transpose transpose(comm, "test", lists.chunks, out.data(), in.data(), route,
                        exec::Space::device);
    for (int round = 0; round < 2; ++round) {
      for (std::size_t c = 0; c < 2; ++c) {
        testing::fill(lists, me, c, round, out.data());
        transpose.start(exec, static_cast<int>(c));
      }
      transpose.finish(exec);
      EXPECT_EQ(testing::wrong_bytes(lists, me, round, in.data()), 0) << route;
    }
  }
  if (comm.size() == 1) return;
  EXPECT_THROW(
      Transpose(comm, "test", lists.chunks, out.data(), in.data(), "shared", exec::Space::device),
      InputError);
}

/// Several exchanges of one plan and `auto`: direct and staged messages are both tried.
TEST(ChoiceOnDevice, TriesDirectAndStagedMessages) {
  set_device_trial("/bin/true", 0);
  const Communicator comm = arranged(0);
  if (comm.size() == 1) return;
  const auto lists = testing::uneven_lists(comm.rank(), comm.size(), 3000, 1);
  const OnDevice device("auto", lists.sent, lists.received);
  const RouteChoice choice = choose_route("auto", device.plan(comm, lists.chunks), true);
  for (const Candidate& c : choice.candidates) {
    const bool meant =
        c.route == Route::direct || c.route == Route::staged || c.route == Route::shared;
    EXPECT_TRUE(!meant || c.tried_seconds > 0) << name_of(c.route) << ": " << c.why_not;
  }
  const auto number = static_cast<double>(choice.route);
  EXPECT_EQ(comm.max(number), comm.min(number));
}

/// A program that counts its calls in a file, the same on all ranks.
class CountedTrial {
 public:
  CountedTrial() : folder_(Communicator::world().broadcast(make_folder())) {
    const Communicator world = Communicator::world();
    if (world.is_root()) {
      std::ofstream(program()) << "#!/bin/sh\necho tried >> " << log().string() << "\nexit 7\n";
      fs::permissions(program(), fs::perms::owner_all);
    }
    world.barrier();
  }
  ~CountedTrial() {
    Communicator::world().barrier();
    if (Communicator::world().is_root()) fs::remove_all(folder_);
  }
  fs::path program() const { return fs::path(folder_) / "trial"; }
  int calls() const {
    Communicator::world().barrier();
    std::ifstream file(log());
    int lines = 0;
    for (std::string line; std::getline(file, line);) ++lines;
    return lines;
  }

 private:
  fs::path log() const { return fs::path(folder_) / "log"; }
  static std::string make_folder() {
    std::string name = (fs::temp_directory_path() / "thalweg-trial-XXXXXX").string();
    if (!Communicator::world().is_root()) return name;
    return mkdtemp(name.data());
  }
  std::string folder_;
};

TEST(DirectFromDevices, IsTriedOnceAndOnlyForBuffersOnDevices) {
  const CountedTrial trial;
  set_device_trial(trial.program(), 0);
  const Communicator comm = arranged(0);
  if (comm.size() == 1) return;
  const auto lists = testing::uneven_lists(comm.rank(), comm.size(), 10, 1);
  const OnDevice device("trial", lists.sent, lists.received);
  Plan plan = device.plan(comm, lists.chunks);
  Plan host = plan;
  host.device.reset();
  EXPECT_EQ(why_not(host, Route::direct), "");
  EXPECT_EQ(trial.calls(), 0);
  for (int i = 0; i < 3; ++i) {
    EXPECT_NE(why_not(plan, Route::direct).find("a trial ended with status 7"), std::string::npos);
    EXPECT_EQ(trial.calls(), 1);
  }
  try {
    choose_route("direct", plan);
    FAIL() << "taken";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("ended with status 7"), std::string::npos)
        << error.what();
  }
}

TEST(DirectFromDevices, IsNotPossibleWhereNothingWasTried) {
  set_device_trial("", 0);
  const Communicator comm = arranged(0);
  if (comm.size() == 1) return;
  const auto lists = testing::uneven_lists(comm.rank(), comm.size(), 10, 1);
  const OnDevice device("untried", lists.sent, lists.received);
  EXPECT_NE(why_not(device.plan(comm, lists.chunks), Route::direct).find("has not been tried"),
            std::string::npos);
}

/// One rank's trouble is known to all, and no buffer is changed by finding out.
TEST(PeerMemory, SaysWhyRanksCannotReachEachOther) {
  const Communicator comm = arranged(0);
  if (comm.size() < 2) return;
  const int me = comm.rank(), last = comm.size() - 1;
  const auto lists = testing::uneven_lists(me, comm.size(), 100, 1);
  const std::pair<LaggingLink::Fault, const char*> faults[] = {
      {LaggingLink::Fault::none, ""},
      {LaggingLink::Fault::cannot_share, "cannot share its buffers: this memory is of a pool"},
      {LaggingLink::Fault::cannot_open, "another container's memory"},
      {LaggingLink::Fault::wrong_memory, "is not the device memory of rank"}};
  for (const auto& [fault, words] : faults) {
    const OnDevice device("peers", lists.sent, lists.received,
                          me == last ? fault : LaggingLink::Fault::none);
    std::fill_n(device.send.data(), lists.sent, std::byte{0x55});
    std::fill_n(device.receive.data(), lists.received, std::byte{0x66});
    const Plan plan = device.plan(comm, lists.chunks);
    const std::string why = why_not(plan, Route::shared);
    EXPECT_EQ(why.empty(), fault == LaggingLink::Fault::none) << why;
    EXPECT_NE(why.find(words), std::string::npos) << why;
    EXPECT_EQ(std::count(device.send.data(), device.send.data() + lists.sent, std::byte{0x55}),
              lists.sent);
    EXPECT_EQ(
        std::count(device.receive.data(), device.receive.data() + lists.received, std::byte{0x66}),
        lists.received);
    if (!why.empty()) {
      EXPECT_THROW(make_carrier(Route::shared, plan), UsageError);
    }
    plan.device->settle();
  }
}

TEST(Runs, JoinWhatFollowsEachOther) {
  EXPECT_EQ(runs_of({{1, 100, 50}, {2, 0, 40}, {3, 40, 60}, {4, 200, 0}, {5, 300, 1}}),
            (std::vector<ByteRun>{{0, 150}, {300, 1}}));
  EXPECT_TRUE(runs_of({}).empty());
}

/// A path whose times are latency + bytes / rate, at all sizes.
Path path_of(Locality locality, Memory from, Memory to, double latency, double rate) {
  Path path;
  path.name = "test";
  path.locality = locality;
  path.from = from;
  path.to = to;
  Segment line;
  line.to_bytes = std::int64_t{1} << 30;
  line.alpha = latency;
  line.beta = 1 / rate;
  path.segments.push_back(line);
  return path;
}

/// Direct messages are priced by the paths between devices; the others by those between hosts, and
/// by the copies of each chunk.
TEST(PricesOnDevices, HaveTheCopiesInThem) {
  const Communicator comm = arranged(0);
  if (comm.size() != 2) return;
  set_device_trial("/bin/true", 0);
  Profile profile;
  profile.fingerprint = fingerprint(Topology::discover(comm));
  profile.paths = {path_of(Locality::node, Memory::host, Memory::host, 1e-6, 1e10),
                   path_of(Locality::socket, Memory::device, Memory::device, 2e-5, 4e10),
                   path_of(Locality::socket, Memory::device, Memory::pinned, 1e-5, 2e10),
                   path_of(Locality::socket, Memory::pinned, Memory::device, 3e-5, 2.5e10)};
  const std::string file = comm.broadcast(
      (fs::temp_directory_path() / ("thalweg-prices-" + std::to_string(getpid()))).string());
  if (comm.is_root()) std::ofstream(file) << profile_text(profile);
  comm.barrier();
  use_profile(comm, file);
  constexpr std::int64_t bytes = 1000000;
  const int peer = 1 - comm.rank();
  const std::vector<Chunk> chunks{{{{peer, 0, bytes}}, {{peer, 0, bytes}}},
                                  {{{peer, bytes, bytes}}, {{peer, bytes, bytes}}}};
  const OnDevice device("prices", 2 * bytes, 2 * bytes);
  const Plan plan = device.plan(comm, chunks);
  std::vector<Candidate> candidates;
  for (const Possibility& p : possible_routes(plan)) candidates.push_back({p.route, p.why_not});
  predict_routes(plan, candidates);
  use_profile(comm, "none");
  comm.barrier();
  if (comm.is_root()) fs::remove(file);
  // Two ranks share what stands for a device.
  const double copies = 2 * (1e-5 + 2 * bytes / 2e10 + 3e-5 + 2 * bytes / 2.5e10);
  std::map<Route, double> price;
  for (const Candidate& c : candidates) price[c.route] = c.predicted_seconds;
  // Of two messages the second costs the time of its bytes.
  EXPECT_NEAR(price[Route::direct], 2e-5 + 2.0 * bytes / 4e10, 1e-9);
  EXPECT_NEAR(price[Route::staged], copies + 1e-6 + 2.0 * bytes / 1e10, 1e-9);
  EXPECT_EQ(price[Route::shared], 0);
}

}  // namespace
}  // namespace thalweg::transport
