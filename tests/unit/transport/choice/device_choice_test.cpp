// SPDX-License-Identifier: Apache-2.0
// How a route between buffers in device memory is chosen: what is tried, what is found out about
// direct messages, and what each route is priced at. As in device_routes_test.cpp no device is
// needed.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>

#include "base/error.hpp"
#include "tests/unit/transport/arrangements.hpp"
#include "tests/unit/transport/lagging_link.hpp"
#include "tests/unit/transport/messages.hpp"
#include "tests/unit/transport/profile_file.hpp"
#include "tests/unit/transport/program.hpp"
#include "tests/unit/transport/working_trial.hpp"
#include "transport/choice/choose.hpp"
#include "transport/choice/known_machine.hpp"
#include "transport/gpu_aware/device_direct.hpp"
#include "transport/machine/topology.hpp"

namespace thalweg::transport {
namespace {

namespace fs = std::filesystem;
using testing::arranged;
using testing::Arrangement;
using testing::OnDevice;
using testing::path_of;
using testing::why_not;

/// Several exchanges of one plan and `auto`: direct and staged messages are both tried.
TEST(ChoiceOnDevice, TriesDirectAndStagedMessages) {
  const testing::WorkingTrial trial;
  const Communicator comm = arranged(Arrangement::one_node);
  if (comm.size() == 1) return;
  const auto lists = testing::uneven_lists(comm.rank(), comm.size(), 3000, 1);
  const OnDevice device("auto", lists.sent, lists.received);
  forget_choices();
  const RouteChoice choice = choose_route("auto", device.plan(comm, lists.chunks));
  for (const Candidate& c : choice.candidates) {
    const bool meant =
        c.route == Route::direct || c.route == Route::staged || c.route == Route::shared;
    EXPECT_TRUE(!meant || c.tried_seconds > 0) << name_of(c.route) << ": " << c.why_not;
  }
  const auto number = static_cast<double>(choice.route);
  EXPECT_EQ(comm.max(number), comm.min(number));
}

/// A program that counts its calls in a file in its folder.
class CountedTrial {
 public:
  std::string program() const { return program_.path(); }
  int calls() const {
    Communicator::world().barrier();
    std::ifstream file(program_.folder() + "/log");
    int lines = 0;
    for (std::string line; std::getline(file, line);) ++lines;
    return lines;
  }

 private:
  testing::Program program_{"#!/bin/sh\necho tried >> \"${0%/*}/log\"\nexit 7\n"};
};

TEST(DirectFromDevices, IsTriedOnceAndOnlyForBuffersOnDevices) {
  const CountedTrial trial;
  set_device_trial({.program = trial.program()});
  const Communicator comm = arranged(Arrangement::one_node);
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

/// The reason is among the candidates that reports list, on all ranks, and the run goes on.
TEST(DirectFromDevices, IsListedAsNotPossibleWhereMessagesBetweenRanksArriveChanged) {
  const Communicator comm = arranged(Arrangement::one_node);
  if (comm.size() == 1) return;
  const bool is_last = comm.rank() == comm.size() - 1;
  const testing::HostBuffers memory(is_last ? testing::Trouble::stale : testing::Trouble::none);
  set_device_trial({.program = "/bin/true"});
  const auto lists = testing::uneven_lists(comm.rank(), comm.size(), 10, 1);
  const OnDevice device("changed", lists.sent, lists.received);
  forget_choices();
  const RouteChoice choice = choose_route("auto", device.plan(comm, lists.chunks));
  EXPECT_NE(choice.route, Route::direct);
  const auto direct = std::ranges::find(choice.candidates, Route::direct, &Candidate::route);
  EXPECT_NE(direct->why_not.find("arrived changed"), std::string::npos) << direct->why_not;
  EXPECT_EQ(comm.broadcast(direct->why_not), direct->why_not);
}

TEST(DirectFromDevices, IsNotPossibleWhereNothingWasTried) {
  set_device_trial({});
  const Communicator comm = arranged(Arrangement::one_node);
  if (comm.size() == 1) return;
  const auto lists = testing::uneven_lists(comm.rank(), comm.size(), 10, 1);
  const OnDevice device("untried", lists.sent, lists.received);
  EXPECT_NE(why_not(device.plan(comm, lists.chunks), Route::direct).find("has not been tried"),
            std::string::npos);
}

/// Direct messages are priced by the paths between devices; the others by those between hosts, and
/// by the copies of each chunk.
TEST(PricesOnDevices, HaveTheCopiesInThem) {
  const Communicator comm = arranged(Arrangement::one_node);
  if (comm.size() != 2) return;
  const testing::WorkingTrial trial;
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
